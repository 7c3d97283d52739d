"""What could have been made: best play of recorded deals, all hands seen.

No framework, no database, no word about clubs or players: deals and hand records in, numbers out.
The definitions are in `docs/analysis.md`.
"""
