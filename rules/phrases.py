"""Texts for people, written in English by packages without a framework and translated where they
are shown: names of metrics and formats, words in problems.
"""

from typing import NamedTuple


class Phrase(NamedTuple):
    """A text; ``context`` tells it from an equal one that is translated otherwise."""

    context: str
    text: str


def phrase(*words: str) -> Phrase:
    """Mark a text for translation, ``phrase(text)`` or ``phrase(context, text)``.

    ``manage.py makemessages`` collects them, so both are always literals.
    """
    *context, text = words
    return Phrase("".join(context), text)
