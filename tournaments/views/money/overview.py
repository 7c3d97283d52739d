"""The balances of an evening with the corrections noticed, its book, and its set-up."""

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ClubRequest, club_view
from clubs.forms.base import ServiceForm
from clubs.roles import Right
from ledger.forms import BetweenForm
from ledger.models import Book
from ledger.selectors import BY_HAND, corrections_of, journal_of, settlement_of
from ledger.services.transfers import debt_take_over, payment_enter
from tournaments.forms.money import CashForm, ExpenseForm, MoveForm, SetUpForm
from tournaments.models import EventMoney
from tournaments.selectors.money import award_plan, award_plan_of, money_of, money_view
from tournaments.services.money.cash import Bearer, cash_move, expense_add, hand_entry_reverse
from tournaments.services.money.settling import evening_settle
from tournaments.services.money.setup import currency_of, money_set_up
from tournaments.views.common import address, done, event_or_404, event_page
from tournaments.views.money.common import framed, money_page, players_of

PAGE = 50


@require_safe
@club_view(Right.MONEY)
def overview(request: ClubRequest, event_id: int) -> HttpResponse:
    """Who owes and who is owed; where nothing is entered yet, the way to fees and prizes."""
    event = event_or_404(request, event_id)
    money = money_of(event)
    if money is None:
        return event_page(request, event, "money/begin.html", {}, tab="event-money")
    settlement = settlement_of(money.book)
    since = settlement.settlement.planned_at if settlement.settlement else None
    corrections = corrections_of([money.book])
    view = money_view(money)
    context = {
        "view": view,
        "plan": award_plan(event, money, view.fund),
        "settlement": settlement,
        "corrections": [(row, "") for row in corrections],
        "fresh": [row for row in corrections if since and row.reversal.made_at > since],
        "other_currency": currency_of(event) if currency_of(event) != money.book.currency else "",
        "unsettled": money.settled_version != event.version,
    }
    return framed(request, money, "money/overview.html", context, part="event-money")


@require_POST
@money_page
def settle(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Bring the book up to date now, rather than wait for the worker."""
    return done(
        request,
        address("event-money", money.event),
        lambda: evening_settle(event_id=money.event_id, made_by=request.user),
        _("The book is up to date."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.MONEY)
def set_up(request: ClubRequest, event_id: int) -> HttpResponseBase:
    """Fees, prizes, shares; saved for the first time they open the event's book."""
    event = event_or_404(request, event_id)
    money = money_of(event) or EventMoney(event=event, book=Book(currency=currency_of(event)))
    plan = award_plan_of(money)
    form = SetUpForm(request.POST or None, money=money, fund=plan.fund)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            changes = form.cleaned_data["changes"]
            money_set_up(event=money.event, made_by=request.user, **changes)
            messages.success(request, _("Saved."))
            return redirect(address("event-money-setup", money.event))
    status = 422 if form.errors else 200
    context = {"form": form, "plan": plan}
    part = "event-money-setup"
    return framed(request, money, "money/setup.html", context, part=part, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@money_page
def book(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Every entry, the newest first, and the forms by which cash and expenses are entered."""
    what = request.POST.get("what", "") if request.method == "POST" else ""
    expense = _expense(request, money, bound=what == "expense")
    move = _move(request, money, bound=what == "cash")
    between = _between(request, money, bound=what == "between")
    entering: tuple[tuple[ServiceForm, Callable[..., None]], ...] = (
        (expense, _expense_entered),
        (move, _move_entered),
        (between, _between_entered),
    )
    for form, enter in entering:
        if form.is_bound and form.is_valid():
            with form.problems_shown():
                enter(request, money, form)
                messages.success(request, _("Entered."))
                return redirect(address("event-money-book", money.event))
    page = Paginator(journal_of(money.book), PAGE).get_page(request.GET.get("page"))
    context = {
        "expense": expense,
        "move": move,
        "between": between,
        "page": page,
        "by_hand": BY_HAND,
    }
    status = 422 if expense.errors or move.errors or between.errors else 200
    part = "event-money-book"
    return framed(request, money, "money/book.html", context, part=part, status=status)


@require_POST
@money_page
def entry_undo(request: ClubRequest, money: EventMoney, number: int) -> HttpResponseBase:
    """Take back what was entered by hand."""
    return done(
        request,
        address("event-money-book", money.event),
        lambda: hand_entry_reverse(money=money, number=number, made_by=request.user),
        _("Entry %(number)d is taken back.") % {"number": number},
    )


def _expense(request: ClubRequest, money: EventMoney, *, bound: bool) -> ExpenseForm:
    return ExpenseForm(
        request.POST if bound else None,
        prefix="expense",
        currency=money.book.currency,
        players=players_of(money),
        initial={"key": secrets.token_hex(12)},
    )


def _move(request: ClubRequest, money: EventMoney, *, bound: bool) -> MoveForm:
    return MoveForm(
        request.POST if bound else None,
        prefix="cash",
        currency=money.book.currency,
        initial={"key": secrets.token_hex(12)},
    )


def _between(request: ClubRequest, money: EventMoney, *, bound: bool) -> BetweenForm:
    return BetweenForm(
        request.POST if bound else None,
        prefix="between",
        currency=money.book.currency,
        players=players_of(money),
        initial={"key": secrets.token_hex(12)},
    )


def _between_entered(request: ClubRequest, money: EventMoney, form: BetweenForm) -> None:
    given: dict[str, Any] = form.cleaned_data
    shared: dict[str, Any] = {
        "book": money.book,
        "payer": given["payer"],
        "made_by": request.user,
        "key": given["key"],
        "text": given["text"],
    }
    if given["what"] == "takes_over":
        debt_take_over(owner=given["other"], amount=given["amount"] or None, **shared)
    else:
        payment_enter(payee=given["other"], amount=given["amount"], **shared)


def _expense_entered(request: ClubRequest, money: EventMoney, form: CashForm) -> None:
    given: dict[str, Any] = form.cleaned_data
    expense_add(
        money=money,
        amount=given["amount"],
        text=given["text"],
        bearer=Bearer(given["bearer"]),
        payer=given["payer"],
        made_by=request.user,
        key=given["key"],
    )


def _move_entered(request: ClubRequest, money: EventMoney, form: CashForm) -> None:
    given: dict[str, Any] = form.cleaned_data
    amount = given["amount"] if given["way"] == "in" else -given["amount"]
    cash_move(
        money=money, amount=amount, text=given["text"], made_by=request.user, key=given["key"]
    )
