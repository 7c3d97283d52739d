"""Enter the money of the demo club's evenings."""

from ledger.services.transfers import transfer_pay, transfers_plan
from seeds.demo import DemoClub, Spec
from tournaments.events.models import Event
from tournaments.money.models import EventMoney
from tournaments.money.selectors.fees import FeeStatus
from tournaments.money.services.money import (
    Bearer,
    expense_add,
    fee_set,
    fees_paid,
    money_set_up,
    prizes_award,
    side_pot_add,
    side_pot_set,
)
from tournaments.money.services.settling import evening_settle


def money_keep(*, demo: DemoClub, event: Event, spec: Spec) -> EventMoney:
    """Enter the evening's stakes, fees, side pots and expenses."""
    money = money_set_up(event=event, made_by=demo.owner, **spec["setup"])
    _fees_take(event, spec.get("fees", {}), demo)
    for pot in spec.get("side_pots", ()):
        side_pot_set(
            pot=side_pot_add(money=money, name=pot["name"], stake=pot["stake"]),
            players=demo.named(pot["players"]),
            winners=demo.named(pot.get("winners", ())),
            made_by=demo.owner,
        )
    for number, expense in enumerate(spec.get("expenses", ()), start=1):
        expense_add(
            money=money,
            amount=expense["amount"],
            text=expense["text"],
            bearer=Bearer(expense["bearer"]),
            payer=demo.players[expense["payer"]] if "payer" in expense else None,
            made_by=demo.owner,
            key=f"demo-{number}",
        )
    return money


def money_settle(*, demo: DemoClub, event: Event, spec: Spec) -> None:
    """Enter stakes and prizes after the last hand, plan the transfers and pay the first ones."""
    if spec.get("awarded"):
        prizes_award(event=event, made_by=demo.owner)
    evening_settle(event_id=event.pk, made_by=demo.owner)
    transfers = transfers_plan(book=event.money.book)
    for transfer in transfers[: spec["transfers_paid"]]:
        transfer_pay(transfer=transfer, made_by=demo.owner)


def _fees_take(event: Event, spec: Spec, demo: DemoClub) -> None:
    for number in spec.get("paid", ()):
        fees_paid(event=event, number=number, made_by=demo.owner)
    for status in (FeeStatus.PAID, FeeStatus.WAIVED, FeeStatus.REFUNDED):
        for number, place in spec.get(f"{status}_places", ()):
            fee_set(event=event, number=number, place=place, status=status, made_by=demo.owner)
