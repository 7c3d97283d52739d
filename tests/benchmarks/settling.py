"""Settling up: seconds and transfers, for 8 to 2,000 people.

    python -m tests.benchmarks.settling [--evenings 40]

``least`` is a bound: pairs that cancel settle by one transfer, three others by two at best. Up to
22 people the number found is the fewest.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ledger.settling import settle, with_two_payees

STAKES = {"whole stakes to 20": 20, "cents to 100.00": 10_000, "cents to 10,000.00": 1_000_000}
SECONDS = 1.0


def main() -> int:
    """The table; 1 where an evening took longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=40)
    evenings = parser.parse_args().evenings
    print("people stakes               found   least   median s  slowest s")
    slowest = 0.0
    for people, runs in ((8, evenings), (12, evenings), (20, evenings), (22, evenings), (2000, 3)):
        for name, highest in STAKES.items():
            slowest = max(slowest, measure(people, name, highest, runs))
    print(
        f"\nslowest {slowest:.3f} s of {SECONDS:.0f} s: {'met' if slowest <= SECONDS else 'MISSED'}"
    )
    return int(slowest > SECONDS)


def measure(people: int, name: str, highest: int, runs: int) -> float:
    """One line; the seconds of the slowest evening."""
    chance = Random(f"{people} {highest}")
    evenings = [evening(chance, people, highest) for _ in range(runs)]
    seconds, counts = zip(*map(timed, evenings), strict=True)
    least = mean(map(fewest_possible, evenings))
    print(
        f"{people:6} {name:18} {mean(counts):8.1f} {least:7.1f} "
        f"{sorted(seconds)[runs // 2]:10.4f} {max(seconds):10.4f}",
        flush=True,
    )
    return max(seconds)


def evening(chance: Random, people: int, highest: int) -> dict[int, int]:
    """Balances of one size of stake, none of them zero, that sum to zero."""
    while True:
        amounts = [chance.choice((-1, 1)) * chance.randint(1, highest) for _ in range(people)]
        for place in mended(chance, amounts):
            amounts[place] -= max(-highest, min(highest, sum(amounts)))
        if sum(amounts) == 0 and all(amounts) and max(map(abs, amounts)) <= highest:
            return dict(enumerate(amounts))


def mended(chance: Random, amounts: list[int]) -> Iterator[int]:
    """People whose balances take up what the sum is off, as long as it is."""
    for place in chance.sample(range(len(amounts)), len(amounts)):
        total = sum(amounts)
        if not total:
            return
        if total * amounts[place] > 0:
            yield place


def fewest_possible(balances: dict[int, int]) -> int:
    """A bound that no settlement can better."""
    there = Counter(balances.values())
    pairs = sum(min(there[amount], there[-amount]) for amount in there if amount > 0)
    return len(balances) - pairs - (len(balances) - 2 * pairs) // 3


def timed(balances: dict[int, int]) -> tuple[float, int]:
    """Seconds and the number of transfers."""
    began = time.perf_counter()
    transfers = with_two_payees(settle(balances))
    return time.perf_counter() - began, len(transfers)


if __name__ == "__main__":
    sys.exit(main())
