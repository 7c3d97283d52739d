"""A value of an option as it is read out."""

from typing import Any

from django.utils.translation import gettext as _

from games.words.base import OptionWords


def value_words(value: Any, words: OptionWords) -> str:
    """None, yes and no, numbers, and words by their labels."""
    match value:
        case None:
            return _("none")
        case bool():
            return _("yes") if value else _("no")
        case tuple():
            return ", ".join(str(words.values[word]) for word in value) or _("none")
        case _:
            return str(words.values.get(value, value))
