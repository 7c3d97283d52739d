"""The play, card by card: what the record proves of the hands, and what was played wrongly.

Source: play of the cards; the jack of trumps that is never forced; under-trumping.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.pack import Holdings
from rules.pandoeren.cards import HAND_SIZE, NAMES, PACK, WHOLE_PACK, Dealt
from rules.problems import Code, Problem, SeatInText, problem
from rules.trick_play import FOUR_HANDED, TrickRules, Turn
from rules.trumps import Trumps

# The cards that each seat held, as far as the record proves it by the deal, the exchange and the
# play. The declarer has *nine*: the eight that were dealt and the centre card, one of which is
# discarded. A play of a card that the record gives to another seat, or to the discard, proves
# nothing.


NINE: Final = 9


def read_holdings(dealt: Dealt, declarer: int, plays: Iterable[tuple[int, int]]) -> Holdings:
    """Return the cards that each seat certainly played, and those that it cannot have had after the
    exchange. The declarer's nine fill up as they play; a card played twice counts once."""
    excluded = [_excluded(dealt, declarer, seat) for seat in range(4)]
    nine = (dealt.hands[declarer] or 0) | dealt.centre | dealt.discard
    played, seen = [0] * 4, 0
    for seat, card in plays:
        bit = 1 << card
        if not bit & (seen | excluded[seat]):
            played[seat] |= bit
            if seat == declarer:
                nine |= bit
                excluded[seat] |= _beyond(nine)
        seen |= bit
    return Holdings(played, excluded)


def _excluded(dealt: Dealt, declarer: int, seat: int) -> int:
    """Return the cards that the deal does not let a seat hold after the exchange."""
    elsewhere, hand = dealt.discard | dealt.elsewhere(seat), dealt.hands[seat]
    if seat == declarer:
        return elsewhere | _beyond((hand or 0) | dealt.centre | dealt.discard)
    return elsewhere | dealt.centre | (0 if hand is None else WHOLE_PACK & ~hand)


def _beyond(nine: int) -> int:
    """Return the cards that are not among the declarer's nine, once all nine are known."""
    return WHOLE_PACK & ~nine if nine.bit_count() >= NINE else 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the record proves about the hands.

    `shown[seat]`: cards that were in that hand; the declarer's are among the nine.
    `complete[seat]`: all eight after the exchange, if known. `given[seat]`: the same if the deal
    gives them; revokes are judged by it.
    """

    dealt: Dealt
    declarer: int
    shown: tuple[int, ...]
    complete: tuple[int | None, ...]
    given: tuple[int | None, ...]

    def holder(self, card: int) -> int | None:
        """Return the other seat that has the card: shown there, or the only seat left for it."""
        others = [seat for seat in range(4) if seat != self.declarer]
        for seat in others:
            if self.shown[seat] & card:
                return seat
        left = [seat for seat in others if not self.lacks(seat, card)]
        return left[0] if len(left) == 1 else None

    def lacks(self, seat: int, card: int) -> bool:
        """Return whether the seat, not the declarer, is known not to have the card."""
        hand = self.complete[seat]
        return hand is not None and not hand & card

    def shown_elsewhere(self, seat: int) -> int:
        """Return the cards that the record shows with other seats."""
        shown = 0
        for other in range(4):
            if other != seat:
                shown |= self.shown[other]
        return shown

    def may_be_among_nine(self, cards: int) -> bool:
        """Return whether the declarer may have had all of these cards before the discard."""
        seen = self.shown[self.declarer]
        if cards & self.shown_elsewhere(self.declarer):
            return False
        return not cards & ~seen or (seen | cards).bit_count() <= NINE

    def may_hold(self, seat: int, cards: int) -> bool:
        """Return whether all of these cards may be in that hand after the exchange."""
        room = NINE if seat == self.declarer else HAND_SIZE
        elsewhere = self.dealt.discard | self.shown_elsewhere(seat)
        return not cards & elsewhere and (self.shown[seat] | cards).bit_count() <= room


def gather(dealt: Dealt, declarer: int, played: Sequence[int]) -> Evidence:
    """Return the evidence of the deal and of the cards that each seat played."""
    given = tuple(given_hand(dealt, declarer, seat) for seat in range(4))
    complete = tuple(
        cards if hand is None and cards.bit_count() == HAND_SIZE else hand
        for hand, cards in zip(given, played, strict=True)
    )
    shown = [(dealt.hands[seat] or 0) | played[seat] for seat in range(4)]
    shown[declarer] |= dealt.centre | dealt.discard
    others = [hand for seat, hand in enumerate(complete) if seat != declarer and hand is not None]
    if len(others) == 3:
        shown[declarer] |= WHOLE_PACK & ~sum(others)
    return Evidence(dealt, declarer, tuple(shown), complete, given)


def given_hand(dealt: Dealt, declarer: int, seat: int) -> int | None:
    """Return the eight cards of a seat after the exchange, where the deal gives them."""
    hand = dealt.hands[seat]
    if hand is None or seat != declarer:
        return hand
    if not (dealt.centre and dealt.discard):
        return None
    return (hand | dealt.centre) & ~dealt.discard


# One card


def is_revoke(card: int, hand: int, lead: int, trumps: Trumps) -> bool:
    """Return whether the card neither follows nor trumps although the hand could follow without the
    jack of trumps."""
    bit, follow = 1 << card, trumps.follow[lead]
    return not bit & (follow | trumps.cards) and bool(hand & follow & ~trumps.jack)


def is_undertrump(card: int, hand: int, trick: Sequence[int], trumps: Trumps) -> bool:
    """Return whether the card under-trumps a plain suit although the hand could play anything
    else."""
    bit = 1 << card
    if not bit & trumps.cards:
        return False
    beaten = beaten_trumps(trick, trumps)
    return bool(bit & beaten and hand & ~trumps.jack & ~beaten)


def beaten_trumps(trick: Sequence[int], trumps: Trumps) -> int:
    """Return the trumps below the highest in the trick. When trumps are led any trump may follow,
    so none counts as beaten."""
    beaten = 0
    if not 1 << trick[0] & trumps.cards:
        for card in trick[1:]:
            beaten |= trumps.lower[card]
    return beaten


# The whole hand


@dataclass(frozen=True, slots=True)
class CardPlay(TrickRules):
    """The play under one suit of trumps, or none."""

    pack = PACK

    trumps: Trumps

    def winning_place(self, trick: Sequence[int], number: int) -> int:
        return self.trumps.winner(trick)

    def worth(self, trick: Sequence[int]) -> int:
        return sum(self.trumps.points[card] for card in trick)

    def breach(self, turn: Turn) -> Problem | None:
        """Return the problem of a card that does not follow suit, or lies under a higher trump."""
        if not turn.trick:
            return None
        piece, lead = NAMES[turn.piece], turn.trick[0]
        if is_revoke(turn.piece, turn.hand, lead, self.trumps):
            return problem(
                Code.PLAY_REVOKE,
                turn.at,
                "{seat} may not play {piece}: the suit led could be followed.",
                seat=SeatInText(turn.seat),
                piece=piece,
            )
        if is_undertrump(turn.piece, turn.hand, turn.trick, self.trumps):
            return problem(
                Code.PLAY_UNDERTRUMP,
                turn.at,
                "{seat} may not play {piece} under a higher trump.",
                seat=SeatInText(turn.seat),
                piece=piece,
            )
        return None


def card_play(declarer: int, trumps: Trumps) -> CardPlay:
    """Return the play of a hand, in which the declarer leads first."""
    return CardPlay(FOUR_HANDED, declarer, trumps)
