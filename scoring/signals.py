"""Signals sent when hands of a match change, inside the same transaction.

``matches_changed`` is for several matches of one event.
"""

from django.dispatch import Signal

# sender: Match (class); match: the Match instance; revision: that of the hand, None for a result
match_changed = Signal()
matches_changed = Signal()  # sender: Match (class); matches: Match instances of one event
