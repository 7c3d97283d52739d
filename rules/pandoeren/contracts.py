"""Every contract of Pandoeren in one table, and the bids that lead to them.

Source: the list of contracts with its columns worth, partner and trumps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Aim(StrEnum):
    """What the declaring side undertakes."""

    CARDS = "card points"
    ALL = "win every trick"
    FOUR_THEN_ALL = "declarer wins the first four, the pair wins all"
    ONE = "win one trick"
    NONE = "lose every trick"


class Calls(StrEnum):
    """Whom the declarer calls."""

    NOBODY = "nobody"
    ACE = "the holder of an ace"
    JASS = "the holder of the jack of trumps"


@dataclass(frozen=True, slots=True)
class Contract:
    """One row of the table. `worth` is what each of the declaring side wins or loses."""

    row: int
    bids: Sequence[str]
    worth: int
    aim: Aim
    calls: Calls = Calls.NOBODY
    trumps: bool = True


def numbers(low: int, high: int) -> Sequence[str]:
    """Bids of card points, in tens."""
    return tuple(str(points) for points in range(low, high + 1, 10))


PANDOER_PLUS: Final = tuple(f"pandoer+{roem}" for roem in range(20, 401, 20))

CONTRACTS: Final = (
    Contract(1, numbers(120, 140), 1, Aim.CARDS, Calls.ACE),
    Contract(2, ("piccolo",), 3, Aim.ONE),
    Contract(3, ("misere",), 3, Aim.NONE),
    Contract(4, numbers(150, 160), 2, Aim.CARDS, Calls.ACE),
    Contract(5, ("kereltje",), 2, Aim.ALL, Calls.JASS),
    Contract(6, ("zwabber",), 2, Aim.FOUR_THEN_ALL, Calls.ACE, trumps=False),
    Contract(7, numbers(170, 190), 3, Aim.CARDS, Calls.ACE),
    Contract(8, ("solo_zwabber",), 5, Aim.ALL, trumps=False),
    Contract(9, ("piccolo_ouvert",), 6, Aim.ONE),
    Contract(10, numbers(200, 300), 4, Aim.CARDS, Calls.ACE),
    Contract(11, ("misere_ouvert",), 6, Aim.NONE),
    Contract(12, ("stil_praatje",), 9, Aim.NONE),
    Contract(13, ("pandoer",), 5, Aim.ALL, Calls.ACE),
    Contract(14, PANDOER_PLUS, 5, Aim.ALL, Calls.ACE),
    Contract(15, ("praatje",), 9, Aim.NONE),
    Contract(16, ("prive",), 10, Aim.ALL),
)
"""From low to high: a bid stands above all bids of the rows before its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Bid:
    """One bid. `needed` are the points of a number contract, the roem and stuk of pandoer+n.

    `is_number`: card points decide. `counts_roem`: roem and stuk count.
    """

    name: str
    level: int
    contract: Contract
    needed: int
    is_number: bool
    counts_roem: bool


def _needed(name: str) -> int:
    digits = name.removeprefix("pandoer+")
    return int(digits) if digits.isdigit() else 0


def _all_bids() -> dict[str, Bid]:
    rows = [(name, contract) for contract in CONTRACTS for name in contract.bids]
    return {
        name: Bid(
            name,
            level,
            contract,
            needed=_needed(name),
            is_number=contract.aim is Aim.CARDS,
            counts_roem=_needed(name) > 0,
        )
        for level, (name, contract) in enumerate(rows, start=1)
    }


BIDS: Final = _all_bids()
PASS: Final = "pass"  # noqa: S105 - a call in the auction
