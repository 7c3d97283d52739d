"""The auction: clockwise from the dealer's left for as many rounds as needed.

Each bid stands further down the table of contracts than the last. Three passes in a row after a bid
end the auction, four at the start pass the hand out; where a pass is final, a player who passed is
skipped. Source: the auction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules import problems
from rules.pandoeren.contracts import BIDS, PASS, Bid
from rules.pandoeren.options import Options
from rules.problems import Code, Problem, SeatInText, problem, shown


@dataclass(frozen=True, slots=True)
class Auction:
    """The declarer, the winning bid, and every seat that bid instead of only passing."""

    declarer: int
    bid: Bid
    bidders: frozenset[int]


@dataclass(slots=True)
class _Calling:
    """The auction after some calls."""

    turn: int
    pass_is_final: bool
    highest: Bid | None = None
    declarer: int = 0
    passes_in_a_row: int = 0
    bidders: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()

    @property
    def is_over(self) -> bool:
        if self.highest is None:
            return self.passes_in_a_row == 4
        return self.passes_in_a_row == 3 or len(self.out) == 3

    def take(self, name: str) -> None:
        """Add a call of the seat whose turn it is."""
        if name == PASS:
            self.passes_in_a_row += 1
            if self.pass_is_final:
                self.out |= {self.turn}
        else:
            self.highest, self.declarer = BIDS[name], self.turn
            self.passes_in_a_row = 0
            self.bidders |= {self.turn}
        self._pass_turn()

    def _pass_turn(self) -> None:
        for _ in range(4):
            self.turn = (self.turn + 1) % 4
            if self.turn not in self.out:
                return


def read_auction(
    calls: Sequence[Mapping[str, Any]], dealer: int, options: Options
) -> Auction | Problem | None:
    """Return the auction, the first problem with it, or None if all four passed."""
    calling = _Calling((dealer + 1) % 4, options.pass_is_final)
    for i, call in enumerate(calls):
        wrong = _problem(calling, call["seat"], call["bid"], f"/auction/{i}")
        if wrong is not None:
            return wrong
        calling.take(call["bid"])
    if not calling.is_over:
        return problem(Code.AUCTION_INCOMPLETE, "/auction", "The auction was not over yet.")
    if calling.highest is None:
        return None
    return Auction(calling.declarer, calling.highest, calling.bidders)


def _problem(calling: _Calling, seat: int, name: str, at: str) -> Problem | None:
    if calling.is_over:
        return problem(Code.AUCTION_AFTER_END, at, "The auction was over before this call.")
    if name != PASS and name not in BIDS:
        return problem(Code.AUCTION_UNKNOWN_BID, at, "“{bid}” is not a bid.", bid=shown(name))
    if seat != calling.turn:
        return problem(
            Code.AUCTION_OUT_OF_TURN,
            at,
            "It was the turn of {turn} to call, not of {seat}.",
            seat=SeatInText(seat),
            turn=SeatInText(calling.turn),
        )
    if name != PASS and calling.highest and BIDS[name].level <= calling.highest.level:
        return problem(
            Code.AUCTION_NOT_HIGHER,
            at,
            "{bid} is not higher than {highest}.",
            bid=problems.BidInText(name),
            highest=problems.BidInText(calling.highest.name),
        )
    return None
