"""The one signal: the worker has brought an event's standings up to date."""

from django.dispatch import Signal

standings_computed = Signal()  # sender: Event (class); event_id: its key
