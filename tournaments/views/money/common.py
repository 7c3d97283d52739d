"""What the treasurer's pages of an event share: the money, its frame, the way between them."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from clubs.access import ClubRequest, club_view
from clubs.models import Player
from clubs.roles import Right
from tournaments.models import EventMoney
from tournaments.selectors.money import money_of
from tournaments.views.common import address, event_or_404, event_page

P = ParamSpec("P")
MoneyPage = Callable[Concatenate[ClubRequest, EventMoney, P], HttpResponseBase]


def money_page(view: MoneyPage[P]) -> Callable[..., HttpResponseBase]:
    """A treasurer's view of an event whose money is kept; else it leads to where that is begun."""
    return _page_with(Right.MONEY, view)


def door_page(view: MoneyPage[P]) -> Callable[..., HttpResponseBase]:
    """The same for who takes fees; without the treasurer's right it leads back to the event."""
    return _page_with(Right.DOOR, view)


def _page_with(right: Right, view: MoneyPage[P]) -> Callable[..., HttpResponseBase]:
    def entered(
        request: ClubRequest, /, event_id: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        event = event_or_404(request, event_id)
        money = money_of(event)
        if money is None:
            begins = request.membership.may(Right.MONEY)
            return redirect(address("event-money" if begins else "event", event))
        return view(request, money, *args, **kwargs)

    update_wrapper(entered, view)
    return club_view(right)(entered)


def framed(
    request: ClubRequest,
    money: EventMoney,
    template: str,
    context: dict[str, Any],
    *,
    part: str,
    status: int = 200,
) -> HttpResponse:
    """A page in the frame of the event's money."""
    keeps = request.membership.may(Right.MONEY)
    frame = {
        "money": money,
        "book": money.book,
        "currency": money.book.currency,
        "parts": _parts(money, part) if keeps else [],
    }
    tab = "event-money" if keeps else "event-money-door"
    return event_page(request, money.event, template, frame | context, tab=tab, status=status)


def players_of(money: EventMoney) -> Any:
    """Everybody who is or was entered in the event, by name."""
    return Player.objects.filter(entries__entry__event=money.event_id).distinct()


def _parts(money: EventMoney, current: str) -> list[dict[str, Any]]:
    door = [("event-money-door", _("Door"))] if money.fee else []
    parts = [
        ("event-money", _("Balances")),
        *door,
        ("event-money-transfers", _("Transfers")),
        ("event-money-prizes", _("Prizes and pots")),
        ("event-money-book", _("Cash and payments")),
        ("event-money-setup", _("Fees and prizes")),
    ]
    return [
        {"label": label, "href": address(name, money.event), "current": name == current}
        for name, label in parts
    ]
