"""Swiss evenings with random results: how many end before the rounds that were announced.

    python -m benchmarks.dead_ends [EVENINGS]

So many evenings of every number of entries from 2 to 16, and of some larger ones, and of every
number of rounds that these can play without a repeat; by default so many that there are ten
thousand in all. Up to half as many rounds as entries are certain by a theorem (see
``pairings.look_ahead``), so with larger fields only the most rounds are played. One meeting in ten
is drawn. ``slowest`` is the longest draw of a round, in seconds of the processor.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairings.state import PairingState, PlannedRound, TableResult
from pairings.swiss import Swiss

rounds_possible = Swiss().rounds_possible
swiss = Swiss().plan

IN_ALL = 10_000
SMALL = range(2, 17)
LARGE = (17, 18, 21, 24, 29, 30)
MOST_ROUNDS = 30
SLOW = 2.0
"""Seconds that a draw may take, as the event is locked meanwhile."""


def main() -> int:
    """The table; 1 where an evening ended early or a draw was slow."""
    numbers = list(evenings())
    given = int(sys.argv[1]) if len(sys.argv) > 1 else -(-IN_ALL // len(numbers))
    print("entries rounds evenings  dead ends  slowest s")
    dead, slowest = 0, 0.0
    for entries, rounds in numbers:
        chance, ended, longest = Random(f"{entries} {rounds}"), 0, 0.0
        for _evening in range(given):
            played, seconds = evening(entries, rounds, chance)
            ended += played < rounds
            longest = max(longest, seconds)
        print(f"{entries:7} {rounds:6} {given:8} {ended:10} {longest:10.3f}", flush=True)
        dead, slowest = dead + ended, max(slowest, longest)
    print(f"\n{dead} dead ends in {given * len(numbers)} evenings; slowest draw {slowest:.2f} s")
    return int(dead > 0 or slowest > SLOW)


def evenings() -> Iterator[tuple[int, int]]:
    """Numbers of entries and of rounds."""
    for entries in SMALL:
        yield from ((entries, rounds) for rounds in range(1, rounds_possible(entries) + 1))
    for entries in LARGE:
        most = min(rounds_possible(entries), MOST_ROUNDS)
        yield from ((entries, rounds) for rounds in (most - 1, most))


def evening(entries: int, rounds: int, chance: Random) -> tuple[int, float]:
    """Play an evening; return the rounds that were played, and the seconds of the slowest draw."""
    state, slowest = PairingState(tuple(range(1, entries + 1)), options={"rounds": rounds}), 0.0
    while True:
        began = time.process_time()
        plan = swiss(state)
        slowest = max(slowest, time.process_time() - began)
        if not plan:
            return len(state.played), slowest
        state = after(state, plan[0], chance)


def after(state: PairingState, planned: PlannedRound, chance: Random) -> PairingState:
    """The state when this round is played."""
    results = tuple(
        TableResult(
            is_over=True,
            winners=frozenset() if chance.random() < 0.1 else frozenset({chance.choice(table)}),
            won={},
            marks=dict.fromkeys(table, 1),
        )
        for table in planned.tables
    )
    return PairingState(
        state.entries,
        options=state.options,
        played=(*state.played, planned),
        results=(*state.results, results),
    )


if __name__ == "__main__":
    sys.exit(main())
