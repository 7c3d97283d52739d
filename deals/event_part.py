"""Deal sets and compared deals on the pages of events, and in their rounds and standings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analysis.deals import other_hands
from clubs.access import ClubRequest
from clubs.models import User
from core.figures import read_whole
from deals.models import Deal
from deals.selectors.deals import (
    contradicting_hands,
    contradicts,
    deal_at_table,
    deals_to_play,
    set_of,
)
from deals.selectors.duplicate import compared_of
from deals.selectors.travellers import travellers_of
from deals.services.deals import deal_set_draw, deals_show, travellers_analysed
from rules.problems import Code, Problem, problem
from scoring.models import Match
from standings.duplicate import DealTotals
from tournaments.event_parts import EventPart, EventTab, PanelPlace, PublicPart, WallPanel
from tournaments.metric_labels import metric_label
from tournaments.models import Event
from tournaments.presets import DealPlan
from tournaments.same_deals import SameDeals
from tournaments.selectors.events import Lineup
from tournaments.selectors.rounds import EventOverview

WALL_ROWS: Final = 16


class DealsPart(EventPart):
    """The tab, the deals just played on the projector, and what the public sees of them."""

    def tabs(self, request: ClubRequest, event: Event, current: str) -> Iterable[EventTab]:
        """Return the deals of an event that has some, or is to have."""
        if event.deals_per_round or current == "event-deals":
            yield EventTab(50, "event-deals", _("Deals"))

    def panels(self, request: ClubRequest, event: Event, place: PanelPlace) -> Iterable[SafeString]:
        """Return the hands that contradict their deal, and the way to the deals."""
        if place is PanelPlace.SETTINGS:
            yield _html("settings", {"event": event, "club": event.club})
        elif place is PanelPlace.DESK and (other_deals := contradicting_hands(event)):
            yield _html("other_deals", {"other_deals": other_deals, "club": event.club})

    def wall(
        self, request: ClubRequest, event: Event, overview: EventOverview
    ) -> Iterable[WallPanel]:
        """Return the deals of the last round, between rounds and at the end."""
        current = overview.current
        if not event.deals_per_round or current is None or current.open_tables:
            return
        travellers = travellers_of(event)
        for deal in travellers.deals:
            if deal.round_number == current.number:
                shown = replace(deal, rows=deal.rows[:WALL_ROWS])
                values = {"deal": shown, "travellers": travellers}
                caption = _("Deal %(number)d") % {"number": deal.number}
                yield WallPanel(caption, partial(_html, "wall_deal", values))

    def public_parts(self) -> Iterable[PublicPart]:
        """Return the results by deal."""
        yield PublicDeals()

    def public_evening(
        self, event: Event, code: str, seated: Lineup, player: int
    ) -> Iterable[SafeString]:
        """Return the compared deals of a player's entry that are over."""
        if not event.deals_per_round:
            return
        travellers = travellers_analysed(event=event, seated=seated)
        entrants = {
            entrant.number: entrant
            for deal in travellers.deals
            for row in deal.rows
            for cell in row.cells
            for entrant in cell.entrants
        }
        numbers = (
            key
            for key, entrant in entrants.items()
            if player in {who.pk for who in entrant.players}
        )
        if rows := [row for number in numbers for row in travellers.card(number)]:
            values = {"travellers": travellers, "rows": rows, "public_code": code}
            values |= {"is_public": True, "event": event, **travellers.pars}
            yield _html("own_deals", values)


class PublicDeals(PublicPart):
    """Every table's result on each deal that is over."""

    name = "deals"
    title = gettext_lazy("Deals")
    template = "deals/_public.html"

    def has_event(self, event: Event) -> bool:
        return bool(event.deals_per_round)

    def context(self, event: Event, seated: Lineup) -> dict[str, Any]:
        travellers = travellers_analysed(event=event, seated=seated)
        return {
            "travellers": travellers,
            "label": metric_label(travellers.scoring) if travellers.scoring else None,
        }

    def query(self, request: HttpRequest) -> str:
        return f"deal={number}" if (number := requested_deal(request)) else ""

    def requested_context(self, request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
        travellers, steps = context["travellers"].step(requested_deal(request))
        return context | {"travellers": travellers, "deal_steps": steps}


def requested_deal(request: HttpRequest) -> int | None:
    """Return the number of the deal that a page is asked for."""
    return read_whole(request.GET.get("deal", ""), most=9999)


def _html(name: str, values: Mapping[str, Any]) -> SafeString:
    return render_to_string(f"deals/_{name}.html", dict(values))


class DealSets(SameDeals):
    """What rounds, standings and records need of an event's deals."""

    def draw(self, *, event: Event, by: User, plan: DealPlan) -> None:
        deal_set_draw(event=event, by=by, count=plan.count, per_round=plan.per_round)

    def plan(self, event: Event) -> DealPlan | None:
        deal_set = set_of(event)
        return DealPlan(event.deals_per_round, deal_set.count) if deal_set else None

    def to_play(self, event: Event, round_number: int) -> range | None:
        return deals_to_play(event, round_number)

    def show_all(self, event: Event) -> None:
        deals_show(event)

    def totals(self, event: Event) -> Mapping[int, DealTotals]:
        return compared_of(event).totals

    def record_problems(self, match: Match, hand: int, record: Mapping[str, Any]) -> list[Problem]:
        deal = deal_at_table(match, hand)
        if deal is None:
            return []
        text = "This is not what was dealt in deal {number}."
        return [
            problem(Code.MATCH_OTHER_DEAL, at, text, number=deal.number)
            for at in other_hands(match.game, deal.keys, record)
        ]

    def record_warning(self, match: Match, hand: int, record: Mapping[str, Any]) -> str:
        deal = None if match.is_sealed else deal_at_table(match, hand)
        if deal is None or not contradicts(deal, record):
            return ""
        return _(
            "The pieces recorded here are not those of deal %(number)d. The result counts as it "
            "stands until the hand is corrected or ruled on."
        ) % {"number": deal.number}

    def pieces(self, event: Event, number: int, seat: int) -> tuple[Sequence[str], str]:
        deal = Deal.objects.get(deal_set__event=event, number=number)
        return deal.hands[seat], deal.centre
