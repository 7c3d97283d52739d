"""Signals of clubs, for apps above; the sender is the model whose rows changed.

They are sent inside the transaction of the change.
"""

from django.dispatch import Signal

rows_changed = Signal()  # club_id; paths: the addresses of the rows in the API, below the club's
