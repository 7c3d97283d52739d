"""The words of settling up."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

Key = TypeVar("Key", int, str)
"""Whose balance it is. Keys have an order of their own, so that ties never fall by chance."""

Group = tuple[int, ...]
"""Places in a sequence of balances that sum to zero: these people settle among themselves."""


class Transfer(NamedTuple, Generic[Key]):
    """``payer`` gives ``payee`` so many smallest coins, always more than none."""

    payer: Key
    payee: Key
    amount: int


class Route(Enum):
    """How the money travels."""

    FEWEST = "fewest"
    """As few transfers as can be; who is owed never pays, who owes never receives."""

    TWO_PAYEES = "two_payees"
    """As few, and nobody pays more than two people; for that some pass money on."""

    CASH_BOX = "cash_box"
    """Everybody settles with the treasurer's box, by one transfer."""


class Unbalanced(ValueError):
    """The balances do not sum to zero: somebody would be left with a debt to nobody."""

    def __init__(self, excess: int) -> None:
        super().__init__(f"The balances sum to {excess}, not to zero.")
        self.excess = excess


def nonzero(balances: Mapping[Key, int]) -> tuple[list[Key], list[int]]:
    """Who still has something to settle, in the order of the keys, and how much.

    ``Unbalanced`` where the whole does not sum to zero.
    """
    if excess := sum(balances.values()):
        raise Unbalanced(excess)
    keys = sorted(key for key, amount in balances.items() if amount)
    return keys, [balances[key] for key in keys]


def taken_out(places: Sequence[int], groups: Sequence[Group]) -> list[int]:
    """The places that no group holds, in their order."""
    settled = {place for group in groups for place in group}
    return [place for place in places if place not in settled]
