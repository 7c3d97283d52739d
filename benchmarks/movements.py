"""Table-mates: repeats reached beside the lower bound, and seconds, for every size from 8 to 60.

    python -m benchmarks.movements [--rounds 8]

Each field plays the longest evening in which it might be that nobody meets twice, but no more
than ``--rounds``; who is left over sits out. ``design`` says that no search was needed.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.movements.table_mates import Remainder, balance, plan_tables
from tournaments.movements.table_mates.base import Shape
from tournaments.movements.table_mates.designs import design

SIZES = range(8, 61)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    most = parser.parse_args().rounds
    for size in (3, 4):
        for remainder in Remainder:
            print(f"\ntables of {size}, {remainder.value.replace('_', ' ')}")
            print("players rounds repeats bound seconds")
            for count in SIZES:
                if remainder is Remainder.LARGER_TABLES and not count % size:
                    continue
                measure(count, size, min(most, (count - 1) // (size - 1)), remainder)


def measure(count: int, size: int, rounds: int, remainder: Remainder) -> None:
    """One line of the table."""
    known = len(design(count, Shape.of(count, size, remainder))) >= rounds
    began = time.process_time()
    plan = plan_tables(range(count), size, rounds, remainder=remainder, seed="bench")
    seconds = time.process_time() - began
    measured = balance(range(count), plan)
    print(
        f"{count:7} {rounds:6} {measured.repeats:7} {measured.lower_bound:5} {seconds:7.2f}"
        f"{'  design' if known else ''}",
        flush=True,
    )


if __name__ == "__main__":
    main()
