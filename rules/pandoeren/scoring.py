"""Playing for a pot of cents, the score of a hand, and the match.

Everybody puts the same amount into the pot at the start, and again whenever it is empty. A hand won
is paid out of the pot, a hand lost is paid into it. Source: the pot ("lappen") of club play;
sharing what is left at the end is a reading of ours.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple

from rules import money
from rules.game import MatchSettlement, MatchStanding, Record
from rules.pack import too_many
from rules.pandoeren.cards import TRICKS, TRUMPS, WHOLE_PACK, Trumps, cards_in
from rules.pandoeren.contracts import Bid, Contract
from rules.pandoeren.course import Course
from rules.pandoeren.options import Options
from rules.pandoeren.partnership import Partnership
from rules.problems import Code, Problem, problem


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


class PandoerenMatch:
    """No target: the totals after the agreed number of hands decide."""

    @property
    def stakes(self) -> tuple[str, ...]:
        """Return the names of the stakes."""
        return ("per_point",)

    def stake_applies(self, stake: str, options: Options) -> bool:
        """Points are paid under all rules."""
        return True

    def start(self, options: Options) -> MatchStanding:
        """Return the standing before the first hand: no points."""
        return MatchStanding(totals=(0, 0, 0, 0))

    def add(self, standing: MatchStanding, verdict: Record, options: Options) -> MatchStanding:
        """Return the standing after one more hand; passed-out hands count as hands."""
        totals = tuple(map(int.__add__, standing.totals, verdict["score"]))
        return self.ended(MatchStanding(totals=totals, hands=standing.hands + 1), options)

    def ended(self, standing: MatchStanding, options: Options) -> MatchStanding:
        """Return the standing; the match is over after the agreed number of hands."""
        over = standing.hands == options.hands
        return replace(standing, over=over, winner=winner_of(standing.totals) if over else None)

    def settle(
        self, standing: MatchStanding, amounts: Mapping[str, int], options: Options
    ) -> MatchSettlement:
        """Settle the difference of totals between each two players, as they stand."""
        owed = money.between_players(standing.totals, amounts["per_point"])
        return MatchSettlement(sides=owed, players=owed)

    def unknown_stakes(
        self, standing: MatchStanding, amounts: Mapping[str, int]
    ) -> tuple[str, ...]:
        """None: totals are enough."""
        return ()


def winner_of(totals: tuple[int, ...]) -> int | None:
    """Return the highest total; None on a tie."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


# Trick results: the winner of each trick and, in number contracts, its card points. Without the
# cards only the points show whether a list is possible: whether the tricks can be dealt, four cards
# each, out of one pack less the discard. The suit of trumps does not matter, as the points of the
# cards are the same under each.


Cards = tuple[int, ...]
"""How many cards there are of each value, in the order of VALUES."""

COUNTS: Final = Counter(TRUMPS["S"].points[card] for card in cards_in(WHOLE_PACK))
VALUES: Final = tuple(sorted(COUNTS, reverse=True))
ALL_CARDS: Final[Cards] = tuple(COUNTS[value] for value in VALUES)


def _tricks_by_points() -> dict[int, list[Cards]]:
    """Return every choice of four card values in the pack, by their sum."""
    by_points: dict[int, list[Cards]] = {}
    for values in combinations_with_replacement(VALUES, 4):
        used = tuple(values.count(value) for value in VALUES)
        if all(map(int.__le__, used, ALL_CARDS)):
            by_points.setdefault(sum(values), []).append(used)
    return by_points


TRICKS_BY_POINTS: Final = _tricks_by_points()


@lru_cache(maxsize=65536)
def tricks_dealt(points: tuple[int, ...], cards: Cards) -> int:
    """Return how many of these tricks, from the first on, can be dealt together from these
    cards."""
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
    """Yield the first impossible entry."""
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
            yield problem(Code.RESULT_IMPOSSIBLE, at, "No tricks can add up to these points.")
            return


def _first_impossible(
    results: Sequence[Mapping[str, Any]], trumps: Trumps, discard: int
) -> int | None:
    """Return the first trick that cannot be dealt beside those before it. A trick without points
    can always be dealt from what is left."""
    cards = list(ALL_CARDS)
    if discard:
        cards[VALUES.index(trumps.worth(discard))] -= 1
    counted = [t for t, result in enumerate(results[:TRICKS]) if "points" in result]
    points = tuple(results[t]["points"] for t in counted)
    possible = tricks_dealt(points, tuple(cards))
    return None if possible == len(points) else counted[possible]
