"""Judge a hand of Texas 42 in stages, up to the first stage with a problem."""

from dataclasses import dataclass
from typing import Any, Final

from rules.game import HandSide, Judgement, Record
from rules.pack import tricks_key
from rules.passed_out import played_on, tallied, unexpected
from rules.problems import Code, Problem, Problems, first_stage, problem
from rules.texas42.auction import PASS, Auction, read_auction, spelling
from rules.texas42.contracts import Contract, contract_of, contract_problem, read_named
from rules.texas42.counters import follow_results
from rules.texas42.deal import Hands, deal_problems, read_deal
from rules.texas42.options import Options
from rules.texas42.play import Fault, Played, follow_play
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

NOTHING: Final[dict[str, Any]] = dict.fromkeys(FACTS)
PLAYED_KEYS: Final = ("contract", "claim", "ruling", "opening_suit")
"""What only the record of a hand that was played has."""


def judge(record: Record, options: Options) -> Judgement:
    """Return the judgement on a record of sound shape."""
    if wrong_deal := deal_problems(record.get("deal")):
        return illegal(wrong_deal)
    hands = read_deal(record.get("deal"))
    auction = read_auction(record["auction"], record["dealer"], options)
    if isinstance(auction, Problem):
        return illegal((auction,))
    if auction.level == PASS:
        return judge_passed_out(record)
    if "contract" not in record:
        missing = problem(Code.CONTRACT_MISSING, "/contract", "Which contract was played?")
        return illegal((missing,), **declared(auction, options))
    named = read_named(record["contract"])
    wrong = contract_problem(named, auction, hands[auction.declarer], options)
    if wrong is not None:
        return illegal((wrong,), **declared(auction, options))
    contract = contract_of(named, auction, options)
    return Case(record, options, auction, contract, hands).judge()


def illegal(problems: Problems, **known: object) -> Judgement:
    """Return a hand without a result."""
    return Judgement(problems, (), {**NOTHING, **known})


def declared(auction: Auction, options: Options) -> dict[str, Any]:
    """Return declarer and partner, who sits opposite."""
    return {
        "declarer": auction.declarer,
        "partner": (auction.declarer + 2) % 4,
        "bid": spelling(auction.level, options),
    }


def judge_passed_out(record: Record) -> Judgement:
    """Judge a hand without a bid: the next player deals, and nothing else belongs in the record."""
    wrong = first_stage(
        unexpected(record, PLAYED_KEYS),
        played_on(record),
        tallied(record),
    )
    if wrong:
        return illegal(wrong)
    return Judgement((), (), {**NOTHING, "outcome": "passed_out", "score": [0, 0]})


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
        warnings = tuple(fault.problem for fault in played.faults if self._is_ruled_on(fault))
        faults = tuple(fault.problem for fault in played.faults if not self._is_ruled_on(fault))
        hand, tally = self._unsettled(played), self._tally
        wrong = faults or settlement_problems(hand, tally)
        if wrong:
            facts = {**NOTHING, **declared(self.auction, self.options)}
            return Judgement(wrong, warnings, facts)
        return Judgement((), warnings, self._facts(hand, tally))

    def _follow(self) -> Played:
        if "plays" in self.record:
            suit = self.record.get("opening_suit")
            return follow_play(self.record["plays"], self.hands, self.contract, suit)
        return follow_results(self.record.get("trick_results", ()), self.contract)

    @property
    def _ruled(self) -> bool | None:
        """Return the result of a ruling: the side named loses the hand."""
        if "ruling" not in self.record:
            return None
        return HandSide(self.record["ruling"]["against"]) is HandSide.DEFENCE

    def _is_ruled_on(self, fault: Fault) -> bool:
        """Return whether a ruling covers the fault: a revoke or a bad lead by the side it goes
        against."""
        if fault.by is None or self._ruled is None:
            return False
        by_declarers = (fault.by - self.auction.declarer) % 2 == 0
        return by_declarers is not self._ruled

    def _unsettled(self, played: Played) -> UnsettledHand:
        return UnsettledHand(
            contract=self.contract,
            level=self.auction.level,
            options=self.options,
            tricks_key=tricks_key(self.record),
            tricks=played.tricks,
            faulty=any(fault.by is None for fault in played.faults),
            claimed_by=HandSide(self.record["claim"]) if "claim" in self.record else None,
            ruled=self._ruled,
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
