"""Signals of events, for apps above; the sender is the class ``Event``.

Those of a change are sent inside its transaction: an error of a receiver refuses the change.
"""

from django.dispatch import Signal

event_changed = Signal()  # event: the instance; fields: the names of those that changed
# match, revision (of a hand, or None), asked_back (key of the revision that is asked back, or 0)
play_changed = Signal()
event_finished = Signal()  # event: the instance, locked; by: the User, or None
event_reopened = Signal()  # event: the instance, locked; by: the User
event_deleting = Signal()  # event: the instance, locked, not yet deleted
standings_computed = Signal()  # event_id: the key of an event whose standings are up to date
events_swept = Signal()  # every few seconds, after the worker has computed what was stale
