"""Groups, then brackets of those who advance, and of the others."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from engine.pairings.bracket_state import (
    BracketKind,
    BracketState,
    Lengths,
    part_of,
    placed,
    round_coming,
    undecided_in,
    worths,
)
from engine.pairings.brackets import bracket_size, seed_order
from engine.pairings.drawing import Bracket, bracket_drawn
from engine.pairings.elimination import (
    AS_THE_RULES,
    CONSOLATION,
    CONSOLATION_TARGET,
    CONSOLATIONS,
    FINAL_BEST_OF,
    LINES,
    LOSERS_TARGET,
    MOST_TARGET,
    PLAYED_TO,
    SERIES,
    THIRD_PLACE,
    final_setting,
    lines_of,
)
from engine.pairings.format import NO_YES, BracketFormat, Setting, choice_setting
from engine.pairings.groups import (
    Group,
    group_of,
    group_rounds,
    groups_of,
)
from engine.pairings.search import improve
from engine.pairings.state import PairingState, PlannedRound
from rules.phrases import phrase


class QualifiedFields(NamedTuple):
    """The field of the brackets and the rest, each from the best seed on."""

    going_on: tuple[int, ...]
    rest: tuple[int, ...]


def fields_of(state: PairingState) -> QualifiedFields:
    """Return who advances, by ``state.ranking``.

    Options: ``advance_each`` (0) the first of every group advance; then the best of all others
    until ``advance_total`` (0) are in. With both 0 everybody advances. With ``advance_half`` the
    better half of all does instead, the odd one too. At least two advance. Firsts of groups are
    seeded before seconds, seconds before thirds, and so on; entries of one group meet as late as
    possible.
    """
    groups = groups_of(state)
    ranked = [entry for entry in _ranking(state) if entry not in state.absent]
    each = state.options.get("advance_each", 0)
    total = state.options.get("advance_total", 0)
    if state.options.get("advance_half", 0):
        each, total = 0, -(-len(ranked) // 2)
    elif not each and not total:
        total = len(ranked)
    tier = _tiers(ranked, groups, each)
    direct = sorted(tier, key=lambda entry: tier[entry])
    others = [entry for entry in ranked if entry not in tier]
    filled = others[: max(0, max(total, 2) - len(direct))]
    bands = [tier[entry] for entry in direct] + [
        _band(seed) for seed in range(len(direct) + 1, len(direct) + len(filled) + 1)
    ]
    going_on = separated_field([*direct, *filled], bands, _numbered(groups))
    return QualifiedFields(tuple(going_on), tuple(others[len(filled) :]))


def separated_field(
    field: Sequence[int], bands: Sequence[int], group: Mapping[int, int]
) -> list[int]:
    """Return the field with seeds of one band exchanged, so that those of one group meet late.

    Goes on as long as an exchange helps, the nearest seeds first. Those of the first band stay.
    """
    best = list(field)
    order = seed_order(bracket_size(len(field)))
    line = [order.index(seed) for seed in range(1, len(field) + 1)]
    swaps = [
        (seed, other)
        for seed, other in combinations(range(len(field)), 2)
        if bands[seed] == bands[other] != bands[0]
    ]
    swaps.sort(key=lambda pair: (pair[1] - pair[0], pair))

    def weight(seed: int, other: int) -> int:
        """Weigh a meeting by the round for which the draw provides it: an earlier one far more."""
        return 1 << 6 * (len(order).bit_length() - (line[seed] ^ line[other]).bit_length())

    def moved(seed: int, place: int) -> int:
        mates = (
            mate
            for mate, entry in enumerate(best)
            if group[entry] == group[best[seed]] and mate not in {seed, place}
        )
        return sum(weight(place, mate) - weight(seed, mate) for mate in mates)

    def exchange(pair: tuple[int, int]) -> None:
        seed, other = pair
        best[seed], best[other] = best[other], best[seed]

    improve(swaps, lambda pair: moved(*pair) + moved(*pair[::-1]), exchange)
    return best


def _tiers(ranked: Sequence[int], groups: Sequence[Group], each: int) -> dict[int, int]:
    """Return the group place of all that advance by it, in the order of the ranking."""
    place = {
        entry: number
        for group in groups
        for number, entry in enumerate(
            [qualifier for qualifier in ranked if qualifier in group][:each], start=1
        )
    }
    return {entry: place[entry] for entry in ranked if entry in place}


def _band(seed: int) -> int:
    """Seeds that may change places: 5 to 8, 9 to 16 and so on; beyond all places in a group."""
    return 100 + (seed - 1).bit_length()


def _numbered(groups: Sequence[Group]) -> dict[int, int]:
    return {entry: number for number, group in enumerate(groups) for entry in group}


def _ranking(state: PairingState) -> list[int]:
    """Return everybody of the groups in ranked order; unranked entries last."""
    entries = {entry for group in groups_of(state) for entry in group}
    ranked = [entry for entry in state.ranking if entry in entries]
    behind = [entry for entry in state.entries if entry in entries - set(ranked)]
    return ranked + behind


GROUPS = "groups"
BRACKETS = "brackets"
MOST_IN_GROUPS = 160
"""Maximum entries in groups whose best advance."""


class Qualifying(BracketFormat):
    """Groups, then brackets of those who advance, and of the others."""

    key = "qualifying"
    name = phrase("Groups, then brackets")
    explanation = phrase(
        "Fixed pairs; everyone meets everyone in groups, or in one group for some rounds. The "
        "best go on to a bracket; the others play a consolation bracket or go home."
    )
    settings = (
        Setting(
            "group_size",
            phrase("Pairs per group"),
            phrase("At most this many; 0 puts everyone in one group."),
            default=4,
            low=0,
            high=64,
            nought=phrase("all in one group"),
        ),
        Setting(
            "groups",
            phrase("Number of groups"),
            phrase("0 makes as many as the size of a group requires."),
            default=0,
            low=0,
            high=16,
            nought=phrase("as many as it takes"),
        ),
        Setting(
            "cycles",
            phrase("Meetings of any two pairs"),
            phrase("How often any two pairs of a group meet."),
            default=1,
            low=1,
            high=2,
        ),
        Setting(
            "group_rounds",
            phrase("Maximum number of rounds in the groups"),
            phrase("The groups end after this many rounds; 0 plays until all have met."),
            default=0,
            low=0,
            high=126,
            nought=phrase("until all have met"),
        ),
        choice_setting(
            "unequal",
            phrase("Groups of unequal size"),
            phrase(
                "How they are made comparable: everything that counts is divided by the games "
                "played, or the smaller groups play one more game each, in which pairs meet "
                "again. In a group of odd size a bye then counts only if it evens out the number "
                "of games."
            ),
            default=0,
            choices={
                0: phrase("left as they are, byes count"),
                1: phrase("by the share of games won"),
                2: phrase("one more game in the smaller groups"),
            },
        ),
        Setting(
            "advance_each",
            phrase("Qualifiers from each group"),
            phrase("This many from each group qualify; 0 if only the best overall do."),
            default=2,
            low=0,
            high=32,
            nought=phrase("only by the numbers below"),
        ),
        Setting(
            "advance_total",
            phrase("Qualifiers in all"),
            phrase(
                "The best of the rest fill up to this number; 0 adds none. With 0 here and 0 "
                "from each group, everyone qualifies."
            ),
            default=0,
            low=0,
            high=64,
            nought=phrase("no more than that"),
        ),
        choice_setting(
            "advance_half",
            phrase("The better half"),
            phrase("Whether the better half qualifies, whatever the two numbers above say."),
            default=0,
            choices=NO_YES,
        ),
        choice_setting(
            "bracket",
            phrase("Bracket"),
            phrase("For those who qualify."),
            default=1,
            choices={1: phrase("single elimination"), 2: phrase("double elimination")},
        ),
        choice_setting(
            "bracket_best_of",
            phrase("Series in the brackets"),
            phrase("How many games a meeting of the brackets has."),
            default=0,
            choices=SERIES,
        ),
        Setting(
            "bracket_minutes",
            phrase("Minutes per round in the brackets"),
            phrase(
                "What the round clock counts down from in the brackets; 0 uses the event's own."
            ),
            default=0,
            low=0,
            high=600,
            nought=phrase("as the event says"),
        ),
        final_setting(1),
        FINAL_BEST_OF,
        THIRD_PLACE,
        CONSOLATIONS,
        Setting(
            "bracket_target",
            phrase("Games of the brackets to"),
            PLAYED_TO,
            default=0,
            low=0,
            high=MOST_TARGET,
            nought=AS_THE_RULES,
        ),
        LOSERS_TARGET,
        CONSOLATION_TARGET,
    )
    begin_alone = True
    ranked_by = GROUPS
    closed_by = BRACKETS
    by_hand_stage = GROUPS

    def plan(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return the rest of the groups; after them the next round of the brackets.

        Options besides those of the groups and of advancing: ``bracket`` (1) single or 2 double
        elimination, ``final`` (1) defeats eliminate a finalist who had none, ``third`` (0),
        ``consolation`` (0) 1 a single, 2 a double elimination of all the others,
        ``bracket_best_of`` (0) and ``final_best_of`` (0) games of a series.
        """
        if not has_brackets(state):
            left = group_rounds(state)
            if left or state.is_waiting:
                return tuple(replace(planned, stage=GROUPS) for planned in left)
        lengths = Lengths(
            series=state.options.get("bracket_best_of", 0),
            final=state.options.get("final_best_of", 0),
        )
        return round_coming(qualified(state), state, lengths=lengths, stage=BRACKETS)

    def places(self, state: PairingState) -> dict[int, int]:
        """Places once the brackets have begun: by these, then the consolation, then all others."""
        if not has_brackets(state):
            return {}
        everybody = {entry for group in groups_of(state) for entry in group}
        worth: dict[int, tuple[int, ...]] = dict.fromkeys(everybody, (0,))
        for part in qualified(state):
            level = 1 if part.prefix else 2
            worth |= {entry: (level, *far) for entry, far in worths(part)}
        return placed(worth)

    def bracket(self, state: PairingState) -> Bracket:
        """Return the drawing of the brackets, empty as long as the groups play."""
        if not has_brackets(state) and (group_rounds(state) or state.is_waiting):
            return Bracket(())
        return bracket_drawn(qualified(state), state)

    def undecided(self, state: PairingState) -> frozenset[tuple[int, int]]:
        return undecided_in(qualified(state)) if has_brackets(state) else frozenset()

    def part_of(self, state: PairingState, entries: Sequence[int]) -> str:
        return group_of(state, entries)

    def wrong(self, options: Mapping[str, int]) -> dict[str, str]:
        """Refuse settings with which a single entry advances without an opponent."""
        each, total = options["advance_each"], options["advance_total"]
        if options["advance_half"] or max(each, total) != 1:
            return {}
        if total == 1 and not each:
            return {"advance_total": "two_must_go_on"}
        if options["groups"] == 1 or not (options["groups"] or options["group_size"]):
            return {"advance_each": "two_of_one_group_must_go_on"}
        return {}

    def most_entries(self, options: Mapping[str, int]) -> int:
        """Return the maximum number of entries of groups and brackets.

        If only the best advance, this many plus the lines of the consolation.
        """
        lines, total = lines_of(options), options.get("advance_total", 0)
        by_total = total and not (options.get("advance_each", 0) or options.get("advance_half", 0))
        return min(total + lines, MOST_IN_GROUPS) if by_total and lines == LINES else lines


def has_brackets(state: PairingState) -> bool:
    """Return whether a round of the brackets has begun; then nothing more is played in the
    groups."""
    return any(planned.stage == BRACKETS for planned in state.played)


def qualified(state: PairingState) -> tuple[BracketState, ...]:
    """Return the brackets with their fields, as drawn or as the ranking would have them now."""
    options = state.options
    final, consolation = options.get("final", 1), options.get("consolation", 0)
    kind = BracketKind(
        is_double=options.get("bracket", 1) == 2, final=final, third=bool(options.get("third", 0))
    )
    fields = QualifiedFields((), ()) if has_brackets(state) else fields_of(state)
    parts = [part_of(state, kind, fields.going_on)]
    if consolation:
        second = BracketKind(is_double=consolation == 2, final=final)
        parts.append(part_of(state, second, fields.rest, prefix=CONSOLATION))
    return tuple(part for part in parts if part)
