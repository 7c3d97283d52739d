"""Who plays: clockwise from the first to speak, each plays or passes, or bids points.

Whoever plays names trumps. A pass is final; where all four pass, the hand is dealt again or the
first to speak has to play. Source: naming trumps; bidding points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules import problems
from rules.klaverjassen.options import Naming, Options
from rules.problems import Code, Problem, SeatInText, problem, shown

PASS: Final = "pass"  # noqa: S105 - a call in the auction
PLAY: Final = "play"
STEP: Final = 10
MOST_BID: Final = 500
BIDS: Final = {str(points): points for points in range(STEP, MOST_BID + 1, STEP)}
"""From the name of a bid to its points, for tables that bid."""
PLAYS: Final = {PLAY: 0}


def bids_of(options: Options) -> Mapping[str, int]:
    """Return what may be said besides a pass, with the points that are then needed."""
    return BIDS if options.naming is Naming.POINTS else PLAYS


@dataclass(frozen=True, slots=True)
class Auction:
    """The declarer, the bid in its spelling, and the points that it needs at least."""

    declarer: int
    bid: str
    needed: int


@dataclass(slots=True)
class _Calling:
    """The auction after some calls; `out` have passed, and `all_passed` says that they all have."""

    options: Options
    turn: int
    highest: Auction | None = None
    out: frozenset[int] = frozenset()
    all_passed: bool = False

    @property
    def is_over(self) -> bool:
        """One bid is enough unless they bid points: then the others must have passed."""
        if self.highest is None:
            return self.all_passed and not self.options.first_must
        return self.all_passed or self.options.naming is not Naming.POINTS or len(self.out) == 3

    @property
    def must_play(self) -> bool:
        """Whether the seat whose turn it is may not pass."""
        return self.all_passed or self.options.naming is Naming.OBLIGED

    def take(self, name: str) -> None:
        """Add a call of the seat whose turn it is."""
        if name == PASS:
            self.out |= {self.turn}
        else:
            self.highest = Auction(self.turn, name, bids_of(self.options)[name])
        self.all_passed = self.all_passed or len(self.out) == 4
        self.turn = self._next()

    def _next(self) -> int:
        after = ((self.turn + i) % 4 for i in range(1, 5))
        return next((seat for seat in after if seat not in self.out), (self.turn + 1) % 4)


def read_auction(
    calls: Sequence[Mapping[str, Any]], dealer: int, options: Options
) -> Auction | Problem | None:
    """Return the auction, the first problem with it, or None if all passed and the hand is dealt
    again."""
    calling = _Calling(options, (dealer + options.speaks_first) % 4)
    for i, call in enumerate(calls):
        wrong = _problem(calling, call["seat"], call["bid"], f"/auction/{i}")
        if wrong is not None:
            return wrong
        calling.take(call["bid"])
    if not calling.is_over:
        return problem(Code.AUCTION_INCOMPLETE, "/auction", "The auction was not over yet.")
    return calling.highest


def _problem(calling: _Calling, seat: int, name: str, at: str) -> Problem | None:
    bids = bids_of(calling.options)
    if calling.is_over:
        return problem(Code.AUCTION_AFTER_END, at, "The auction was over before this call.")
    if name != PASS and name not in bids:
        return problem(Code.AUCTION_UNKNOWN_BID, at, "“{bid}” is not a bid.", bid=shown(name))
    if seat != calling.turn:
        return problem(
            Code.AUCTION_OUT_OF_TURN,
            at,
            "It was the turn of {turn} to call, not of {seat}.",
            seat=SeatInText(seat),
            turn=SeatInText(calling.turn),
        )
    if name == PASS:
        return _must_play(calling, at)
    return _too_low(calling, name, bids[name], at)


def _must_play(calling: _Calling, at: str) -> Problem | None:
    if not calling.must_play:
        return None
    return problem(Code.AUCTION_MUST_BID, at, "{seat} has to play.", seat=SeatInText(calling.turn))


def _too_low(calling: _Calling, name: str, points: int, at: str) -> Problem | None:
    if calling.highest and points <= calling.highest.needed:
        return problem(
            Code.AUCTION_NOT_HIGHER,
            at,
            "{bid} is not higher than {highest}.",
            bid=problems.BidInText(name),
            highest=problems.BidInText(calling.highest.bid),
        )
    if calling.options.naming is Naming.POINTS and points < calling.options.lowest_bid:
        return problem(
            Code.AUCTION_NOT_ALLOWED,
            at,
            "The lowest bid is {lowest}.",
            lowest=calling.options.lowest_bid,
        )
    return None
