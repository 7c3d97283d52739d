"""What changed in a club, for other programs: the feed of changes, and webhooks.

The apps above note changes here and know nothing of who reads them; nothing here knows what an
event is. A change names a resource of the API; what the resource holds is read there.
"""
