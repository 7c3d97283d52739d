"""Where a book is kept: whoever opens books says so, and pages show the way there.

An app above this one registers, in its ``AppConfig.ready``, a function from books to addresses.
"""

from collections.abc import Callable, Mapping, Sequence

from ledger.models import Book

Links = Callable[[Sequence[Book]], Mapping[int, str]]

_known: list[Links] = []


def links_register(links: Links) -> None:
    """Ask ``links`` for the addresses of books; it answers with those it knows, by key."""
    if links not in _known:
        _known.append(links)


def links_to(books: Sequence[Book]) -> dict[int, str]:
    """The addresses of books by their keys; a book that nobody knows has none."""
    found: dict[int, str] = {}
    for links in _known:
        found |= links(books)
    return found
