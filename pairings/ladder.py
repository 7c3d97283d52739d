"""A ladder of tables: the best of a table of four move up, the last move down."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from pairings.format import HALL, Format, Setting
from pairings.fours import (
    SEATS,
    Four,
    Pattern,
    is_due,
    least_again,
    line_of,
    partner_times,
    round_along,
    rounds_chosen,
)
from pairings.state import PairingState, PlannedRound, Table, TableResult

ROUNDS = 9
TOGETHER = 3
"""Rounds of four at one table: enough that everybody is everybody's partner once."""


class _Move(NamedTuple):
    """An entry on its way to a table; who comes from above is before who was there."""

    table: int
    came_from: int
    place: int
    entry: int


def ladder(situation: PairingState) -> tuple[PlannedRound, ...]:
    """The next of ``rounds`` (9) rounds.

    Four stay ``together`` for so many rounds (3), each with each as partner in turn. Then the best
    ``movers`` (1) of each table change places with as many last of the table above: by games won
    in these rounds, then by marks, then by the standings. They part earlier where somebody comes,
    leaves, or has to sit out. Whoever joins, or sat out, begins at the foot.
    """
    if not is_due(situation, situation.options.get("rounds", ROUNDS)):
        return ()
    stage = _stage(situation)
    if stage and _goes_on(situation, len(stage)):
        had = partner_times(stage)
        tables = (least_again(table, had, list(Pattern)) for table in stage[0].tables)
        return (PlannedRound(tuple(tables)),)
    return round_along(line_of(situation, _moved(situation, len(stage))), situation.played, _seated)


def _seated(fours: Sequence[Four]) -> list[Table]:
    return [Pattern.BEST_WITH_LAST.seats(four) for four in fours]


def _stage(situation: PairingState) -> tuple[PlannedRound, ...]:
    """The last rounds at the same tables, as many as belong together."""
    if not situation.played:
        return ()
    last = _company(situation.played[-1])
    same = list(takewhile(lambda planned: _company(planned) == last, reversed(situation.played)))
    together = situation.options.get("together", TOGETHER)
    return situation.played[len(situation.played) - ((len(same) - 1) % together + 1) :]


def _company(planned: PlannedRound) -> list[frozenset[int]]:
    return [frozenset(table) for table in planned.tables]


def _goes_on(situation: PairingState, stage: int) -> bool:
    """Whether the four stay together for another round."""
    seated = {entry for table in situation.played[-1].tables for entry in table}
    return stage < situation.options.get("together", TOGETHER) and seated == set(situation.active)


def _moved(situation: PairingState, stage: int) -> Iterable[int]:
    """Everybody from the head table down, after the last so many rounds."""
    if not stage:
        return situation.entries
    movers = situation.options.get("movers", 1)
    fours = list(_ranked(situation, stage))
    moves = [
        _Move(_table_of(number, place, movers, len(fours)), number, place, entry)
        for number, four in enumerate(fours, start=1)
        for place, entry in enumerate(four)
    ]
    return (move.entry for move in sorted(moves))


def _table_of(number: int, place: int, movers: int, last: int) -> int:
    """The table that the one in this place, from 0, goes to."""
    up, down = place < movers, place >= SEATS - movers
    return min(max(number - up + down, 1), last)


def _ranked(situation: PairingState, stage: int) -> Iterator[Four]:
    """Each table's four, the best first, by what they did in the last so many rounds."""
    won, marks = Counter[int](), Counter[int]()
    for result in _results(situation, stage):
        won.update(result.winners)
        marks.update(result.marks)
    standing = {entry: place for place, entry in enumerate(situation.ranking)}

    def claim(entry: int) -> tuple[int, int, int]:
        return -won[entry], -marks[entry], standing.get(entry, len(standing))

    return (tuple(sorted(table, key=claim)) for table in situation.played[-1].tables)


def _results(situation: PairingState, stage: int) -> Iterator[TableResult]:
    return (result for results in situation.results[-stage:] for result in results)


LADDER = Format(
    key="ladder",
    lineup=1,
    settings=(
        Setting("rounds", default=ROUNDS, low=1, high=40),
        Setting("together", default=TOGETHER, low=1, high=3),
        Setting("movers", default=1, low=1, high=2),
    ),
    plan=ladder,
    from_results=True,
    rounds_in_all=rounds_chosen(ROUNDS),
    ranked_by="",
    most=HALL,
)
