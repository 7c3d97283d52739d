"""The money of an event: setup, fees, prizes, side pots, expenses and cash."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Player, User
from core.model_settings import settings_check
from core.text import about, isolated
from core.transactions import RowGone, get_or_gone
from core.versions import version_check
from ledger.accounts import CASH, CLUB, POT, ExpectedEntry, of_player, paid
from ledger.amounts import amount_check
from ledger.models import Book, EntryKind, Settlement, Transaction
from ledger.selectors import BY_HAND
from ledger.services.books import (
    book_currency_set,
    book_open,
    entries_reconcile,
    entry_make,
    entry_reverse,
)
from ledger.services.transfers import remark
from tournaments.events.models import Event, EventState
from tournaments.events.services.locking import event_locked
from tournaments.money.models import EventMoney, Fee, FeeState, PrizeKind, SidePot
from tournaments.money.selectors.fees import FeeLine, FeeStatus, fee_lines
from tournaments.money.selectors.money import money_of, unopened_event_ids
from tournaments.money.selectors.prizes import awards_missing, fund_of, has_awards
from tournaments.money.services.settling import (
    book_guard,
    charge_of,
    evening_follow,
    evening_settle,
    payment_of,
)


@transaction.atomic
def money_open(*, event: Event) -> EventMoney:
    """Return an event's money, opening its book where there is none. Locks the event.

    The currency is that of its stakes, otherwise the club's.
    """
    locked = event_locked(event.pk)
    money = EventMoney.objects.select_related("book").filter(event=locked).first()
    if money is not None:
        return money
    book = book_open(
        club=locked.club, name=locked.name, date=locked.date, currency=currency_of(locked)
    )
    return EventMoney.objects.create(event=locked, book=book)


def money_open_where_played(event_ids: Collection[int] | None = None) -> None:
    """Open the books of events played for stakes, or of these only. Locks each event in turn."""
    for event_id in unopened_event_ids():
        if event_ids is None or event_id in event_ids:
            with suppress(RowGone):
                money_open(event=get_or_gone(Event.objects.all(), event_id))


@transaction.atomic
def money_set_up(
    *, event: Event, made_by: User | None = None, version: str | None = None, **changes: Any
) -> EventMoney:
    """Change the given fields of an event's money and settle its book, or neither.

    Locks the event and the book. Amounts in smallest coins. ``ValidationError`` by field;
    ``fee_per`` stays once something was decided about a fee. ``Closed`` if entries of a finished
    event would be taken back; ``Outdated``.
    """
    settings_check(EventMoney, changes)
    money = money_open(event=event)
    version_check(money, version)
    with book_guard(event=money.event):
        _set_up(money, changes, made_by)
    return money


def _set_up(money: EventMoney, changes: dict[str, Any], made_by: User | None) -> None:
    if "fee_per" in changes and changes["fee_per"] != money.fee_per:
        _no_fee_decided(money)
    if changes.get("prize_kind", money.prize_kind) != money.prize_kind:
        money.prize_table = []  # percents are no amounts
    for name, value in changes.items():
        setattr(money, name, value)
    if money.prize_kind == PrizeKind.NONE:
        money.prize_table = []
    stays = {field.name for field in EventMoney._meta.fields} - changes.keys()
    money.full_clean(exclude=stays, validate_unique=False, validate_constraints=False)
    money.save()
    _book_follow(money)
    evening_settle(event_id=money.event_id, made_by=made_by, cause={"code": "money_set_up"})


@transaction.atomic
def money_forget(*, event: Event) -> None:
    """Delete the money settings of an event; ``ValidationError`` if it has transactions."""
    money = EventMoney.objects.select_related("book").filter(event=event).first()
    if money is None:
        return
    if money.book.transactions.exists():
        raise ValidationError(
            _("Money has been entered for this event, so its settings cannot be deleted."),
            code="money_entered",
        )
    money.side_pots.all().delete()
    money.delete()
    Settlement.objects.filter(book=money.book).delete()
    money.book.delete()


def money_rename(*, event: Event) -> None:
    """Give an event's book the event's name and date."""
    Book.objects.filter(event_money__event=event).update(name=event.name, date=event.date)


def currency_of(event: Event) -> str:
    return (event.stakes or {}).get("currency") or event.club.currency


def _book_follow(money: EventMoney) -> None:
    """Set the currency of an empty book to the event's."""
    if not money.book.transactions.exists():
        money.book = book_currency_set(book=money.book, currency=currency_of(money.event))


def _no_fee_decided(money: EventMoney) -> None:
    decided = Fee.objects.filter(entry__event=money.event_id)
    if decided.exclude(state=FeeState.DUE, paid=0).exists():
        raise ValidationError(
            {
                "fee_per": ValidationError(
                    _("Fees have already been paid, so who owes them can no longer change."),
                    code="fees_paid",
                )
            }
        )


# Fees; the same status set twice has one effect.


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
    """Set the status of the fee of a place of entry ``number``. Locks the event and the book.

    Paid: everything owed was paid in cash. Owing: nothing was paid, and a payment is reversed.
    Waived: nothing is owed. Refunded: nothing is owed, and a payment was given back.
    ``ValidationError`` if there is no such fee. ``only_taken`` is for those who only take fees:
    ``PermissionDenied`` if it is, or was, waived or refunded. ``Closed`` if the prizes of a
    finished event are awarded and would change.
    """
    money = _locked(event)
    if status not in SETTABLE:
        raise ValidationError(_("A fee is paid, owing, waived or refunded."), code="no_such_status")
    line = _line(money, number, place)
    if only_taken and not {status, line.status}.isdisjoint(_NOT_OWED):
        raise PermissionDenied(_("Only owners and treasurers can waive or refund a fee."))
    return _fees_set(money, [line], status, made_by)[0]


@transaction.atomic
def fees_paid(*, event: Event, number: int, made_by: User | None) -> list[FeeLine]:
    """Mark all fees of an entry as paid. Locks the event and the book."""
    money = _locked(event)
    lines = [line for line in fee_lines(money) if line.entrant.number == number]
    if not lines:
        raise ValidationError(
            _("There is no number %(number)d here.") % {"number": number}, code="no_such_entry"
        )
    return _fees_set(money, [line for line in lines if line.open], FeeStatus.PAID, made_by)


def _fees_set(
    money: EventMoney, lines: Sequence[FeeLine], status: FeeStatus, made_by: User | None
) -> list[FeeLine]:
    changed = [_with_status(money, line, status) for line in lines]
    wanted = [entry for line in changed for entry in (charge_of(line), payment_of(line))]
    with book_guard(event=money.event, sources=[entry.source for entry in wanted]):
        for line in changed:
            Fee.objects.update_or_create(
                entry_id=line.entry_id,
                place=line.place,
                defaults={"state": line.state, "paid": line.paid},
            )
        entries_reconcile(book=money.book, wanted=wanted, made_by=made_by)
        evening_follow(money=money, made_by=made_by, cause="fee_set")
    return changed


def _with_status(money: EventMoney, line: FeeLine, status: FeeStatus) -> FeeLine:
    state = FeeState(status.value) if status in _NOT_OWED else FeeState.DUE
    paid = money.fee if status == FeeStatus.PAID else 0
    return replace(line, state=state, paid=paid)


_NOT_OWED = (FeeStatus.WAIVED, FeeStatus.REFUNDED)


def _locked(event: Event) -> EventMoney:
    event_locked(event.pk)
    money = EventMoney.objects.select_related("book", "event").filter(event=event).first()
    if money is None:
        raise ValidationError(_("No money is kept for this event."), code="no_money")
    return money


def _line(money: EventMoney, number: int, place: int) -> FeeLine:
    for line in fee_lines(money):
        if (line.entrant.number, line.place) == (number, place):
            return line
    raise ValidationError(_("There is no such fee."), code="no_such_fee")


# Side pots.


@transaction.atomic
def side_pot_add(*, money: EventMoney, name: str, stake: int) -> SidePot:
    """Set up a side pot: each player pays ``stake`` into it, in minor units. Locks the event."""
    event_locked(money.event_id)
    pot = SidePot(money=money, name=" ".join(name.split()), stake=stake)
    pot.clean_fields(exclude={"money"})
    if money.side_pots.filter(name=pot.name).exists():
        raise ValidationError(
            {
                "name": ValidationError(
                    _("There is a side pot of this name already."), code="name_taken"
                )
            }
        )
    pot.save()
    return pot


@transaction.atomic
def side_pot_set(
    *,
    pot: SidePot,
    players: Sequence[Player],
    winners: Sequence[Player] = (),
    made_by: User | None,
    version: str | None = None,
) -> SidePot:
    """Set the players and winners of a side pot, the better lot first. Locks event and book.

    Winners share it, odd units to the better lots; without winners it stays in the pot. Raises
    ``Outdated``.
    """
    event = event_locked(pot.money.event_id)
    current = get_or_gone(SidePot.objects.all(), pot.pk)
    version_check(current, version)
    if any(player.club_id != event.club_id for player in players):
        raise ValidationError(_("Only players of this club can take part."), code="other_club")
    if not {player.pk for player in winners} <= {player.pk for player in players}:
        raise ValidationError(
            {
                "winners": ValidationError(
                    _("Only those who have put in can win."), code="winner_outside"
                )
            }
        )
    with book_guard(event=event, sources=[f"pot:{current.pk}"]):
        current.players.set(players)
        current.winners = list(dict.fromkeys(player.pk for player in winners))
        current.save(update_fields=["winners"])
        evening_settle(event_id=event.pk, made_by=made_by, cause={"code": "pot_set"})
    return current


@transaction.atomic
def side_pot_remove(*, pot: SidePot, made_by: User | None) -> None:
    """Remove a side pot and reverse its stakes. Locks event and book."""
    side_pot_set(pot=pot, players=(), made_by=made_by)
    pot.delete()


# Awarding the prizes of an event that is over.


def prizes_award(*, event: Event, made_by: User | None) -> None:
    """Post house share and prizes by the standings. Locks the event and the book.

    From then on they are derived from the standings. ``ValidationError`` unless the event is
    finished.
    """
    _award(event, made_by, "prizes_awarded", awarded=True)


def prizes_award_if_known(*, event: Event, made_by: User | None) -> None:
    """Enter house share and prizes of an event that has just been finished, if there are any and
    the prize table has a line for so few entries. The event is locked."""
    money = money_of(event)
    if money is None:
        return
    fund = fund_of(money, fee_lines(money))
    if has_awards(money, fund) and not fund.is_too_small:
        _award(event, made_by, "event_finished", awarded=True)


def prizes_must_be_entered(*, books: Collection[int]) -> None:
    """Raise ``ValidationError`` where a finished event's prizes wait to be entered."""
    finished = EventMoney.objects.filter(
        book__in=books, awarded=False, event__state=EventState.FINISHED
    )
    for money in finished.select_related("event__club", "book"):
        if reason := awards_missing(money, fund_of(money, fee_lines(money))):
            text = about(isolated(money.event.name), reason)
            raise ValidationError(text, code="prizes_not_entered")


@transaction.atomic
def prizes_fit(*, event: Event, made_by: User | None) -> None:
    """Make the first row of the prize table hold for as few entries as there are. Locks the event.

    Does nothing where it holds already.
    """
    event_locked(event.pk)
    money = EventMoney.objects.select_related("book", "event").filter(event=event).first()
    if money is None:
        raise ValidationError(_("No money is kept for this event."), code="no_money")
    fund = fund_of(money, fee_lines(money))
    if not fund.is_too_small or not fund.entries:
        return
    table = [
        [fund.entries if least == fund.least else least, prizes]
        for least, prizes in money.prize_table
    ]
    money_set_up(event=event, made_by=made_by, prize_table=table)


def prizes_take_back(*, event: Event, made_by: User | None) -> None:
    """Reverse the prizes. Locks the event."""
    _award(event, made_by, "prizes_taken_back", awarded=False)


@transaction.atomic
def _award(event: Event, made_by: User | None, code: str, *, awarded: bool) -> None:
    """Set whether prizes are awarded and settle the book, both or neither."""
    locked = event_locked(event.pk)
    if awarded and locked.state != EventState.FINISHED:
        raise ValidationError(
            _("Finish the event first: its standings are not final."), code="not_finished"
        )
    if not EventMoney.objects.filter(event=locked).update(awarded=awarded):
        raise ValidationError(_("No money is kept for this event."), code="no_money")
    evening_settle(event_id=event.pk, made_by=made_by, cause={"code": code})


# Entries by hand: expenses and cash.


class Bearer(StrEnum):
    """The account that bears an expense."""

    POT = "pot"
    CLUB = "club"


def expense_add(
    *,
    money: EventMoney,
    amount: int,
    text: str,
    bearer: Bearer,
    made_by: User,
    key: str,
    payer: Player | None = None,
) -> Transaction:
    """Post an expense, paid from the cash box or by a player. Locks event and book.

    ``key`` makes it idempotent. Expenses borne by the pot reduce the prizes.
    """
    words = _checked(amount, text)
    if payer is not None and payer.club_id != money.event.club_id:
        raise ValidationError(_("Only players of this club can take part."), code="other_club")
    borne_by = POT if bearer is Bearer.POT else CLUB
    entry = ExpectedEntry(
        source=f"expense:{key}",
        kind=EntryKind.EXPENSE,
        text=words,
        amounts=paid(of_player(payer.pk) if payer else CASH, borne_by, amount),
    )
    return _entered(money, entry, made_by)


def cash_move(*, money: EventMoney, amount: int, text: str, made_by: User, key: str) -> Transaction:
    """Post cash put into the box by the club, or taken out if negative. Locks event and book."""
    words = _checked(abs(amount), text)
    giver, receiver = (CLUB, CASH) if amount > 0 else (CASH, CLUB)
    entry = ExpectedEntry(f"cash:{key}", EntryKind.CASH, words, paid(giver, receiver, abs(amount)))
    return _entered(money, entry, made_by)


@transaction.atomic
def hand_entry_reverse(*, money: EventMoney, number: int, made_by: User) -> Transaction:
    """Reverse a manual transaction by its number in the book. Locks the event and the book.

    ``ValidationError`` for derived ones: correct their source instead. ``Closed`` if the prizes of
    a finished event are awarded and would change.
    """
    event = event_locked(money.event_id)
    entry = Transaction.objects.filter(book=money.book_id, number=number).first()
    if entry is None or entry.kind not in BY_HAND:
        raise ValidationError(_("Only manual entries can be taken back here."), code="not_by_hand")
    with book_guard(event=event, sources=[entry.source]):
        reversal = entry_reverse(entry=entry, made_by=made_by)
        evening_follow(money=money, made_by=made_by, cause="expense")
    return reversal


def _checked(amount: int, text: str) -> str:
    amount_check(amount)
    return remark(text, is_needed=True)


@transaction.atomic
def _entered(money: EventMoney, entry: ExpectedEntry, made_by: User) -> Transaction:
    with book_guard(event=event_locked(money.event_id)):
        entry_made = entry_make(book=money.book, entry=entry, made_by=made_by)
        evening_follow(money=money, made_by=made_by, cause="expense")
    return entry_made
