"""Signals sent when hands of a match change, inside the same transaction.

``matches_changed`` is for several matches of one event.
"""

from django.dispatch import Signal

match_changed = Signal()  # sender: Match (class); match: the Match instance
matches_changed = Signal()  # sender: Match (class); matches: Match instances of one event
