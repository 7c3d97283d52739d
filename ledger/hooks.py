"""What apps above this one know of books, registered in their ``AppConfig.ready``, and a signal."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.dispatch import Signal
from django.utils.translation import gettext as _

from ledger.models import Book


class Gap(NamedTuple):
    """Money that belongs to a book but is not known, so that it is in no balance.

    ``subject`` says of what, ``reason`` what has to be known first; ``href`` is where that is
    entered, and ``players`` are the keys of those whose money it is.
    """

    book: int
    subject: str
    reason: str
    href: str
    players: frozenset[int]

    @property
    def text(self) -> str:
        """What is not known, and why."""
        return _("%(subject)s: %(reason)s") % {"subject": self.subject, "reason": self.reason}


Gaps = Callable[[Sequence[Book], int | None], Sequence[Gap]]
"""Of everybody, or of the player with this key."""

_known_gaps: list[Gaps] = []


def gaps_register(gaps: Gaps) -> None:
    """Ask ``gaps`` what is not known in books."""
    if gaps not in _known_gaps:
        _known_gaps.append(gaps)


def gaps_in(books: Sequence[Book], player: int | None = None) -> list[Gap]:
    """Return what is not known in books: it is not entered, and no balance has it.

    Of one ``player``, by key, or of everybody.
    """
    return [gap for gaps in _known_gaps for gap in gaps(books, player)]


Links = Callable[[Sequence[Book]], Mapping[int, str]]

_known_links: list[Links] = []


def links_register(links: Links) -> None:
    """Ask ``links`` for the addresses of books; it answers with those it knows, by key."""
    if links not in _known_links:
        _known_links.append(links)


def links_to(books: Sequence[Book]) -> dict[int, str]:
    """Return the addresses of books by their keys; a book without a known owner has none."""
    addresses: dict[int, str] = {}
    for links in _known_links:
        addresses |= links(books)
    return addresses


books_asked_for = Signal()  # sender: Book (class); books: their keys; made_by: the User who asks
