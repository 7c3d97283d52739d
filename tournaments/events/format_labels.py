"""Formats and their settings for people: the phrases of each format, translated."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from core.text import phrase_text
from engine.pairings.format import Setting, SettingWrong
from engine.pairings.formats import FORMATS

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class SettingLabel:
    """The label of a format's setting and of its values.

    ``nought`` is the label of 0, if 0 is not a number here.
    """

    name: "StrPromise"
    explanation: "StrPromise"
    choices: "Mapping[int, StrPromise]"
    nought: "StrPromise | None"

    def value(self, number: int) -> str:
        if not number and self.nought is not None:
            return str(self.nought)
        return str(self.choices.get(number, number))


@dataclass(frozen=True, slots=True)
class FormatLabel:
    """The name and description of a format, and the labels of its settings by key."""

    name: "StrPromise"
    explanation: "StrPromise"
    settings: Mapping[str, SettingLabel]


def format_label(key: str) -> FormatLabel:
    known = FORMATS[key]
    settings = {setting.key: _setting_label(setting) for setting in known.settings}
    return FormatLabel(phrase_text(known.name), phrase_text(known.explanation), settings)


def _setting_label(setting: Setting) -> SettingLabel:
    return SettingLabel(
        phrase_text(setting.name),
        phrase_text(setting.explanation),
        {value: phrase_text(words) for value, words in setting.choices.items()},
        None if setting.nought is None else phrase_text(setting.nought),
    )


def format_choices() -> "list[tuple[str, StrPromise]]":
    return [(key, phrase_text(known.name)) for key, known in FORMATS.items()]


def setting_problem(format_key: str, wrong: SettingWrong) -> str:
    if wrong.setting:
        values = {
            "name": format_label(format_key).settings[wrong.key].name,
            "low": wrong.setting.low,
            "high": wrong.setting.high,
        }
        return gettext("%(name)s: a number from %(low)d to %(high)d.") % values
    return {
        "unknown": gettext("This format has no setting %(key)s.") % {"key": wrong.key},
        "two_must_go_on": gettext("A bracket needs at least two qualifiers."),
        "two_of_one_group_must_go_on": gettext(
            "With one group, at least two must qualify: a bracket needs two."
        ),
    }[wrong.code]
