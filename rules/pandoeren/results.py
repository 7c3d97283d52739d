"""Trick results: who won each trick and, in number contracts, with how many card points.

Without the cards only their points say whether a list can be true: whether the tricks can be
dealt, four cards each, out of one pack less the card thrown out. Which suit is trumps does not
matter, as the points of the cards are the same under each.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, Final

from rules.pandoeren.contracts import Bid
from rules.pandoeren.pieces import TRICKS, WHOLE_PACK, cards_in
from rules.pandoeren.trumps import TRUMPS, Trumps
from rules.problems import Code, Problem, problem
from rules.tricks import too_many

Cards = tuple[int, ...]
"""How many cards there are of each value, in the order of VALUES."""

COUNTS: Final = Counter(TRUMPS["S"].points[card] for card in cards_in(WHOLE_PACK))
VALUES: Final = tuple(sorted(COUNTS, reverse=True))
ALL_CARDS: Final[Cards] = tuple(COUNTS[value] for value in VALUES)


def _tricks_by_points() -> dict[int, list[Cards]]:
    """Every choice of four values that the pack has, by what they add up to."""
    by_points: dict[int, list[Cards]] = {}
    for values in combinations_with_replacement(VALUES, 4):
        used = tuple(values.count(value) for value in VALUES)
        if all(map(int.__le__, used, ALL_CARDS)):
            by_points.setdefault(sum(values), []).append(used)
    return by_points


TRICKS_BY_POINTS: Final = _tricks_by_points()


@lru_cache(maxsize=65536)
def tricks_dealt(points: tuple[int, ...], cards: Cards) -> int:
    """How many of these tricks, from the first on, can be dealt together out of these cards."""
    if not points:
        return 0
    best = 0
    for used in TRICKS_BY_POINTS.get(points[0], ()):
        if all(map(int.__le__, used, cards)):
            left = tuple(map(int.__sub__, cards, used))
            best = max(best, 1 + tricks_dealt(points[1:], left))
            if best == len(points):
                break
    return best


def result_problems(
    results: Sequence[Mapping[str, Any]], bid: Bid, trumps: Trumps, discard: int
) -> Iterator[Problem]:
    """The first entry that cannot be true."""
    impossible = _first_impossible(results, trumps, discard) if bid.is_number else None
    for t, result in enumerate(results):
        at = f"/trick_results/{t}"
        if t >= TRICKS:
            yield too_many(at, TRICKS)
            return
        if "points" in result and not bid.is_number:
            yield problem(
                Code.RESULT_IMPOSSIBLE,
                at,
                "Only contracts of card points count the tricks' points.",
            )
            return
        if t == impossible:
            yield problem(Code.RESULT_IMPOSSIBLE, at, "No tricks can come to these points.")
            return


def _first_impossible(
    results: Sequence[Mapping[str, Any]], trumps: Trumps, discard: int
) -> int | None:
    """The first trick that cannot be dealt beside those before it. A trick without points can
    always be made up of what is left."""
    cards = list(ALL_CARDS)
    if discard:
        cards[VALUES.index(trumps.worth(discard))] -= 1
    counted = [t for t, result in enumerate(results[:TRICKS]) if "points" in result]
    points = tuple(results[t]["points"] for t in counted)
    possible = tricks_dealt(points, tuple(cards))
    return None if possible == len(points) else counted[possible]
