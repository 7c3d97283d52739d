"""The money of the demo club's evenings: fees at the door, side pots, prizes, settling up."""

from ledger.services.transfers import transfer_pay, transfers_plan
from seeds.playing import House, Told
from tournaments.models import Event, EventMoney
from tournaments.selectors.money import FeeStatus
from tournaments.services.money import (
    Bearer,
    expense_add,
    fee_set,
    fees_paid,
    money_set_up,
    prizes_award,
    side_pot_add,
    side_pot_set,
)
from tournaments.services.settling import evening_settle


def money_keep(*, house: House, event: Event, told: Told) -> EventMoney:
    """At the door: what the evening is played for, who has paid, side pots, what was bought."""
    money = money_set_up(event=event, made_by=house.owner, **told["setup"])
    _fees_take(event, told.get("fees", {}), house)
    for pot in told.get("side_pots", ()):
        side_pot_set(
            pot=side_pot_add(money=money, name=pot["name"], stake=pot["stake"]),
            players=house.named(pot["players"]),
            winners=house.named(pot.get("winners", ())),
            made_by=house.owner,
        )
    for number, expense in enumerate(told.get("expenses", ()), start=1):
        expense_add(
            money=money,
            amount=expense["amount"],
            text=expense["text"],
            bearer=Bearer(expense["bearer"]),
            payer=house.players[expense["payer"]] if "payer" in expense else None,
            made_by=house.owner,
            key=f"demo-{number}",
        )
    return money


def money_settle(*, house: House, event: Event, told: Told) -> None:
    """After the last hand: stakes and prizes, who pays whom, and the first transfers paid."""
    if told.get("awarded"):
        prizes_award(event=event, made_by=house.owner)
    evening_settle(event_id=event.pk, made_by=house.owner)
    transfers = transfers_plan(book=event.money.book)
    for transfer in transfers[: told["transfers_paid"]]:
        transfer_pay(transfer=transfer, made_by=house.owner)


def _fees_take(event: Event, told: Told, house: House) -> None:
    for number in told.get("paid", ()):
        fees_paid(event=event, number=number, made_by=house.owner)
    for status in (FeeStatus.PAID, FeeStatus.WAIVED, FeeStatus.REFUNDED):
        for number, place in told.get(f"{status}_places", ()):
            fee_set(event=event, number=number, place=place, status=status, made_by=house.owner)
