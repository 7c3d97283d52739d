"""Judge a hand of Dummy-Hand Spades in stages, up to the first stage with a problem."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.dummy_spades.auction import Auction, read_auction
from rules.dummy_spades.cards import DUMMY, NUMBERS, PACK, TRICKS, deal_problems, misplaced_flips
from rules.dummy_spades.options import Options
from rules.dummy_spades.play import TABLES, Played, follow_play, follow_results
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
from rules.game import HandSide, Judgement, Record
from rules.pack import Hands, Holdings, holdings, plays_as_written, tricks_key
from rules.problems import Problem

NOTHING: Final[dict[str, Any]] = dict.fromkeys(FACTS)


def judge(record: Record, options: Options) -> Judgement:
    """Return the judgement on a record of sound shape."""
    if wrong := tuple(deal_problems(record, options)):
        return Judgement(wrong, (), NOTHING)
    hands = PACK.read_hands(record.get("deal"))
    auction = read_auction(record["auction"], record["dealer"], hands, options)
    if isinstance(auction, Problem):
        return Judgement((auction,), (), NOTHING)
    return Case(record, options, auction, hands).judge()


def declared(auction: Auction) -> dict[str, Any]:
    """Return the declarer and the dummy as partner."""
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
        holds = self._holdings()
        played = self._follow(holds)
        course, tally = self._course(played), read_tally(self.record.get("tally"))
        faults = (*misplaced_flips(self.record.get("flipped", ()), holds), *played.problems)
        wrong = faults or settlement_problems(course, tally)
        if wrong:
            return Judgement(wrong, (), {**NOTHING, **declared(self.auction)})
        return Judgement((), (), self._facts(course, tally))

    @property
    def _plays(self) -> Sequence[Sequence[str]]:
        plays: Sequence[Sequence[str]] = self.record.get("plays", ())
        return plays

    def _holdings(self) -> Holdings:
        cards = [[NUMBERS.get(name) for name in trick] for trick in self._plays]
        auction = self.auction
        plays = plays_as_written(cards, TABLES[auction.declarer], auction.leader)
        return holdings(self.hands, plays, PACK)

    def _follow(self, holds: Holdings) -> Played:
        if "trick_results" in self.record:
            return follow_results(self.record["trick_results"])
        return follow_play(
            self._plays,
            holds,
            TABLES[self.auction.declarer],
            self.auction.leader,
            break_spades=self.options.break_spades,
        )

    def _course(self, played: Played) -> Course:
        winners = played.winners[:TRICKS]
        claim = HandSide(self.record["claim"]) if "claim" in self.record else None
        won = [winners.count(hand) for hand in range(4)]
        return Course(self.auction, tricks_key(self.record), won, claim)

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
