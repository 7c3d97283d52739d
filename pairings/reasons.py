"""Why two entries were paired, or one sits out."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class PairReason(StrEnum):
    """Why two entries were paired."""

    FOLD = "fold"
    """The same score, and the places that meet when the upper half plays the lower."""
    NEAR_FOLD = "near_fold"
    """The same score, and as near to that as former meetings, floats and rounds to come allow."""
    FLOAT_ODD = "float_odd"
    """One of an odd score group moves down."""
    FLOAT_MET = "float_met"
    """The group is even, but too many in it, or further down, have met, or could not be paired in
    the rounds to come."""
    AGAIN = "again"
    """They have met before."""
    BYE = "bye"
    """Sits out: of the lowest scores that have not yet."""
    BYE_ABOVE = "bye_above"
    """Sits out although some with a lower score have not yet."""
    BYE_AGAIN = "bye_again"
    """Sits out and has sat out before."""


class PairedEntry(NamedTuple):
    """One side of a pair: twice its meetings won, and its place, from 1, in its score group."""

    entry: int
    points: int
    place: int
    size: int


@dataclass(frozen=True, slots=True)
class PairingReason:
    """The reason for a table or a bye; the higher score, then the better place, first."""

    why: PairReason
    sides: tuple[PairedEntry, ...]
