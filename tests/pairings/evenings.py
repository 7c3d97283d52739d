"""Whole evenings of formats that follow results, played with winners that a test chooses."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.pairings.state import PairingState, PlannedRound, Table, TableResult

Plan = Callable[[PairingState], tuple[PlannedRound, ...]]


def result(
    table: Table, winners: Iterable[int], marks: Mapping[int, int] | None = None
) -> TableResult:
    """A table that is over; winners have 7 marks and the others 3 where nothing else is said."""
    won = frozenset(winners)
    return TableResult(
        is_over=True,
        winners=won,
        won={entry: int(entry in won) for entry in table},
        marks=marks or {entry: 7 if entry in won else 3 for entry in table},
    )


def pairs(table: Table) -> tuple[frozenset[int], frozenset[int]]:
    """The partners of a table of four, whoever sits first before the others."""
    north, east, south, west = table
    return frozenset((north, south)), frozenset((east, west))


def first_pair(table: Table) -> frozenset[int]:
    return pairs(table)[0]


def strongest(table: Table) -> frozenset[int]:
    """The pair with the lower numbers wins, the lowest of all on a tie."""
    return min(pairs(table), key=lambda pair: (sum(pair), min(pair)))


@dataclass
class Evening:
    """A format played round by round."""

    plan: Plan
    state: PairingState
    ranked: bool = False
    wins: dict[int, int] = field(default_factory=dict)

    def next_round(self) -> PlannedRound:
        (planned,) = self.plan(self.state)
        return planned

    def play(self, winners: Callable[[Table], frozenset[int]] = strongest) -> PlannedRound:
        """The next round is planned and played."""
        planned = self.next_round()
        results = tuple(result(table, winners(table)) for table in planned.tables)
        for outcome in results:
            for entry in outcome.winners:
                self.wins[entry] = self.wins.get(entry, 0) + 1
        self.state = replace(
            self.state,
            played=(*self.state.played, planned),
            results=(*self.state.results, results),
        )
        if self.ranked:
            ranking = sorted(
                self.state.entries, key=lambda entry: (-self.wins.get(entry, 0), entry)
            )
            self.state = replace(self.state, ranking=tuple(ranking))
        return planned

    def change(self, *, gone: Iterable[int] = (), come: Iterable[int] = ()) -> None:
        """Somebody leaves, somebody joins."""
        self.state = replace(
            self.state,
            absent=self.state.absent | set(gone),
            entries=(*self.state.entries, *come),
        )


def evening(plan: Plan, players: int, *, ranked: bool = False, **options: int) -> Evening:
    """An evening of players 1, 2, 3 and so on, drawn in this order."""
    entries = tuple(range(1, players + 1))
    return Evening(plan, PairingState(entries, options=options, size=4, lot=entries), ranked)
