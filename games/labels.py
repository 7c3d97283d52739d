"""Labels of a game's presets, options and stakes, as an organiser reads them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

Text = str | Promise
"""A text, or one that is translated when it is shown."""


@dataclass(frozen=True, slots=True)
class OptionLabels:
    """An option as an organiser reads it: label, explanation, and a label for each value."""

    label: Text
    explanation: Text
    values: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PresetLabels:
    """A preset as an organiser chooses it."""

    label: Text
    explanation: Text


@dataclass(frozen=True, slots=True)
class GameLabels:
    """Labels of one game; ``stakes`` has a label for each amount that may be agreed."""

    presets: Mapping[str, PresetLabels]
    options: Mapping[str, OptionLabels]
    stakes: Mapping[str, Text]


def value_label(value: Any, labels: OptionLabels) -> str:
    """Return a value of an option as it is read out: yes or no, a number, a word's label."""
    match value:
        case None:
            return _("none")
        case bool():
            return _("yes") if value else _("no")
        case tuple():
            return ", ".join(str(labels.values[word]) for word in value) or _("none")
        case _:
            return str(labels.values.get(value, value))
