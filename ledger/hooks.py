"""Registrations by apps above this one in their ``AppConfig.ready``, and the signal they receive.

A transaction stores codes with values: its subject and its cause. Its text is made for its reader,
in the reader's language.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from django.dispatch import Signal
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

if TYPE_CHECKING:
    from ledger.models import Book

Message = Mapping[str, Any]
"""A code under ``code``, and its values, as JSON has them."""
Formatter = Callable[[Message, int | None], str]
"""Makes text from values for a reader; the key is that of the reading player, if any."""

_known: dict[str, Formatter] = {}


def formatters_register(formatters: Mapping[str, Formatter]) -> None:
    """Make words for these codes known."""
    _known.update(formatters)


def message_text(message: Message, reader: int | None = None) -> str:
    """Return the text of a stored message; an unknown code, as of a later version, unchanged."""
    formatter = _known.get(message["code"])
    return formatter(message, reader) if formatter else str(message["code"])


def _who(name: str | None) -> str:
    return name or _("the cash box")


def _transfer(message: Message, _reader: int | None) -> str:
    names = {"payer": _who(message["payer"]), "payee": _who(message["payee"])}
    return _("%(payer)s pays %(payee)s") % names


def _between(message: Message, _reader: int | None) -> str:
    words = _("%(payer)s paid %(payee)s") % {"payer": message["payer"], "payee": message["payee"]}
    return f"{words}: {message['text']}" if message.get("text") else words


def _taken_over(message: Message, _reader: int | None) -> str:
    words = _("%(payer)s pays for %(owner)s") % {
        "payer": message["payer"],
        "owner": message["owner"],
    }
    return f"{words}: {message['text']}" if message.get("text") else words


formatters_register(
    {
        "transfer": _transfer,
        "between": _between,
        "taken_over": _taken_over,
        "taken_back": lambda _message, _reader: pgettext("an entry", "taken back"),
        "not_paid": lambda _message, _reader: _("not paid after all"),
        "changed": lambda _message, _reader: _("results changed"),
    }
)


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


Gaps = Callable[[Sequence["Book"], int | None], Sequence[Gap]]
"""Of everybody, or of the player with this key."""

_known_gaps: list[Gaps] = []


def gaps_register(gaps: Gaps) -> None:
    """Ask ``gaps`` what is not known in books."""
    if gaps not in _known_gaps:
        _known_gaps.append(gaps)


def gaps_in(books: "Sequence[Book]", player: int | None = None) -> list[Gap]:
    """Return what is not known in books: it is not entered, and no balance has it.

    Of one ``player``, by key, or of everybody.
    """
    return [gap for gaps in _known_gaps for gap in gaps(books, player)]


Links = Callable[[Sequence["Book"]], Mapping[int, str]]

_known_links: list[Links] = []


def links_register(links: Links) -> None:
    """Ask ``links`` for the addresses of books; it answers with those it knows, by key."""
    if links not in _known_links:
        _known_links.append(links)


def links_to(books: "Sequence[Book]") -> dict[int, str]:
    """Return the addresses of books by their keys; a book without a known owner has none."""
    found: dict[int, str] = {}
    for links in _known_links:
        found |= links(books)
    return found


books_asked_for = Signal()  # sender: Book (class); books: their keys; made_by: the User who asks
