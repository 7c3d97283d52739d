"""Fours down the standings, with partners by their places in the four."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from engine.pairings.format import NO_YES, choice_setting
from engine.pairings.fours import (
    Four,
    Pattern,
    RoundsOfFours,
    line_of,
    partners_again,
    round_along,
    rounds_setting,
)
from engine.pairings.state import Pair, PairingState, PlannedRound, Table
from engine.pairings.tables import SEATS, partnerships
from rules.phrases import phrase

ROUNDS = 6

REACHES = (6, 10, 15)
"""How far below the first of a table its others may come from, so that no partners come again;
the next only where the one before was not enough."""

WORK = 60_000
"""Tables looked at with each reach: a fifth of a second, as the event is locked meanwhile."""


class ByStanding(RoundsOfFours):
    """Fours down the standings."""

    key = "by_standing"
    name = phrase("Single players, tables by the standings")
    explanation = phrase(
        "After each round the top four of the standings sit at the first table, the next four "
        "at the second, and so on. Those left over sit out, from the bottom of the standings "
        "and in turn."
    )
    usual_rounds = ROUNDS
    settings = (
        rounds_setting(ROUNDS),
        choice_setting(
            "pattern",
            phrase("Partners at a table"),
            phrase("Which of the four are partners, by their places in the standings."),
            default=Pattern.BEST_WITH_LAST,
            choices={
                0: phrase("1 and 4 against 2 and 3"),
                1: phrase("1 and 3 against 2 and 4"),
                2: phrase("1 and 2 against 3 and 4"),
            },
        ),
        choice_setting(
            "new_partners",
            phrase("New partners"),
            phrase(
                "Whether another pattern, or a player a few places down, is used when two have "
                "been partners before."
            ),
            default=1,
            choices=NO_YES,
        ),
    )
    ranked_by = ""

    def next_round(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return the next of ``rounds`` (6) rounds, by the ranking; the first in drawn order.

        ``pattern`` determines the partners of a four. With ``new_partners`` (1) nobody repeats a
        partner if another pattern, or a player a few places further down, can prevent it.
        """
        pattern = Pattern(state.options.get("pattern", Pattern.BEST_WITH_LAST))
        seated = partial(_by_pattern, pattern)
        if state.options.get("new_partners", 1):
            seated = partial(_with_new_partners, pattern, partnerships(state.played))
        order = state.ranking if state.played else state.entries
        return round_along(line_of(state, order), state.played, seated)


def _by_pattern(pattern: Pattern, fours: Sequence[Four]) -> list[Table]:
    return [pattern.seats(four) for four in fours]


def _with_new_partners(
    pattern: Pattern, had: Mapping[Pair, int], fours: Sequence[Four]
) -> list[Table]:
    """Tables from the top down with the fewest partners again that the search finds."""
    line = tuple(entry for four in fours for entry in four)
    searches = []
    for reach in REACHES:
        search = _Search(pattern, had, reach)
        search.go(line, (), 0)
        searches.append(search)
        if not search.least:
            break
    return list(min(searches, key=lambda attempt: attempt.least).best)


class _Choice(NamedTuple):
    """A table for the first in line: the less again and the nearer in line, the better."""

    again: int
    distance: int
    place: int
    table: Table
    left: tuple[int, ...]


class _Search:
    """Goes down the ranking and backtracks where partners repeat."""

    def __init__(self, wanted: Pattern, had: Mapping[Pair, int], reach: int) -> None:
        self._patterns = sorted(Pattern, key=lambda pattern: pattern is not wanted)
        self._had = had
        self._reach = reach
        self._work = WORK
        self.best: tuple[Table, ...] = ()
        self.least = 0

    def go(self, left: tuple[int, ...], tables: tuple[Table, ...], again: int) -> None:
        """Seat the players ``left`` after these tables, which repeat this many partners."""
        if not left:
            self.best, self.least = tables, again
            return
        choices = sorted(self._choices(left))
        self._work -= len(choices)
        for choice in choices:
            so_far = again + choice.again
            if self.best and (so_far >= self.least or self._work <= 0):
                return
            self.go(choice.left, (*tables, choice.table), so_far)

    def _choices(self, left: tuple[int, ...]) -> Iterator[_Choice]:
        for others in combinations(range(1, min(len(left), self._reach + 1)), SEATS - 1):
            four = (left[0], *(left[at] for at in others))
            rest = tuple(entry for entry in left if entry not in four)
            for place, pattern in enumerate(self._patterns):
                table = pattern.seats(four)
                again = partners_again(table, self._had)
                yield _Choice(again, sum(others), place, table, rest)
