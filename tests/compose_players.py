"""Composes matches of card games for the demo club: Pandoeren, Dummy-Hand Spades, Klaverjassen.

As in ``tests.compose_demo``: random and legal, played by sensible players, written down in as much
detail as a table would.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rules import verdict
from scoring.running_score import RunningScore
from tests.rules.dummy_spades import dealing as spades
from tests.rules.klaverjassen import dealing as klaverjassen
from tests.rules.klaverjassen import naive as klaverjas_rules
from tests.rules.pandoeren import dealing as pandoeren
from tests.rules.pandoeren import naive

Record = dict[str, Any]
HEAD = {"format", "game", "rules"}
GAME_KEYS = {"deal", "centre", "discard", "plays", "roem", "denials", "stuk"}


def judged(game: str, rules: Record, hand: Record) -> Record:
    """The verdict on a hand that must be legal."""
    judgement = verdict({"format": "hand-record/1", "game": game, "rules": rules} | hand)
    assert judgement["ok"], (hand, judgement["problems"])
    return judgement


def bare(hand: Record) -> Record:
    """A hand as it stands in a match record."""
    return {key: value for key, value in hand.items() if key not in HEAD}


@dataclass
class PandoerenComposer:
    """An evening of Pandoeren: three matches in full detail, the others as the slips have them."""

    dice: Random
    rules: Record
    styles: list[str] = field(default_factory=lambda: ["full", "slip", "counted", "slip"])
    matches: int = 0
    mended: bool = False

    def match(self, dealer: int, *, hands: int | None = None) -> tuple[list[Record], list[Record]]:
        """As many hands as the rules say, and what was written wrongly at first."""
        style = self.styles[self.matches % 4] if self.matches < 12 else "slip"
        self.matches += 1
        written, mends = list[Record](), list[Record]()
        for number in range(hands or self.rules["hands"]):
            hand = bare(self._hand((dealer + number) % 4, style, number))
            if style == "slip" and not self.mended and "tally" in hand and number == 6:
                self.mended = True
                wrong = hand | {"tally": {"made": not hand["tally"]["made"]}}
                reason = "Made and failed were mixed up on the slip."
                mends.append({"hand": number + 1, "first": wrong, "reason": reason})
            judged("pandoeren", self.rules, hand)
            written.append(hand)
        return written, mends

    def _hand(self, dealer: int, style: str, number: int) -> Record:
        wanted: dict[int, Callable[[Record], bool]] = {3: is_denied, 7: is_denied, 11: is_revived}
        fits = wanted.get(number, self._likely) if style == "full" else self._likely
        while True:
            hand = pandoeren.full_hand(self.dice, self.rules, dealer)
            if not fits(hand):
                continue
            if style == "full" or "plays" not in hand:
                return hand if style == "full" else without_cards(hand)
            if (slip := self._slip(hand, counted=style == "counted")) is not None:
                return slip

    def _likely(self, hand: Record) -> bool:
        """Few hands are passed out, and people make somewhat more than our players do."""
        if "plays" not in hand:
            return self.dice.random() < 0.2
        made = judged("pandoeren", self.rules, bare(hand))["outcome"] == "made"
        return made or self.dice.random() < 0.6

    def _slip(self, hand: Record, *, counted: bool) -> Record | None:
        """Bidder, contract, partner, made or failed; where counted, card points and roem too.

        None for a hand that nobody would understand without its cards.
        """
        judgement = judged("pandoeren", self.rules, bare(hand))
        less = without_cards(hand)
        if judgement["partner"] is not None:
            less["partner"] = judgement["partner"]
        elif less["contract"]["call"] is None and judgement["bid"] in naive.CALLING_AN_ACE:
            return None
        less["tally"] = {"made": judgement["outcome"] == "made"}
        if counted and judgement["points"]:
            less["tally"] |= {key: judgement["points"][key] for key in ("cards", "roem", "stuk")}
        return less if verdict(less)["ok"] else None


def without_cards(hand: Record) -> Record:
    """What a slip keeps of a hand."""
    return {key: value for key, value in hand.items() if key not in GAME_KEYS}


def is_denied(hand: Record) -> bool:
    """Whether somebody's roem was announced and denied by better."""
    return any(beaten(hand, denial) for denial in hand.get("denials", ()))


def is_revived(hand: Record) -> bool:
    """Whether denied roem of the declarer counted again by his partner's."""
    if not is_denied(hand) or len(hand["roem"]) < 2:
        return False
    partner = hand["roem"][1]["seat"]
    return not any(d["against"] == partner and beaten(hand, d) for d in hand["denials"])


def beaten(hand: Record, denial: Record) -> bool:
    """Whether a denial succeeds."""
    hands = naive.check_contract(hand, winning_bid(hand), declarer_of(hand))[1]
    return naive.best_of(hands[denial["by"]]) > naive.best_of(hands[denial["against"]])


def winning_bid(hand: Record) -> str:
    """The highest bid of an auction."""
    return str([call["bid"] for call in hand["auction"] if call["bid"] != "pass"][-1])


def declarer_of(hand: Record) -> int:
    """Who made it."""
    seat = pandoeren.last_bidder(hand["auction"])
    assert seat is not None
    return seat


@dataclass
class SpadesComposer:
    """An evening of Dummy-Hand Spades: every third match in full detail, the others by tricks."""

    dice: Random
    rules: Record
    matches: int = 0

    def match(self, dealer: int, *, hands: int | None = None) -> tuple[list[Record], list[Record]]:
        """Hands until somebody has won, or so many."""
        full = self.matches % 3 == 0
        self.matches += 1
        score = RunningScore("dummy_spades", self.rules)
        written: list[Record] = []
        while not score.standing.over and (hands is None or len(written) < hands):
            seat = (dealer + len(written)) % 3
            hand = bare(spades.full_hand(self.dice, self.rules, seat))
            judgement = judged("dummy_spades", self.rules, hand)
            if not full:
                hand = {key: hand[key] for key in ("dealer", "auction")}
                hand["tally"] = {"tricks": judgement["tricks"]}
            score.add_hand(judged("dummy_spades", self.rules, hand))
            written.append(hand)
        return written, []


@dataclass
class KlaverjasComposer:
    """An evening of Klaverjassen: one match in full detail, the others as a table notes them."""

    dice: Random
    rules: Record
    matches: int = 0

    def match(self, dealer: int, *, hands: int | None = None) -> tuple[list[Record], list[Record]]:
        """A boom, or so many hands of it."""
        self.matches += 1
        written = [
            self._hand((dealer + number) % 4, full=self.matches == 1)
            for number in range(hands or klaverjassen.options_of(self.rules)["hands"])
        ]
        return written, []

    def _hand(self, dealer: int, *, full: bool) -> Record:
        cards = list(klaverjas_rules.PACK)
        self.dice.shuffle(cards)
        dealt = [cards[seat * 8 : seat * 8 + 8] for seat in range(4)]
        first = (dealer + 1) % 4
        passed = 0
        while passed < 4 and strength(dealt[(first + passed) % 4]) < ENOUGH:
            passed += 1
        declarer = (first + passed) % 4
        calls = [{"seat": (first + turn) % 4, "bid": "pass"} for turn in range(passed)]
        calls.append({"seat": declarer, "bid": "play"})  # if all passed, the first must
        trump = max("SHDC", key=lambda suit: worth(dealt[declarer], suit))
        hand: Record = {"dealer": dealer, "auction": calls, "contract": {"trump": trump}}
        whole = hand | {"deal": dealt, "plays": self._plays(dealt, first, trump)}
        judgement = judged("klaverjassen", self.rules, whole)
        if full:
            return whole
        if judgement["outcome"] == "set":
            return hand | {"tally": {"made": False}}  # nobody counts a nat
        return bare(klaverjassen.as_tally(hand, judgement))

    def _plays(self, dealt: list[list[str]], leader: int, trump: str) -> list[list[str]]:
        """Eight tricks: win what can be won cheaply, else give the partner points."""
        following = klaverjassen.options_of(self.rules)["following"]
        hands, plays = [list(hand) for hand in dealt], []
        for _ in range(8):
            trick: list[str] = []
            for turn in range(4):
                hand = hands[(leader + turn) % 4]
                card = chosen(klaverjas_rules.playable(hand, trick, trump, following), trick, trump)
                hand.remove(card)
                trick.append(card)
            leader = (leader + klaverjas_rules.best(trick, trump)) % 4
            plays.append(trick)
        return plays


ENOUGH = 50
"""The strength with which players of the demo club play."""


def worth(hand: list[str], trump: str) -> int:
    """What a hand promises with these trumps."""
    trumps = [card for card in hand if card[0] == trump]
    aces = sum(card[1] == "A" and card[0] != trump for card in hand)
    return sum(klaverjas_rules.points(card, trump) + 5 for card in trumps) + 11 * aces


def strength(hand: list[str]) -> int:
    """What a hand promises with its best trumps."""
    return max(worth(hand, suit) for suit in "SHDC")


def chosen(allowed: list[str], trick: list[str], trump: str) -> str:
    """A sensible card: a sure winner is led, a partner gets points, the others as few as may be."""

    def height(card: str) -> tuple[int, int]:
        return klaverjas_rules.points(card, trump), klaverjas_rules.rank_in_play(card, trump)

    if not trick:
        leads = [card for card in allowed if card[1] == ("J" if card[0] == trump else "A")]
        return leads[0] if leads else min(allowed, key=height)
    if klaverjas_rules.best(trick, trump) == len(trick) - 2:
        return max((card for card in allowed if card[0] != trump), key=height, default=allowed[0])
    winning = [
        card for card in allowed if klaverjas_rules.best([*trick, card], trump) == len(trick)
    ]
    return max(winning, key=height) if winning else min(allowed, key=height)
