"""Events: listing, setting up, changing, finishing."""

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

import games
from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from core.rest.docs import IF_NONE_MATCH, array, closed
from core.rest.etags import body_tag, conditional
from core.rest.filters import DayFilter, Filters, choice, text
from engine.pairings.format import Format
from engine.pairings.formats import FORMATS
from engine.standings.metrics import tie_breaks
from games import PRESENTERS
from games.presets import EventTemplate
from tournaments.events.api.base import EVENT_TRIAL, EventViewSet
from tournaments.events.api.bodies import (
    EventIn,
    EventSettingsChange,
    FinishingIn,
    ReopeningIn,
    RoomTableIn,
)
from tournaments.events.api.serializers import EventSerializer, StandingsSerializer
from tournaments.events.api.totals import TotalsIn, entry_totals
from tournaments.events.event_labels import metric_label
from tournaments.events.format_labels import format_label
from tournaments.events.models import Event, EventState
from tournaments.events.presets import TEMPLATES
from tournaments.events.selectors.events import events_named, events_of
from tournaments.events.selectors.standings import standings_for
from tournaments.events.services.events import (
    SETTINGS,
    event_create,
    event_delete,
    event_finish,
    event_reopen,
    event_update,
)
from tournaments.events.services.room import table_find, table_lose
from tournaments.events.services.totals import event_read_in, event_take_back

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
    since = DayFilter("date", "gte", help_text="Those on this day or later.")
    until = DayFilter("date", "lte", help_text="Those on this day or earlier.")

    def named(self, rows: QuerySet[Event], _name: str, value: str) -> QuerySet[Event]:
        """Those with every word."""
        return events_named(rows, self.view.club, value)


class EventsViewSet(EventViewSet):
    """The events of a club."""

    tags = ("Events",)
    serializer_class = EventSerializer
    versioned = SETTINGS
    filterset_class = EventFilters
    lookup_url_kwarg = "event"

    def list(self, request: Request, slug: str) -> Response:
        """List events.

        The club's events, the newest first.
        """
        return self.page(events_of(self.club))

    @extend_schema(
        examples=[
            OpenApiExample(
                "From a template",
                {"template": "club_night", "date": "2026-11-20"},
                request_only=True,
            )
        ]
    )
    @operation(body=EventIn)
    def create(self, request: Request, slug: str) -> Response:
        """Set up an event.

        From a template, with whatever is to be different, or all by itself. Rules and stakes are
        those of a record; `GET /api/v1/games/` explains them, `GET /api/v1/event-choices/` lists
        templates, formats and tie-breaks.
        """
        values = self.validated_body()
        preset = TEMPLATES.get(values.pop("template", ""))
        if preset and values.get("game", preset.game) != preset.game:
            wrong = _("This template is of another game.")
            raise ValidationError({"template": ValidationError(wrong, code="other_game")})
        settings = preset.fields_with(self.club.currency, values) if preset else values
        event = event_create(club=self.club, created_by=self.user, **{"rules": {}, **settings})
        return self.created(event)

    @action(detail=False, methods=["post"], url_path="read-in")
    @operation(body=TotalsIn, status=201)
    def read_in(self, request: Request, slug: str) -> Response:
        """Read in an evening.

        A finished event of which nothing but names and totals by round is known, as clubs keep
        them in spreadsheets. Totals rank it, and seasons that add up marks or points count it;
        games, opponents and hands stay unknown. Templates with brackets or compared deals are
        refused.
        """
        body = self.validated_body()
        event = event_read_in(
            club=self.club,
            template=TEMPLATES[body["template"]],
            name=body.get("name", ""),
            date=body["date"],
            entries=entry_totals(self.club, body["entries"]),
            by=self.user,
        )
        return self.created(event)

    def retrieve(self, request: Request, slug: str, event: int) -> Response:
        """Show an event.

        The event with its rules; `version` grows with every change that standings depend on.
        """
        return self.tagged(self.event)

    @operation(body=EventSettingsChange)
    def partial_update(self, request: Request, slug: str, event: int) -> Response:
        """Change an event.

        Name, date, tie-breaks, lengths of series, clock and what byes, forfeits and capped games
        count at any time; rules and stakes until the first hand; game, format and its options
        until the first round is begun. What depends on a former format or game is dropped unless
        it is sent along: another format has its usual options, another game also its default
        rules, no stakes and its usual tie-breaks.
        """
        return self.changed(event_update(event=self.event, **self.changes()))

    @operation()
    def destroy(self, request: Request, slug: str, event: int) -> Response:
        """Delete an event.

        Only one that was never begun: what was played stays.
        """
        event_delete(event=self.event)
        return Response(status=204)

    @action(detail=True, methods=["post"])
    @operation(body=FinishingIn, stays_open=True)
    def finish(self, request: Request, slug: str, event: int) -> Response:
        """Finish an event.

        Its standings become final; lots are drawn where the tie-breaks say so. Refused with
        `level` while a level meeting of a bracket needs a winner. While tables are playing or a
        bracket is not played to its end it is refused with `unfinished`, unless `unfinished` is
        sent as true.
        """
        return self.answer(event_finish(event=self.event, by=self.user, **self.validated_body()))

    @action(detail=True, methods=["post"])
    @operation(body=ReopeningIn, stays_open=True, trial=EVENT_TRIAL)
    def reopen(self, request: Request, slug: str, event: int) -> Response:
        """Reopen an event.

        Opens a finished event again, to correct something: until then nothing in it changes. Its
        standings are no longer final, and what its book has by its end alone is reversed at once
        (house share, prizes); finished again, it is entered anew. Lots that were drawn are kept.
        What follows are the entries that are taken back.
        """
        return self.answer(event_reopen(event=self.event, by=self.user, **self.validated_body()))

    @action(detail=True, methods=["post"], url_path="take-back")
    @operation(status=204, stays_open=True)
    def take_back(self, request: Request, slug: str, event: int) -> Response:
        """Take back an evening that was read in.

        Deletes the event and the players who were added for it and are entered nowhere else.
        Refused once anything was added: a season in which it counts, money, a change.
        """
        event_take_back(event=self.event)
        return Response(status=204)

    @extend_schema(operation_id="room_table_lose", tags=["Rounds"])
    @action(detail=True, methods=["post"], url_path="room/lost")
    @operation(body=RoomTableIn)
    def room_lost(self, request: Request, slug: str, event: int) -> Response:
        """Lose a table of the room.

        What has not begun there goes to a free table, or is played when another meeting has ended
        (`shift` 2). Whatever has begun elsewhere stays where it is.
        """
        return self.answer(table_lose(event=self.event, number=self.validated_body()["table"]))

    @extend_schema(operation_id="room_table_find", tags=["Rounds"])
    @action(detail=True, methods=["post"], url_path="room/back")
    @operation(body=RoomTableIn)
    def room_back(self, request: Request, slug: str, event: int) -> Response:
        """Have a lost table back.

        Whatever has begun meanwhile stays where it is.
        """
        return self.answer(table_find(event=self.event, number=self.validated_body()["table"]))

    @extend_schema(
        operation_id="standings_retrieve", tags=["Standings"], parameters=[IF_NONE_MATCH]
    )
    @action(detail=True)
    @operation(answer=StandingsSerializer)
    def standings(self, request: Request, slug: str, event: int) -> Response:
        """Show the standings.

        As they were last computed: `version` is the event's version they were computed from,
        `as_of` the time, `is_stale` whether something newer is still being counted. Send the tag
        back in `If-None-Match` to be told 304 while nothing has changed.
        """
        body = self.get_serializer(standings_for(self.event)).data
        return conditional(request, body_tag(body), lambda: body)


class EventChoiceViewSet(ApiViewSet):
    """The choices for a new event: templates, formats, tie-breaks."""

    tags = ("Events",)
    pagination_class = None

    @extend_schema(operation_id="event_choices", responses={200: CHOICES})
    def list(self, request: Request) -> Response:
        """List templates, formats and tie-breaks.

        What the words of an event mean. Rules are explained by `GET /api/v1/games/`.
        """
        formats = [_format(key, format_) for key, format_ in FORMATS.items()]
        metrics = [_metric(key) for key in tie_breaks()]
        templates = [_template(template) for template in TEMPLATES.values()]
        return Response({"templates": templates, "formats": formats, "tie_breaks": metrics})


def _template(template: EventTemplate) -> dict[str, Any]:
    return {
        **_words(template.key, template),
        "game": template.game,
        "rules": dict(template.rules),
        "format": template.format,
        "games_per_meeting": template.games_per_meeting,
        "tie_breaks": list(template.tie_breaks),
    }


def _format(key: str, kind: Format) -> dict[str, Any]:
    label = format_label(key)
    return {
        **_words(key, label),
        "games": sorted(kind.games),
        "options": [
            {
                **_words(option.key, label.settings[option.key]),
                "default": option.default,
                "low": option.low,
                "high": option.high,
            }
            for option in kind.settings
        ],
    }


def _metric(key: str) -> dict[str, Any]:
    """Return a metric with the games that rank by it, in the words of a single such game."""
    games = sorted(name for name, presenter in PRESENTERS.items() if key in presenter.metrics)
    label = metric_label(key, games[0] if len(games) == 1 else None)
    return {**_words(key, label), "games": games}


def _words(key: str, described: Any) -> dict[str, str]:
    return {
        "key": key,
        "name": str(described.name),
        "explanation": str(described.explanation),
    }
