"""Judge a hand of Pandoeren in stages, up to the first stage with a problem."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final

from rules.game import Judgement, Record
from rules.judging import claimed_by, illegal, made_by_ruling, passed_out, weighed
from rules.pack import Holdings
from rules.pandoeren.auction import Auction, read_auction
from rules.pandoeren.cards import deal_problems, read_deal
from rules.pandoeren.course import Course, totals
from rules.pandoeren.options import Options
from rules.pandoeren.partnership import Partnership, read_partnership, read_trumps
from rules.pandoeren.play import CardPlay, Evidence, card_play, gather, read_holdings
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
from rules.problems import Code, Problem, problem
from rules.trick_play import (
    Fault,
    Played,
    plays_as_written,
    replay,
    tricks_key,
    tricks_written,
)
from rules.trumps import Trumps

PLAYED_KEYS: Final = ("contract", "discard", "partner", "claim", "ruling")
"""What only the record of a hand that was played has."""


def judge(record: Record, options: Options) -> Judgement:
    """Return the judgement on a record of sound shape."""
    if wrong := tuple(deal_problems(record)):
        return illegal(FACTS, wrong)
    auction = read_auction(record["auction"], record["dealer"], options)
    if isinstance(auction, Problem):
        return illegal(FACTS, (auction,))
    if auction is None:
        return passed_out(FACTS, record, PLAYED_KEYS, sides=4, announced=_announced(record))
    named = read_case(record, auction, options)
    if isinstance(named, Problem):
        return illegal(FACTS, (named,), declarer=auction.declarer, bid=auction.bid.name)
    return named.judge()


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
    dealt, rules = read_deal(record), card_play(auction.declarer, trumps)
    holds = read_holdings(dealt, auction.declarer, plays_as_written(record.get("plays", ()), rules))
    evidence = gather(dealt, auction.declarer, holds.held)
    partnership = read_partnership(record, auction.bid, trumps, evidence)
    if isinstance(partnership, Problem):
        return partnership
    announcements = read_announcements(record, auction, partnership, trumps, evidence)
    return Case(record, options, auction, rules, holds, evidence, partnership, announcements)


@dataclass(frozen=True, slots=True)
class Case:
    """A hand that was played, from the contract on."""

    record: Record
    options: Options
    auction: Auction
    rules: CardPlay
    holds: Holdings
    evidence: Evidence
    partnership: Partnership
    announcements: Announcements

    @property
    def trumps(self) -> Trumps:
        return self.rules.trumps

    def judge(self) -> Judgement:
        """Judge the play, the announcements, the tally, then the score."""
        played = self._follow()
        problems, warnings = weighed(played.faults, self._ruled_against)
        hand = self._unsettled(self._read_course(played))
        tally = read_tally(self.record.get("tally"))
        wrong = problems or settlement_problems(hand, tally, self.announcements.problems())
        if wrong:
            return illegal(FACTS, wrong, warnings, **self._declared())
        return Judgement((), warnings, self._facts(hand, tally))

    def _declared(self) -> dict[str, Any]:
        return {
            "declarer": self.auction.declarer,
            "partner": self.partnership.partner,
            "bid": self.auction.bid.name,
        }

    # The tricks

    def _follow(self) -> Played:
        if "plays" in self.record:
            held = [
                played if hand is None else hand
                for hand, played in zip(self.evidence.given, self.holds.held, strict=True)
            ]
            holds = Holdings(held, self.holds.excluded)
            return replay(self.record["plays"], self.rules, holds)
        results = self.record.get("trick_results", ())
        wrong = result_problems(results, self.auction.bid, self.trumps, self.evidence.dealt.discard)
        return Played(tricks_written(results), [Fault(problem) for problem in wrong])

    @property
    def _ruled_against(self) -> Collection[int]:
        """Return the seats known to be on the side that a ruling goes against."""
        made = made_by_ruling(self.record)
        if made is None:
            return ()
        return self.partnership.opponents if made else self.partnership.declarers

    def _read_course(self, played: Played) -> Course:
        points = [trick.points for trick in played.tricks]
        all_points = totals(self.trumps, self.evidence.dealt.discard)
        return Course(played.winners, points, claimed_by(self.record), all_points)

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
            ruled=made_by_ruling(self.record),
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
