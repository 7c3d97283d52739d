"""The door list: who has paid, with one tap or one number each."""

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ClubRequest
from clubs.roles import Right
from tournaments.forms.money import NumberForm
from tournaments.models import EventMoney
from tournaments.selectors.money import FeeStatus, door_of
from tournaments.services.money.fees import fee_set, fees_paid
from tournaments.views.common import address, done
from tournaments.views.live import tagged, unchanged
from tournaments.views.money.common import door_page, framed

PART = "event-money-door"


@require_http_methods(["GET", "HEAD", "POST"])
@door_page
def door(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """The list; a number that is sent has paid all that it owes."""
    form = NumberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        number = form.cleaned_data["number"]
        with form.problems_shown():
            lines = fees_paid(event=money.event, number=number, made_by=request.user)
            words = ngettext(
                "No. %(number)d has paid one fee.",
                "No. %(number)d has paid %(count)d fees.",
                len(lines),
            )
            nothing = _("No. %(number)d owes nothing.")
            told = words if lines else nothing
            messages.success(request, told % {"number": number, "count": len(lines)})
            return redirect(address(PART, money.event))
    context = {"form": form, "door": door_of(money)}
    status = 422 if form.errors else 200
    return framed(request, money, "money/door.html", context, part=PART, status=status)


@require_safe
@door_page
def door_live(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """The list alone, for the page to refresh itself."""
    tag = f"door-{money.book_id}-{money.event.version}-{money.book.transactions.count()}"
    return unchanged(request, tag) or tagged(_list(request, money), tag)


@require_POST
@door_page
def fee(request: ClubRequest, money: EventMoney, number: int, place: int) -> HttpResponseBase:
    """Say how a fee stands; htmx gets the list back."""
    status = request.POST.get("status", "")
    told = FeeStatus(status) if status in FeeStatus.values else FeeStatus.PART
    answer = done(
        request,
        address(PART, money.event),
        lambda: fee_set(
            event=money.event,
            number=number,
            place=place,
            status=told,
            made_by=request.user,
            only_taken=not request.membership.may(Right.MONEY),
        ),
        _("No. %(number)d: %(status)s.") % {"number": number, "status": told.label},
    )
    return _list(request, money) if request.htmx else answer


def _list(request: ClubRequest, money: EventMoney) -> HttpResponse:
    context = {"event": money.event, "currency": money.book.currency, "door": door_of(money)}
    return render(request, "money/_door.html", context)
