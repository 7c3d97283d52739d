"""Judge a hand of Texas 42 in stages, up to the first stage with a problem."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from rules.game import Judgement, Record
from rules.judging import claimed_by, illegal, made_by_ruling, passed_out, weighed
from rules.pack import Hands
from rules.problems import Code, Problem, problem
from rules.texas42.auction import PASS, Auction, read_auction, spelling
from rules.texas42.contracts import Contract, contract_of, contract_problem, read_named
from rules.texas42.counters import follow_results
from rules.texas42.dominoes import DOMINOES
from rules.texas42.options import Options
from rules.texas42.play import follow_play
from rules.texas42.scoring import by_team, score
from rules.texas42.settling import (
    Tally,
    UnsettledHand,
    points_taken,
    read_tally,
    result,
    settlement_problems,
    tricks_taken,
)
from rules.texas42.shape import FACTS
from rules.trick_play import Played, tricks_key

PLAYED_KEYS: Final = ("contract", "claim", "ruling", "opening_suit")
"""What only the record of a hand that was played has."""


def judge(record: Record, options: Options) -> Judgement:
    """Return the judgement on a record of sound shape."""
    if wrong_deal := tuple(DOMINOES.deal_problems(record.get("deal"))):
        return illegal(FACTS, wrong_deal)
    hands = DOMINOES.read_hands(record.get("deal"))
    auction = read_auction(record["auction"], record["dealer"], options)
    if isinstance(auction, Problem):
        return illegal(FACTS, (auction,))
    if auction.level == PASS:
        return passed_out(FACTS, record, PLAYED_KEYS, sides=2)
    if "contract" not in record:
        missing = problem(Code.CONTRACT_MISSING, "/contract", "Which contract was played?")
        return illegal(FACTS, (missing,), **declared(auction, options))
    named = read_named(record["contract"])
    wrong = contract_problem(named, auction, hands[auction.declarer], options)
    if wrong is not None:
        return illegal(FACTS, (wrong,), **declared(auction, options))
    contract = contract_of(named, auction, options)
    return Case(record, options, auction, contract, hands).judge()


def declared(auction: Auction, options: Options) -> dict[str, Any]:
    """Return declarer and partner, who sits opposite."""
    return {
        "declarer": auction.declarer,
        "partner": (auction.declarer + 2) % 4,
        "bid": spelling(auction.level, options),
    }


@dataclass(frozen=True, slots=True)
class Case:
    """A hand that was played, from the contract on."""

    record: Record
    options: Options
    auction: Auction
    contract: Contract
    hands: Hands

    def judge(self) -> Judgement:
        """Judge the play, then the tally, then the score."""
        played = self._follow()
        problems, warnings = weighed(played.faults, self._ruled_against)
        hand, tally = self._unsettled(played), self._tally
        wrong = problems or settlement_problems(hand, tally)
        if wrong:
            return illegal(FACTS, wrong, warnings, **declared(self.auction, self.options))
        return Judgement((), warnings, self._facts(hand, tally))

    def _follow(self) -> Played:
        if "plays" in self.record:
            suit = self.record.get("opening_suit")
            return follow_play(self.record["plays"], self.hands, self.contract, suit)
        return follow_results(self.record.get("trick_results", ()), self.contract)

    @property
    def _ruled_against(self) -> Collection[int]:
        """Return the seats of the side that a ruling goes against."""
        made = made_by_ruling(self.record)
        if made is None:
            return ()
        first = self.auction.declarer + made
        return first % 4, (first + 2) % 4

    def _unsettled(self, played: Played) -> UnsettledHand:
        return UnsettledHand(
            contract=self.contract,
            level=self.auction.level,
            options=self.options,
            tricks_key=tricks_key(self.record),
            tricks=played.tricks,
            faulty=not played.is_readable,
            claimed_by=claimed_by(self.record),
            ruled=made_by_ruling(self.record),
        )

    @property
    def _tally(self) -> Tally:
        return read_tally(self.record.get("tally"), self.auction.declarer)

    def _facts(self, hand: UnsettledHand, tally: Tally) -> dict[str, Any]:
        made = result(hand, tally)
        points = points_taken(hand, tally)
        taken = points[0] if points is not None else 0
        declarer = self.auction.declarer
        scored = score(self.contract.aim, self.auction.level, self.options, made=made, taken=taken)
        return {
            "outcome": "made" if made else "set",
            **declared(self.auction, self.options),
            "tricks": tricks_taken(hand),
            "points": None if points is None else by_team(declarer, *points),
            "score": by_team(declarer, *scored),
            "set_team": None if made else declarer % 2,
        }
