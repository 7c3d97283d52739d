"""The vocabulary of transactions: account references, and expected entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ledger.messages import Message
from ledger.models import AccountKind, EntryKind


class AccountRef(NamedTuple):
    """A reference to an account of a book, which may not exist yet."""

    kind: AccountKind
    player: int | None = None
    label: str = ""


Amounts = Mapping[AccountRef, int]
"""The amount that each account receives, negative if it gives, in minor units. They sum to zero."""

POT = AccountRef(AccountKind.POT)
PRIZES = AccountRef(AccountKind.PRIZES)
CLUB = AccountRef(AccountKind.CLUB)
CASH = AccountRef(AccountKind.CASH)


def of_player(player_id: int) -> AccountRef:
    return AccountRef(AccountKind.PLAYER, player_id)


def side_pot(label: str) -> AccountRef:
    return AccountRef(AccountKind.POT, label=label)


def paid(giver: AccountRef, receiver: AccountRef, amount: int) -> dict[AccountRef, int]:
    """Return the amounts of a payment: the giver owes less, the receiver is owed less."""
    return {giver: amount, receiver: -amount}


@dataclass(frozen=True, slots=True)
class ExpectedEntry:
    """The expected transaction of a source; without amounts none is expected.

    ``about`` is a code with values that describes it, ``text`` a typed description; ``cause``
    likewise describes its cause. ``facts`` in ``about`` are part of it: if they differ it is
    entered again, even with equal amounts.
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
