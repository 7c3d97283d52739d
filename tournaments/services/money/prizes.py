"""Awarding the prizes of an event that is over."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from tournaments.models import Event, EventMoney, EventState
from tournaments.selectors.money.fees import fee_lines
from tournaments.selectors.money.funds import fund_of
from tournaments.services.locking import event_locked
from tournaments.services.money.settling import evening_settle
from tournaments.services.money.setup import money_set_up


def prizes_award(*, event: Event, made_by: User | None) -> None:
    """Enter house share and prizes by the standings as they are. Locks the event and the book.

    From then on they follow the standings: a correction reverses them and enters what differs.
    ``ValidationError`` while the event is not finished.
    """
    _award(event, made_by, awarded=True)


@transaction.atomic
def prizes_fit(*, event: Event, made_by: User | None) -> None:
    """Let the smallest line of the table of prizes hold for as few as there are. Locks the event.

    Nothing where it holds already.
    """
    event_locked(event.pk)
    money = EventMoney.objects.select_related("book", "event").filter(event=event).first()
    if money is None:
        raise ValidationError(_("No money is kept for this event."))
    fund = fund_of(money, fee_lines(money))
    if not fund.is_too_small or not fund.entries:
        return
    table = [
        [fund.entries if least == fund.least else least, prizes]
        for least, prizes in money.prize_table
    ]
    money_set_up(event=event, made_by=made_by, prize_table=table)


def prizes_take_back(*, event: Event, made_by: User | None) -> None:
    """Take the prizes back, by reversing entries. Locks the event."""
    _award(event, made_by, awarded=False)


@transaction.atomic
def _award(event: Event, made_by: User | None, *, awarded: bool) -> None:
    """Decide about the prizes and enter what follows, both or neither."""
    locked = event_locked(event.pk)
    if awarded and locked.state != EventState.FINISHED:
        raise ValidationError(_("Finish the event first: its standings are not final."))
    if not EventMoney.objects.filter(event=locked).update(awarded=awarded):
        raise ValidationError(_("No money is kept for this event."))
    code = "prizes_awarded" if awarded else "prizes_taken_back"
    evening_settle(event_id=event.pk, made_by=made_by, cause={"code": code})
