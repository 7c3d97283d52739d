"""Judge a hand of Pandoeren in stages, up to the first stage with a problem."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.game import HandSide, Judgement, Record
from rules.pack import tricks_key
from rules.pandoeren.auction import Auction, read_auction
from rules.pandoeren.cards import Dealt, Trumps, deal_problems, read_deal
from rules.pandoeren.course import Course, totals
from rules.pandoeren.options import Options
from rules.pandoeren.partnership import Partnership, read_partnership, read_trumps
from rules.pandoeren.play import NO_PLAYS, Evidence, Fault, ReplayedPlays, Walk, gather, read_plays
from rules.pandoeren.roem import Announcements, read_announcements
from rules.pandoeren.scoring import result_problems, score, tricks_by_seat
from rules.pandoeren.settling import (
    Tally,
    UnsettledHand,
    read_tally,
    settled,
    settlement_problems,
)
from rules.pandoeren.shape import FACTS
from rules.passed_out import played_on, tallied, unexpected
from rules.problems import Code, Problem, Problems, first_stage, problem

NOTHING: Final[dict[str, Any]] = dict.fromkeys(FACTS)
PLAYED_KEYS: Final = ("contract", "discard", "partner", "claim", "ruling")
"""What only the record of a hand that was played has."""
PASSED_OUT: Final = {**NOTHING, "outcome": "passed_out", "score": [0, 0, 0, 0]}


def judge(record: Record, options: Options) -> Judgement:
    """Return the judgement on a record of sound shape."""
    if wrong := tuple(deal_problems(record)):
        return illegal(wrong)
    auction = read_auction(record["auction"], record["dealer"], options)
    if isinstance(auction, Problem):
        return illegal((auction,))
    if auction is None:
        return judge_passed_out(record)
    named = read_case(record, auction, options)
    if isinstance(named, Problem):
        return illegal((named,), declarer=auction.declarer, bid=auction.bid.name)
    return named.judge()


def illegal(problems: Problems, **known: object) -> Judgement:
    """Return a hand without a result."""
    return Judgement(problems, (), {**NOTHING, **known})


# Passed out


def judge_passed_out(record: Record) -> Judgement:
    """Judge a hand without a bid: the next player deals, and nothing else belongs in the record."""
    wrong = first_stage(
        unexpected(record, PLAYED_KEYS),
        played_on(record),
        _announced(record),
        tallied(record),
    )
    if wrong:
        return illegal(wrong)
    return Judgement((), (), PASSED_OUT)


def _announced(record: Record) -> Iterator[Problem]:
    for code, at, is_there in (
        (Code.ROEM_NOT_ALLOWED, "/roem/0", record.get("roem")),
        (Code.DENIAL_NOT_ENTITLED, "/denials/0", record.get("denials")),
        (Code.STUK_NOT_ALLOWED, "/stuk", record.get("stuk") is not None),
    ):
        if is_there:
            yield problem(code, at, "The hand was passed out: nothing was announced.")


# Played


def read_case(record: Record, auction: Auction, options: Options) -> "Case | Problem":
    """Return the hand from the contract on, or the problem with the contract."""
    if "contract" not in record:
        return problem(Code.CONTRACT_MISSING, "/contract", "The contract is not recorded.")
    trumps = read_trumps(record["contract"], auction.bid)
    if isinstance(trumps, Problem):
        return trumps
    dealt = read_deal(record)
    replayed = read_plays(record.get("plays", NO_PLAYS), dealt, auction.declarer, trumps)
    evidence = gather(dealt, auction.declarer, replayed)
    partnership = read_partnership(record, auction.bid, trumps, evidence)
    if isinstance(partnership, Problem):
        return partnership
    announcements = read_announcements(record, auction, partnership, trumps, evidence)
    return Case(
        record, options, auction, trumps, dealt, replayed, evidence, partnership, announcements
    )


@dataclass(frozen=True, slots=True)
class Case:
    """A hand that was played, from the contract on."""

    record: Record
    options: Options
    auction: Auction
    trumps: Trumps
    dealt: Dealt
    replayed: ReplayedPlays
    evidence: Evidence
    partnership: Partnership
    announcements: Announcements

    def judge(self) -> Judgement:
        """Judge the play, the announcements, the tally, then the score."""
        faults = tuple(self._faults())
        warnings = tuple(fault.problem for fault in faults if self._is_ruled_on(fault))
        written = tuple(fault.problem for fault in faults if not self._is_ruled_on(fault))
        hand = self._unsettled(self._read_course())
        tally = read_tally(self.record.get("tally"))
        wrong = written or settlement_problems(hand, tally, self.announcements.problems())
        if wrong:
            return self._illegal(wrong, warnings)
        return Judgement((), warnings, self._facts(hand, tally))

    def _illegal(self, problems: Problems, warnings: Problems) -> Judgement:
        return Judgement(problems, warnings, {**NOTHING, **self._declared()})

    def _declared(self) -> dict[str, Any]:
        return {
            "declarer": self.auction.declarer,
            "partner": self.partnership.partner,
            "bid": self.auction.bid.name,
        }

    # The tricks

    def _faults(self) -> Iterator[Fault]:
        if "plays" in self.record:
            walk = Walk(self.record["plays"], self.trumps, self.evidence, self.replayed)
            yield from walk.faults()
        results = self.record.get("trick_results", ())
        for wrong in result_problems(results, self.auction.bid, self.trumps, self.dealt.discard):
            yield Fault(wrong)

    @property
    def _ruled(self) -> bool | None:
        """Return the result of a ruling: the side named loses the hand."""
        if "ruling" not in self.record:
            return None
        return HandSide(self.record["ruling"]["against"]) is HandSide.DEFENCE

    def _is_ruled_on(self, fault: Fault) -> bool:
        """Return whether a ruling covers the fault: a revoke by a player known to be on the side it
        goes against."""
        if fault.by is None or self._ruled is None:
            return False
        guilty = self.partnership.opponents if self._ruled else self.partnership.declarers
        return fault.by in guilty

    def _read_course(self) -> Course:
        winners: Sequence[int] = self.replayed.winners
        points: Sequence[int | None] = self.replayed.points
        if "trick_results" in self.record:
            results = self.record["trick_results"]
            winners = tuple(result["winner"] for result in results)
            points = tuple(result.get("points") for result in results)
        claim = HandSide(self.record["claim"]) if "claim" in self.record else None
        return Course(winners, points, claim, totals(self.trumps, self.dealt.discard))

    # The sheet and the result

    def _unsettled(self, course: Course) -> UnsettledHand:
        return UnsettledHand(
            bid=self.auction.bid,
            options=self.options,
            partnership=self.partnership,
            course=course,
            tricks_key=tricks_key(self.record),
            roem=self.announcements.roem_counted if "roem" in self.record else None,
            stuk=self.announcements.stuk_counted if "stuk" in self.record else None,
            ruled=self._ruled,
        )

    def _facts(self, hand: UnsettledHand, tally: Tally) -> dict[str, Any]:
        made = bool(settled(hand, tally))
        return {
            "outcome": "made" if made else "set",
            **self._declared(),
            "tricks": tricks_by_seat(hand.course),
            "points": self._points(hand, tally),
            "score": score(self.auction.bid.contract, self.partnership, made=made),
        }

    def _points(self, hand: UnsettledHand, tally: Tally) -> dict[str, int] | None:
        """In number contracts, where the card points are known."""
        cards = hand.with_tally(tally).cards
        if not self.auction.bid.is_number or len(cards) != 1:
            return None
        taken = min(cards)
        roem, stuk = hand.roem_and_stuk(tally)
        return {"cards": taken, "roem": roem, "stuk": stuk, "total": taken + roem + stuk}
