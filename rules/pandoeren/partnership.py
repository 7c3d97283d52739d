"""The contract as named: trumps, the called card, the discard, and the partnership.

Source: the exchange, the called ace, the king where aces are out, kereltje.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.game import Record
from rules.pandoeren.cards import ACES, BIT_OF, JACKS, KINGS, SUITS, TRUMPS, Dealt
from rules.pandoeren.contracts import Bid, Calls
from rules.pandoeren.play import Evidence
from rules.problems import BidInText, Code, Problem, SeatInText, problem, shown
from rules.trumps import Trumps


@dataclass(frozen=True, slots=True)
class Partnership:
    """The two sides of a hand. `candidates` are the seats that may be the partner: one if known,
    None if the declarer plays alone."""

    declarer: int
    candidates: tuple[int | None, ...]

    @property
    def alone(self) -> bool:
        """Whether the declarer has no partner."""
        return self.candidates == (None,)

    @property
    def is_known(self) -> bool:
        """Whether the partner, or that there is none, is known."""
        return len(self.candidates) == 1

    @property
    def partner(self) -> int | None:
        """The partner, where known."""
        return self.candidates[0] if self.is_known else None

    @property
    def opponents(self) -> frozenset[int]:
        """The seats that certainly play against the declarer."""
        return frozenset(range(4)) - {self.declarer, *self.candidates}

    def may_declare(self, seat: int) -> bool:
        """Return whether the seat may be on the declaring side, as far as is known."""
        return seat not in self.opponents

    @property
    def declarers(self) -> frozenset[int]:
        """The seats that certainly are on the declaring side."""
        partner = self.partner
        return frozenset({self.declarer} if partner is None else {self.declarer, partner})


def read_trumps(words: Mapping[str, Any], bid: Bid) -> Trumps | Problem:
    """Return the suit of trumps that was named, if the contract asks for one."""
    word, at = words.get("trump"), "/contract/trump"
    if word is not None and (len(word) != 1 or word not in SUITS):
        return problem(Code.CONTRACT_UNKNOWN, at, "“{trump}” is not a suit.", trump=shown(word))
    if bid.contract.trumps and word is None:
        return problem(
            Code.CONTRACT_NOT_ALLOWED, at, "{bid} is played with trumps.", bid=BidInText(bid.name)
        )
    if word is not None and not bid.contract.trumps:
        return problem(
            Code.CONTRACT_NOT_ALLOWED,
            at,
            "{bid} is played without trumps.",
            bid=BidInText(bid.name),
        )
    return TRUMPS[word]


def read_partnership(
    record: Record, bid: Bid, trumps: Trumps, evidence: Evidence
) -> Partnership | Problem:
    """Return the partnership, or the first problem with call, discard or partner."""
    called = called_card(
        record["contract"].get("call"),
        bid,
        trumps,
        evidence.shown[evidence.declarer],
        ace_is_free=not evidence.may_be_among_nine(ACES),
    )
    if isinstance(called, Problem):
        return called
    if wrong := _discard_problem(evidence.dealt, evidence.declarer):
        return wrong
    candidates = _candidates(called, evidence)
    if "partner" not in record:
        return Partnership(evidence.declarer, candidates)
    named = record["partner"]
    if named not in candidates:
        return problem(
            Code.CONTRACT_NOT_ALLOWED,
            "/partner",
            "{seat} is not the declarer's partner.",
            seat=SeatInText(named),
        )
    return Partnership(evidence.declarer, (named,))


def _candidates(called: int | None, evidence: Evidence) -> tuple[int | None, ...]:
    if called is None:
        return (None,)
    holder = evidence.holder(called)
    if holder is not None:
        return (holder,)
    others = (seat for seat in range(4) if seat != evidence.declarer)
    return tuple(seat for seat in others if not evidence.lacks(seat, called))


# The called card


def called_card(
    word: str | None, bid: Bid, trumps: Trumps, nine: int, *, ace_is_free: bool
) -> int | Problem | None:
    """Return the called card as a mask, or None if the declarer plays alone.

    `nine` are the declarer's nine as far as known; `ace_is_free` says that another seat has an ace.
    """
    if bid.contract.calls is Calls.JASS and nine & trumps.jack and JACKS & ~nine:
        return _own_card("/contract/trump")
    if word is not None and word not in BIT_OF:
        return problem(
            Code.CONTRACT_UNKNOWN, "/contract/call", "“{card}” is not a card.", card=shown(word)
        )
    card = None if word is None else BIT_OF[word]
    match bid.contract.calls:
        case Calls.ACE:
            return _called_ace(card, bid, nine, ace_is_free=ace_is_free)
        case Calls.JASS:
            return _called_jass(card, bid, trumps, nine)
        case Calls.NOBODY:
            return None if card is None else _not_called(bid)


def _called_jass(card: int | None, bid: Bid, trumps: Trumps, nine: int) -> int | Problem | None:
    """Return the jack of trumps, which need not be recorded; a declarer with all four jacks plays
    alone."""
    if card is not None and card != trumps.jack:
        return _not_called(bid)
    if not JACKS & ~nine:
        return None if card is None else _own_card("/contract/call")
    return trumps.jack


def _called_ace(
    card: int | None, bid: Bid, nine: int, *, ace_is_free: bool
) -> int | Problem | None:
    """Return an ace, or a king for a declarer who has had all four aces; with all the kings
    too there is no call."""
    if card is None:
        if not (ACES | KINGS) & ~nine:
            return None
        return problem(Code.CALL_MISSING, "/contract/call", "A card has to be called.")
    if not card & (ACES | KINGS):
        return _not_called(bid)
    if card & nine:
        return _own_card("/contract/call")
    if card & KINGS and ace_is_free:
        return problem(
            Code.CALL_KING_ONLY, "/contract/call", "An ace could be called, so no king may be."
        )
    return card


def _not_called(bid: Bid) -> Problem:
    return problem(
        Code.CALL_NOT_ALLOWED,
        "/contract/call",
        "That card cannot be called in {bid}.",
        bid=BidInText(bid.name),
    )


def _own_card(at: str) -> Problem:
    return problem(Code.CALL_OWN_CARD, at, "The declarer has the called card, or discarded it.")


# The card thrown out


def _discard_problem(dealt: Dealt, declarer: int) -> Problem | None:
    hand = dealt.hands[declarer]
    whole = hand is not None and dealt.centre
    if dealt.discard & dealt.elsewhere(declarer):
        return problem(Code.DEAL_BAD_DISCARD, "/discard", "Another player was dealt that card.")
    if whole and not dealt.discard & ((hand or 0) | dealt.centre) and dealt.discard:
        return problem(
            Code.DEAL_BAD_DISCARD, "/discard", "The declarer does not have that card to discard."
        )
    return None
