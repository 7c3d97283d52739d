"""Fees at the door: paid, owing again, waived, given back. Safe to be told twice."""

from dataclasses import replace

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from ledger.services.books import entries_reconcile
from tournaments.models import Event, EventMoney, Fee, FeeState
from tournaments.selectors.money.fees import FeeLine, FeeStatus, fee_lines
from tournaments.services.locking import event_locked
from tournaments.services.money.settling import evening_follow
from tournaments.services.money.wanted import charge_of, payment_of

SETTABLE = (FeeStatus.OWING, FeeStatus.PAID, FeeStatus.WAIVED, FeeStatus.REFUNDED)


@transaction.atomic
def fee_set(
    *,
    event: Event,
    number: int,
    place: int,
    status: FeeStatus,
    made_by: User | None,
    only_taken: bool = False,
) -> FeeLine:
    """Say how the fee of a place of entry ``number`` stands. Locks the event and the book.

    Paid: all that is owed has come into the cash box. Owing: nothing has, what was entered is
    taken back. Waived: nothing is owed; refunded: nothing is owed and what was paid was given
    back. ``ValidationError`` where there is no such fee. ``only_taken``: for who takes fees and
    decides about none; ``PermissionDenied`` where one is, or was, waived or refunded.
    """
    money = _locked(event)
    line = _line(money, number, place)
    if status not in SETTABLE:
        raise ValidationError(_("A fee is paid, owing, waived or refunded."))
    if only_taken and not {status, line.status}.isdisjoint(_NOT_OWED):
        raise PermissionDenied(_("Only owners and treasurers waive a fee or give it back."))
    state = FeeState(status.value) if status in _NOT_OWED else FeeState.DUE
    paid = money.fee if status == FeeStatus.PAID else 0
    Fee.objects.update_or_create(
        entry_id=line.entry_id, place=line.place, defaults={"state": state, "paid": paid}
    )
    owed = line.fee if line.entrant.takes_part else paid
    now = replace(line, fee=owed, state=state, paid=paid)
    entries_reconcile(book=money.book, wanted=[charge_of(now), payment_of(now)], made_by=made_by)
    evening_follow(money=money, made_by=made_by, cause="fee_set")
    return now


@transaction.atomic
def fees_paid(*, event: Event, number: int, made_by: User | None) -> list[FeeLine]:
    """Everything that an entry still owes is paid at once: its number is all that is typed."""
    money = _locked(event)
    lines = [line for line in fee_lines(money) if line.entrant.number == number]
    if not lines:
        raise ValidationError(_("There is no number %(number)d here.") % {"number": number})
    return [
        fee_set(
            event=event, number=number, place=line.place, status=FeeStatus.PAID, made_by=made_by
        )
        for line in lines
        if line.open
    ]


_NOT_OWED = (FeeStatus.WAIVED, FeeStatus.REFUNDED)


def _locked(event: Event) -> EventMoney:
    event_locked(event.pk)
    money = EventMoney.objects.select_related("book", "event").filter(event=event).first()
    if money is None:
        raise ValidationError(_("No money is kept for this event."))
    return money


def _line(money: EventMoney, number: int, place: int) -> FeeLine:
    for line in fee_lines(money):
        if (line.entrant.number, line.place) == (number, place):
            return line
    raise ValidationError(_("There is no such fee."))
