"""The money of an event: its settings, balances, and the door list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Player
from ledger.models import AccountKind, EntryKind, Posting
from ledger.selectors import AccountBalance, balances_of
from tournaments.events.models import EntryPlayer, Event, EventState
from tournaments.events.selectors.events import waiting_players
from tournaments.money.models import EventMoney
from tournaments.money.selectors.fees import FeeLine, FeeStatus, fee_lines
from tournaments.money.selectors.prizes import Fund, fund_of

_OF_ENTRANTS = (EntryKind.FEE, EntryKind.PAYMENT)
"""The kinds of transactions that only entrants have."""

_NOT_SETTLED = frozenset({FeeStatus.OWING, FeeStatus.PART, FeeStatus.OWED_BACK})


@dataclass(frozen=True, slots=True)
class DoorList:
    """The door list; ``cash`` is the expected content of the box, float included.

    ``waiting`` are players without a partner, who owe nothing yet.
    """

    lines: tuple[FeeLine, ...]
    cash: int
    waiting: tuple[Player, ...] = ()

    @property
    def paid(self) -> int:
        """How many fees are settled."""
        return sum(line.status not in _NOT_SETTLED for line in self.lines)

    @property
    def open(self) -> int:
        """The unpaid amount."""
        return sum(line.open for line in self.lines)

    @property
    def back(self) -> int:
        """What is owed to those who left before their first round."""
        return sum(line.back for line in self.lines)

    @property
    def taken(self) -> int:
        """The amount paid."""
        return sum(line.paid for line in self.lines)


@dataclass(frozen=True, slots=True)
class PlayerBalance:
    """A player's balance; ``note`` explains why a player takes no part."""

    player: Player
    amount: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class MoneyView:
    """An event's money: balances of players and of the house, and the prize fund.

    Removed players are listed only with a balance other than 0.
    """

    money: EventMoney
    players: tuple[PlayerBalance, ...]
    house: tuple[AccountBalance, ...]
    door: DoorList
    fund: Fund

    @property
    def currency(self) -> str:
        """The book's currency."""
        return self.money.book.currency

    @property
    def pot(self) -> int:
        """The balance of the event's pot."""
        return sum(
            balance.amount
            for balance in self.house
            if balance.account.kind == AccountKind.POT and not balance.account.label
        )


def money_of(event: Event) -> EventMoney | None:
    """Return the event's money with its book, if money is kept. One query."""
    monies = EventMoney.objects.select_related("book__settled_with", "event__club")
    return monies.filter(event=event).first()


def money_view(money: EventMoney) -> MoneyView:
    """Return everything that the overview shows. Seven queries."""
    balances = balances_of(money.book)
    lines = fee_lines(money)
    return MoneyView(
        money=money,
        players=players_balances(money, balances),
        house=tuple(
            balance for balance in balances if balance.account.player is None and balance.amount
        ),
        door=DoorList(lines, _in_the_box(balances)),
        fund=fund_of(money, lines),
    )


def players_balances(
    money: EventMoney, balances: Sequence[AccountBalance]
) -> tuple[PlayerBalance, ...]:
    """Return players' balances by name, without removed players whose balance is 0. Two queries."""
    rows = EntryPlayer.objects.filter(entry__event=money.event_id).select_related("entry")
    here: dict[int, bool] = {}
    for row in rows:
        here[row.player_id] = here.get(row.player_id, False) or row.entry.takes_part
    charged = Posting.objects.filter(
        account__book=money.book_id, transaction__kind__in=_OF_ENTRANTS
    )
    removed = set(charged.values_list("account__player", flat=True).distinct())
    rows_shown = []
    for balance in balances:
        player = balance.account.player
        if player is None or not (balance.amount or here.get(player.pk)):
            continue
        gone = player.pk not in here and player.pk in removed
        left = here.get(player.pk) is False
        note = _("removed") if gone else _("left before the first round") if left else ""
        rows_shown.append(PlayerBalance(player, balance.amount, note))
    return tuple(rows_shown)


def door_of(money: EventMoney) -> DoorList:
    """Return the door list. Five queries."""
    waiting = tuple(waiting_players(money.event))
    return DoorList(fee_lines(money), _in_the_box(balances_of(money.book)), waiting)


def unsettled_event_ids(
    books: Sequence[int] | None = None, *, failed_before: datetime | None = None
) -> list[int]:
    """Return the events whose books lack a change, of these books if given. One query.

    With ``failed_before`` without those that could not be settled then or later.
    """
    monies = EventMoney.objects.exclude(settled_version=F("event__version"))
    if failed_before is not None:
        monies = monies.exclude(failed_at__gte=failed_before)
    if books is not None:
        monies = monies.filter(book__in=books)
    return list(monies.order_by("event").values_list("event", flat=True))


def unopened_event_ids() -> list[int]:
    """Return the events played for stakes that have no book yet. One query."""
    begun = Event.objects.exclude(state=EventState.DRAFT)
    return list(begun.filter(stakes__isnull=False, money=None).values_list("pk", flat=True))


def _in_the_box(balances: tuple[AccountBalance, ...]) -> int:
    """Return the expected content of the cash box: its negated balance."""
    return -sum(balance.amount for balance in balances if balance.account.kind == AccountKind.CASH)


def players_of(money: EventMoney) -> QuerySet[Player]:
    """Return everybody who is or was entered in the event, by name."""
    return Player.objects.filter(entries__entry__event=money.event_id).distinct()
