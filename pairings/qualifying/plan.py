"""First the groups, then the brackets of who qualified, and of the rest."""

from dataclasses import replace

from pairings.base import PairingState, PlannedRound
from pairings.brackets.drawing import Bracket
from pairings.brackets.elimination import CONSOLATION
from pairings.brackets.layout import bracket_drawn
from pairings.brackets.part import Kind, Lengths, Part, part_of, round_coming
from pairings.brackets.places import placed, worths
from pairings.qualifying.advancing import Fields, fields_of
from pairings.qualifying.groups import group_rounds, groups_of

GROUPS = "groups"
BRACKETS = "brackets"


def qualifying(situation: PairingState) -> tuple[PlannedRound, ...]:
    """All that is left of the groups; after them the next round of the brackets.

    Options beside those of the groups and of advancing: ``bracket`` (1) single or 2 double
    elimination, ``final`` (1) defeats put out a finalist who had none, ``third`` (0),
    ``consolation`` (0) 1 a single, 2 a double elimination of all the others,
    ``bracket_best_of`` (0) and ``final_best_of`` (0) games of a series.
    """
    if not has_brackets(situation):
        left = group_rounds(situation)
        if left or situation.is_waiting:
            return tuple(replace(planned, stage=GROUPS) for planned in left)
    lengths = Lengths(
        series=situation.options.get("bracket_best_of", 0),
        final=situation.options.get("final_best_of", 0),
    )
    return round_coming(qualified(situation), situation, lengths=lengths, stage=BRACKETS)


def qualifying_places(situation: PairingState) -> dict[int, int]:
    """Places once the brackets have begun: by these, then the consolation, then all the others."""
    if not has_brackets(situation):
        return {}
    everybody = {entry for group in groups_of(situation) for entry in group}
    worth: dict[int, tuple[int, ...]] = dict.fromkeys(everybody, (0,))
    for part in qualified(situation):
        level = 1 if part.prefix else 2
        worth |= {entry: (level, *far) for entry, far in worths(part)}
    return placed(worth)


def qualifying_bracket(situation: PairingState) -> Bracket:
    """The drawing of the brackets, empty as long as the groups play."""
    if not has_brackets(situation) and (group_rounds(situation) or situation.is_waiting):
        return Bracket(())
    return bracket_drawn(qualified(situation), situation)


def has_brackets(situation: PairingState) -> bool:
    """Whether a round of the brackets has begun; then nothing more is played in the groups."""
    return any(planned.stage == BRACKETS for planned in situation.played)


def qualified(situation: PairingState) -> tuple[Part, ...]:
    """The brackets with their fields, as drawn or as the ranking would have them now."""
    options = situation.options
    final, consolation = options.get("final", 1), options.get("consolation", 0)
    kind = Kind(
        is_double=options.get("bracket", 1) == 2, final=final, third=bool(options.get("third", 0))
    )
    fields = Fields((), ()) if has_brackets(situation) else fields_of(situation)
    parts = [part_of(situation, kind, fields.going_on)]
    if consolation:
        second = Kind(is_double=consolation == 2, final=final)
        parts.append(part_of(situation, second, fields.rest, prefix=CONSOLATION))
    return tuple(part for part in parts if part)
