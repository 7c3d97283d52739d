"""A recorded hand against best play: the cost of each play, and whether a claim holds.

Vocabulary: the *number* of a position is the declaring side's result for the whole hand with
perfect play from there: points, or, if only making the contract counts, 1 or 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from engine.analysis.search import EVERYBODY, Position, Search, SearchAim, TrickRanking

Play = tuple[int, int]
"""Seat and piece."""


@dataclass(frozen=True, slots=True)
class Lead:
    """An opening lead that the rules allow, and the ranking that holds after it."""

    piece: int
    ranking: TrickRanking


@dataclass(frozen=True, slots=True)
class Claim:
    """Whether the claiming side takes every trick left against best play by the others, and
    whether it does however all play."""

    holds: bool
    certain: bool


@dataclass(frozen=True)
class RecordedHand:
    """A legal hand with all pieces known.

    `names` are those of the pieces by number. `ranking` is the one after the recorded opening
    lead. `leads` are the openings that the rules allow, if they restrict them or let a piece count
    as another suit; else empty. `counts_points`: the aim counts the declaring side's points;
    otherwise whatever breaks the contract. `claimants` is the mask of the claiming side's seats, or
    None.
    """

    names: Sequence[str]
    hands: Sequence[int]
    ranking: TrickRanking
    aim: SearchAim
    counts_points: bool
    leader: int
    tricks: Sequence[Sequence[int]]
    claimants: int = 0
    leads: Sequence[Lead] = ()
    _searches: dict[tuple[int, SearchAim], Search] = field(default_factory=dict, repr=False)

    @cached_property
    def positions(self) -> list[Position]:
        """The position before the first lead, then after every piece played."""
        search = self._search(self.aim, self.ranking)
        positions = [search.start(self.leader)]
        for trick in self.tricks:
            for piece in trick:
                positions.append(search.play(positions[-1], piece))
        return positions

    def plays(self) -> list[list[tuple[int, int]]]:
        """By trick: for each piece the number before it was played and after it."""
        numbers = [self.number(position) for position in self.positions]
        steps = pairwise(numbers)
        return [[next(steps) for _ in trick] for trick in self.tricks]

    def seat_to_play(self, position: Position) -> int:
        """The seat that plays next."""
        return self._search(self.aim, self.ranking).turn(position)

    def number(self, position: Position) -> int:
        """Return the declaring side's result with best play from here."""
        return self._number(self._worth(self.aim, position))

    def options(self, position: Position) -> dict[int, int]:
        """The number after each legal play."""
        if self._is_opening(position):
            worths = self._openings(self.aim)
        else:
            worths = self._search(self.aim, self.ranking).options(position)
        return {piece: self._number(worth) for piece, worth in worths.items()}

    def best_line(self, position: Position) -> list[Play]:
        """Return seat and piece to the end of the hand, or to the loss of its contract, without a
        losing play.
        """
        return self._line(self.aim, position)

    @property
    def claim(self) -> Claim | None:
        """Return the judged claim, if it is meaningful."""
        position = self._claimed_from
        if position is None:
            return None
        holds, certain = (self._worth(aim, position) == 0 for aim in self._claim_aims)
        return Claim(holds=holds, certain=certain)

    def refutation(self) -> list[Play]:
        """Return a line of play up to a trick that the claim does not get; empty if it is certain.

        Against a claim that holds, the claiming side plays badly in it.
        """
        position = self._claimed_from
        if position is None:
            return []
        for aim in self._claim_aims:
            if self._worth(aim, position):
                return self._line(aim, position)
        return []

    # Claims

    @property
    def _claimed_from(self) -> Position | None:
        last = replace(self.positions[-1], taken=0, won=False)
        return last if self.claimants and last.left else None

    @property
    def _claim_aims(self) -> tuple[SearchAim, SearchAim]:
        """Two aims: whether the others get a trick, wanted by them alone and by everybody."""
        others = self.aim.seats & ~self.claimants
        by_others = SearchAim(
            (others,) * len(self.aim.collect), others, seats=self.aim.seats, limit=1
        )
        return by_others, replace(by_others, maximise=EVERYBODY)

    # The opening lead is the one thing that a search knows nothing about

    def _search(self, aim: SearchAim, ranking: TrickRanking) -> Search:
        """One search, and with it one table of positions, for each question."""
        key = id(ranking), aim
        if key not in self._searches:
            self._searches[key] = Search(self.hands, ranking, aim)
        return self._searches[key]

    def _is_opening(self, position: Position) -> bool:
        return bool(self.leads) and position.left == self.positions[0].left

    def _openings(self, aim: SearchAim) -> dict[int, int]:
        """Return the value of each opening lead, the better of two suits that it may count as."""
        best: dict[int, int] = {}
        for lead in self.leads:
            worth = self._after_lead(aim, lead)
            known = best.get(lead.piece, worth)
            best[lead.piece] = aim.best(self.leader, (known, worth))
        return best

    def _after_lead(self, aim: SearchAim, lead: Lead) -> int:
        search = self._search(aim, lead.ranking)
        return search.worth(search.play(search.start(self.leader), lead.piece))

    def _worth(self, aim: SearchAim, position: Position) -> int:
        if self._is_opening(position):
            return aim.best(self.leader, self._openings(aim).values())
        return self._search(aim, self.ranking).worth(position)

    def _number(self, worth: int) -> int:
        return worth if self.counts_points else 1 - worth

    def _line(self, aim: SearchAim, position: Position) -> list[Play]:
        search, opening = self._search(aim, self.ranking), []
        if self._is_opening(position):
            best = self._worth(aim, position)
            lead = next(lead for lead in self.leads if self._after_lead(aim, lead) == best)
            search, opening = self._search(aim, lead.ranking), [(self.leader, lead.piece)]
            position = search.play(position, lead.piece)
        return opening + search.best_line(position)
