"""Judge a hand of Klaverjassen in stages, up to the first stage with a problem."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.game import Judgement, Record
from rules.judging import claimed_by, illegal, made_by_ruling, passed_out, weighed
from rules.klaverjassen.auction import Auction, read_auction
from rules.klaverjassen.cards import ALL_POINTS, NUMBERS, PACK, POINT_CARDS, SUITS, TRICKS, TRUMPS
from rules.klaverjassen.options import Options
from rules.klaverjassen.play import CardPlay, card_play
from rules.klaverjassen.roem import trick_roem, values
from rules.klaverjassen.scoring import all_to_one, score
from rules.klaverjassen.settling import (
    Course,
    Pair,
    Tally,
    UnsettledHand,
    read_tally,
    roem_of,
    settlement_problems,
)
from rules.klaverjassen.shape import FACTS
from rules.pack import Hands
from rules.problems import Code, Problem, problem, shown
from rules.trick_play import (
    Fault,
    Played,
    plays_as_written,
    replay,
    tricks_key,
    tricks_written,
)

PLAYED_KEYS: Final = ("contract", "claim", "ruling")
"""What only the record of a hand that was played has."""


def judge(record: Record, options: Options) -> Judgement:
    """Return the judgement on a record of sound shape."""
    if wrong := tuple(PACK.deal_problems(record.get("deal"))):
        return illegal(FACTS, wrong)
    auction = read_auction(record["auction"], record["dealer"], options)
    if isinstance(auction, Problem):
        return illegal(FACTS, (auction,))
    if auction is None:
        return passed_out(FACTS, record, PLAYED_KEYS, sides=2)
    if wrong := tuple(_contract_problems(record)):
        return illegal(FACTS, wrong, **declared(auction))
    trumps = TRUMPS[record["contract"]["trump"]]
    rules = card_play(record["dealer"], trumps, rotterdam=options.rotterdam)
    return Case(record, options, auction, rules, PACK.read_hands(record.get("deal"))).judge()


def _contract_problems(record: Record) -> Iterator[Problem]:
    if "contract" not in record:
        yield problem(Code.CONTRACT_MISSING, "/contract", "Which suit was trumps?")
    elif record["contract"]["trump"] not in (*SUITS,):
        yield problem(
            Code.CONTRACT_UNKNOWN,
            "/contract/trump",
            "“{trump}” is not a suit.",
            trump=shown(record["contract"]["trump"]),
        )


def declared(auction: Auction) -> dict[str, Any]:
    """Return declarer and partner, who sits opposite."""
    declarer = auction.declarer
    return {"declarer": declarer, "partner": (declarer + 2) % 4, "bid": auction.bid}


@dataclass(frozen=True, slots=True)
class Case:
    """A hand that was played, from the first lead on."""

    record: Record
    options: Options
    auction: Auction
    rules: CardPlay
    hands: Hands

    def judge(self) -> Judgement:
        """Judge the play, then the tally, then the score."""
        played = self._follow()
        problems, warnings = weighed(played.faults, self._ruled_against)
        if problems:
            return illegal(FACTS, problems, warnings, **declared(self.auction))
        hand = self._unsettled(played)
        tally = read_tally(self.record.get("tally"), self.auction.declarer)
        if wrong := settlement_problems(hand, tally):
            return illegal(FACTS, wrong, warnings, **declared(self.auction))
        return Judgement((), warnings, self._facts(hand, tally, played))

    def _follow(self) -> Played:
        if "plays" in self.record:
            plays = self.record["plays"]
            holds = PACK.holdings(self.hands, plays_as_written(plays, self.rules))
            return replay(plays, self.rules, holds)
        results = self.record.get("trick_results", ())
        wrong = _result_problems(results, self.options)
        return Played(tricks_written(results), [Fault(problem) for problem in wrong])

    @property
    def _ruled_against(self) -> Collection[int]:
        """Return the seats of the side that a ruling goes against."""
        made = made_by_ruling(self.record)
        if made is None:
            return ()
        first = self.auction.declarer + made
        return first % 4, (first + 2) % 4

    def _unsettled(self, played: Played) -> UnsettledHand:
        declarer = self.auction.declarer
        won = [(trick.winner - declarer) % 2 == 0 for trick in played.tricks]
        points = [trick.points for trick in played.tricks]
        return UnsettledHand(
            needed=self.auction.needed,
            options=self.options,
            course=Course(won, points, claimed_by(self.record)),
            tricks_key=tricks_key(self.record),
            roem=roem_of(played.tricks, self._roem(played), declarer),
            may_miss="plays" in self.record,
            ruled=made_by_ruling(self.record),
        )

    def _roem(self, played: Played) -> Sequence[int | None]:
        """Return the roem of each complete trick as far as the record says it."""
        if "trick_results" in self.record:
            return [result.get("roem") for result in self.record["trick_results"]]
        tricks = self.record.get("plays", ())[: len(played.tricks)]
        return [
            trick_roem(
                [NUMBERS[card] for card in trick], self.rules.trumps, self.options.four_jacks
            )
            for trick in tricks
        ]

    def _facts(self, hand: UnsettledHand, tally: Tally, played: Played) -> dict[str, Any]:
        made, cards, pit, scored = _result(hand, tally)
        declarer, roem = self.auction.declarer, hand.counted(tally)
        winners, is_whole = played.winners, not hand.course.missing
        points = {
            "cards": None if cards is None else by_team(declarer, (cards, ALL_POINTS - cards)),
            "roem": by_team(declarer, roem),
            "pit": pit,
        }
        return {
            "outcome": "made" if made else "set",
            **declared(self.auction),
            "tricks": [winners.count(seat) for seat in range(4)] if is_whole else None,
            "points": points,
            "score": by_team(declarer, scored),
            "set_team": None if made else declarer % 2,
        }


def _result(hand: UnsettledHand, tally: Tally) -> tuple[bool, int | None, bool, Pair]:
    """Return whether a settled hand was made, the declaring side's card points if known, whether a
    side took every trick, and the score."""
    roem = hand.counted(tally)
    if hand.ruled is not None:
        every = all_to_one(roem)
        return hand.ruled, None, False, (every, 0) if hand.ruled else (0, every)
    endings = hand.settled(tally)
    ending = min(endings)
    made = hand.makes(ending, tally)
    cards = ending.cards if len({each.cards for each in endings}) == 1 else None
    pit = all(each.tricks in (0, TRICKS) for each in endings)
    return made, cards, pit, score(ending, roem, hand.options, made=made)


def by_team(declarer: int, pair: Pair) -> list[int]:
    """Convert a pair of the declaring side's and the other's to team 0's and team 1's."""
    return [pair[1], pair[0]] if declarer & 1 else [pair[0], pair[1]]


def _result_problems(results: Sequence[Mapping[str, Any]], options: Options) -> Iterator[Problem]:
    """Yield the first impossible entry of the trick results."""
    points = [result.get("points") for result in results[:TRICKS]]
    impossible, roem = POINT_CARDS.first_impossible(points), values(options.four_jacks)
    for t, result in enumerate(results):
        at = f"/trick_results/{t}"
        if t >= TRICKS:
            yield PACK.too_many_tricks(at)
            return
        if t == impossible or result.get("roem", 0) not in roem:
            yield problem(Code.RESULT_IMPOSSIBLE, at, "No tricks can add up to these points.")
            return
