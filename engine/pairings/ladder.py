"""A ladder of tables: the best of a table of four move up, the last move down."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from engine.pairings.format import Setting, choice_setting
from engine.pairings.fours import (
    Four,
    Pattern,
    RoundsOfFours,
    least_again,
    line_of,
    round_along,
    rounds_setting,
)
from engine.pairings.state import PairingState, PlannedRound, Table, TableResult
from engine.pairings.tables import SEATS, partnerships
from rules.phrases import phrase

ROUNDS = 9
TOGETHER = 3
"""Rounds of four at one table: enough that everybody is everybody's partner once."""


class _LadderMove(NamedTuple):
    """An entry on its way to a table; arrivals from above precede those already there."""

    table: int
    came_from: int
    place: int
    entry: int


class Ladder(RoundsOfFours):
    """The best of a table of four move up, the last move down."""

    key = "ladder"
    name = phrase("Ladder of tables")
    explanation = phrase(
        "Four single players stay at a table for some rounds, each partnering each of the "
        "others. Then the best move up a table and the last move down."
    )
    usual_rounds = ROUNDS
    settings = (
        rounds_setting(ROUNDS),
        Setting(
            "together",
            phrase("Rounds at a table"),
            phrase(
                "How many rounds the same four play together; three let everyone partner "
                "everyone once."
            ),
            default=TOGETHER,
            low=1,
            high=3,
        ),
        choice_setting(
            "movers",
            phrase("Who moves"),
            phrase("How many of the four move up, and how many down."),
            default=1,
            choices={
                1: phrase("the best up, the last down, two stay"),
                2: phrase("two up, two down"),
            },
        ),
    )
    ranked_by = ""

    def next_round(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return the next of ``rounds`` (9) rounds.

        Four stay ``together`` for this many rounds (3), each with each as partner in turn. Then the
        best ``movers`` (1) of each table swap with as many last of the table above: by games won in
        these rounds, then by marks, then by the standings. They part earlier if somebody comes,
        leaves, or has to sit out. Newcomers, and those with a bye, begin at the foot.
        """
        stage = _stage(state)
        if stage and _goes_on(state, len(stage)):
            had = partnerships(stage)
            tables = (least_again(table, had, list(Pattern)) for table in stage[0].tables)
            return (PlannedRound(tuple(tables)),)
        return round_along(line_of(state, _moved(state, len(stage))), state.played, _seated)


def _seated(fours: Sequence[Four]) -> list[Table]:
    return [Pattern.BEST_WITH_LAST.seats(four) for four in fours]


def _stage(state: PairingState) -> tuple[PlannedRound, ...]:
    """Return the last rounds at the same tables, as many as belong together."""
    if not state.played:
        return ()
    last = _company(state.played[-1])
    same = list(takewhile(lambda planned: _company(planned) == last, reversed(state.played)))
    together = state.options.get("together", TOGETHER)
    return state.played[len(state.played) - ((len(same) - 1) % together + 1) :]


def _company(planned: PlannedRound) -> list[frozenset[int]]:
    return [frozenset(table) for table in planned.tables]


def _goes_on(state: PairingState, stage: int) -> bool:
    """Return whether the four stay together for another round."""
    seated = {entry for table in state.played[-1].tables for entry in table}
    return stage < state.options.get("together", TOGETHER) and seated == set(state.active)


def _moved(state: PairingState, stage: int) -> Iterable[int]:
    """Return all players from the head table down, after the last rounds."""
    if not stage:
        return state.entries
    movers = state.options.get("movers", 1)
    fours = list(_ranked(state, stage))
    moves = [
        _LadderMove(_table_of(number, place, movers, len(fours)), number, place, entry)
        for number, four in enumerate(fours, start=1)
        for place, entry in enumerate(four)
    ]
    return (move.entry for move in sorted(moves))


def _table_of(number: int, place: int, movers: int, last: int) -> int:
    """Return the table that the one in this place, from 0, goes to."""
    up, down = place < movers, place >= SEATS - movers
    return min(max(number - up + down, 1), last)


def _ranked(state: PairingState, stage: int) -> Iterator[Four]:
    """Yield each table's four players, the best first, by their results in the last rounds."""
    won, marks = Counter[int](), Counter[int]()
    for result in _results(state, stage):
        won.update(result.winners)
        marks.update(result.marks)
    standing = {entry: place for place, entry in enumerate(state.ranking)}

    def claim(entry: int) -> tuple[int, int, int]:
        return -won[entry], -marks[entry], standing.get(entry, len(standing))

    return (tuple(sorted(table, key=claim)) for table in state.played[-1].tables)


def _results(state: PairingState, stage: int) -> Iterator[TableResult]:
    return (result for results in state.results[-stage:] for result in results)
