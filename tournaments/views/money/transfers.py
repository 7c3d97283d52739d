"""Settling up: the transfers, marked paid one by one."""

from collections.abc import Sequence

from django.contrib import messages
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import ClubRequest
from ledger.forms import WayForm
from ledger.models import Transfer, Way
from ledger.selectors import corrections_of, settlement_of
from ledger.services.transfers import transfer_pay, transfer_unpay, transfers_plan
from tournaments.models import EventMoney
from tournaments.services.money.settling import evening_settle
from tournaments.views.common import address, done
from tournaments.views.money.common import framed, money_page

PART = "event-money-transfers"


@require_http_methods(["GET", "HEAD", "POST"])
@money_page
def transfers(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Who pays whom. Sent: everything is brought up to date and worked out in the way chosen."""
    view = settlement_of(money.book)
    form = WayForm(request.POST or None, initial={"way": view.way})
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            evening_settle(event_id=money.event_id, made_by=request.user)
            transfers_plan(book=money.book, way=Way(form.cleaned_data["way"]))
            messages.success(request, _("The transfers are worked out."))
            return redirect(address(PART, money.event))
    since = view.settlement.planned_at if view.settlement else None
    context = {
        "form": form,
        "view": view,
        "open": _marked(money, "event-money-paid", view.open),
        "paid": _marked(money, "event-money-unpaid", view.paid),
        "corrections": corrections_of([money.book], since=since) if since else (),
    }
    status = 422 if form.errors else 200
    return framed(request, money, "money/transfers.html", context, part=PART, status=status)


@require_POST
@money_page
def transfer_paid(request: ClubRequest, money: EventMoney, transfer_id: int) -> HttpResponseBase:
    """Mark one as paid."""
    transfer = get_object_or_404(Transfer, book=money.book, pk=transfer_id)
    return done(
        request,
        address(PART, money.event),
        lambda: transfer_pay(transfer=transfer, made_by=request.user),
        _("Marked as paid."),
    )


@require_POST
@money_page
def transfer_unpaid(request: ClubRequest, money: EventMoney, transfer_id: int) -> HttpResponseBase:
    """Take back that one was paid."""
    transfer = get_object_or_404(Transfer, book=money.book, pk=transfer_id)
    return done(
        request,
        address(PART, money.event),
        lambda: transfer_unpay(transfer=transfer, made_by=request.user),
        _("It is open again."),
    )


def _marked(
    money: EventMoney, name: str, transfers: Sequence[Transfer]
) -> list[tuple[Transfer, str]]:
    """Transfers with the address by which each is marked."""
    return [(transfer, address(name, money.event, transfer.pk)) for transfer in transfers]
