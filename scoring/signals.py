"""The one signal: a match's hands changed. Sent inside the transaction that changed them."""

from django.dispatch import Signal

match_changed = Signal()  # sender: Match (class); match: the Match instance
