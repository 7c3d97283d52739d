"""What the public sees of an event, part by part, on its public page and in the static site.

Nothing here shows money, notes, reasons or who wrote something, and every name is a public one.
"""

from typing import Any, Final

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from core.figures import read_whole
from tournaments.event_parts import PublicPart, event_parts
from tournaments.models import Event
from tournaments.selectors.brackets import bracket_view, has_bracket
from tournaments.selectors.events import Lineup
from tournaments.selectors.next_step import draw_state
from tournaments.selectors.public import public_lineup
from tournaments.selectors.rounds import event_overview
from tournaments.selectors.standings import standings_for
from tournaments.views.brackets import bracket_context
from tournaments.views.common import entry_context
from tournaments.views.rounds import round_clocks, worker_is_silent


class RoundsPart(PublicPart):
    """The rounds with the clock."""

    name = "rounds"
    title = gettext_lazy("Rounds")
    template = "tournaments/public/_rounds.html"

    def context(self, event: Event, seated: Lineup) -> dict[str, Any]:
        overview = event_overview(event, seated)
        current = {overview.current.number} if overview.current else set()
        return {
            "overview": overview,
            "outdated": draw_state(event).outdated,
            "unfolded": overview.unfolded | current,
            "clocks": [clock for clock in round_clocks(event, overview) if clock.clock],
        }

    def key(self, request: HttpRequest) -> str:
        return "-".join(map(str, sorted(_unfolded(request))))

    def requested_context(self, request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
        return context | {"unfolded": context["unfolded"] | _unfolded(request)}


def _unfolded(request: HttpRequest) -> frozenset[int]:
    """The folded rounds that are to come with their tables: ``?round=5&round=6``."""
    given = (read_whole(text, most=9999) for text in request.GET.getlist("round"))
    return frozenset(number for number in given if number is not None)


class StandingsPart(PublicPart):
    name = "standings"
    title = gettext_lazy("Standings")
    template = "tournaments/public/_standings.html"

    def context(self, event: Event, seated: Lineup) -> dict[str, Any]:
        standings = standings_for(event, seated=seated)
        return {
            "standings": standings,
            "worker_silent": standings.is_stale and worker_is_silent(),
        }


class BracketPart(PublicPart):
    """The bracket of an event that has one."""

    name = "bracket"
    title = gettext_lazy("Bracket")
    template = "tournaments/public/_bracket.html"

    def has_event(self, event: Event) -> bool:
        return has_bracket(event)

    def context(self, event: Event, seated: Lineup) -> dict[str, Any]:
        view = bracket_view(event, event_overview(event, seated))
        return bracket_context(event, view) if view else {}


OF_EVENTS: Final = (RoundsPart(), StandingsPart(), BracketPart())


def public_parts() -> dict[str, PublicPart]:
    """Return the parts by name: those of events, then those of the apps above."""
    above = (part for app in event_parts() for part in app.public_parts())
    return {part.name: part for part in (*OF_EVENTS, *above)}


def parts_of(event: Event) -> dict[str, PublicPart]:
    """Return the parts that an event has, by name."""
    return {name: part for name, part in public_parts().items() if part.has_event(event)}


def part_context(event: Event, part: PublicPart, seated: Lineup | None = None) -> dict[str, Any]:
    """Return what the template of a part shows, under the names of ``seated``, else public ones."""
    context = {"event": event, "is_public": True, **entry_context(event)}
    return context | part.context(event, seated or public_lineup(event))
