"""Texts for people, written here in English and translated where they are shown."""

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
