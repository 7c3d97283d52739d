"""An evening of the demo club whose money is kept, with something on every treasurer's page."""

from clubs.models import Player, User
from ledger.services.transfers import transfer_pay, transfers_plan
from tournaments.events.models import Event
from tournaments.money.models import EventMoney
from tournaments.money.selectors.fees import FeeStatus
from tournaments.money.services.money import (
    Bearer,
    expense_add,
    fee_set,
    fees_paid,
    money_set_up,
    side_pot_add,
    side_pot_set,
)


def evening_money(event: Event, treasurer: User) -> EventMoney:
    """Fees in every state, a side pot, an expense, and transfers of which one is paid."""
    money = money_set_up(
        event=event,
        made_by=treasurer,
        fee=500,
        cash_float=2000,
        house_percent=10,
        prize_kind="share",
        prize_table=[[1, [60, 40]], [8, [50, 30, 20]]],
        last_prize=300,
    )
    for number in (1, 2):
        fees_paid(event=event, number=number, made_by=treasurer)
    for number, status in ((3, FeeStatus.WAIVED), (2, FeeStatus.REFUNDED)):
        fee_set(event=event, number=number, place=0, status=status, made_by=treasurer)
    pot = side_pot_add(money=money, name="Last bid", stake=100)
    players = list(Player.objects.filter(entries__entry__event=event).distinct()[:3])
    side_pot_set(pot=pot, players=players, winners=players[:1], made_by=treasurer)
    expense_add(
        money=money, amount=420, text="Coffee", bearer=Bearer.CLUB, made_by=treasurer, key="coffee"
    )
    transfers = transfers_plan(book=money.book)
    transfer_pay(transfer=transfers[0], made_by=treasurer)
    return money
