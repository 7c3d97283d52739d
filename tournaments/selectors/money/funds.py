"""What there is to win: the pot, what the house takes, the prizes by place."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Sum

from ledger.models import AccountKind, EntryKind, Posting
from tournaments.models import EventMoney, FeeState, HouseBase, PrizeKind
from tournaments.money.prizes import row_for, shares_of
from tournaments.selectors.money.fees import FeeLine


@dataclass(frozen=True, slots=True)
class Fund:
    """``pot`` are the fees less what was spent from them; ``prizes`` by place, ``last`` for it.

    ``fees`` are all fees, paid or still owed; ``entries`` how many count for the table of prizes,
    ``least`` from how many on that has a line, 0 where it has none.
    """

    pot: int
    house: int
    prizes: tuple[int, ...]
    last: int
    fees: int = 0
    entries: int = 0
    least: int = 0

    @property
    def left(self) -> int:
        """What is for prizes."""
        return self.pot - self.house

    @property
    def total(self) -> int:
        """All prizes together."""
        return sum(self.prizes) + self.last

    @property
    def is_too_small(self) -> bool:
        """Whether fewer play than the table of prizes has a line for: nobody would win."""
        return self.entries < self.least


def fund_of(money: EventMoney, lines: Sequence[FeeLine]) -> Fund:
    """The prizes by place with these fees. One query."""
    fees = sum(line.due for line in lines)
    pot = fees - spent_from_pot(money)
    house = house_share(money, fees, pot, HouseBase(money.house_of))
    entries = taking_part(lines)
    if money.prize_kind == PrizeKind.NONE:
        return Fund(pot, house, (), 0, fees, entries)
    table = [(least, tuple(prizes)) for least, prizes in money.prize_table]
    row = row_for(table, entries)
    if money.prize_kind == PrizeKind.SHARE:
        row = shares_of(max(0, pot - house - money.last_prize), row)
    least = min((from_ for from_, _prizes in table), default=0)
    return Fund(pot, house, row, money.last_prize, fees, entries, least)


def house_share(money: EventMoney, fees: int, pot: int, base: HouseBase) -> int:
    """What the house takes, its percent being of one or the other; never more than there is."""
    there = max(pot, 0)
    whole = fees if base is HouseBase.FEES else there
    return min(there, money.house_amount + whole * money.house_percent // 100)


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
    """How many take part; one that had its fee back, or left before its first round, does not."""
    return len(
        {
            line.entry_id
            for line in lines
            if line.state != FeeState.REFUNDED and line.entrant.takes_part
        }
    )
