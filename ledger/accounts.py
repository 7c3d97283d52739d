"""The words in which entries are written: accounts by what they are, and wanted entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ledger.hooks import Message
from ledger.models import AccountKind, EntryKind


class AccountRef(NamedTuple):
    """An account of a book, whether it is there yet or not."""

    kind: AccountKind
    player: int | None = None
    label: str = ""


Amounts = Mapping[AccountRef, int]
"""What each account receives, below zero what it gives, in smallest coins. Together zero."""

POT = AccountRef(AccountKind.POT)
PRIZES = AccountRef(AccountKind.PRIZES)
CLUB = AccountRef(AccountKind.CLUB)
CASH = AccountRef(AccountKind.CASH)


def of_player(player_id: int) -> AccountRef:
    """Return a player's account."""
    return AccountRef(AccountKind.PLAYER, player_id)


def side_pot(label: str) -> AccountRef:
    """Return the account of a side pot."""
    return AccountRef(AccountKind.POT, label=label)


def paid(giver: AccountRef, receiver: AccountRef, amount: int) -> dict[AccountRef, int]:
    """Return the amounts of a payment: the giver owes less, the receiver is owed less."""
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
