"""Rounds with their tables, the tables of the room, and the standings."""

from collections.abc import Sequence

from django.http import Http404
from rest_framework.generics import get_object_or_404

from clubs.rest.actions import action, reading
from core.rest.pages import Pages
from tournaments.api.base import EventView
from tournaments.api.serializers import (
    EventSerializer,
    PlanIn,
    RoomTableIn,
    RoundSerializer,
    StandingsSerializer,
)
from tournaments.models import Event, Round
from tournaments.selectors.rounds import RoundView, event_overview
from tournaments.selectors.standings import Standings, standings_for
from tournaments.services.room import table_find, table_lose
from tournaments.services.rounds import round_begin, round_undo_begin, rounds_plan

TAGS = ["Rounds"]


class RoundList(EventView):
    """The rounds of an event."""

    pagination_class = Pages

    @reading(
        "rounds_list",
        "List rounds",
        "Rounds in their order, begun and planned, with tables, entries and games. A "
        "game names its match, where hands are recorded.",
        tags=TAGS,
        answer=RoundSerializer,
        many=True,
    )
    def get(self) -> Sequence[RoundView]:
        return event_overview(self.event).rounds


class RoundPlan(EventView):
    """Planning."""

    @action(
        "rounds_plan",
        "Plan the rounds",
        "Plans all rounds not yet begun from who is here now; begun ones stay. Where no round "
        "without a repeated meeting or bye is left it is refused with `no_pairing_possible`; with "
        "a reason in `repeats` the round with the fewest repeats is drawn.",
        tags=TAGS,
        body=PlanIn,
        answer=RoundSerializer,
        many=True,
    )
    def post(self, *, shuffle: bool, repeats: str) -> Sequence[RoundView]:
        rounds_plan(event=self.event, shuffle=shuffle, repeats=repeats)
        return event_overview(self.event).rounds


class RoundDetail(EventView):
    """One round."""

    @reading(
        "rounds_retrieve",
        "Show a round",
        "The round's tables with entries and games.",
        tags=TAGS,
        answer=RoundSerializer,
    )
    def get(self) -> RoundView:
        return round_shown(self.event, self.kwargs["number"])


class RoundBegin(EventView):
    """Beginning a round."""

    @action(
        "rounds_begin",
        "Begin a round",
        "Sets up the matches of the next planned round. Where pairs meet, the first "
        "shaker of each table is drawn and the lot recorded; single players deal by their places.",
        tags=TAGS,
        answer=RoundSerializer,
    )
    def post(self) -> RoundView:
        found = get_object_or_404(Round, event=self.event, number=self.kwargs["number"])
        round_begin(round=found)
        return round_shown(self.event, found.number)


class RoundTakeBack(EventView):
    """Taking a beginning back."""

    @action(
        "rounds_take_back",
        "Take back the beginning of a round",
        "Of the last begun round, as long as no hand was recorded in it.",
        tags=TAGS,
        answer=RoundSerializer,
    )
    def post(self) -> RoundView:
        found = get_object_or_404(Round, event=self.event, number=self.kwargs["number"])
        round_undo_begin(round=found)
        return round_shown(self.event, found.number)


class RoomLost(EventView):
    """A table that is lost."""

    @action(
        "room_table_lose",
        "Lose a table of the room",
        "What has not begun there goes to a free table, or is played when another "
        "meeting has ended (`shift` 2). Whatever has begun elsewhere stays where it is.",
        tags=TAGS,
        body=RoomTableIn,
        answer=EventSerializer,
    )
    def post(self, *, table: int) -> Event:
        return table_lose(event=self.event, number=table)


class RoomBack(EventView):
    """A lost table that is back."""

    @action(
        "room_table_find",
        "Have a lost table back",
        "Whatever has begun meanwhile stays where it is.",
        tags=TAGS,
        body=RoomTableIn,
        answer=EventSerializer,
    )
    def post(self, *, table: int) -> Event:
        return table_find(event=self.event, number=table)


class StandingsView(EventView):
    """The standings."""

    @reading(
        "standings_retrieve",
        "Show the standings",
        "As they were last computed: `version` is the event's version they were "
        "computed from, `as_of` the time, `is_stale` whether something newer is still being "
        "counted. Send the tag back in `If-None-Match` to be told 304 while nothing has changed.",
        tags=["Standings"],
        answer=StandingsSerializer,
        etag="Changes with anything in the table.",
    )
    def get(self) -> Standings:
        return standings_for(self.event)


def round_shown(event: Event, number: int) -> RoundView:
    """Return the round of that number; 404 if there is none."""
    for found in event_overview(event).rounds:
        if found.number == number:
            return found
    raise Http404
