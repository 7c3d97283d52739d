"""The shape of a game's words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise

Text = str | Promise
"""A text, or one that is translated when it is shown."""


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option as an organiser reads it: label, explanation, and a label for each word."""

    label: Text
    explanation: Text
    values: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PresetWords:
    """A preset as an organiser chooses it."""

    label: Text
    explanation: Text


@dataclass(frozen=True, slots=True)
class GameWords:
    """Words of one game; ``stakes`` has a label for each amount that may be agreed."""

    presets: Mapping[str, PresetWords]
    options: Mapping[str, OptionWords]
    stakes: Mapping[str, Text]
