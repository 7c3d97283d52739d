"""The play, card by card: what may be played and what was played wrongly.

Source: play of the cards; the jack of trumps that is never forced; under-trumping.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.pack import is_right_size, piece_fault, trick_fault
from rules.pandoeren.cards import HAND_SIZE, NAMES, NUMBERS, PACK, TRICKS, WHOLE_PACK, Dealt, Trumps
from rules.problems import Code, Problem, SeatInText, problem

# The cards that each seat held, as far as the record proves it by the deal, the exchange and the
# play. The declarer has *nine*: the eight that were dealt and the centre card, one of which is
# discarded. A play of a card that the record gives to another seat, or to the discard, proves
# nothing.


NINE: Final = 9
NO_PLAYS: Final[Sequence[Sequence[str]]] = ()


@dataclass(slots=True)
class PossibleHolders:
    """The seats that may hold each card; the declarer's nine fill up as they play."""

    dealt: Dealt
    declarer: int
    nine: int = field(init=False)

    def __post_init__(self) -> None:
        hand = self.dealt.hands[self.declarer] or 0
        self.nine = hand | self.dealt.centre | self.dealt.discard

    def may_hold(self, seat: int, card: int) -> bool:
        """Return whether the seat can hold the card (a mask) after the exchange."""
        if card & (self.dealt.discard | self.dealt.elsewhere(seat)):
            return False
        if seat == self.declarer:
            return bool(card & self.nine) or self.nine.bit_count() < NINE
        hand = self.dealt.hands[seat]
        return not card & self.dealt.centre and (hand is None or bool(hand & card))

    def take(self, seat: int, card: int) -> None:
        """Note a card that the seat may have played; for the declarer it is one of the nine."""
        if seat == self.declarer:
            self.nine |= card


@dataclass(slots=True)
class ReplayedPlays:
    """The tricks as recorded, up to a fault that makes the rest unreadable.

    `winners` and card `points` of the complete tricks; `unheld` the places (trick, card) of cards
    that their player cannot have held; `played` what each seat certainly played.
    """

    winners: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    unheld: set[tuple[int, int]] = field(default_factory=set)
    played: list[int] = field(default_factory=lambda: [0] * 4)


def read_plays(
    plays: Sequence[Sequence[str]], dealt: Dealt, declarer: int, trumps: Trumps
) -> ReplayedPlays:
    """Return each play and each winner by the tricks alone; a card played twice counts once.

    A trick with a word that is no card proves nothing, but the cards before that word are checked.
    """
    replayed, holders = ReplayedPlays(), PossibleHolders(dealt, declarer)
    leader, seen = declarer, 0
    for t, trick in enumerate(plays[:TRICKS]):
        if not is_right_size(plays, t, 4):
            break
        cards = cards_to_the_first_unknown(trick)
        is_sound = len(cards) == len(trick)
        for i, card in enumerate(cards):
            seat, bit = (leader + i) % 4, 1 << card
            if not seen & bit and not holders.may_hold(seat, bit):
                replayed.unheld.add((t, i))
            elif not seen & bit and is_sound:
                holders.take(seat, bit)
                replayed.played[seat] |= bit
            seen |= bit
        if not is_sound:
            break
        if len(cards) == 4:
            leader = (leader + trumps.winner(cards)) % 4
            replayed.winners.append(leader)
            replayed.points.append(sum(trumps.points[card] for card in cards))
    return replayed


def cards_to_the_first_unknown(trick: Sequence[str]) -> list[int]:
    """Return the cards of a trick up to a word that is no card."""
    cards = []
    for name in trick:
        if name not in NUMBERS:
            break
        cards.append(NUMBERS[name])
    return cards


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the record proves about the hands.

    `shown[seat]`: cards that were in that hand; the declarer's are among the nine. `whole[seat]`:
    all eight after the exchange, if known. `given[seat]`: the same if the deal gives them; revokes
    are judged by it.
    """

    dealt: Dealt
    declarer: int
    shown: tuple[int, ...]
    whole: tuple[int | None, ...]
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
        hand = self.whole[seat]
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


def gather(dealt: Dealt, declarer: int, replayed: ReplayedPlays) -> Evidence:
    """Return the evidence of the deal and of the play."""
    given = tuple(given_hand(dealt, declarer, seat) for seat in range(4))
    whole = tuple(
        played if hand is None and played.bit_count() == HAND_SIZE else hand
        for hand, played in zip(given, replayed.played, strict=True)
    )
    shown = [(dealt.hands[seat] or 0) | replayed.played[seat] for seat in range(4)]
    shown[declarer] |= dealt.centre | dealt.discard
    others = [hand for seat, hand in enumerate(whole) if seat != declarer and hand is not None]
    if len(others) == 3:
        shown[declarer] |= WHOLE_PACK & ~sum(others)
    return Evidence(dealt, declarer, tuple(shown), whole, given)


def given_hand(dealt: Dealt, declarer: int, seat: int) -> int | None:
    """Return the eight cards of a seat after the exchange, where the deal gives them."""
    hand = dealt.hands[seat]
    if hand is None or seat != declarer:
        return hand
    if not (dealt.centre and dealt.discard):
        return None
    return (hand | dealt.centre) & ~dealt.discard


NO_CARD: Final = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in the play. `by` is the seat that broke a rule of play, on which a director may have
    ruled; without it the fault is one of the record."""

    problem: Problem
    by: int | None = None


@dataclass(slots=True)
class OpenTrick:
    """A trick in play: the lead, and the trumps below the highest trump in it."""

    lead: int | None = None
    beaten: int = NO_CARD


def is_revoke(card: int, hand: int, lead: int, trumps: Trumps) -> bool:
    """Return whether the card neither follows nor trumps although the hand could follow without the
    jack of trumps."""
    bit, follow = 1 << card, trumps.follow[lead]
    return not bit & (follow | trumps.cards) and bool(hand & follow & ~trumps.jack)


def is_undertrump(card: int, hand: int, trick: OpenTrick, trumps: Trumps) -> bool:
    """Return whether the card under-trumps a plain suit although the hand could play anything
    else."""
    other = hand & ~trumps.jack & ~trick.beaten
    return bool(1 << card & trick.beaten and other)


def lay(trick: OpenTrick, card: int, trumps: Trumps) -> None:
    """Add a card to the trick. When trumps are led any trump may follow, so none counts as
    beaten."""
    if trick.lead is None:
        trick.lead = card
    elif not 1 << trick.lead & trumps.cards:
        trick.beaten |= trumps.lower[card]


@dataclass(slots=True)
class Walk:
    """The replay of one record, from the first lead on."""

    plays: Sequence[Sequence[str]]
    trumps: Trumps
    evidence: Evidence
    replayed: ReplayedPlays
    left: list[int] = field(init=False)
    played: int = 0

    def __post_init__(self) -> None:
        """Where a hand is not given, the seat holds at least what it plays."""
        self.left = [
            played if hand is None else hand
            for hand, played in zip(self.evidence.given, self.replayed.played, strict=True)
        ]

    def faults(self) -> Iterator[Fault]:
        """Yield every fault in order, up to one that makes the rest unreadable."""
        leader = self.evidence.declarer
        for t in range(len(self.plays)):
            wrong = trick_fault(self.plays, t, 4, TRICKS)
            if wrong is not None:
                yield Fault(wrong)
                return
            for fault in self._card_faults(t, leader):
                yield fault
                if fault.by is None:
                    return
            if t < len(self.replayed.winners):
                leader = self.replayed.winners[t]

    def _card_faults(self, t: int, leader: int) -> Iterator[Fault]:
        trick = OpenTrick()
        for i, name in enumerate(self.plays[t]):
            seat, at = (leader + i) % 4, f"/plays/{t}/{i}"
            wrong = self._writing_fault(name, seat, (t, i), at)
            if wrong is not None:
                yield Fault(wrong)
                return
            card = NUMBERS[name]
            breach = self._breach(card, seat, trick, at)
            if breach is not None:
                yield Fault(breach, by=seat)
            lay(trick, card, self.trumps)
            self.played |= 1 << card
            self.left[seat] &= ~(1 << card)

    def _writing_fault(
        self, name: str, seat: int, place: tuple[int, int], at: str
    ) -> Problem | None:
        """Return the problem of a card that this seat cannot have played under any rules of
        play."""
        unheld = PACK.bit(name) if place in self.replayed.unheld else NO_CARD
        return piece_fault(at, name, pack=PACK, played=self.played, seat=seat, excluded=unheld)

    def _breach(self, card: int, seat: int, trick: OpenTrick, at: str) -> Problem | None:
        """Return the problem of a card that the seat holds but may not play now."""
        if trick.lead is None:
            return None
        hand, piece = self.left[seat], NAMES[card]
        if is_revoke(card, hand, trick.lead, self.trumps):
            return problem(
                Code.PLAY_REVOKE,
                at,
                "{seat} may not play {piece}: the suit led could be followed.",
                seat=SeatInText(seat),
                piece=piece,
            )
        if is_undertrump(card, hand, trick, self.trumps):
            return problem(
                Code.PLAY_UNDERTRUMP,
                at,
                "{seat} may not play {piece} under a higher trump.",
                seat=SeatInText(seat),
                piece=piece,
            )
        return None
