"""Judge a hand of Dummy-Hand Spades in stages, up to the first stage with a problem."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.dummy_spades.auction import Auction, read_auction
from rules.dummy_spades.cards import DUMMY, NUMBERS, PACK, TRICKS, deal_problems, misplaced_flips
from rules.dummy_spades.options import Options
from rules.dummy_spades.play import TABLES, Played, follow_play, follow_results
from rules.dummy_spades.scoring import score, tricks_of_declarer_side
from rules.dummy_spades.shape import FACTS
from rules.dummy_spades.tally import Course, Tally, read_tally, tally_problems
from rules.game import Judgement, Record, Side
from rules.pack import Hands, Holdings, holdings, plays_as_written
from rules.problems import Code, Problem, Problems, problem

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
        wrong = (
            (*misplaced_flips(self.record.get("flipped", ()), holds), *played.problems)
            or self._incomplete(course)
            or tuple(tally_problems(tally, course))
        )
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
        claim = Side(self.record["claim"]) if "claim" in self.record else None
        return Course(self.auction, [winners.count(hand) for hand in range(4)], claim)

    def _incomplete(self, course: Course) -> Problems:
        """Require thirteen recorded tricks or a claim to the rest; a tally does not replace
        them."""
        key = next((key for key in ("plays", "trick_results") if key in self.record), None)
        if key is None or not course.is_open:
            return ()
        return (
            problem(Code.PLAY_INCOMPLETE, f"/{key}", "The recorded tricks do not settle the hand."),
        )

    def _facts(self, course: Course, tally: Tally) -> dict[str, Any]:
        whole = course.won if course.to_come == 0 else tally.tricks
        # After a claim the nils that are still open are those of the other side, and are made.
        taken = course.won if whole is None else whole
        return {
            "outcome": "played",
            **declared(self.auction),
            "tricks": None if whole is None else list(whole),
            **score(self.auction, settled_side(course, tally), taken, self.options.nil_bonus),
        }


def settled_side(course: Course, tally: Tally) -> int:
    """Return the tricks of declarer and dummy from the record, or from the tally where it is
    open."""
    if not course.is_open:
        return course.declarer_side
    if tally.tricks is not None:
        return tricks_of_declarer_side(tally.tricks, course.auction.declarer)
    assert tally.declarer_side is not None
    return tally.declarer_side
