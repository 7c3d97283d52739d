"""The money of an event: beginning to keep it, its fees, prizes and shares."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.rows import RowGone, get_or_gone
from ledger.models import Book, Settlement
from ledger.services.books import book_currency_set, book_open
from tournaments.models import Event, EventMoney, Fee, FeeState, HouseBase, PrizeKind, RestTo
from tournaments.selectors.money.overview import unopened_event_ids
from tournaments.services.locking import event_locked
from tournaments.services.money.settling import evening_settle

MOST: Final = 10**12
"""More than any club handles; amounts stay far inside what a database counts."""
MOST_PRIZES: Final = 64
CHANGEABLE: Final = frozenset(
    {
        *("fee", "fee_per", "cash_float", "house_amount", "house_percent", "prize_kind"),
        *("prize_table", "last_prize", "ante", "point", "house_of", "rest_to"),
    }
)
AMOUNTS: Final = ("fee", "cash_float", "house_amount", "last_prize", "ante", "point")


@transaction.atomic
def money_open(*, event: Event) -> EventMoney:
    """Begin to keep an event's money, in a book of its own; there already: as it is.

    Locks the event. The currency is that of its stakes, else the club's.
    """
    locked = event_locked(event.pk)
    found = EventMoney.objects.select_related("book").filter(event=locked).first()
    if found is not None:
        return found
    book = book_open(
        club=locked.club, name=locked.name, date=locked.date, currency=currency_of(locked)
    )
    return EventMoney.objects.create(event=locked, book=book)


def money_open_where_played(event_ids: Collection[int] | None = None) -> None:
    """Open the books of events that are played for stakes; of these alone where any are given.

    What their matches came to is then entered as for any book that lacks something. Locks each
    event in turn.
    """
    for event_id in unopened_event_ids():
        if event_ids is None or event_id in event_ids:
            with suppress(RowGone):
                money_open(event=get_or_gone(Event.objects.all(), event_id))


@transaction.atomic
def money_set_up(*, event: Event, made_by: User | None = None, **changes: Any) -> EventMoney:
    """Say what an evening is played for, only the fields given; entries follow, or nothing is kept.

    Locks the event and the book. Amounts in smallest coins. ``ValidationError`` by field for what
    is wrong; ``fee_per`` stays once something was decided about a fee.
    """
    if unknown := changes.keys() - CHANGEABLE:
        raise TypeError(f"an event's money has no {sorted(unknown)}")
    money = money_open(event=event)
    if "fee_per" in changes and changes["fee_per"] != money.fee_per:
        _no_fee_decided(money)
    for name, value in changes.items():
        setattr(money, name, value)
    _check(money)
    money.save()
    _book_follow(money)
    evening_settle(event_id=event.pk, made_by=made_by, cause={"code": "money_set_up"})
    return money


@transaction.atomic
def money_forget(*, event: Event) -> None:
    """Stop keeping the money of an event in which nothing was entered, as before deleting it.

    ``ValidationError`` where there are entries: what was entered stays.
    """
    money = EventMoney.objects.select_related("book").filter(event=event).first()
    if money is None:
        return
    if money.book.transactions.exists():
        raise ValidationError(_("Money has been entered for this event: it stays."))
    money.side_pots.all().delete()
    money.delete()
    Settlement.objects.filter(book=money.book).delete()
    money.book.delete()


def money_rename(*, event: Event) -> None:
    """Let an event's book go by the event's name and date."""
    Book.objects.filter(event_money__event=event).update(name=event.name, date=event.date)


def currency_of(event: Event) -> str:
    """The currency that an event is played in."""
    return (event.stakes or {}).get("currency") or event.club.currency


def _book_follow(money: EventMoney) -> None:
    """The book's currency is the event's as long as nothing is in it."""
    if not money.book.transactions.exists():
        money.book = book_currency_set(book=money.book, currency=currency_of(money.event))


def _no_fee_decided(money: EventMoney) -> None:
    decided = Fee.objects.filter(entry__event=money.event_id)
    if decided.exclude(state=FeeState.DUE, paid=0).exists():
        raise ValidationError(
            {"fee_per": _("Fees have been paid already: who owes them stays as it is.")}
        )


def _check(money: EventMoney) -> None:
    wrong: dict[str, str] = {
        name: _("Type an amount of 0 or more, within reason.")
        for name in AMOUNTS
        if not 0 <= getattr(money, name) <= MOST
    }
    if money.house_of not in HouseBase.values:
        wrong["house_of"] = _("Of the fees or of the pot.")
    if money.rest_to not in RestTo.values:
        wrong["rest_to"] = _("Say where the rest goes.")
    if not 0 <= money.house_percent <= 100:
        wrong["house_percent"] = _("A whole number of percent, at most 100.")
    if money.point and not money.ante:
        wrong["ante"] = _("Say what everybody puts into the pot of cents.")
    if money.prize_kind != PrizeKind.NONE and (found := _table_problem(money)):
        wrong["prize_table"] = found
    if wrong:
        raise ValidationError(wrong)


def _table_problem(money: EventMoney) -> str:
    rows: Sequence[tuple[int, Sequence[int]]] = money.prize_table
    if not rows:
        return _("Say what the places win.")
    if len({least for least, _prizes in rows}) < len(rows):
        return _("Each number of entries stands once.")
    for least, prizes in rows:
        if not 1 <= least <= 9999 or not 1 <= len(prizes) <= MOST_PRIZES:
            return _("Each line has a number of entries, and at least one prize.")
        if not all(0 <= prize <= MOST for prize in prizes):
            return _("Type an amount of 0 or more, within reason.")
        if money.prize_kind == PrizeKind.SHARE and sum(prizes) > 100:
            return _("The shares of a line are at most 100 percent together.")
    return ""
