"""Prizes as they would be or are, and side pots."""

from typing import Any

from django.contrib import messages
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import ClubRequest
from ledger.selectors import received_by
from tournaments.forms.money import PotPlayersForm, SidePotForm
from tournaments.models import EventMoney, RestTo, SidePot
from tournaments.selectors.money import award_plan_of
from tournaments.services.money.pots import side_pot_add, side_pot_remove, side_pot_set
from tournaments.services.money.prizes import prizes_award, prizes_fit, prizes_take_back
from tournaments.services.money.setup import money_set_up
from tournaments.views.common import address, done
from tournaments.views.money.common import framed, money_page, players_of

PART = "event-money-prizes"


@require_http_methods(["GET", "HEAD", "POST"])
@money_page
def prizes(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """What there is to win; sent: a new side pot."""
    form = SidePotForm(request.POST or None, currency=money.book.currency)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            pot = side_pot_add(money=money, **form.cleaned_data)
            return redirect(address("event-money-pot", money.event, pot.pk))
    plan = award_plan_of(money)
    context = {
        "form": form,
        "plan": plan,
        "fund": plan.fund,
        "spent": plan.fund.fees - plan.fund.pot,
        "rests": RestTo,
        "won": received_by(money.book, "prizes"),
        "pots": [_told(pot) for pot in money.side_pots.prefetch_related("players")],
    }
    status = 422 if form.errors else 200
    return framed(request, money, "money/prizes.html", context, part=PART, status=status)


@require_POST
@money_page
def award(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Enter the prizes by the final standings, or take them back."""
    back = "back" in request.POST
    service = prizes_take_back if back else prizes_award
    return done(
        request,
        address(PART, money.event),
        lambda: service(event=money.event, made_by=request.user),
        _("The prizes are taken back.") if back else _("The prizes are entered."),
    )


@require_POST
@money_page
def divide(request: ClubRequest, money: EventMoney) -> HttpResponseBase:
    """Say where the rest of the pot goes, or let the table of prizes hold for fewer."""
    rest = request.POST.get("rest", "")
    if rest in RestTo.values:
        return done(
            request,
            address(PART, money.event),
            lambda: money_set_up(event=money.event, made_by=request.user, rest_to=rest),
            _("Left over: %(where)s.") % {"where": RestTo(rest).label},
        )
    return done(
        request,
        address(PART, money.event),
        lambda: prizes_fit(event=money.event, made_by=request.user),
        _("The prize table fits now."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@money_page
def side_pot(request: ClubRequest, money: EventMoney, pot_id: int) -> HttpResponseBase:
    """Who is in a side pot, and who has won it."""
    pot = get_object_or_404(SidePot, money=money, pk=pot_id)
    inside = list(pot.players.all())
    form = PotPlayersForm(
        request.POST or None,
        among=players_of(money),
        inside=inside,
        initial={"players": [player.pk for player in inside], "winners": pot.winners},
    )
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            side_pot_set(
                pot=pot,
                players=list(form.cleaned_data["players"]),
                winners=list(form.cleaned_data.get("winners", ())),
                made_by=request.user,
            )
            messages.success(request, _("Saved."))
            return redirect(address("event-money-pot", money.event, pot.pk))
    context = {"form": form, "pot": pot}
    status = 422 if form.errors else 200
    return framed(request, money, "money/pot.html", context, part=PART, status=status)


@require_POST
@money_page
def side_pot_off(request: ClubRequest, money: EventMoney, pot_id: int) -> HttpResponseBase:
    """Call a side pot off."""
    pot = get_object_or_404(SidePot, money=money, pk=pot_id)
    return done(
        request,
        address(PART, money.event),
        lambda: side_pot_remove(pot=pot, made_by=request.user),
        _("“%(name)s” is called off.") % {"name": pot.name},
    )


def _told(pot: SidePot) -> dict[str, Any]:
    players = list(pot.players.all())
    by_key = {player.pk: player for player in players}
    winners = [by_key[key] for key in pot.winners if key in by_key]
    return {"pot": pot, "players": players, "winners": winners, "whole": pot.stake * len(players)}
