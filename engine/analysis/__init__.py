"""Best play of recorded deals, all hands seen.

No framework, no database, no knowledge of clubs or players: deals and hand records in, numbers out.
The definitions are in `docs/analysis.md`.
"""

VERSION = 1
"""Raised when an answer changes: stored older answers are recomputed."""
