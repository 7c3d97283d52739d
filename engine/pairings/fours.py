"""Tables of four single players in a line from the head table down, partners at each table."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import ClassVar

from engine.pairings.format import HALL, Format, Setting
from engine.pairings.state import Pair, PairingState, PlannedRound, Table, bye_counts
from engine.pairings.tables import SEATS, partners_at
from rules.phrases import phrase

Four = tuple[int, ...]
"""Four entries in the order of the line, the best first; a ``Table`` has them as they sit."""


class Pattern(IntEnum):
    """Which of four in order are partners."""

    BEST_WITH_LAST = 0
    BEST_WITH_THIRD = 1
    BEST_WITH_SECOND = 2

    def seats(self, four: Four) -> Table:
        """Return the four by seat: places 0 and 2 are partners against 1 and 3."""
        best, second, third, last = four
        match self:
            case Pattern.BEST_WITH_LAST:
                return best, second, last, third
            case Pattern.BEST_WITH_THIRD:
                return best, second, third, last
            case Pattern.BEST_WITH_SECOND:
                return best, third, second, last


def partners_again(table: Table, had: Mapping[Pair, int]) -> int:
    """Count how often the partners of a table were partners before."""
    return sum(had.get(frozenset(pair), 0) for pair in partners_at(table))


def least_again(four: Four, had: Mapping[Pair, int], patterns: Sequence[Pattern]) -> Table:
    """Seat the four so that partners were partners least; the first of equals."""
    return min(
        (pattern.seats(four) for pattern in patterns),
        key=lambda table: partners_again(table, had),
    )


def line_of(state: PairingState, order: Iterable[int]) -> list[int]:
    """Return the active entries in this order, those not in it last."""
    known = dict.fromkeys(order)
    active = state.active
    here = set(active)
    return [entry for entry in known if entry in here] + [
        entry for entry in active if entry not in known
    ]


def sitting_out(line: Sequence[int], played: Sequence[PlannedRound]) -> tuple[int, ...]:
    """Return who sits out: nobody twice running, then those with fewest byes, then the last in
    line.
    """
    counts = bye_counts(line, played)
    rested = played[-1].byes if played else ()
    last_first = enumerate(reversed(line))
    claims = sorted((entry in rested, counts[entry], at, entry) for at, entry in last_first)
    return tuple(entry for *_, entry in claims[: len(line) % SEATS])


def round_along(
    line: Sequence[int],
    played: Sequence[PlannedRound],
    seated: Callable[[Sequence[Four]], Iterable[Table]],
) -> tuple[PlannedRound, ...]:
    """Return the next round, the line without byes cut into fours; none for fewer than four."""
    if len(line) < SEATS:
        return ()
    byes = sitting_out(line, played)
    playing = [entry for entry in line if entry not in byes]
    fours = [tuple(playing[at : at + SEATS]) for at in range(0, len(playing), SEATS)]
    return (PlannedRound(tuple(seated(fours)), byes),)


def rounds_setting(default: int) -> Setting:
    return Setting(
        "rounds",
        phrase("Rounds"),
        phrase("How many rounds the event has."),
        default=default,
        low=1,
        high=40,
    )


class RoundsOfFours(Format):
    """Single players in tables of four, a round planned from the results of those before it."""

    lineup = 1
    from_results = True
    most = HALL
    usual_rounds: ClassVar[int]

    def rounds_in_all(self, state: PairingState) -> int:
        return state.options.get("rounds", self.usual_rounds)

    def plan(self, state: PairingState) -> tuple[PlannedRound, ...]:
        if state.is_waiting or len(state.played) >= self.rounds_in_all(state):
            return ()
        return self.next_round(state)

    @abstractmethod
    def next_round(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return the round after those that were played, none for fewer than four."""
