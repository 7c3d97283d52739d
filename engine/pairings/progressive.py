"""Progressive: the winners of a table move up, the losers stay or move down, partners change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from engine.pairings.format import choice_setting
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
from engine.pairings.tables import partners_at, partnerships
from rules.phrases import phrase

ROUNDS = 8

JUST_NOW = 100
"""Partners of the round before weigh so much more than partners of earlier ones."""


class HeadTableRule(IntEnum):
    LOSERS_TO_FOOT = 0
    LOSERS_AS_ELSEWHERE = 1
    WINNERS_TO_FOOT = 2


class _TableMove(NamedTuple):
    """A pair on its way to a table, numbered from 1; winners come before losers there."""

    table: int
    lost: bool
    came_from: int
    pair: tuple[int, ...]


class Progressive(RoundsOfFours):
    """The winners of a table move up, partners part."""

    key = "progressive"
    name = phrase("Progressive: winners move up")
    explanation = phrase(
        "Single players. After each round the winners of a table move toward the head table, "
        "and two who arrive together become opponents there."
    )
    usual_rounds = ROUNDS
    settings = (
        rounds_setting(ROUNDS),
        choice_setting(
            "winners",
            phrase("Winners"),
            phrase("Where the winners of a table go; at the head table they stay."),
            default=1,
            choices={
                0: phrase("stay where they are"),
                1: phrase("move up one table"),
                2: phrase("move up two tables"),
            },
        ),
        choice_setting(
            "losers",
            phrase("Losers"),
            phrase("Where the losers of a table go; at the last table they stay."),
            default=0,
            choices={
                0: phrase("stay where they are"),
                1: phrase("move down one table"),
                2: phrase("move down two tables"),
            },
        ),
        choice_setting(
            "head",
            phrase("At the head table"),
            phrase("Which pair leaves the head table, and where to."),
            default=HeadTableRule.LOSERS_TO_FOOT,
            choices={
                0: phrase("the losers go to the last table"),
                1: phrase("the losers move as at other tables"),
                2: phrase("the winners go to the last table"),
            },
        ),
    )
    draws_rounds = True

    def next_round(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return the next of ``rounds`` (8) rounds.

        ``winners`` move this many tables up (1), ``losers`` down (0: they stay); the head table has
        its own rule (``head``). If too many come to a table, winners go before losers and the rest
        to the next table down. Two who come together are separated, and partnered with those they
        had least. A draw is decided by the lot of the round: the pair with the first entry in it
        wins. Newcomers, and those with a bye, begin at the foot.
        """
        had = partnerships(state.played)
        for pair in partnerships(state.played[-1:]):
            had[pair] += JUST_NOW

        def seated(fours: Sequence[Four]) -> Iterator[Table]:
            patterns = Pattern.BEST_WITH_THIRD, Pattern.BEST_WITH_LAST, Pattern.BEST_WITH_SECOND
            return (least_again(four, had, patterns) for four in fours)

        return round_along(line_of(state, _moved(state)), state.played, seated)


def _moved(state: PairingState) -> Iterable[int]:
    """Return everybody from the head table down, as the last round's tables ended."""
    if not state.played:
        return state.entries
    tables = state.played[-1].tables
    moves = [
        _TableMove(_table_of(number, len(tables), state.options, lost=lost), lost, number, pair)
        for number, (table, result) in enumerate(
            zip(tables, state.results[-1], strict=True), start=1
        )
        for lost, pair in zip((False, True), _winners_first(table, result, state.lot), strict=True)
    ]
    return (entry for move in sorted(moves) for entry in move.pair)


def _table_of(number: int, last: int, options: Mapping[str, int], *, lost: bool) -> int:
    """Return the table to which the winners of a table go, or those who ``lost`` there."""
    head = HeadTableRule(options.get("head", HeadTableRule.LOSERS_TO_FOOT))
    if number == 1 and head is HeadTableRule.WINNERS_TO_FOOT:
        return 1 if lost else last
    if number == 1 and lost and head is HeadTableRule.LOSERS_TO_FOOT:
        return last
    down = options.get("losers", 0) if lost else -options.get("winners", 1)
    return min(max(number + down, 1), last)


def _winners_first(table: Table, result: TableResult, lot: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the two pairs of a table, the winners first."""
    drawn = {entry: place for place, entry in enumerate(lot)}

    def claim(pair: tuple[int, ...]) -> tuple[bool, int]:
        return (
            not result.winners.intersection(pair),
            min(drawn.get(entry, len(drawn)) for entry in pair),
        )

    return sorted(partners_at(table), key=claim)
