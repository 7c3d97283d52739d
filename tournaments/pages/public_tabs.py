"""What the public sees of an event, by tab, on its public page and in the static site.

Nothing here shows money, notes, reasons or who wrote something, and every name is a public one.
"""

from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from core.figures import read_whole
from tournaments.deals.selectors.deals import deals_shown
from tournaments.deals.services.deals import travellers_analysed
from tournaments.deals.views.compared import requested_deal
from tournaments.events.event_labels import entry_labels, metric_label
from tournaments.events.models import Event, EventState
from tournaments.events.selectors.brackets import bracket_view, has_bracket
from tournaments.events.selectors.events import Lineup
from tournaments.events.selectors.next_step import draw_state
from tournaments.events.selectors.public import public_lineup
from tournaments.events.selectors.rounds import EventOverview, event_overview
from tournaments.events.selectors.standings import standings_for
from tournaments.events.views.brackets import bracket_context
from tournaments.events.views.common import entry_context
from tournaments.events.views.rounds import round_clocks, worker_is_silent

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class PublicTab:
    """A tab of what the public sees of an event."""

    name: ClassVar[str]
    title: ClassVar["StrPromise"]
    template: ClassVar[str]

    def has_event(self, event: Event) -> bool:
        return True

    def context(self, event: Event, seated: Lineup) -> dict[str, Any]:
        """Return what the template shows, under the names of ``seated``."""
        return {}

    def query(self, request: HttpRequest) -> str:
        """Return what the reader asks for, as the query of its live address; empty for nothing."""
        return ""

    def key(self, request: HttpRequest) -> str:
        """Return a text that tells what the reader asks for from anything else."""
        return self.query(request)

    def requested_context(self, request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
        """Return the context with what the reader asks for."""
        return context


class RoundsTab(PublicTab):
    """The front page: the rounds with the clock; before them what is to come, or who has won."""

    name = "rounds"
    title = gettext_lazy("Rounds")
    template = "tournaments/public/_rounds.html"

    def context(self, event: Event, seated: Lineup) -> dict[str, Any]:
        overview = event_overview(event, seated)
        current = {overview.current.number} if overview.current else set()
        return _before_or_after(event, overview, seated) | {
            "overview": overview,
            "outdated": draw_state(event).outdated,
            "unfolded": overview.unfolded | current,
            "clocks": [clock for clock in round_clocks(event, overview) if clock.clock],
        }

    def key(self, request: HttpRequest) -> str:
        return "-".join(map(str, sorted(_unfolded(request))))

    def requested_context(self, request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
        return context | {"unfolded": context["unfolded"] | _unfolded(request)}


def _before_or_after(event: Event, overview: EventOverview, seated: Lineup) -> dict[str, Any]:
    """Return who is in before the event begins, the standings once it is over."""
    if event.state == EventState.FINISHED:
        return {"standings": standings_for(event, seated=seated)}
    if event.state != EventState.DRAFT:
        return {}
    entered = [entrant for entrant in overview.entrants if entrant.is_active]
    words = entry_labels(event).are_entered % {"count": len(entered)}
    return {"entered": entered, "entered_words": words}


def _unfolded(request: HttpRequest) -> frozenset[int]:
    """The folded rounds that are to come with their tables: ``?round=5&round=6``."""
    given = (read_whole(text, most=9999) for text in request.GET.getlist("round"))
    return frozenset(number for number in given if number is not None)


class StandingsTab(PublicTab):
    name = "standings"
    title = gettext_lazy("Standings")
    template = "tournaments/public/_standings.html"

    def context(self, event: Event, seated: Lineup) -> dict[str, Any]:
        standings = standings_for(event, seated=seated)
        return {
            "standings": standings,
            "worker_silent": standings.is_stale and worker_is_silent(),
        }


class BracketTab(PublicTab):
    """The bracket of an event that has one."""

    name = "bracket"
    title = gettext_lazy("Bracket")
    template = "tournaments/public/_bracket.html"

    def has_event(self, event: Event) -> bool:
        return has_bracket(event)

    def context(self, event: Event, seated: Lineup) -> dict[str, Any]:
        view = bracket_view(event, event_overview(event, seated))
        return bracket_context(event, view) if view else {}


class DealsTab(PublicTab):
    """The hands of each deal that is over, and every table's result on it."""

    name = "deals"
    title = gettext_lazy("Deals")
    template = "deals/_public.html"

    def has_event(self, event: Event) -> bool:
        return bool(event.deals_per_round)

    def context(self, event: Event, seated: Lineup) -> dict[str, Any]:
        travellers = travellers_analysed(event=event, seated=seated)
        return {
            "travellers": travellers.with_hands(deals_shown(event)),
            "presenter": event.presenter,
            "label": metric_label(travellers.scoring) if travellers.scoring else None,
        }

    def query(self, request: HttpRequest) -> str:
        return f"deal={number}" if (number := requested_deal(request)) else ""

    def requested_context(self, request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
        travellers, steps = context["travellers"].step(requested_deal(request))
        return context | {"travellers": travellers, "deal_steps": steps}


TABS: Final[dict[str, PublicTab]] = {
    tab.name: tab for tab in (RoundsTab(), StandingsTab(), BracketTab(), DealsTab())
}


def tabs_of(event: Event) -> dict[str, PublicTab]:
    return {name: tab for name, tab in TABS.items() if tab.has_event(event)}


def tab_context(event: Event, tab: PublicTab, seated: Lineup | None = None) -> dict[str, Any]:
    """Return what the template of a tab shows, under the names of ``seated``, else public ones."""
    context = {"event": event, "is_public": True, **entry_context(event)}
    return context | tab.context(event, seated or public_lineup(event))
