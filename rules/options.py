"""The options of a game as a table, its presets, and how a record's `rules` become values.

A game's *variant* is the option on which the defaults of the others hang (as the scoring);
games without one have the single variant `""`. An option *fixed* in a variant may be given
there only with its default.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from rules.problems import Code, Problem, Problems, pointer, problem, shown

OptionValue = bool | int | str | tuple[str, ...] | None
Resolved = TypeVar("Resolved")

CACHE_SIZE: Final = 512
CACHED_LENGTH: Final = 1000


class OptionKind(StrEnum):
    """What an option takes: yes or no, one word, some words, or a number."""

    BOOLEAN = "boolean"
    CHOICE = "choice"
    CHOICES = "choices"
    INTEGER = "integer"


@dataclass(frozen=True, slots=True)
class Option:
    """One row of the table.

    `choices` are the words of a choice or of choices, `low` and `high` the range of a number,
    `nullable` says that `null` may stand for "none". `defaults` is by variant; `fixed` names the
    variants in which only the default may be given; `non_empty` asks for at least one word.
    """

    name: str
    kind: OptionKind
    defaults: Mapping[str, OptionValue]
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    nullable: bool = False
    non_empty: bool = False
    fixed: frozenset[str] = frozenset()

    def read(self, value: object) -> OptionValue:
        """Return the value as the table keeps it; raises ValueError where it is not one of this
        option."""
        match self.kind:
            case _ if value is None and self.nullable:
                return None
            case OptionKind.BOOLEAN if isinstance(value, bool):
                return value
            case OptionKind.INTEGER if type(value) is int and self.low <= value <= self.high:
                return value
            case OptionKind.CHOICE if isinstance(value, str) and value in self.choices:
                return value
            case OptionKind.CHOICES if isinstance(value, list | tuple):
                return self._read_words(value)
        raise ValueError(self.name)

    def _read_words(self, value: list[object] | tuple[object, ...]) -> tuple[str, ...]:
        words = tuple(word for word in self.choices if word in value)
        if len(words) != len(value) or (self.non_empty and not words):
            raise ValueError(self.name)
        return words


def plain(name: str, kind: OptionKind, default: OptionValue, **more: Any) -> Option:
    """Return an option of a game without variants."""
    return Option(name, kind, {"": default}, **more)


@dataclass(frozen=True)
class OptionTable(Generic[Resolved]):
    """All options of a game, in the order in which they are shown and checked.

    `build` makes the game's own frozen value out of all values by name. Presets are read through
    the same options, so a preset that the table does not allow fails at import.
    """

    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, OptionValue]]
    default_preset: str
    build: Callable[[Mapping[str, Any]], Resolved]
    variant: str = ""
    default_variant: str = ""
    by_name: Mapping[str, Option] = field(init=False)
    _resolved: dict[str, Resolved | Problems] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        by_name = {option.name: option for option in self.options}
        object.__setattr__(self, "by_name", by_name)
        for preset in self.presets.values():
            for name, value in preset.items():
                by_name[name].read(value)

    def resolve(self, rules: object) -> Resolved | Problems:
        """Return the game's options under a record's `rules` (an object), or what is wrong with
        them.

        Answers are remembered by the text of the object, as clubs play the same rules all night.
        """
        try:
            key = repr(rules)
        except (ValueError, RecursionError):
            return self._resolve(rules)
        resolved = self._resolved.get(key)
        if resolved is None:
            resolved = self._resolve(rules)
            if len(key) <= CACHED_LENGTH:
                if len(self._resolved) >= CACHE_SIZE:
                    self._resolved.clear()
                self._resolved[key] = resolved
        return resolved

    def _resolve(self, rules: object) -> Resolved | Problems:
        if not isinstance(rules, dict):
            return (problem(Code.RECORD_MALFORMED, "/rules", "An object is expected here."),)
        problems = tuple(self._problems(rules))
        return problems or self.build(self.values(rules))

    def _problems(self, rules: Mapping[str, object]) -> Iterator[Problem]:
        preset = rules.get("preset", self.default_preset)
        if not isinstance(preset, str) or preset not in self.presets:
            yield problem(
                Code.RULES_UNKNOWN_PRESET,
                "/rules/preset",
                "There are no rules called “{preset}”.",
                preset=shown(preset),
            )
            return
        as_written = tuple(self._wrong_values(rules))
        yield from as_written or self._fixed_values(rules)

    def _wrong_values(self, rules: Mapping[str, object]) -> Iterator[Problem]:
        for name, value in rules.items():
            if name == "preset":
                continue
            option = self.by_name.get(name)
            if option is None:
                yield problem(
                    Code.RULES_UNKNOWN_OPTION,
                    pointer("/rules", name),
                    "There is no option called “{option}”.",
                    option=shown(name),
                )
            elif not _takes(option, value):
                yield problem(
                    Code.RULES_BAD_VALUE,
                    pointer("/rules", name),
                    "The option “{option}” cannot be {value}.",
                    option=name,
                    value=shown(value),
                )

    def _fixed_values(self, rules: Mapping[str, object]) -> Iterator[Problem]:
        given = self._given(rules)
        variant = self._variant(given)
        for option in self.options:
            if variant not in option.fixed or option.name not in given:
                continue
            if given[option.name] != option.defaults[variant]:
                yield problem(
                    Code.RULES_BAD_VALUE,
                    f"/rules/{option.name if option.name in rules else self.variant}",
                    "The option “{option}” does not go with “{variant}”.",
                    option=option.name,
                    variant=variant,
                )

    def _given(self, rules: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return what the preset and then the record set. What a preset sets counts as given."""
        preset = rules.get("preset", self.default_preset)
        given = dict(self.presets[preset]) if isinstance(preset, str) else {}
        for name, value in rules.items():
            if name != "preset":
                given[name] = self.by_name[name].read(value)
        return given

    def _variant(self, given: Mapping[str, OptionValue]) -> str:
        return str(given.get(self.variant, self.default_variant)) if self.variant else ""

    def values(self, rules: Mapping[str, object]) -> dict[str, OptionValue]:
        """Return every option's value under rules that have no problem; for a preset, `{"preset":
        p}`."""
        given = self._given(rules)
        variant = self._variant(given)
        return {
            option.name: given.get(option.name, option.defaults[variant]) for option in self.options
        }


def _takes(option: Option, value: object) -> bool:
    try:
        option.read(value)
    except ValueError:
        return False
    return True
