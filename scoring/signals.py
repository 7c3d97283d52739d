"""What is said when hands of a match change, inside the transaction that changed them.

``matches_changed`` is for several matches of one event at once.
"""

from django.dispatch import Signal

match_changed = Signal()  # sender: Match (class); match: the Match instance
matches_changed = Signal()  # sender: Match (class); matches: Match instances of one event
