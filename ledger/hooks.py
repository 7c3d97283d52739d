"""What apps above this one know of books, registered in their ``AppConfig.ready``, and a signal."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.dispatch import Signal
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.text import about, comma_list, statements
from ledger.models import Book


class Gap(NamedTuple):
    """Money that belongs to a book but is not known, so that it is in no balance.

    ``subject`` says of what, ``reason`` what has to be known first; ``href`` is where that is
    entered, and ``players`` are the keys of those whose money it is. ``kind`` is what money it is,
    of a game at a ``table`` of a ``round``.
    """

    book: int
    kind: str
    round: int
    table: int
    subject: str
    reason: str
    href: str
    players: frozenset[int]

    @property
    def text(self) -> str:
        """What is not known, and why."""
        return _("%(subject)s: %(reason)s") % {"subject": self.subject, "reason": self.reason}


def gaps_listed(gaps: Iterable[Gap]) -> list[str]:
    """Return the gaps, one text for each book, kind and reason."""
    same: dict[tuple[int, str, str], list[Gap]] = defaultdict(list)
    for gap in gaps:
        same[gap.book, gap.kind, gap.reason].append(gap)
    return [_together(several) for several in same.values()]


def _together(gaps: Sequence[Gap]) -> str:
    if len(gaps) == 1:
        return gaps[0].text
    tables: dict[int, dict[int, None]] = defaultdict(dict)
    for gap in gaps:
        tables[gap.round][gap.table] = None
    subject = about(gaps[0].kind, statements(_place(*place) for place in tables.items()))
    return _("%(subject)s: %(reason)s") % {"subject": subject, "reason": gaps[0].reason}


def _place(round_number: int, tables: Collection[int]) -> str:
    words = ngettext(
        "round %(round)d, table %(tables)s", "round %(round)d, tables %(tables)s", len(tables)
    )
    return words % {"round": round_number, "tables": comma_list(tables)}


Gaps = Callable[[Sequence[Book], int | None], Sequence[Gap]]
"""Of everybody, or of the player with this key."""

_known_gaps: list[Gaps] = []


def gaps_register(gaps: Gaps) -> None:
    """Register a function that finds the gaps in books."""
    if gaps not in _known_gaps:
        _known_gaps.append(gaps)


def gaps_in(books: Sequence[Book], player: int | None = None) -> list[Gap]:
    """Return the gaps in books: unknown amounts that are in no entry and no balance.

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


books_settling = Signal()  # sender: Book (class); books: their keys; made_by: the User who asks
