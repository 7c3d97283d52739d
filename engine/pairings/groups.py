"""Groups that each play a round robin, side by side."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, zip_longest

from engine.pairings.round_robin import RoundRobin
from engine.pairings.state import PairingState, PlannedRound, Slot, Table

GROUP = "group."
SHARES, MORE_GAMES = 1, 2
"""How groups of unequal size are made comparable: values of the setting ``unequal``."""

Group = tuple[int, ...]


def groups_of(state: PairingState) -> tuple[Group, ...]:
    """Return the groups in order, as drawn into the first round that was begun. Before that they
    are as the director made them, or dealt in snake order, so that every group has its share of the
    best seeds. Options: ``groups`` of them, or if that is 0 as many as needed for at most
    ``group_size`` (4) in each; with both 0 a single group. Late entries join the group in which
    fewest play on."""
    groups = _drawn(state) or _given(state) or _dealt(state.active, _count(state))
    settled = {entry for group in groups for entry in group}
    for entry in state.active:
        if entry not in settled:
            min(groups, key=lambda group: len({*group} - state.absent)).append(entry)
    return tuple(tuple(group) for group in groups if group)


def group_of(state: PairingState, entries: Sequence[int]) -> str:
    """Return the section of the group that contains all of these; empty if they are in several."""
    for number, group in enumerate(groups_of(state), start=1):
        if set(entries) <= set(group):
            return f"{GROUP}{number}"
    return ""


def group_number(section: str) -> int:
    """Return the number of the group that a section of the draw is; 0 for another one."""
    return int(section.removeprefix(GROUP)) if section.startswith(GROUP) else 0


def group_rounds(state: PairingState) -> tuple[PlannedRound, ...]:
    """Return the rounds still to be played in the groups, side by side. Options: ``cycles`` (1)
    meetings of each two, ``group_rounds`` at most (0 until all have met). With ``unequal`` 2 the
    smaller groups replay some meetings, see ``games_more``."""
    groups = groups_of(state)
    sizes = [len(group) for group in groups]
    plans = [
        _planned(
            _alone(state, group, f"{GROUP}{number}"),
            more=games_more(len(group), sizes, state.options),
        )
        for number, group in enumerate(groups, start=1)
    ]
    return tuple(_together(rounds) for rounds in zip_longest(*plans))


def games_of_group(size: int, options: Mapping[str, int]) -> int:
    """Return the games of each entry of a group of this size against the others, without byes. If
    there are too few rounds for all to meet, some entries sit out and others do not; the number is
    that of an entry that never did."""
    rounds = (size - 1 + size % 2) * options.get("cycles", 1)
    most = options.get("group_rounds", 0)
    if most and most < rounds:
        return most
    return (size - 1) * options.get("cycles", 1)


def games_more(size: int, sizes: Iterable[int], options: Mapping[str, int]) -> int:
    """Return how many meetings each entry of a group of this size plays again, so that all play as
    many games. Only if ``unequal`` is 2, and for an even group: in an odd one somebody sits out in
    every round, and each entry's bye replaces a game."""
    if options.get("unequal", 0) != MORE_GAMES or size % 2:
        return 0
    return max(games_of_group(other, options) for other in sizes) - games_of_group(size, options)


def byes_count(size: int, sizes: Iterable[int], options: Mapping[str, int]) -> bool:
    """Return whether byes in a group of this size count as set for the event. By shares they do
    not: only games are compared. With more games in the smaller groups they count if other groups
    play more than this one; otherwise all would have one too many."""
    unequal = options.get("unequal", 0)
    if unequal != MORE_GAMES:
        return unequal != SHARES
    return games_of_group(size, options) < max(
        games_of_group(other_size, options) for other_size in sizes
    )


def _planned(group: PairingState, *, more: int) -> tuple[PlannedRound, ...]:
    """Return the rounds left for a group: the round robin, then the meetings played again."""
    rounds = RoundRobin().plan(group)
    if not more:
        return rounds
    cycles = group.options["cycles"]
    whole = (len(group.entries) - 1) * cycles
    most = min(group.options["rounds"] or whole, whole) + more
    after = replace(
        group,
        played=group.played + rounds,
        options={"cycles": cycles + 1, "rounds": most},
    )
    return rounds + RoundRobin().plan(after)


def _count(state: PairingState) -> int:
    """Return how many groups; none with less than two entries."""
    options, entries = state.options, len(state.active)
    size = options.get("group_size", 4)
    wanted = options.get("groups", 0) or (-(-entries // size) if size else 1)
    return max(1, min(wanted, entries // 2))


def _dealt(entries: Sequence[int], count: int) -> list[list[int]]:
    groups: list[list[int]] = [[] for _ in range(count)]
    turns = cycle([*range(count), *reversed(range(count))])
    for entry, number in zip(entries, turns, strict=False):
        groups[number].append(entry)
    return groups


def _given(state: PairingState) -> list[list[int]]:
    """Return the manual groups, without entries removed since."""
    entered = set(state.entries)
    return [[entry for entry in group if entry in entered] for group in state.groups]


def _drawn(state: PairingState) -> list[list[int]]:
    """Return the groups as far as rounds of them were begun.

    Everybody in the order of the groups made by hand, then of the entries.
    """
    group_of = {
        entry: group_number(slot.section)
        for planned in state.played
        for sitting, slot in zip(planned.sittings, planned.slots, strict=False)
        for entry in sitting
        if slot.section.startswith(GROUP)
    }
    groups: list[list[int]] = [[] for _ in range(max(group_of.values(), default=0))]
    made = [entry for group in state.groups for entry in group]
    for entry in dict.fromkeys((*made, *state.entries)):
        if entry in group_of:
            groups[group_of[entry] - 1].append(entry)
    return groups


def _alone(state: PairingState, group: Group, section: str) -> PairingState:
    """Return a group as if it were the whole event."""
    played = (_only(planned, section) for planned in state.played)
    return PairingState(
        entries=group,
        absent=state.absent,
        played=tuple(planned for planned in played if planned.tables),
        promised=tuple(table for table in state.promised if set(table) <= set(group)),
        options={
            "cycles": state.options.get("cycles", 1),
            "rounds": state.options.get("group_rounds", 0),
        },
    )


def _only(planned: PlannedRound, section: str) -> PlannedRound:
    sittings = zip(planned.sittings, planned.slots, strict=False)
    of_section = [sitting for sitting, slot in sittings if slot.section == section]
    return PlannedRound(
        tuple(sitting for sitting in of_section if len(sitting) > 1),
        tuple(sitting[0] for sitting in of_section if len(sitting) == 1),
    )


def _together(rounds: Sequence[PlannedRound | None]) -> PlannedRound:
    """Combine the rounds of all groups; groups without further rounds are done."""
    tables: list[tuple[Table, Slot]] = []
    byes: list[tuple[int, Slot]] = []
    for number, planned in enumerate(rounds, start=1):
        if planned is None:
            continue
        slots = [Slot(f"{GROUP}{number}", slot + 1) for slot in range(len(planned.tables))]
        tables += zip(planned.tables, slots, strict=True)
        byes += [(bye, Slot(f"{GROUP}{number}", len(slots) + 1)) for bye in planned.byes]
    return PlannedRound.of_slots(tables, byes)
