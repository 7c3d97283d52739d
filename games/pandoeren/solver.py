"""Pandoeren: each seat's results on a deal, and recorded hands as searches.

Roem and stuk are ignored: they are shown, not played for. Only the holder of the called card
matters.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from engine.analysis.recorded import RecordedHand
from engine.analysis.search import EVERYBODY, Position, Rule, Search, SearchAim, TrickRanking
from engine.analysis.solver import hand_missing
from rules.game import Record
from rules.pandoeren.auction import Auction, read_auction
from rules.pandoeren.cards import (
    ACES,
    JACKS,
    KINGS,
    LAST_TRICK,
    NAMES,
    NUMBERS,
    NUMBERS_USED,
    SUIT_SIZE,
    SUITS,
    TRICKS,
    TRUMPS,
    WHOLE_PACK,
    cards_in,
    deal_problems,
    read_deal,
)
from rules.pandoeren.contracts import BIDS, Calls
from rules.pandoeren.contracts import Aim as Undertaking
from rules.pandoeren.judging import Case, read_case
from rules.pandoeren.options import OPTIONS, Options
from rules.problems import Problem
from rules.trumps import Trumps

ANY_TRICK: Final = "piccolo_any_one"
"""Piccolo under the option that the one trick may be any."""


@cache
def ranking_of(trumps: Trumps, aim: SearchAim) -> TrickRanking:
    """The ranking as the rule book has it. Neighbours in a suit that count the same, the jack of
    trumps apart, are worth the same."""
    points = aim.points or (0,) * NUMBERS_USED
    kinds: dict[tuple[int, int, bool], int] = {}
    lower, classes = [0] * NUMBERS_USED, [0] * NUMBERS_USED
    for card in cards_in(WHOLE_PACK):
        kind = card // SUIT_SIZE, points[card], bool(trumps.jack >> card & 1)
        classes[card] = kinds.setdefault(kind, 1 + len(kinds))
        strength = trumps.strength[card]
        suit = cards_in(trumps.follow[card])
        lower[card] = sum(1 << other for other in suit if strength[other] < strength[card])
    return TrickRanking(
        rule=Rule.TRUMP_ANY_TIME,
        follow=trumps.follow,
        strength=trumps.strength,
        trumps=trumps.cards,
        free=trumps.jack,
        lower=lower,
        classes=classes,
    )


# Aims


def aim_of(undertaking: Undertaking, trumps: Trumps, declarer: int, side: int) -> SearchAim:
    """Return the aim: card points of the declaring side; in other contracts 0 if it makes them."""
    declarer_bit, others = 1 << declarer, EVERYBODY & ~side
    every: tuple[int, ...] = (others,) * TRICKS
    match undertaking:
        case Undertaking.CARDS:
            return SearchAim(
                collect=(side,) * TRICKS,
                maximise=side,
                points=tuple(trumps.points),
                trick_points=0,
                last_points=LAST_TRICK,
            )
        case Undertaking.ALL:
            collect = every
        case Undertaking.FOUR_THEN_ALL:
            collect = (EVERYBODY & ~declarer_bit,) * 4 + every[4:]
        case Undertaking.ONE:
            collect = every[:1] + (declarer_bit,) * (TRICKS - 1)
        case Undertaking.NONE:
            collect = (declarer_bit,) * TRICKS
    return SearchAim(collect=collect, maximise=others, limit=1)


def any_trick_aim(declarer: int) -> SearchAim:
    """Return the aim of piccolo with any one trick."""
    declarer_bit = 1 << declarer
    return SearchAim(
        collect=(0,) * TRICKS, maximise=EVERYBODY & ~declarer_bit, one_trick=declarer_bit, limit=1
    )


# The table of a deal


def deal_table(deal: Record) -> dict[str, Any]:
    """The table of a deal without problems."""
    dealt = read_deal(deal)
    return table([hand for hand in dealt.hands if hand is not None], dealt.centre)


def makeable(record: Record) -> dict[str, Any] | Problem:
    """Return the table of a recorded deal. It has no par: there are no sides before a call."""
    if wrong := next(deal_problems(record), None):
        return wrong
    dealt = read_deal(record)
    known = [hand for hand in dealt.hands if hand is not None]
    missing = len(dealt.hands) - len(known)
    rest = WHOLE_PACK & ~(sum(known) | dealt.centre)
    if missing + (not dealt.centre) > 1:
        return hand_missing(dealt.hands.index(None) if missing else 0)
    hands = [rest if hand is None else hand for hand in dealt.hands]
    return {"table": table(hands, dealt.centre or rest), "par": None}


def table(hands: Sequence[int], centre: int) -> dict[str, Any]:
    """By seat: the most card points, and which of the other contracts could be made."""
    seats = [Declarer(hands, centre, seat) for seat in range(4)]
    return {
        "cards": [seat.most_cards() for seat in seats],
        "contracts": {name: [seat.can_make(name) for seat in seats] for name in CONTRACTS},
    }


CONTRACTS: Final = (
    *("piccolo", ANY_TRICK, "misere", "kereltje", "zwabber", "solo_zwabber", "pandoer", "prive"),
)
"""The contracts that are not for card points. Those with the hand shown are played alike, and
pandoer with roem asks for no other tricks."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Trumps, and the mask of the declaring side after a call."""

    trumps: Trumps
    side: int


@dataclass(frozen=True)
class Declarer:
    """A seat that has taken the centre card: it chooses trumps, a call and a discard."""

    dealt: Sequence[int]
    centre: int
    seat: int

    @property
    def hands(self) -> list[int]:
        """All hands, this one with nine cards."""
        return [
            hand | self.centre if seat == self.seat else hand
            for seat, hand in enumerate(self.dealt)
        ]

    @property
    def nine(self) -> int:
        """The declarer's cards before one is thrown out."""
        return self.dealt[self.seat] | self.centre

    def can_make(self, name: str) -> bool:
        """Whether a contract that is not for card points is made by some choice."""
        return any(
            search.worth(position) == 0
            for plan in self.plans(name)
            for search in [self.search(plan, self.aim(name, plan))]
            for position in self.positions(plan.trumps)
        )

    def aim(self, name: str, plan: Plan) -> SearchAim:
        """Return a contract's aim under a plan."""
        if name == ANY_TRICK:
            return any_trick_aim(self.seat)
        return aim_of(BIDS[name].contract.aim, plan.trumps, self.seat, plan.side)

    def most_cards(self) -> int:
        """Return the most card points in a number contract.

        The most promising choice is checked first: high promises are refuted quickly, so that few
        choices need an exact search.
        """
        choices = [
            Choice(search, position, LAST_TRICK + plan.trumps.worth(position.left))
            for plan in self.plans("120")
            for search in [self.search(plan, self.aim("120", plan))]
            for position in self.positions(plan.trumps)
        ]
        while True:
            best = max(choices, key=lambda choice: choice.most)
            if best.reaches_bound():
                return best.most

    def search(self, plan: Plan, aim: SearchAim) -> Search:
        """The play under a plan; all ways to throw a card out share its positions."""
        return Search(self.hands, ranking_of(plan.trumps, aim), aim)

    def positions(self, trumps: Trumps) -> list[Position]:
        """Before the first lead, by the card thrown out: the least useful ones first."""
        thrown = sorted(
            cards_in(self.nine),
            key=lambda card: (trumps.cards >> card & 1, trumps.points[card], card % SUIT_SIZE),
        )
        return [Position(sum(self.hands) & ~(1 << card), self.seat) for card in thrown]

    # Whom the declarer may choose to play with

    def plans(self, name: str) -> Iterator[Plan]:
        """Every choice of trumps and call that a contract allows."""
        contract = BIDS["piccolo" if name == ANY_TRICK else name].contract
        declarer_bit = 1 << self.seat
        for word in SUITS if contract.trumps else (None,):
            trumps = TRUMPS[word]
            match contract.calls:
                case Calls.NOBODY:
                    sides = [declarer_bit]
                case Calls.ACE:
                    sides = self.sides_by_ace()
                case Calls.JASS:
                    sides = self.sides_by_jass(trumps)
            yield from (Plan(trumps, side) for side in sides)

    def sides_by_ace(self) -> list[int]:
        """Return the sides: with a holder of an ace; of a king, if the declarer has had all aces;
        else alone.
        """
        callable_cards = (ACES & ~self.nine) or (KINGS & ~self.nine)
        partners = [seat for seat, hand in enumerate(self.hands) if hand & callable_cards]
        return [1 << self.seat | 1 << partner for partner in partners] or [1 << self.seat]

    def sides_by_jass(self, trumps: Trumps) -> list[int]:
        """With the holder of the jack of trumps; alone only with all four jacks."""
        if not JACKS & ~self.nine:
            return [1 << self.seat]
        return [
            1 << self.seat | 1 << partner
            for partner, hand in enumerate(self.hands)
            if hand & trumps.jack and partner != self.seat
        ]


@dataclass(slots=True)
class Choice:
    """One way to play a number contract, and the most that it can still turn out to be worth."""

    search: Search
    position: Position
    most: int

    def reaches_bound(self) -> bool:
        """Return whether it is worth that much; if not, its bound is lowered."""
        number = self.search.within(self.position, self.most - 1, self.most)
        if number >= self.most:
            return True
        self.most = number
        return False


# A recorded hand


def read_hand(record: Record) -> RecordedHand | Problem:
    """A legal record that gives the deal and its plays."""
    options = OPTIONS.resolve(record.get("rules", {}))
    assert isinstance(options, Options)
    auction = read_auction(record["auction"], record["dealer"], options)
    assert isinstance(auction, Auction)
    case = read_case(record, auction, options)
    assert isinstance(case, Case)
    hands = [hand for hand in case.evidence.complete if hand is not None]
    if len(hands) < len(case.evidence.complete):
        return hand_missing(case.evidence.complete.index(None))
    side = sum(1 << seat for seat in case.partnership.declarers)
    undertaking = auction.bid.contract.aim
    aim = (
        any_trick_aim(auction.declarer)
        if undertaking is Undertaking.ONE and options.any_trick
        else aim_of(undertaking, case.trumps, auction.declarer, side)
    )
    claimants = {None: 0, "declarer": side, "defence": EVERYBODY & ~side}
    return RecordedHand(
        names=NAMES,
        hands=hands,
        ranking=ranking_of(case.trumps, aim),
        aim=aim,
        counts_points=undertaking is Undertaking.CARDS,
        leader=auction.declarer,
        tricks=[[NUMBERS[name] for name in trick] for trick in record["plays"]],
        claimants=claimants[record.get("claim")],
    )
