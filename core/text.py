"""Texts in the reader's language: lists, partners, arrows, and names of another direction."""

import unicodedata
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from django.utils.functional import Promise, lazy
from django.utils.translation import get_language_bidi, gettext_lazy, pgettext, pgettext_lazy

from rules.phrases import Phrase

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Text = str | Promise
"""A text, or a lazily translated one."""
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
RIGHT_TO_LEFT_MARK: Final = "\u200f"
_FROM_THE_RIGHT = frozenset({"R", "AL"})


def phrase_text(phrase: Phrase) -> "StrPromise":
    """Return a phrase of a package without a framework, translated when it is shown."""
    return pgettext_lazy(*phrase) if phrase.context else gettext_lazy(phrase.text)


def comma() -> str:
    """Return the separator of items in the reader's language."""
    return pgettext("between the items of a list", ", ")


def ampersand() -> str:
    """Return the sign between the names of partners in the reader's language."""
    return pgettext("between the names of partners", "&")


def arrow() -> str:
    """Return the arrow from cause to effect, in the direction of reading."""
    return "←" if get_language_bidi() else "→"


def semicolon() -> str:
    """Return the separator of items that have commas in the reader's language."""
    return pgettext("between the items of a list that have commas", "; ")


def full_stop() -> str:
    """Return what stands behind a sentence that another may follow."""
    return pgettext("between two sentences", ". ")


def colon() -> str:
    """Return the sign between a subject and its text."""
    return _about() % {"subject": "", "text": ""}


def comma_list(items: Iterable[object]) -> str:
    """Return the items in a row: "Ann, Bob, Carl"."""
    return comma().join(map(str, items))


def statements(items: Iterable[object]) -> str:
    """Return the items in a row, each of which may have commas: "Ann, 2; Bob, 3"."""
    return semicolon().join(map(str, items))


def sentences(items: Iterable[object]) -> str:
    """Return sentences that lack their full stop as one text: "Ann bid. Bob passed"."""
    return full_stop().join(map(str, items))


def about(subject: object, text: object) -> str:
    """Join a subject and a text: "Par: 31". Without a subject return the text, without a text the
    subject."""
    if not subject or not text:
        return str(subject or text)
    return _about() % {"subject": subject, "text": text}


def _about() -> str:
    return pgettext("a subject and what is said of it", "%(subject)s: %(text)s")


def together(names: Iterable[object]) -> str:
    """Return the names of partners: "Ann & Bob"."""
    return f" {ampersand()} ".join(map(str, names))


def in_one_cell(names: Iterable[object]) -> str:
    """Return the names of partners as files have them in every language, to be read back."""
    return " & ".join(map(str, names))


def ordinal(number: int) -> str:
    """Return a place as an ordinal: "2nd"."""
    if number % 10 not in {1, 2, 3} or number % 100 in {11, 12, 13}:
        words = pgettext("a place: 4th, 11th, 20th", "%(number)dth")
    elif number % 10 == 1:
        words = pgettext("a place: 1st, 21st", "%(number)dst")
    elif number % 10 == 2:
        words = pgettext("a place: 2nd, 22nd", "%(number)dnd")
    else:
        words = pgettext("a place: 3rd, 23rd", "%(number)drd")
    return words % {"number": number}


def isolated(text: object) -> str:
    """Isolate the direction of a name, an amount or a code within a sentence, so that it does not
    reorder the text around it.

    Unchanged if neither it nor the page runs from right to left.
    """
    words = str(text)
    if words and (get_language_bidi() or runs_left(words)):
        return f"{FIRST_STRONG_ISOLATE}{words}{POP_ISOLATE}"
    return words


def beside(*parts: str, space: str) -> str:
    """Join parts side by side in reading direction, whatever their scripts and the text around
    them."""
    mark = RIGHT_TO_LEFT_MARK if get_language_bidi() else ""
    return space.join(f"{mark}{part}{mark}" for part in parts)


def _with_codes(text: object, **codes: object) -> str:
    return str(text) % {name: isolated(code) for name, code in codes.items()}


with_codes: Final[Callable[..., Any]] = lazy(_with_codes, str)
"""A message, perhaps a lazy one, filled in with examples of what may be typed, each isolated."""


def runs_left(text: str) -> bool:
    """Return whether any letter of a text is written from right to left."""
    return any(unicodedata.bidirectional(letter) in _FROM_THE_RIGHT for letter in text)


def by_side(values: Iterable[object], sign: str = "–") -> str:
    """Return the totals of sides in the direction of reading, as the names of the sides stand."""
    return sign.join(map(isolated, values))
