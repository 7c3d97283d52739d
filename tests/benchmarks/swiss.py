"""Swiss: seconds for a round beside the matching library's own, and beside the complete graph.

    python -m tests.benchmarks.swiss

A round is planned from all results so far. ``library`` is rustworkx alone on the same sparse graph
with the same weights; ``ratio`` what the round takes over that. The complete graph has an edge for
every legal pair, and shows what is lost by looking at nearby pairs: nothing where rematches,
``across`` (pairs across score groups) and ``steps`` (squares of the score groups they cross) are
the same. One meeting in twenty is drawn, so that there are half points.
"""

import sys
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.pairings.state import PairingState, PlannedRound, TableResult
from engine.pairings.swiss import (
    REACH,
    FieldPair,
    Swiss,
    SwissField,
    all_edges,
    cards_of,
    field_of,
    graph_edges,
    graph_of,
    heaviest,
    matching,
    near_edges,
)

swiss = Swiss().plan

MOST = 4.0
ROUNDS = 9
COMPLETE_IN = {400: range(1, ROUNDS + 1), 1000: {3, 8}, 1001: {5}, 2000: ()}
"""Entries, and the rounds in which the complete graph is matched too: 20 seconds for 1,000."""
JUDGED = range(1000, 2001)
"""Entries for whom the ratio is promised; fewer take less than a tenth of a second."""
Result = TypeVar("Result")


class Quality(NamedTuple):
    """What is wrong with a round."""

    rematches: int
    across: int
    steps: int


def main() -> int:
    """The tables; 1 where a promise is broken."""
    print("entries round   edges  round s  library s  ratio  rematches across steps  complete s")
    verdicts = [event(size, complete) for size, complete in COMPLETE_IN.items()]
    verdict = "met" if all(verdicts) else "MISSED"
    print(f"\nunder {MOST:.0f} times the library, as good as complete, repeatable: {verdict}")
    return int(not all(verdicts))


def event(size: int, complete: Collection[int]) -> bool:
    """All rounds of an event; whether all is as promised."""
    chance = Random(f"swiss {size}")
    entries = tuple(range(1, size + 1))
    skill = {entry: chance.random() for entry in entries}
    state = PairingState(entries, options={"rounds": ROUNDS})
    is_good = True
    for number in range(1, ROUNDS + 1):
        seconds, plan = timed(lambda now=state: swiss(now))
        is_good &= measure(state, seconds, plan[0], compare=number in complete)
        is_good &= swiss(state) == plan
        results = tuple(result(chance, skill, table) for table in plan[0].tables)
        state = PairingState(
            entries,
            options=state.options,
            played=(*state.played, *plan),
            results=(*state.results, results),
        )
    return is_good


def measure(state: PairingState, seconds: float, planned: PlannedRound, *, compare: bool) -> bool:
    """One line, and whether the round is as good and as fast as promised."""
    cards = cards_of(state)
    field = field_of([cards[entry] for entry in state.active])
    size = len(field.cards)
    sparse = graph_edges(field, near_edges(field, REACH))
    graph = graph_of(size, sparse)
    library, _pairs = timed(lambda: heaviest(graph))
    reached = quality(field, as_edges(field, planned))
    line = (
        f"{size:7} {len(state.played) + 1:5} {len(sparse):7} {seconds:8.3f} {library:10.3f}"
        f" {seconds / library:6.2f} {reached.rematches:10} {reached.across:6} {reached.steps:5}"
    )
    best = reached
    if compare:
        whole, pairs = timed(lambda: matching(size, graph_edges(field, all_edges(size))))
        best = quality(field, pairs)
        line += f" {whole:11.2f}  {'as good' if best == reached else f'BETTER: {best}'}"
    print(line, flush=True)
    is_fast = size not in JUDGED or seconds < MOST * library
    return best == reached and not reached.rematches and is_fast


def as_edges(field: SwissField, planned: PlannedRound) -> list[FieldPair]:
    """The round's meetings by numbers of the field."""
    number = {card.entry: index for index, card in enumerate(field.cards)}
    return [FieldPair(*sorted(number[entry] for entry in table)) for table in planned.tables]


def quality(field: SwissField, pairs: Sequence[FieldPair]) -> Quality:
    """Of a round's meetings; byes are left out."""
    meetings = [pair for pair in pairs if pair.other < len(field.cards)]
    costs = [field.pair_cost(*pair) for pair in meetings]
    return Quality(
        sum(not field.may_meet(*pair) for pair in meetings),
        sum(cost.floats for cost in costs),
        sum(cost.crossed for cost in costs),
    )


def result(chance: Random, skill: dict[int, float], table: Sequence[int]) -> TableResult:
    """The better one wins rather more often; one meeting in twenty is drawn."""
    home, away = table
    if chance.random() < 0.05:
        winners = frozenset[int]()
    else:
        home_wins = chance.random() < 0.5 + 0.4 * (skill[home] - skill[away])
        winners = frozenset({home if home_wins else away})
    return TableResult(is_over=True, winners=winners, won={}, marks=dict.fromkeys(table, 1))


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Seconds of the processor, and what came of it."""
    began = time.process_time()
    outcome = work()
    return time.process_time() - began, outcome


if __name__ == "__main__":
    sys.exit(main())
