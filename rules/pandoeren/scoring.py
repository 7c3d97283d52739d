"""Playing for a pot of cents, the score of a hand, and the match.

Everybody puts the same amount into the pot at the start, and again whenever it is empty. A hand won
is paid out of the pot, a hand lost is paid into it. Source: the pot ("lappen") of club play;
sharing what is left at the end is a reading of ours.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rules import money
from rules.game import Length
from rules.match_books import SoloMatch
from rules.pandoeren.cards import PACK, POINT_CARDS, TRICKS
from rules.pandoeren.contracts import Bid, Contract
from rules.pandoeren.course import Course
from rules.pandoeren.options import Options
from rules.pandoeren.partnership import Partnership
from rules.problems import Code, Problem, problem
from rules.trumps import Trumps


class PotPlay(NamedTuple):
    """The result of a pot: what each player receives in the end, in whole units, summing to 0.

    ``rounds`` counts how often everybody paid in, ``left`` is what was shared at the end.
    """

    received: tuple[int, ...]
    rounds: int
    left: int


def pot_played(scores: Iterable[Sequence[int]], *, players: int, ante: int, point: int) -> PotPlay:
    """Play hands with these scores by player out of a pot; ``ante`` is more than nothing."""
    pot = rounds = 0
    received = [0] * players
    totals = [0] * players
    for hand in scores:
        owed = sum(point * score for score in hand)
        # An empty pot is filled before the hand, and once more where it cannot pay the hand.
        needed = max(owed - pot, 1 - pot)
        filled = max(0, -(-needed // (players * ante)))
        rounds += filled
        pot += filled * players * ante - owed
        received = [got + point * score for got, score in zip(received, hand, strict=True)]
        totals = [total + score for total, score in zip(totals, hand, strict=True)]
    shares = shared_out(pot, totals)
    return PotPlay(
        tuple(got + share - rounds * ante for got, share in zip(received, shares, strict=True)),
        rounds,
        pot,
    )


def shared_out(pot: int, totals: Sequence[int]) -> tuple[int, ...]:
    """Return the rest of the pot in equal parts; odd units go to the highest totals, then to the
    first seats."""
    order = sorted(range(len(totals)), key=lambda player: -totals[player])
    shares = dict(zip(order, money.split(pot, len(totals)), strict=True))
    return tuple(shares[player] for player in range(len(totals)))


# What a hand adds to the four totals. Source: scoring.


def score(contract: Contract, partnership: Partnership, *, made: bool) -> list[int]:
    """Return the scores: each of the declaring side gains or loses the contract's value, nobody
    else does."""
    worth = contract.worth if made else -contract.worth
    return [worth if seat in partnership.declarers else 0 for seat in range(4)]


def tricks_by_seat(course: Course) -> list[int] | None:
    """Return the complete recorded tricks, or None if there are none or a claim took the rest."""
    winners = list(course.winners)
    if not winners or course.claimed_by is not None:
        return None
    return [winners.count(seat) for seat in range(4)]


# The match: hands added up, each player alone, and the money between them.


class PandoerenMatch(SoloMatch[Options]):
    """No target: the totals after the agreed number of hands decide."""

    sides = 4
    stakes = ("per_point",)

    def length(self, options: Options) -> Length:
        """Return the number of hands."""
        return Length(hands=options.hands)


# Trick results: the winner of each trick and, in number contracts, its card points. Without the
# cards only the points show whether a list is possible.


def result_problems(
    results: Sequence[Mapping[str, Any]], bid: Bid, trumps: Trumps, discard: int
) -> Iterator[Problem]:
    """Yield the first impossible entry."""
    impossible = _first_impossible(results, trumps, discard) if bid.is_number else None
    for t, result in enumerate(results):
        at = f"/trick_results/{t}"
        if t >= TRICKS:
            yield PACK.too_many_tricks(at)
            return
        if "points" in result and not bid.is_number:
            yield problem(
                Code.RESULT_IMPOSSIBLE,
                at,
                "Only contracts of card points count the tricks' points.",
            )
            return
        if t == impossible:
            yield problem(Code.RESULT_IMPOSSIBLE, at, "No tricks can add up to these points.")
            return


def _first_impossible(
    results: Sequence[Mapping[str, Any]], trumps: Trumps, discard: int
) -> int | None:
    points = [result.get("points") for result in results[:TRICKS]]
    return POINT_CARDS.first_impossible(points, [trumps.worth(discard)] if discard else ())
