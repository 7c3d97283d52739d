"""What could have been made: best play of recorded deals, all hands seen.

No framework, no database, no word about clubs or players: deals and hand records in, numbers out.
The definitions are in `docs/analysis.md`.
"""

VERSION = 1
"""Raised when an answer changes: what was kept of an older one is computed anew."""
