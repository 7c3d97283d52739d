"""Plans of single players: repeats reached beside the lower bound, and seconds, for 8 to 60.

    python -m benchmarks.designs [--rounds 8] [--sizes 8-60]

Table-mates play the longest evening in which it might be that nobody meets twice, but no more than
``--rounds``; who is left over sits out, or some tables take one more. Partners change over
``--rounds`` rounds, and over as many as let everybody have everybody as partner. A repeat counts
as often as the two had it before. ``design`` says that no search was needed: at table-mates that
nobody meets twice, with partners that all of a whist tournament is played. The same plans come
out of every run; the seconds are processor time of this machine.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pairings.balance import balance
from pairings.designs import design, whist_rounds
from pairings.rotating_partners import plan_partners, whole_rounds
from pairings.state import PlannedRound
from pairings.table_mates import plan_tables
from pairings.tables import Remainder, RoundShape

SEED = "bench"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--sizes", default="8-60")
    given = parser.parse_args()
    low, high = map(int, given.sizes.split("-"))
    sizes = range(low, high + 1)
    for size in (3, 4):
        for remainder in Remainder:
            table_mates(sizes, size, given.rounds, remainder)
    partners(f"partners, {given.rounds} rounds", sizes, lambda _count: given.rounds)
    partners("partners, everybody with everybody", sizes, whole_rounds)


def table_mates(sizes: range, size: int, most: int, remainder: Remainder) -> None:
    """A table of evenings at tables of ``size``."""
    print(f"\ntables of {size}, {remainder.value.replace('_', ' ')}")
    print(f"{'players':>7} {'rounds':>6} {'repeats':>7} {'bound':>5} {'seconds':>7}")
    for count in sizes:
        if remainder is Remainder.LARGER_TABLES and not count % size:
            continue
        rounds = min(most, (count - 1) // (size - 1))
        known = len(design(count, RoundShape.of(count, size, remainder))) >= rounds
        plan, seconds = timed(
            lambda count=count, rounds=rounds: plan_tables(
                range(count), size, rounds, remainder=remainder, seed=SEED
            )
        )
        relation = balance(range(count), plan).together
        print(
            f"{count:7} {rounds:6} {relation.repeats:7} {relation.lower_bound:5} {seconds:7.2f}"
            f"{'  design' if known else ''}",
            flush=True,
        )


def partners(title: str, sizes: range, rounds_of: Callable[[int], int]) -> None:
    """A table of evenings with changing partners: repeats reached and, after a stroke, bounds."""
    print(f"\n{title}")
    print(
        f"{'players':>7} {'rounds':>6} {'partners':>11} {'opponents':>11} {'at a table':>11} "
        f"{'seconds':>7}"
    )
    for count in sizes:
        rounds = rounds_of(count)
        plan, seconds = timed(
            lambda count=count, rounds=rounds: plan_partners(range(count), rounds, seed=SEED)
        )
        shown_rounds = [PlannedRound(planned.tables, planned.byes) for planned in plan]
        relations = balance(range(count), shown_rounds, sides=2)
        columns = (
            f"{relation.repeats}/{relation.lower_bound}"
            for relation in (relations.partners, relations.opponents, relations.together)
            if relation
        )
        known = plan == whist_rounds(count)
        print(
            f"{count:7} {rounds:6} {' '.join(f'{column:>11}' for column in columns)} "
            f"{seconds:7.2f}{'  design' if known else ''}",
            flush=True,
        )


def timed(
    planned: Callable[[], tuple[PlannedRound, ...]],
) -> tuple[tuple[PlannedRound, ...], float]:
    """What is planned, and the seconds of processor time that it took."""
    began = time.process_time()
    plan = planned()
    return plan, time.process_time() - began


if __name__ == "__main__":
    main()
