"""Why two were paired: read off the round as it was drawn, for whoever asks."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from pairings.base import PairingState, PlannedRound, Table
from pairings.swiss.cards import cards_of
from pairings.swiss.field import Spot, field_of


class Why(StrEnum):
    """What a pair came from."""

    FOLD = "fold"
    """The same score, and the places that meet where the upper half plays the lower."""
    NEAR_FOLD = "near_fold"
    """The same score, and as near to that as former meetings and floats allow."""
    FLOAT_ODD = "float_odd"
    """One of an odd score group moves down."""
    FLOAT_MET = "float_met"
    """The group is even, but too many in it, or further down, have met."""
    BYE = "bye"
    """Sits out: of the lowest scores that have not yet."""


class Side(NamedTuple):
    """One side of a pair: twice its meetings won, and its place, from 1, in its score group."""

    entry: int
    points: int
    place: int
    size: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a table, or a bye, is what it is; the higher score, then the better place, first."""

    why: Why
    sides: tuple[Side, ...]


def reasons(situation: PairingState, number: int, planned: PlannedRound) -> tuple[Reason, ...]:
    """One for each table of round ``number``, from 1, and after them for each bye.

    Rounds of the situation from that one on are not looked at, nor who is absent now: those who
    are in the round took part in it.
    """
    before = replace(
        situation,
        played=situation.played[: number - 1],
        results=situation.results[: number - 1],
    )
    sides, spots = _sides(before, planned)
    odd = _odd_groups(planned, spots)
    return tuple(
        _reason(table, sides, spots, odd)
        for table in (*planned.tables, *((entry,) for entry in planned.byes))
    )


def _sides(before: PairingState, planned: PlannedRound) -> tuple[dict[int, Side], dict[int, Spot]]:
    there = {*planned.byes, *(entry for table in planned.tables for entry in table)}
    cards = cards_of(before)
    field = field_of([card for entry, card in cards.items() if entry in there])
    spots = {card.entry: spot for card, spot in zip(field.cards, field.spots, strict=True)}
    sides = {
        entry: Side(entry, cards[entry].points, spot.place + 1, spot.size)
        for entry, spot in spots.items()
    }
    return sides, spots


def _odd_groups(planned: PlannedRound, spots: Mapping[int, Spot]) -> frozenset[int]:
    """Groups in which, with those who come from above and without the bye, one is left over."""
    sizes = Counter(spot.group for spot in spots.values())
    sizes.subtract(spots[entry].group for entry in planned.byes)
    for table in planned.tables:
        high, low = sorted(spots[entry].group for entry in table)
        if high < low:
            sizes[low] += 1
    return frozenset(group for group, size in sizes.items() if size % 2)


def _reason(
    table: Table,
    sides: Mapping[int, Side],
    spots: Mapping[int, Spot],
    odd: frozenset[int],
) -> Reason:
    ordered = sorted(table, key=spots.__getitem__)
    return Reason(
        _why([spots[entry] for entry in ordered], odd),
        tuple(sides[entry] for entry in ordered),
    )


def _why(spots: list[Spot], odd: frozenset[int]) -> Why:
    if len(spots) == 1:
        return Why.BYE
    high, low = spots
    if high.group != low.group:
        return Why.FLOAT_ODD if high.group in odd else Why.FLOAT_MET
    return Why.FOLD if low.place - high.place == high.size // 2 else Why.NEAR_FOLD
