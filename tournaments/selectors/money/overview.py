"""The money of an evening at a glance."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from ledger.models import AccountKind, EntryKind, Posting
from ledger.selectors import Balance, balances_of
from tournaments.models import EntryPlayer, Event, EventMoney, EventState
from tournaments.selectors.money.fees import FeeLine, FeeStatus, fee_lines
from tournaments.selectors.money.funds import Fund, fund_of

_OF_ENTRANTS = (EntryKind.FEE, EntryKind.PAYMENT)
"""What only those have in a book who are or were entered."""


@dataclass(frozen=True, slots=True)
class Door:
    """What the door list comes to. ``cash`` is what ought to be in the box, float included."""

    lines: tuple[FeeLine, ...]
    cash: int

    @property
    def paid(self) -> int:
        """How many fees need nothing more."""
        return sum(line.status not in {FeeStatus.OWING, FeeStatus.PART} for line in self.lines)

    @property
    def open(self) -> int:
        """What is still to come in."""
        return sum(line.open for line in self.lines)

    @property
    def taken(self) -> int:
        """What has come in."""
        return sum(line.paid for line in self.lines)


@dataclass(frozen=True, slots=True)
class PlayerBalance:
    """What a player is to receive; ``note`` says where he is not among those who take part."""

    player: Player
    amount: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class MoneyView:
    """An event's money: balances of players and of the house, and what there is to win.

    Who was taken out of the event is among ``players`` only where money is open with him.
    """

    money: EventMoney
    players: tuple[PlayerBalance, ...]
    house: tuple[Balance, ...]
    door: Door
    fund: Fund

    @property
    def currency(self) -> str:
        """The book's currency."""
        return self.money.book.currency

    @property
    def pot(self) -> int:
        """What lies in the event's pot now."""
        return sum(
            balance.amount
            for balance in self.house
            if balance.account.kind == AccountKind.POT and not balance.account.label
        )


def money_of(event: Event) -> EventMoney | None:
    """The event's money with its book, where it is kept. One query."""
    found = EventMoney.objects.select_related("book__settled_with", "event__club")
    return found.filter(event=event).first()


def takes_fees(event: Event) -> bool:
    """Whether there is a fee to be paid. One query."""
    return EventMoney.objects.filter(event=event, fee__gt=0).exists()


def money_view(money: EventMoney) -> MoneyView:
    """Everything that the overview shows. Seven queries."""
    balances = balances_of(money.book)
    lines = fee_lines(money)
    return MoneyView(
        money=money,
        players=players_balances(money, balances),
        house=tuple(
            balance for balance in balances if balance.account.player is None and balance.amount
        ),
        door=Door(lines, _in_the_box(balances)),
        fund=fund_of(money, lines),
    )


def players_balances(money: EventMoney, balances: Sequence[Balance]) -> tuple[PlayerBalance, ...]:
    """Balances of players by name, without those of nobody here who is even. Two queries."""
    rows = EntryPlayer.objects.filter(entry__event=money.event_id).select_related("entry")
    here: dict[int, bool] = {}
    for row in rows:
        here[row.player_id] = here.get(row.player_id, False) or row.entry.takes_part
    charged = Posting.objects.filter(
        account__book=money.book_id, transaction__kind__in=_OF_ENTRANTS
    )
    removed = set(charged.values_list("account__player", flat=True).distinct())
    found = []
    for balance in balances:
        player = balance.account.player
        if player is None or not (balance.amount or here.get(player.pk)):
            continue
        gone = player.pk not in here and player.pk in removed
        left = here.get(player.pk) is False
        note = _("removed") if gone else _("left before the first round") if left else ""
        found.append(PlayerBalance(player, balance.amount, note))
    return tuple(found)


def door_of(money: EventMoney) -> Door:
    """The door list. Four queries."""
    return Door(fee_lines(money), _in_the_box(balances_of(money.book)))


def monies_of(club: Club) -> list[EventMoney]:
    """The events of a club whose money is kept, the newest first. One query."""
    found = EventMoney.objects.filter(event__club=club).select_related("event", "book")
    return list(found.order_by("-event__date", "-event"))


def unsettled_event_ids(books: Sequence[int] | None = None) -> list[int]:
    """The events whose books lack a change; of these books alone where any are given. One query."""
    found = EventMoney.objects.exclude(settled_version=F("event__version"))
    if books is not None:
        found = found.filter(book__in=books)
    return list(found.order_by("event").values_list("event", flat=True))


def unopened_event_ids() -> list[int]:
    """The events played for stakes that have no book yet. One query."""
    begun = Event.objects.exclude(state=EventState.DRAFT)
    return list(begun.filter(stakes__isnull=False, money=None).values_list("pk", flat=True))


def _in_the_box(balances: tuple[Balance, ...]) -> int:
    """The box gives what lies in it: its account is below zero by that."""
    return -sum(balance.amount for balance in balances if balance.account.kind == AccountKind.CASH)
