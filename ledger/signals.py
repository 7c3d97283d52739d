"""The one signal: books are about to be settled. Whoever keeps one brings it up to date first."""

from django.dispatch import Signal

books_asked_for = Signal()  # sender: Book (class); books: their keys; made_by: the User who asks
