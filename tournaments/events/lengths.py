"""Match lengths that differ from the event's rules.

A stage or bracket may have other targets, and a round another target or a number of hands. With a
deal set every match has its number of hands. The length is fixed when a round begins, and its
matches keep it.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.text import by_side
from rules import GAMES
from tournaments.events.models import ByeRule, Event

TARGET: Final = "target"
HANDS: Final = "hands"
HAND_OPTIONS: Final = ("hand_limit", "hands")

Length = Mapping[str, int]
"""``{"target": 5}`` or ``{"hands": 8}``; empty for the event's own length."""


def length_options(game: str) -> dict[str, str]:
    """The option of the game's rules by the kind of length that it sets."""
    names = {option.name for option in GAMES[game].options.options}
    by_kind = {TARGET: TARGET} if TARGET in names else {}
    hands = next((name for name in HAND_OPTIONS if name in names), None)
    return by_kind | {HANDS: hands} if hands else by_kind


def has_lengths(event: Event) -> bool:
    """Whether any part of the event may be played to another length than its rules say."""
    parts = ("bracket_target", "losers_target", "consolation_target")
    return bool(event.round_lengths) or any(event.format_options.get(key, 0) for key in parts)


def rules_at(event: Event, *, number: int, stage: str = "", section: str = "") -> dict[str, Any]:
    """The rules under which a table is played in round ``number``."""
    rules, options = dict(event.rules), length_options(event.game)
    if event.deals_per_round and HANDS in options:
        return rules | {options[HANDS]: event.deals_per_round}
    length = event.round_lengths.get(str(number)) or {}
    if not length and (part := _section_length(event, stage, section)):
        by_hands = _agreed(event, HANDS) is not None
        length = {HANDS if by_hands else TARGET: part}
    if TARGET in length and HANDS in options:
        rules.pop(options[HANDS], None)
    return rules | {options[kind]: value for kind, value in length.items()}


def _section_length(event: Event, stage: str, section: str) -> int:
    """The length that the format's settings give a part of the draw; 0 for the event's own."""
    options = event.format_options
    part = section.rpartition(".")[2]
    if section.startswith("consolation.") and (target := options.get("consolation_target", 0)):
        return int(target)
    if part == "losers" and (target := options.get("losers_target", 0)):
        return int(target)
    return int(options.get("bracket_target", 0)) if stage == "brackets" else 0


def _agreed(event: Event, kind: str) -> int | None:
    """The target or the number of hands in the event's own rules."""
    name = length_options(event.game).get(kind)
    value = GAMES[event.game].options.values(event.rules)[name] if name else None
    return value if isinstance(value, int) else None


def target_apart(event: Event, rules: Mapping[str, Any]) -> int | None:
    """Return the target under these rules if it differs from the event's, otherwise None."""
    option = length_options(event.game).get(TARGET)
    if option is None or rules == event.rules:
        return None
    values = GAMES[event.game].options.values(dict(rules))
    hands = length_options(event.game).get(HANDS)
    if hands is not None and values[hands] is not None:
        return None
    target = values[option]
    return target if isinstance(target, int) and target != _agreed(event, TARGET) else None


def worth_at(event: Event, points: int, points_against: int, target: int | None) -> tuple[int, int]:
    """Convert an award for the event's target, such as 7 to 0, to another ``target``.

    A full game is worth the target; anything less stays below it.
    """
    usual = None if target is None else _agreed(event, TARGET)
    if target is None or usual is None:
        return points, points_against

    def fitted(marks: int) -> int:
        return target if marks >= usual else min(marks, target - 1)

    return fitted(points), fitted(points_against)


def length_label(event: Event, rules: Mapping[str, Any]) -> str:
    """Describe the length under these rules if it differs from the event's."""
    if rules == event.rules:
        return ""
    kinds = length_options(event.game)
    options = GAMES[event.game].options
    usual, values = options.values(event.rules), options.values(dict(rules))
    if all(usual[name] == values[name] for name in kinds.values()):
        return ""
    hands = values[kinds[HANDS]] if HANDS in kinds else None
    if isinstance(hands, int):
        return ngettext("%(count)d hand", "%(count)d hands", hands) % {"count": hands}
    return _("game to %(target)d") % {"target": values[kinds[TARGET]]} if TARGET in kinds else ""


def awarded_label(event: Event, target: int | None, *, is_bye: bool) -> str:
    """Describe the value of a forfeit at this target; of a fixed bye, if it is another's."""
    if not is_bye:
        points, points_against = worth_at(event, event.forfeit_for, event.forfeit_against, target)
    elif target is None or event.bye_rule != ByeRule.FIXED:
        return ""
    else:
        points, points_against = worth_at(event, event.bye_for, event.bye_against, target)
    return by_side((points, points_against))
