"""The options and presets of Pandoeren. Source: the note on piccolo, the auction, the league."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.options import OptionKind, OptionTable, OptionValue, plain


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one hand. `any_trick`: piccolo is made with any one trick, not only the first.
    `hands`: the length of a match, None if open."""

    any_trick: bool
    pass_is_final: bool
    hands: int | None


def build(values: Mapping[str, Any]) -> Options:
    """Return the typed options out of the table's values."""
    return Options(
        any_trick=values["piccolo"] == "any_one",
        pass_is_final=values["pass_is_final"],
        hands=values["hands"],
    )


TABLE: Final = (
    plain("piccolo", OptionKind.CHOICE, "first", choices=("first", "any_one")),
    plain("pass_is_final", OptionKind.BOOLEAN, default=False),
    plain("hands", OptionKind.INTEGER, None, low=1, high=1000, nullable=True),
)

PRESETS: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "standard": {},
    "easy_piccolo": {"piccolo": "any_one"},
    "pass_out": {"pass_is_final": True},
}

OPTIONS: Final = OptionTable(options=TABLE, presets=PRESETS, default_preset="standard", build=build)
