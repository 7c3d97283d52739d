"""Texts in the reader's language: lists, partners, arrows, and names of another direction."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import get_language_bidi, pgettext

Text = str | Promise
"""A text, or a lazily translated one."""
LEFT_TO_RIGHT_ISOLATE, FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2066", "\u2068", "\u2069"


def comma() -> str:
    """Return the separator of items in the reader's language."""
    return pgettext("between the items of a list", ", ")


def ampersand() -> str:
    """Return the sign between the names of partners in the reader's language."""
    return pgettext("between the names of partners", "&")


def arrow() -> str:
    """Return the arrow from cause to effect, in the direction of reading."""
    return "←" if get_language_bidi() else "→"


def comma_list(items: Iterable[object]) -> str:
    """Return the items in a row: "Ann, Bob, Carl"."""
    return comma().join(map(str, items))


def statements(items: Iterable[object]) -> str:
    """Return the items in a row, each of which may have commas: "Ann, 2; Bob, 3"."""
    return pgettext("between the items of a list that have commas", "; ").join(map(str, items))


def sentences(items: Iterable[object]) -> str:
    """Return sentences that lack their full stop as one text: "Ann bid. Bob passed"."""
    return pgettext("between two sentences", ". ").join(map(str, items))


def about(subject: object, text: object) -> str:
    """Return a subject and what is said of it: "Par: 31"; the text alone if there is no subject,
    and the subject if there is no text.
    """
    if not subject or not text:
        return str(subject or text)
    words = pgettext("a subject and what is said of it", "%(subject)s: %(text)s")
    return words % {"subject": subject, "text": text}


def together(names: Iterable[object]) -> str:
    """Return the names of partners: "Ann & Bob"."""
    return f" {ampersand()} ".join(map(str, names))


def isolated(name: str) -> str:
    """Return the name with its own direction in a sentence of another."""
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"


def sum_isolated(calculation: str) -> str:
    """Return a calculation that keeps its order in a sentence from right to left."""
    return f"{LEFT_TO_RIGHT_ISOLATE}{calculation}{POP_ISOLATE}" if calculation else ""


def by_side(values: Iterable[object], sign: str = "–") -> str:
    """Return the totals of sides in the direction of reading, as the names of the sides stand."""
    return sign.join(left_to_right(str(value)) for value in values)


def left_to_right(calculation: str) -> str:
    """Return a calculation that keeps its order where the reader reads from right to left."""
    return sum_isolated(calculation) if get_language_bidi() else calculation
