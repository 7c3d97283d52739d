"""What apps above this one register in their ``AppConfig.ready``, and the signal they receive.

An entry keeps a code and its values: what it is about, and what caused it. Its text is made when
it is read, in the reader's language.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.dispatch import Signal
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

if TYPE_CHECKING:
    from ledger.models import Book

Said = Mapping[str, Any]
"""A code under ``code``, and its values, as JSON has them."""
Formatter = Callable[[Said, int | None], str]
"""Makes words of values for a reader; the key is of the player who reads it, if it is one."""

_known: dict[str, Formatter] = {}


def words_register(tellers: Mapping[str, Formatter]) -> None:
    """Make words for these codes known."""
    _known.update(tellers)


def words_of(said: Said, reader: int | None = None) -> str:
    """What is kept, in words; an unknown code, as of a later version, as it is."""
    teller = _known.get(said["code"])
    return teller(said, reader) if teller else str(said["code"])


def _who(name: str | None) -> str:
    return name or _("the cash box")


def _transfer(said: Said, _reader: int | None) -> str:
    names = {"payer": _who(said["payer"]), "payee": _who(said["payee"])}
    return _("%(payer)s pays %(payee)s") % names


def _between(said: Said, _reader: int | None) -> str:
    words = _("%(payer)s paid %(payee)s") % {"payer": said["payer"], "payee": said["payee"]}
    return f"{words}: {said['text']}" if said.get("text") else words


def _taken_over(said: Said, _reader: int | None) -> str:
    words = _("%(payer)s pays for %(owner)s") % {"payer": said["payer"], "owner": said["owner"]}
    return f"{words}: {said['text']}" if said.get("text") else words


words_register(
    {
        "transfer": _transfer,
        "between": _between,
        "taken_over": _taken_over,
        "taken_back": lambda _said, _reader: pgettext("an entry", "taken back"),
        "not_paid": lambda _said, _reader: _("not paid after all"),
        "changed": lambda _said, _reader: _("results changed"),
    }
)


Links = Callable[[Sequence["Book"]], Mapping[int, str]]

_known_links: list[Links] = []


def links_register(links: Links) -> None:
    """Ask ``links`` for the addresses of books; it answers with those it knows, by key."""
    if links not in _known_links:
        _known_links.append(links)


def links_to(books: "Sequence[Book]") -> dict[int, str]:
    """The addresses of books by their keys; a book that nobody knows has none."""
    found: dict[int, str] = {}
    for links in _known_links:
        found |= links(books)
    return found


books_asked_for = Signal()  # sender: Book (class); books: their keys; made_by: the User who asks
