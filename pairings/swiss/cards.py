"""What a pairing asks of the past: each entry's card, as a director writes one by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from pairings.base import PairingState, Table, TableResult

WIN = 2
"""Points are doubled, so that a drawn meeting is a whole number. A bye is a win."""
DRAW = 1


class Float(IntEnum):
    """How an entry left its score group in its last round."""

    DOWN = -1
    NONE = 0
    UP = 1


@dataclass(slots=True)
class Card:
    """One entry's rounds so far; ``points`` are twice the meetings won.

    ``homes`` are rounds on the first seats less those on the others; ``was_home`` the last of them.
    """

    entry: int
    points: int = 0
    met: set[int] = field(default_factory=set)
    had_bye: bool = False
    floated: Float = Float.NONE
    homes: int = 0
    was_home: bool = False


def cards_of(situation: PairingState) -> dict[int, Card]:
    """The card of everybody who ever took part, in the order of the entries."""
    cards = {entry: Card(entry) for entry in situation.entries}
    for planned, results in zip(situation.played, situation.results, strict=True):
        for card in cards.values():
            card.floated = Float.NONE
        for table, result in zip(planned.tables, results, strict=True):
            _write_meeting(cards, table, result)
        for entry in planned.byes:
            card = cards[entry]
            card.points += WIN
            card.had_bye, card.floated = True, Float.DOWN
    return cards


def _write_meeting(cards: Mapping[int, Card], table: Table, result: TableResult) -> None:
    home, away = (cards[entry] for entry in table)
    home.floated, away.floated = floats(home.points, away.points)
    for card, other in ((home, away), (away, home)):
        card.met.add(other.entry)
        card.was_home = card is home
        card.homes += 1 if card is home else -1
    for card in (home, away):
        if card.entry in result.winners:
            card.points += WIN
        elif result.is_drawn:
            card.points += DRAW


def floats(one: int, other: int) -> tuple[Float, Float]:
    """How two with these points leave their score groups to meet each other."""
    if one == other:
        return Float.NONE, Float.NONE
    return (Float.DOWN, Float.UP) if one > other else (Float.UP, Float.DOWN)
