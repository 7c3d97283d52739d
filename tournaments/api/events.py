"""Events: listing, setting up, changing, finishing."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import games
from clubs.rest.actions import action, reading
from clubs.rest.idempotent import once
from clubs.rest.views import ClubView
from clubs.services.idempotency import Answer
from core.rest.docs import array, closed
from core.rest.filters import Day, Filters, choice, text
from core.rest.incoming import queried
from core.rest.pages import Pages
from core.rest.viewsets import DryRunQuery
from games import PRESENTERS
from pairings.format import Format
from pairings.formats import FORMATS
from scoring.api.serializers import or_preview, preview_body
from scoring.host import TrialResult
from standings.metrics import tie_breaks
from tournaments.api.base import EventView
from tournaments.api.serializers import (
    EventChange,
    EventIn,
    EventSerializer,
    FinishingIn,
    ReopeningIn,
)
from tournaments.format_labels import FORMAT_LABELS
from tournaments.metric_labels import metric_label
from tournaments.models import Event, EventState
from tournaments.presets import TEMPLATES, EventTemplate
from tournaments.selectors.events import events_named, events_of
from tournaments.services.consequences import reopening_consequences
from tournaments.services.events import (
    SETTINGS,
    event_create,
    event_delete,
    event_finish,
    event_reopen,
    event_update,
)

TAGS = ["Events"]
TEXT: Final = {"type": "string"}
NUMBER: Final = {"type": "integer"}
WORDS: Final = {"key": TEXT, "name": TEXT, "explanation": TEXT}
TEMPLATE: Final = closed(
    {
        **WORDS,
        "game": TEXT,
        "rules": {"type": "object"},
        "format": TEXT,
        "games_per_meeting": NUMBER,
        "tie_breaks": array(TEXT),
    },
    [*WORDS, "game", "rules", "format", "games_per_meeting", "tie_breaks"],
)
FORMAT_OPTION: Final = closed(
    {**WORDS, "default": NUMBER, "low": NUMBER, "high": NUMBER}, [*WORDS, "default", "low", "high"]
)
FORMAT: Final = closed(
    {**WORDS, "games": array(TEXT), "options": array(FORMAT_OPTION)}, [*WORDS, "games", "options"]
)
TIE_BREAK: Final = closed({**WORDS, "games": array(TEXT)}, [*WORDS, "games"])
CHOICES: Final = closed(
    {
        "templates": array(TEMPLATE),
        "formats": array(FORMAT),
        "tie_breaks": array(TIE_BREAK),
    },
    ["templates", "formats", "tie_breaks"],
)


class EventFilters(Filters):
    """Which events are wanted."""

    q = text("Every word of it is in the name.", "named")
    state = choice(EventState.choices, "Those in this state.")
    game = choice(games.choices, "Those of one game.")
    since = Day("date", "gte", help_text="Those on this day or later.")
    until = Day("date", "lte", help_text="Those on this day or earlier.")

    def named(self, rows: QuerySet[Event], _name: str, value: str) -> QuerySet[Event]:
        """Those with every word."""
        return events_named(rows, self.view.club, value)


class EventList(ClubView):
    """The events of a club."""

    pagination_class = Pages

    @reading(
        "events_list",
        "List events",
        "The club's events, the newest first.",
        tags=TAGS,
        filters=EventFilters,
        answer=EventSerializer,
        many=True,
    )
    def get(self) -> Iterable[Event]:
        return events_of(self.club)

    @action(
        "events_create",
        "Set up an event",
        "From a template, with whatever is to be different, or all by itself. Rules "
        "and stakes are those of a record; `GET /api/v1/games/` explains them, "
        "`GET /api/v1/event-choices/` lists templates, formats and tie-breaks.",
        tags=TAGS,
        body=EventIn,
        answer=EventSerializer,
        status=201,
        location="api-event",
        examples=[
            OpenApiExample(
                "From a template",
                {"template": "club_night", "date": "2026-11-20"},
                request_only=True,
            )
        ],
    )
    def post(self, *, template: str = "", **given: Any) -> Event:
        preset = TEMPLATES.get(template)
        if preset and given.get("game", preset.game) != preset.game:
            wrong = _("This template is of another game.")
            raise ValidationError({"template": ValidationError(wrong, code="other_game")})
        values = preset.fields_with(self.club.currency, given) if preset else {"rules": {}} | given
        return event_create(club=self.club, created_by=self.user, **values)


class EventDetail(EventView):
    """One event."""

    @reading(
        "events_retrieve",
        "Show an event",
        "The event with its rules; `version` grows with every change that standings depend on.",
        tags=TAGS,
        answer=EventSerializer,
        settings=SETTINGS,
    )
    def get(self) -> Event:
        return self.event

    @action(
        "events_update",
        "Change an event",
        "Name, date, tie-breaks, lengths of series, clock and what byes, forfeits and "
        "capped games count at any time; rules and stakes until the first hand; game, format and "
        "its options until the first round is begun. What depends on a former format or game is "
        "dropped unless it is sent along: another format has its usual options, another game also "
        "its default rules, no stakes and its usual tie-breaks.",
        tags=TAGS,
        body=EventChange,
        answer=EventSerializer,
        settings=SETTINGS,
    )
    def patch(self, **changes: Any) -> Event:
        return event_update(event=self.event, **changes)

    @action(
        "events_delete",
        "Delete an event",
        "Only one that was never begun: what was played stays.",
        tags=TAGS,
        status=204,
    )
    def delete(self) -> None:
        event_delete(event=self.event)


class EventFinish(EventView):
    """The end of an event."""

    @action(
        "events_finish",
        "Finish an event",
        "Its standings become final; lots are drawn where the tie-breaks say so. Refused with "
        "`level` while a level meeting of a bracket needs a winner. While tables are playing or a "
        "bracket is not played to its end it is refused with `unfinished`, unless `unfinished` "
        "is sent as true.",
        tags=TAGS,
        body=FinishingIn,
        answer=EventSerializer,
    )
    def post(self, *, unfinished: bool) -> Event:
        return event_finish(event=self.event, by=self.user, unfinished=unfinished)


def _reopened_or_previewed(
    view: EventView, request: Request, effect: Callable[[], Answer]
) -> Response:
    if not queried(request, DryRunQuery)["dry_run"]:
        return once(request, effect)
    if view.event.state != EventState.FINISHED:
        raise ValidationError(_("This event is not finished."))
    consequences = tuple(reopening_consequences(view.event))
    weighed = TrialResult(consequences, view.event, is_kept=False)
    return Response(preview_body(weighed, view.membership))


class EventReopen(EventView):
    """Taking back the end of an event."""

    @action(
        "events_reopen",
        "Reopen an event",
        "Opens a finished event again, to correct something: until then nothing in it "
        "changes. Its standings are no longer final, and what its book has by its end alone is "
        "reversed at once (house share, prizes); finished again, it is entered anew. Lots that "
        "were drawn are kept. With `dry_run` nothing is kept, and the answer names the entries "
        "that would be taken back.",
        tags=TAGS,
        body=ReopeningIn,
        answer=EventSerializer,
        run=_reopened_or_previewed,
        parameters=[DryRunQuery],
        responses={200: or_preview(EventSerializer)},
    )
    def post(self, *, reason: str) -> Event:
        return event_reopen(event=self.event, by=self.user, reason=reason)


class EventChoices(APIView):
    """The choices for a new event: templates, formats, tie-breaks."""

    @reading(
        "event_choices",
        "List templates, formats and tie-breaks",
        "What the words of an event mean. Rules are explained by `GET /api/v1/games/`.",
        tags=TAGS,
        answer={200: CHOICES},
    )
    def get(self) -> dict[str, Any]:
        return {
            "templates": [_template(template) for template in TEMPLATES.values()],
            "formats": [_format(key, found) for key, found in FORMATS.items()],
            "tie_breaks": [
                {**_words(key, metric_label(key)), "games": _games_ranking_by(key)}
                for key in tie_breaks()
            ],
        }


def _template(template: EventTemplate) -> dict[str, Any]:
    return {
        **_words(template.key, template),
        "game": template.game,
        "rules": dict(template.rules),
        "format": template.format,
        "games_per_meeting": template.games_per_meeting,
        "tie_breaks": list(template.tie_breaks),
    }


def _format(key: str, found: Format) -> dict[str, Any]:
    label = FORMAT_LABELS[key]
    return {
        **_words(key, label),
        "games": sorted(found.games),
        "options": [
            {
                **_words(option.key, label.settings[option.key]),
                "default": option.default,
                "low": option.low,
                "high": option.high,
            }
            for option in found.settings
        ],
    }


def _games_ranking_by(key: str) -> list[str]:
    return sorted(name for name, presenter in PRESENTERS.items() if key in presenter.metrics)


def _words(key: str, found: Any) -> dict[str, str]:
    return {
        "key": key,
        "name": str(found.name),
        "explanation": str(found.explanation),
    }
