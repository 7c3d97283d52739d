"""Best play: tables of deals and the plays of hands, beside a plain Python search of one run.

    python -m benchmarks.analysis [--deals 36] [--hands 24] [--pandoeren 4]

Processor time on one core. The peer tries every play of three-domino endings, which the compiled
search solves as well; the ratio of both says what compiling and the table of positions bring.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterable
from random import Random

from analysis import answers
from analysis.deals import make_deals
from analysis.search import Search
from benchmarks._records import peak_memory
from games.texas42 import solver as texas42
from rules.texas42.dominoes import TRUMP_SUITS
from tests.analysis import naive
from tests.rules.texas42.dealing import played_hand

LIMITS = {"table of a deal": 1.0, "plays of a hand": 1.0}
"""Seconds that the slowest may take."""


def arguments() -> argparse.Namespace:
    """How many deals and hands were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=36, help="of Texas 42")
    parser.add_argument("--hands", type=int, default=24, help="recorded, of Texas 42")
    parser.add_argument("--pandoeren", type=int, default=4, help="deals of Pandoeren")
    return parser.parse_args()


def timed(work: Callable[..., object], *given: object) -> float:
    """Processor seconds of one call."""
    began = time.process_time()
    work(*given)
    return time.process_time() - began


def endings(count: int) -> list[tuple[int, list[int]]]:
    """Trumps and four hands of three dominoes."""
    rng = Random("endings")
    positions = []
    for _ in range(count):
        pieces = rng.sample(range(28), 12)
        hands = [sum(1 << piece for piece in pieces[seat::4]) for seat in range(4)]
        positions.append((rng.randrange(7), hands))
    return positions


def compiled(trump: int, hands: list[int]) -> int:
    """The points of seats 0 and 2, seat 0 to lead."""
    ranking, aim = texas42.ranking_of(TRUMP_SUITS[trump]), texas42.points_aim(0b0101)
    search = Search(hands, ranking, aim)
    return search.worth(search.start(0))


def plain(trump: int, hands: list[int]) -> int:
    """The same by the search of the tests."""
    game = naive.texas42(TRUMP_SUITS[trump], naive.domino_points({0, 2}), {0, 2})
    return game.best(naive.as_sets(hands), 0)


def compare(count: int) -> None:
    """Both searches over the same endings."""
    some = endings(count)
    compiled(*some[0])
    seconds = {
        work: sum(timed(work, trump, hands) for trump, hands in some) for work in (compiled, plain)
    }
    assert all(compiled(*each) == plain(*each) for each in some[:20])
    for work, spent in seconds.items():
        print(f"{work.__name__:<24} {1000 * spent / count:>9.2f} ms an ending of three")
    print(f"{'ratio':<24} {seconds[plain] / seconds[compiled]:>9.1f}")


def report(name: str, work: Callable[[object], object], inputs: Iterable[object]) -> None:
    """Mean, slowest and sum; an error where the slowest is over its limit."""
    spent = [timed(work, each) for each in inputs]
    print(
        f"{name:<24} {sum(spent) / len(spent):>9.3f} s mean {max(spent):>8.3f} s slowest"
        f" {sum(spent):>8.2f} s for {len(spent)}"
    )
    if max(spent) > LIMITS.get(name, max(spent)):
        raise SystemExit(f"{name}: more than {LIMITS[name]} s")


def main() -> None:
    """Print all figures."""
    options = arguments()
    print(f"{'first call, compiling':<24} {timed(compiled, *endings(1)[0]):>9.3f} s")
    compare(200)
    report("table of a deal", answers.table, make_deals("texas42", "bench", options.deals))
    hands = [played_hand(Random(seed), {"preset": "everything"}) for seed in range(options.hands)]
    report("plays of a hand", answers.plays, hands)
    assert json.dumps(answers.plays(hands[0]))
    report("table in Pandoeren", answers.table, make_deals("pandoeren", "x", options.pandoeren))
    print(f"{'peak memory':<24} {peak_memory(os.getpid()) / 2**10:>9.1f} MiB")


if __name__ == "__main__":
    main()
