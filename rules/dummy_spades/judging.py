"""Judge a hand of Dummy-Hand Spades in stages, up to the first stage with a problem."""

from dataclasses import dataclass
from typing import Any

from rules.dummy_spades.auction import Auction, read_auction
from rules.dummy_spades.cards import DUMMY, PACK, TRICKS, deal_problems, misplaced_flips
from rules.dummy_spades.options import Options
from rules.dummy_spades.play import ORDERS, CardPlay
from rules.dummy_spades.scoring import score
from rules.dummy_spades.settling import (
    Course,
    Tally,
    read_tally,
    settled_side,
    settlement_problems,
    tricks_taken,
)
from rules.dummy_spades.shape import FACTS
from rules.game import Judgement, Record
from rules.judging import claimed_by, illegal
from rules.pack import Hands, Holdings
from rules.problems import Problem
from rules.trick_play import (
    Fault,
    Played,
    plays_as_written,
    replay,
    tricks_key,
    tricks_written,
)


def judge(record: Record, options: Options) -> Judgement:
    """Return the judgement on a record of sound shape."""
    if wrong := tuple(deal_problems(record, options)):
        return illegal(FACTS, wrong)
    hands = PACK.read_hands(record.get("deal"))
    auction = read_auction(record["auction"], record["dealer"], hands, options)
    if isinstance(auction, Problem):
        return illegal(FACTS, (auction,))
    return Case(record, options, auction, hands).judge()


def declared(auction: Auction) -> dict[str, Any]:
    return {"declarer": auction.declarer, "partner": DUMMY, "bid": auction.bid}


@dataclass(frozen=True, slots=True)
class Case:
    """A hand that was played, from the first lead on."""

    record: Record
    options: Options
    auction: Auction
    hands: Hands

    def judge(self) -> Judgement:
        """Judge the play, then the tally, then the score."""
        auction = self.auction
        rules = CardPlay(ORDERS[auction.declarer], auction.leader, self.options.break_spades)
        plays = self.record.get("plays", ())
        holds = PACK.holdings(self.hands, plays_as_written(plays, rules))
        flips = misplaced_flips(self.record.get("flipped", ()), holds)
        played = self._follow(rules, holds)
        course, tally = self._course(played), read_tally(self.record.get("tally"))
        faults = (*flips, *(fault.problem for fault in played.faults))
        wrong = faults or settlement_problems(course, tally)
        if wrong:
            return illegal(FACTS, wrong, **declared(self.auction))
        return Judgement((), (), self._facts(course, tally))

    def _follow(self, rules: CardPlay, holds: Holdings) -> Played:
        """Return the tricks as played or as counted; four hands can win tricks in any order, so of
        winners only the number is checked."""
        if "trick_results" not in self.record:
            return replay(self.record.get("plays", ()), rules, holds)
        tricks = tricks_written(self.record["trick_results"])
        beyond = (f"/trick_results/{t}" for t in range(TRICKS, len(tricks)))
        return Played(tricks, [Fault(PACK.too_many_tricks(at)) for at in beyond])

    def _course(self, played: Played) -> Course:
        winners = played.winners[:TRICKS]
        won = [winners.count(hand) for hand in range(4)]
        return Course(self.auction, tricks_key(self.record), won, claimed_by(self.record))

    def _facts(self, course: Course, tally: Tally) -> dict[str, Any]:
        whole = tricks_taken(course, tally)
        # After a claim the nils that are still open are those of the other side, and are made.
        taken = course.won if whole is None else whole
        return {
            "outcome": "played",
            **declared(self.auction),
            "tricks": None if whole is None else list(whole),
            **score(self.auction, settled_side(course, tally), taken, self.options.nil_bonus),
        }
