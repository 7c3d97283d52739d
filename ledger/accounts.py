"""The words in which entries are written: accounts by what they are, and wanted entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ledger.hooks import Message
from ledger.models import AccountKind, EntryKind


class At(NamedTuple):
    """An account of a book, whether it is there yet or not."""

    kind: AccountKind
    player: int | None = None
    label: str = ""


Amounts = Mapping[At, int]
"""What each account receives, below zero what it gives, in smallest coins. Together zero."""

POT = At(AccountKind.POT)
PRIZES = At(AccountKind.PRIZES)
CLUB = At(AccountKind.CLUB)
CASH = At(AccountKind.CASH)


def of_player(player_id: int) -> At:
    """A player's account."""
    return At(AccountKind.PLAYER, player_id)


def side_pot(label: str) -> At:
    """The account of a side pot."""
    return At(AccountKind.POT, label=label)


def paid(giver: At, receiver: At, amount: int) -> dict[At, int]:
    """Money that somebody gave somebody: the giver owes so much less, the receiver is due less."""
    return {giver: amount, receiver: -amount}


@dataclass(frozen=True, slots=True)
class Entry:
    """What is to stand in a book under a source; no amounts: nothing is to stand there.

    ``about`` is the code and the values by which a reader is told what it is for, ``text`` the
    words of who typed it; ``cause`` likewise what made it. ``facts`` in ``about`` are part of the
    entry: where they differ it is entered anew, amounts or not.
    """

    source: str
    kind: EntryKind
    text: str
    amounts: Amounts
    about: Message | None = None
    cause: Message | None = None

    def __post_init__(self) -> None:
        if sum(self.amounts.values()):
            raise ValueError(f"an entry sums to zero: {self.source} {dict(self.amounts)}")
