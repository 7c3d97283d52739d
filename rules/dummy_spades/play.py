"""The play, card by card: the winner of each trick and every illegal play.

`follow_play` handles any record and reports problems; `replay` is a fast path for complete records,
over the same tables. Source: game play; breaking of spades as in usual spades.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.dummy_spades.cards import (
    CAN_WIN,
    DUMMY,
    FOLLOW,
    HAND_SIZE,
    NAMES,
    NUMBERS,
    PACK,
    PLAIN,
    SPADES,
    TRICKS,
    WHOLE_PACK,
    winning_place,
)
from rules.pack import Holdings, TrickOrder, piece_fault, too_many, trick_fault
from rules.problems import Code, Problem, Seat, problem

HANDS: Final = 4


def places_at_table(declarer: int) -> tuple[int, ...]:
    """Return the seats clockwise: declarer, next real player, dummy opposite the declarer, the
    other."""
    return declarer, (declarer + 1) % 3, DUMMY, (declarer + 2) % 3


def orders_with(declarer: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of a trick in order of play, by leader."""
    places = places_at_table(declarer)
    at = [places.index(leader) for leader in range(HANDS)]
    return tuple(places[place:] + places[:place] for place in at)


TABLES: Final = tuple(
    TrickOrder(orders_with(declarer), winning_place, TRICKS) for declarer in range(3)
)
"""By declarer."""


def is_revoke(card: int, hand: int, lead: int) -> bool:
    """Return whether a card of another suit was played from a hand that could follow."""
    follow = FOLLOW[lead]
    return not 1 << card & follow and bool(hand & follow)


def is_bad_lead(card: int, hand: int, played: int) -> bool:
    """Return whether a spade was led before spades were broken, from a hand that had another
    suit."""
    return bool(1 << card & SPADES and not played & SPADES and hand & PLAIN)


@dataclass(slots=True)
class Played:
    """The winners of the recorded tricks, up to a problem that makes the rest unreadable."""

    winners: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def follow_results(results: Sequence[Mapping[str, Any]]) -> Played:
    """Return the winners as recorded; four hands can win tricks in any order, so only their number
    is checked."""
    played = Played([result["winner"] for result in results])
    played.problems += (
        too_many(f"/trick_results/{t}", TRICKS) for t in range(TRICKS, len(results))
    )
    return played


def follow_play(
    plays: Sequence[Sequence[str]],
    holdings: Holdings,
    table: TrickOrder,
    leader: int,
    *,
    break_spades: bool,
) -> Played:
    """Return the tricks as played with all problems, up to one that makes the rest unreadable."""
    return _Walk(plays, holdings, table, leader, break_spades).run()


@dataclass(slots=True)
class _Walk:
    """The replay of one record, trick by trick."""

    plays: Sequence[Sequence[str]]
    holdings: Holdings
    table: TrickOrder
    leader: int
    break_spades: bool
    gone: int = 0
    result: Played = field(default_factory=Played)

    def run(self) -> Played:
        for t, trick in enumerate(self.plays):
            wrong = trick_fault(self.plays, t, HANDS, TRICKS)
            if wrong is None:
                wrong = self._lay(trick, f"/plays/{t}")
            if wrong is not None:
                self.result.problems.append(wrong)
                break
        return self.result

    def _lay(self, trick: Sequence[str], at: str) -> Problem | None:
        """Play one trick. Return a problem that makes the rest unreadable; an illegal card is noted
        and the play goes on."""
        order = self.table.orders[self.leader]
        cards: list[int] = []
        for i, (seat, name) in enumerate(zip(order, trick, strict=False)):
            wrong = piece_fault(
                f"{at}/{i}",
                name,
                pack=PACK,
                played=self.gone,
                seat=seat,
                excluded=self.holdings.excluded[seat],
            )
            if wrong is not None:
                return wrong
            cards.append(NUMBERS[name])
            self.result.problems += self._mistakes(f"{at}/{i}", seat, cards)
            self.gone |= 1 << cards[-1]
        if len(cards) == HANDS:
            self.leader = order[winning_place(cards)]
            self.result.winners.append(self.leader)
        return None

    def _mistakes(self, at: str, seat: int, cards: Sequence[int]) -> Iterator[Problem]:
        """Yield the problem of a card that the seat holds but may not play now."""
        card = cards[-1]
        hand = self.holdings.held[seat] & ~self.gone
        if len(cards) > 1:
            if is_revoke(card, hand, cards[0]):
                yield problem(
                    Code.PLAY_REVOKE,
                    at,
                    "{seat} may not play {piece}: the suit led could be followed.",
                    seat=Seat(seat),
                    piece=NAMES[card],
                )
        elif self.break_spades and is_bad_lead(card, hand, self.gone):
            yield problem(
                Code.PLAY_BAD_LEAD,
                at,
                "{seat} may not lead {piece}: no spade has been played yet.",
                seat=Seat(seat),
                piece=NAMES[card],
            )


# The fast path through thirteen whole tricks by known hands. It reads the same tables as `play`
# and gives None wherever a card may not be played; what is wrong, and where, is for `play` to say.
# Nearly all the time of judging a full record is spent here, so the four cards of a trick are
# written out one by one. Cards are bits and hands sums of bits. A hand ends at 0 only if exactly
# its own thirteen cards were played from it: so that is asked once, at the end.


BIT_OF: Final = {name: 1 << number for name, number in NUMBERS.items()}
bit_of: Final = BIT_OF.__getitem__
LEADS: Final = {
    name: (1 << number, FOLLOW[number], CAN_WIN[number]) for name, number in NUMBERS.items()
}
"""Of the card led: its bit, the cards that follow it, the cards that can win the trick."""
LOWEST_SPADE: Final = SPADES & -SPADES
PLAYED_OUT: Final = [0, 0, 0, 0]


def full_hands(deal: Any) -> list[int] | None:
    """Return four complete hands as masks if the deal has no fault, else None.

    Raise KeyError or TypeError for words that are no cards.
    """
    if type(deal) is not list or len(deal) != 4:
        return None
    hands = []
    for hand in deal:
        if type(hand) is not list or len(hand) != HAND_SIZE:
            return None
        hands.append(sum(map(bit_of, hand)))
    # Thirteen bits each that sum up to the whole pack: so none is there twice.
    return hands if sum(hands) == WHOLE_PACK else None


def replay(
    tricks: list[list[str]], left: list[int], declarer: int, leader: int, *, break_spades: bool
) -> list[int] | None:
    """Return tricks by hand, or None if anything is wrong; `left` are the hands and end up empty.

    Raise KeyError or TypeError for words that are no cards, ValueError for a trick of the wrong
    size.
    """
    bits, leads = BIT_OF, LEADS
    orders, won, broken = TABLES[declarer].orders, [0, 0, 0, 0], not break_spades
    for a, b, c, d in tricks:
        seat_a, seat_b, seat_c, seat_d = orders[leader]
        bit_a, follow, can_win = leads[a]
        bit_b, bit_c, bit_d = bits[b], bits[c], bits[d]
        hand_a, hand_b, hand_c, hand_d = left[seat_a], left[seat_b], left[seat_c], left[seat_d]
        laid = bit_a | bit_b | bit_c | bit_d
        if laid & ~follow and (
            (not bit_b & follow and hand_b & follow)
            or (not bit_c & follow and hand_c & follow)
            or (not bit_d & follow and hand_d & follow)
        ):
            return None
        if not broken and laid >= LOWEST_SPADE:
            if bit_a >= LOWEST_SPADE and hand_a & PLAIN:
                return None
            broken = True
        best, leader = bit_a, seat_a
        if bit_b > best and bit_b & can_win:
            best, leader = bit_b, seat_b
        if bit_c > best and bit_c & can_win:
            best, leader = bit_c, seat_c
        if bit_d > best and bit_d & can_win:
            leader = seat_d
        won[leader] += 1
        left[seat_a], left[seat_b] = hand_a - bit_a, hand_b - bit_b
        left[seat_c], left[seat_d] = hand_c - bit_c, hand_d - bit_d
    return won if left == PLAYED_OUT else None
