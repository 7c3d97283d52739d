"""What a list of trick results leaves possible, against laying every counter into every trick."""

from functools import cache
from itertools import product
from random import Random

from rules.game import HandSide
from rules.texas42.counters import left_after, outcomes
from tests.tables import table

COUNTERS = (10, 10, 5, 5, 5)
TURNED_DOWN = 7
"""A place beside the seven tricks: the hand that nobody plays."""


@cache
def all_layouts(size: int) -> frozenset[tuple[int, ...]]:
    """Every way to lay the counters, as points of each trick; which of two alike lies where makes
    no difference."""
    places = range(7) if size == 4 else range(8)
    counts = set()
    for where in product(places, repeat=5):
        if any(where.count(trick) > size for trick in range(7)):
            continue
        worth = [1] * 7
        for place, counter in zip(where, COUNTERS, strict=True):
            if place != TURNED_DOWN:
                worth[place] += counter
        counts.add(tuple(worth))
    return frozenset(counts)


def layouts(points: list[int | None], size: int) -> list[tuple[int, ...]]:
    """Those that agree with the known points."""
    return [
        worth
        for worth in all_layouts(size)
        if all(known in (None, worth[t]) for t, known in enumerate(points))
    ]


def some_points(rng: Random, length: int, chances: tuple[int, ...]) -> list[int | None]:
    """A list of trick points as a table might have written it."""
    return [rng.choice((None, *chances)) for _ in range(length)]


@table("size", [4, 3])
@table("seed", range(25))
def test_results_are_possible_where_the_counters_can_lie_so(seed: int, size: int) -> None:
    rng = Random(seed)
    points = some_points(rng, rng.randint(1, 7), (1, 1, 1, 6, 6, 11, 11, 16, 21, 26, 31))
    assert bool(left_after(tuple(points), size)) is bool(layouts(points, size))


@table("claimed_by", [None, *HandSide])
@table("seed", range(12))
def test_outcomes_are_those_of_all_layouts_and_winners(
    seed: int, claimed_by: HandSide | None
) -> None:
    rng = Random(seed)
    length = rng.randint(3, 7)
    points = some_points(rng, length, (1, 1, 6, 11, 16))
    ours = [rng.random() < 0.5 for _ in range(length)]
    rest = 7 - length
    endings = {
        None: list(product((True, False), repeat=rest)),
        HandSide.DECLARER: [(True,) * rest],
        HandSide.DEFENCE: [(False,) * rest],
    }[claimed_by]
    wanted = {
        (
            sum([*ours, *ending]),
            sum(worth for worth, won in zip(layout, [*ours, *ending], strict=True) if won),
        )
        for layout in layouts(points, 4)
        for ending in endings
    }
    assert outcomes(tuple(zip(ours, points, strict=True)), claimed_by) == wanted
