"""The pages of an event's money: balances, door list, prizes, transfers, book, set-up."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from functools import partial, update_wrapper
from itertools import chain
from typing import Any, Concatenate, ParamSpec

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import make_naive
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import FORM, POST, READ, ClubRequest
from clubs.roles import Right
from core.cells import CellValue
from core.forms import ServiceForm
from core.pages import act_and_redirect, submit
from core.tables import Table, table_response
from core.text import comma_list, isolated
from ledger.forms import BetweenForm, WayForm
from ledger.hooks import gaps_in
from ledger.models import Book, Transfer, Way
from ledger.selectors import (
    BY_HAND,
    balances_of,
    corrections_of,
    journal_of,
    received_by,
    settlement_of,
)
from ledger.services.transfers import (
    debt_take_over,
    payment_enter,
    transfer_pay,
    transfer_unpay,
    transfers_plan,
)
from ledger.tables import amount_cell, gap_rows, transfers_table
from tournaments.events.models import Event, EventState
from tournaments.events.selectors.events import waiting_players
from tournaments.events.views.common import address, event_page, event_view, tagged, unchanged
from tournaments.money.forms import (
    ExpenseForm,
    MoveForm,
    NumberForm,
    PotPlayersForm,
    SetUpForm,
    SidePotForm,
)
from tournaments.money.models import EventMoney, RestTo, SidePot
from tournaments.money.selectors.fees import FeeStatus, fee_lines
from tournaments.money.selectors.money import (
    door_of,
    money_of,
    money_view,
    players_balances,
    players_of,
)
from tournaments.money.selectors.prizes import award_plan, award_plan_of, awards_missing
from tournaments.money.services.money import (
    Bearer,
    cash_move,
    currency_of,
    expense_add,
    fee_set,
    fees_paid,
    hand_entry_reverse,
    money_set_up,
    prizes_award,
    prizes_fit,
    prizes_must_be_entered,
    prizes_take_back,
    side_pot_add,
    side_pot_remove,
    side_pot_set,
)
from tournaments.money.services.settling import evening_settle

P = ParamSpec("P")
MoneyPage = Callable[Concatenate[ClubRequest, EventMoney, P], HttpResponseBase]


def money_page(
    methods: tuple[str, ...], right: Right = Right.MONEY
) -> Callable[[MoneyPage[P]], Callable[..., HttpResponseBase]]:
    """Pass an event's money to a view; redirect if none is kept.

    A treasurer is sent to the page that starts it, others to the event.
    """

    def decorate(view: MoneyPage[P]) -> Callable[..., HttpResponseBase]:
        def loaded(
            request: ClubRequest, event: Event, /, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            money = money_of(event)
            if money is None:
                begins = request.membership.may(Right.MONEY)
                return redirect(address("event-money" if begins else "event", event))
            return view(request, money, *args, **kwargs)

        update_wrapper(loaded, view)
        return event_view(right, methods)(loaded)

    return decorate


def framed(
    request: ClubRequest,
    money: EventMoney,
    template: str,
    context: dict[str, Any],
    *,
    part: str,
) -> HttpResponse:
    """Render a page in the frame of the event's money."""
    may_keep_money = request.membership.may(Right.MONEY)
    pages = _pages(money, part) if may_keep_money else []
    frame = {
        "money": money,
        "book": money.book,
        "currency": money.book.currency,
        "pages": pages,
        "is_entered": money.awarded and money.event.state == EventState.FINISHED,
    }
    tab = "event-money" if may_keep_money else "event-money-door"
    title = next((item["label"] for item in pages[1:] if item["current"]), "")
    return event_page(request, money.event, template, frame | context, tab=tab, title=title)


def _pages(money: EventMoney, current: str) -> list[dict[str, Any]]:
    door = [("event-money-door", _("Door"))] if money.fee else []
    pages = [
        ("event-money", _("Balances")),
        *door,
        ("event-money-transfers", _("Transfers")),
        ("event-money-prizes", _("Prizes and pots")),
        ("event-money-book", _("Cash and payments")),
        ("event-money-setup", _("Fees and prizes")),
    ]
    return [
        {"label": label, "href": address(name, money.event), "current": name == current}
        for name, label in pages
    ]


# The door list.


DOOR = "event-money-door"


@money_page(FORM, Right.DOOR)
def door(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Show the list; the entry whose number is sent pays all it owes."""
    form = NumberForm(request.POST or None)

    def paid() -> str:
        number = form.cleaned_data["number"]
        lines = fees_paid(event=money.event, number=number, made_by=request.user)
        words = ngettext(
            "No. %(number)d has paid one fee.",
            "No. %(number)d has paid %(count)d fees.",
            len(lines),
        )
        text = words if lines else _("No. %(number)d owes nothing.")
        return text % {"number": number, "count": len(lines)}

    if answer := submit(request, form, address(DOOR, money.event), paid, str):
        return answer
    context = {"form": form, "door": door_of(money)}
    return framed(request, money, "stakes/door.html", context, part=DOOR)


@money_page(READ, Right.DOOR)
def door_live(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """The list alone, for the page to refresh itself."""
    tag = f"door-{money.book_id}-{money.event.version}-{money.book.transactions.count()}"
    return unchanged(request, tag) or tagged(_list(request, money), tag)


@money_page(POST, Right.DOOR)
def fee(request: ClubRequest, money: EventMoney, number: int, place: int) -> HttpResponseBase:
    """Set the status of a fee; htmx gets the list back."""
    status = request.POST.get("status", "")
    wanted = FeeStatus(status) if status in FeeStatus.values else FeeStatus.PART
    answer = act_and_redirect(
        request,
        address(DOOR, money.event),
        lambda: fee_set(
            event=money.event,
            number=number,
            place=place,
            status=wanted,
            made_by=request.user,
            only_taken=not request.membership.may(Right.MONEY),
        ),
        _("No. %(number)d: %(status)s.") % {"number": number, "status": wanted.label},
    )
    return _list(request, money) if request.htmx else answer


def _list(request: ClubRequest, money: EventMoney) -> HttpResponse:
    context = {"event": money.event, "currency": money.book.currency, "door": door_of(money)}
    return render(request, "stakes/_door.html", context)


# Tables for a spreadsheet.


@money_page(READ)
def table(request: ClubRequest, money: EventMoney, kind: str, form: str) -> HttpResponseBase:
    """One of the tables, for a spreadsheet."""
    if kind not in TABLES:
        raise Http404
    title, head, rows = TABLES[kind](money)
    name = _("%(table)s, %(event)s") % {"table": title, "event": money.event.name}
    return table_response(form, name, head, rows)


def _balances(money: EventMoney) -> Table:
    currency = money.book.currency
    head = [_("Account"), _("Balance"), _("Currency")]
    balances = balances_of(money.book)
    people = [(row.player.name, row.amount) for row in players_balances(money, balances)]
    others = [(str(row.account), row.amount) for row in balances if row.account.player is None]
    rows = ([name, amount_cell(units, currency), currency] for name, units in (*people, *others))
    return _("Balances"), head, chain(rows, gap_rows([money.book]))


def _door(money: EventMoney) -> Table:
    currency = money.book.currency
    head = [_("No."), _("Names"), _("State"), _("Fee"), _("Paid"), _("Still owed"), _("Owed back")]
    rows: Iterable[list[CellValue]] = (
        [
            line.entrant.number,
            comma_list(line.players),
            str(line.status.label),
            *(
                amount_cell(units, currency)
                for units in (line.due, line.paid, line.open, line.back)
            ),
            currency,
        ]
        for line in fee_lines(money)
    )
    waits: Iterable[list[CellValue]] = (
        ["", player.name, _("waiting for a partner"), *[""] * 4, currency]
        for player in waiting_players(money.event)
    )
    return _("Door list"), [*head, _("Currency")], chain(rows, waits)


def _book(money: EventMoney) -> Table:
    currency = money.book.currency
    head = [
        *(_("No."), _("Time"), _("Kind"), _("Entry"), _("Reverses"), _("By")),
        *(_("Account"), _("Amount"), _("Currency")),
    ]
    rows: Iterable[list[CellValue]] = (
        [
            entry.number,
            make_naive(entry.made_at).replace(microsecond=0),
            entry.get_kind_display(),
            entry.description,
            entry.reverses.number if entry.reverses else "",
            entry.made_by.shown_name if entry.made_by else "",
            str(posting.account),
            amount_cell(posting.amount, currency),
            currency,
        ]
        for entry in journal_of(money.book)
        for posting in entry.postings.all()
    )
    return _("Book"), head, rows


TABLES: dict[str, Callable[[EventMoney], Table]] = {
    "balances": _balances,
    "door": _door,
    "transfers": lambda money: transfers_table(money.book),
    "book": _book,
}


# Balances, book and set-up.


PAGE = 50


@event_view(Right.MONEY, READ)
def overview(request: ClubRequest, event: Event) -> HttpResponse:
    """Show balances, or how to start keeping money."""
    money = money_of(event)
    if money is None:
        return event_page(request, event, "stakes/begin.html", {}, tab="event-money")
    settlement = settlement_of(money.book.settled_with or money.book)
    since = settlement.settlement.planned_at if settlement.settlement else None
    corrections = corrections_of([money.book])
    view = money_view(money)
    context = {
        "view": view,
        "plan": award_plan(event, money, view.fund),
        "settlement": settlement,
        "gaps": gaps_in([money.book]),
        "corrections": [(row, "") for row in corrections],
        "fresh": [row for row in corrections if since and row.reversal.made_at > since],
        "other_currency": currency_of(event) if currency_of(event) != money.book.currency else "",
        "unsettled": money.settled_version != event.version,
        "missing": awards_missing(money, view.fund),
    }
    return framed(request, money, "stakes/overview.html", context, part="event-money")


@money_page(POST)
def settle(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Bring the book up to date now instead of waiting for the worker."""
    return act_and_redirect(
        request,
        address("event-money", money.event),
        lambda: evening_settle(event_id=money.event_id, made_by=request.user),
        _("The book is up to date."),
    )


@event_view(Right.MONEY, FORM)
def set_up(request: ClubRequest, event: Event) -> HttpResponseBase:
    """Set fees, prizes and shares; the first time opens the event's book."""
    money = money_of(event) or EventMoney(event=event, book=Book(currency=currency_of(event)))
    plan = award_plan_of(money)
    form = SetUpForm(request.POST or None, money=money, fund=plan.fund)
    part = "event-money-setup"
    if answer := submit(
        request,
        form,
        address(part, event),
        lambda: money_set_up(
            event=event,
            made_by=request.user,
            version=form.version,
            **form.cleaned_data["changes"],
        ),
        _("Saved."),
    ):
        return answer
    context = {"form": form, "plan": plan}
    return framed(request, money, "stakes/setup.html", context, part=part)


@money_page(FORM)
def book(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Show every entry, newest first, with the forms for cash and expenses."""
    part = "event-money-book"
    expense, move, between = forms = _entry_forms(request, money)
    services = (_expense_enter, _move_enter, _between_enter)
    for form, enter in zip(forms, services, strict=True):
        act = partial(enter, request, money, form)
        if answer := submit(request, form, address(part, money.event), act, _("Entered.")):
            return answer
    page = Paginator(journal_of(money.book), PAGE).get_page(request.GET.get("page"))
    context = {
        "expense": expense,
        "move": move,
        "between": between,
        "page": page,
        "by_hand": BY_HAND,
    }
    return framed(request, money, "stakes/book.html", context, part=part)


@money_page(POST)
def entry_undo(request: ClubRequest, money: EventMoney, number: int) -> HttpResponseBase:
    return act_and_redirect(
        request,
        address("event-money-book", money.event),
        lambda: hand_entry_reverse(money=money, number=number, made_by=request.user),
        _("Entry %(number)d has been taken back.") % {"number": number},
    )


def _entry_forms(
    request: ClubRequest, money: EventMoney
) -> tuple[ExpenseForm, MoveForm, BetweenForm]:
    """Return the three forms for entries by hand; the submitted one is bound."""
    what = request.POST.get("what", "") if request.method == "POST" else ""
    shared: dict[str, Any] = {"currency": money.book.currency}
    people: dict[str, Any] = {"players": players_of(money)}

    def bound(prefix: str) -> dict[str, Any]:
        data = request.POST if what == prefix else None
        return {"data": data, "prefix": prefix, "initial": {"key": secrets.token_hex(12)}}

    return (
        ExpenseForm(**bound("expense"), **shared, **people),
        MoveForm(**bound("cash"), **shared),
        BetweenForm(**bound("between"), **shared, **people),
    )


def _between_enter(request: ClubRequest, money: EventMoney, form: ServiceForm) -> None:
    values: dict[str, Any] = form.cleaned_data
    shared: dict[str, Any] = {
        "book": money.book,
        "payer": values["payer"],
        "made_by": request.user,
        "key": values["key"],
        "text": values["text"],
    }
    if values["what"] == "takes_over":
        debt_take_over(owner=values["other"], amount=values["amount"] or None, **shared)
    else:
        payment_enter(payee=values["other"], amount=values["amount"], **shared)


def _expense_enter(request: ClubRequest, money: EventMoney, form: ServiceForm) -> None:
    values: dict[str, Any] = form.cleaned_data
    expense_add(
        money=money,
        amount=values["amount"],
        text=values["text"],
        bearer=Bearer(values["bearer"]),
        payer=values["payer"],
        made_by=request.user,
        key=values["key"],
    )


def _move_enter(request: ClubRequest, money: EventMoney, form: ServiceForm) -> None:
    values: dict[str, Any] = form.cleaned_data
    amount = values["amount"] if values["way"] == "in" else -values["amount"]
    cash_move(
        money=money, amount=amount, text=values["text"], made_by=request.user, key=values["key"]
    )


# Prizes and side pots.


PRIZES = "event-money-prizes"


@money_page(FORM)
def prizes(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Show the prizes and pots, and add a side pot."""
    form = SidePotForm(request.POST or None, currency=money.book.currency)
    if answer := submit(
        request,
        form,
        lambda pot: address("event-money-pot", money.event, pot.pk),
        lambda: side_pot_add(money=money, **form.cleaned_data),
    ):
        return answer
    plan = award_plan_of(money)
    context = {
        "form": form,
        "plan": plan,
        "fund": plan.fund,
        "spent": plan.fund.fees - plan.fund.pot,
        "rests": RestTo,
        "won": received_by(money.book, "prizes"),
        "pots": [_pot_context(pot) for pot in money.side_pots.prefetch_related("players")],
    }
    return framed(request, money, "stakes/prizes.html", context, part=PRIZES)


@money_page(POST)
def award(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Enter the prizes by the final standings, or take them back."""
    back = "back" in request.POST
    service = prizes_take_back if back else prizes_award
    return act_and_redirect(
        request,
        address(PRIZES, money.event),
        lambda: service(event=money.event, made_by=request.user),
        _("The prizes have been taken back.") if back else _("The prizes have been entered."),
    )


@money_page(POST)
def divide(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Set the destination of the pot's rest, or fit the prize table to the field."""
    rest, target = request.POST.get("rest", ""), address(PRIZES, money.event)
    fixed: dict[str, Any] = {"event": money.event, "made_by": request.user}
    if rest in RestTo.values:
        words = _("Left over: %(where)s.") % {"where": RestTo(rest).label}
        return act_and_redirect(request, target, lambda: money_set_up(**fixed, rest_to=rest), words)
    return act_and_redirect(
        request, target, lambda: prizes_fit(**fixed), _("The prize table fits the entries now.")
    )


@money_page(FORM)
def side_pot(request: ClubRequest, money: EventMoney, pot_id: int) -> HttpResponseBase:
    """Set the players and winners of a side pot."""
    pot = get_object_or_404(SidePot, money=money, pk=pot_id)
    form = PotPlayersForm(request.POST or None, among=players_of(money), pot=pot)
    if answer := submit(
        request,
        form,
        address("event-money-pot", money.event, pot.pk),
        lambda: side_pot_set(
            pot=pot,
            players=list(form.cleaned_data["players"]),
            winners=list(form.cleaned_data.get("winners", ())),
            made_by=request.user,
            version=form.version,
        ),
        _("Saved."),
    ):
        return answer
    context = {"form": form, "pot": pot}
    return framed(request, money, "stakes/pot.html", context, part=PRIZES)


@money_page(POST)
def side_pot_off(request: ClubRequest, money: EventMoney, pot_id: int) -> HttpResponseBase:
    pot = get_object_or_404(SidePot, money=money, pk=pot_id)
    return act_and_redirect(
        request,
        address(PRIZES, money.event),
        lambda: side_pot_remove(pot=pot, made_by=request.user),
        _("“%(name)s” has been called off.") % {"name": isolated(pot.name)},
    )


def _pot_context(pot: SidePot) -> dict[str, Any]:
    players = list(pot.players.all())
    by_key = {player.pk: player for player in players}
    winners = [by_key[key] for key in pot.winners if key in by_key]
    return {"pot": pot, "players": players, "winners": winners, "total": pot.stake * len(players)}


# Transfers.


TRANSFERS = "event-money-transfers"


@money_page(FORM)
def transfers(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Show the transfers, and recompute them in the chosen way."""
    view = settlement_of(money.book)
    form = WayForm(request.POST or None, initial={"way": view.way})

    def planned() -> None:
        prizes_must_be_entered(books=[money.book_id])
        evening_settle(event_id=money.event_id, made_by=request.user)
        transfers_plan(book=money.book, way=Way(form.cleaned_data["way"]))

    message = _("The transfers have been worked out.")
    if answer := submit(request, form, address(TRANSFERS, money.event), planned, message):
        return answer
    since = view.settlement.planned_at if view.settlement else None
    context = {
        "form": form,
        "view": view,
        "gaps": gaps_in([money.book]),
        "open": _marked(money, "event-money-paid", view.open),
        "paid": _marked(money, "event-money-unpaid", view.paid),
        "corrections": corrections_of([money.book], since=since) if since else (),
    }
    return framed(request, money, "stakes/transfers.html", context, part=TRANSFERS)


@money_page(POST)
def transfer_mark(
    request: ClubRequest,
    money: EventMoney,
    transfer_id: int,
    *,
    paid: bool,
) -> HttpResponseBase:
    """Mark a transfer as paid, or as open again."""
    transfer = get_object_or_404(Transfer, book=money.book, pk=transfer_id)
    service = transfer_pay if paid else transfer_unpay
    return act_and_redirect(
        request,
        address(TRANSFERS, money.event),
        lambda: service(transfer=transfer, made_by=request.user),
        _("Marked as paid.") if paid else _("It is open again."),
    )


def _marked(
    money: EventMoney, name: str, transfers: Sequence[Transfer]
) -> list[tuple[Transfer, str]]:
    return [(transfer, address(name, money.event, transfer.pk)) for transfer in transfers]
