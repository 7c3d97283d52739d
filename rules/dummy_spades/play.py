"""The play, card by card: the winner of each trick and every illegal play.

Source: game play; breaking of spades as in usual spades.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.dummy_spades.cards import (
    DUMMY,
    FOLLOW,
    NAMES,
    NUMBERS,
    PACK,
    PLAIN,
    SPADES,
    TRICKS,
    winning_place,
)
from rules.pack import Holdings, TrickOrder, piece_fault, too_many, trick_fault
from rules.problems import Code, Problem, SeatInText, problem

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
                    seat=SeatInText(seat),
                    piece=NAMES[card],
                )
        elif self.break_spades and is_bad_lead(card, hand, self.gone):
            yield problem(
                Code.PLAY_BAD_LEAD,
                at,
                "{seat} may not lead {piece}: no spade has been played yet.",
                seat=SeatInText(seat),
                piece=NAMES[card],
            )
