"""What there is to win: the pot, what the house takes, the prizes by place."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Sum

from ledger.models import AccountKind, EntryKind, Posting
from tournaments.models import EventMoney, FeeState, PrizeKind
from tournaments.money.prizes import row_for, shares_of
from tournaments.selectors.money.fees import FeeLine


@dataclass(frozen=True, slots=True)
class Fund:
    """``pot`` are the fees less what was spent from them; ``prizes`` by place, ``last`` for it."""

    pot: int
    house: int
    prizes: tuple[int, ...]
    last: int

    @property
    def left(self) -> int:
        """What is for prizes."""
        return self.pot - self.house

    @property
    def total(self) -> int:
        """All prizes together."""
        return sum(self.prizes) + self.last


def fund_of(money: EventMoney, lines: Sequence[FeeLine]) -> Fund:
    """The prizes by place with these fees. One query."""
    pot = sum(line.due for line in lines) - spent_from_pot(money)
    there = max(pot, 0)
    house = min(there, money.house_amount + there * money.house_percent // 100)
    if money.prize_kind == PrizeKind.NONE:
        return Fund(pot, house, (), 0)
    table = [(least, tuple(prizes)) for least, prizes in money.prize_table]
    row = row_for(table, taking_part(lines))
    if money.prize_kind == PrizeKind.SHARE:
        row = shares_of(max(0, pot - house - money.last_prize), row)
    return Fund(pot, house, row, money.last_prize)


def spent_from_pot(money: EventMoney) -> int:
    """Expenses that the pot bears. One query."""
    found = Posting.objects.filter(
        account__book=money.book_id,
        account__kind=AccountKind.POT,
        account__label="",
        transaction__kind=EntryKind.EXPENSE,
    )
    return -(found.aggregate(total=Sum("amount"))["total"] or 0)


def taking_part(lines: Sequence[FeeLine]) -> int:
    """How many entries there are; one that had its fee back is none."""
    return len({line.entry_id for line in lines if line.state != FeeState.REFUNDED})
