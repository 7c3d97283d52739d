"""Pairings: who meets whom in which round. Pure functions over plain values, one module per format.

Nothing here knows Django, a database or a player: an entry is its number.
"""
