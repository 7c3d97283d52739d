"""Pairings: who meets whom in which round. Pure functions over plain values, one module a format.
Nothing here knows Django, a database or a player: an entry is its number."""
