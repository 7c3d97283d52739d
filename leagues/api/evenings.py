"""Evenings of a season: dates, events, absences."""

import datetime
from typing import Any

from rest_framework.generics import get_object_or_404

from clubs.rest.actions import action, reading
from core.rest.pages import Pages
from leagues.api.seasons import EveningView, SeasonView
from leagues.api.serializers import (
    AbsenceIn,
    AbsenceSerializer,
    AttachIn,
    EveningChange,
    EveningsAddedSerializer,
    EveningsIn,
    SeasonEveningDetailSerializer,
    SeasonEveningSerializer,
)
from leagues.models import Absence, Evening
from leagues.services.evenings import (
    absence_clear,
    absence_note,
    evening_event_attach,
    evening_event_create,
    evening_remove,
    evening_update,
    evenings_add,
)
from tournaments.api.serializers import EventSerializer
from tournaments.models import Event

TAGS = ["Seasons"]


class EveningList(SeasonView):
    """The evenings of a season."""

    pagination_class = Pages

    @reading(
        "season_evenings_list",
        "List a season's evenings",
        "By number, each with the event that counts for it.",
        tags=TAGS,
        answer=SeasonEveningSerializer,
        many=True,
    )
    def get(self) -> Any:
        return self.season.evenings.select_related("division")

    @action(
        "season_evenings_add",
        "Add evenings",
        "Behind those there are, in the order of their dates.",
        tags=TAGS,
        body=EveningsIn,
        answer=EveningsAddedSerializer,
        status=201,
    )
    def post(self, *, dates: list[datetime.date], division: int | None = None) -> Any:
        found = self.division(division) if division else None
        return {"evenings": evenings_add(season=self.season, dates=dates, division=found)}


OF_EVENING = ("date", "division")


class EveningDetail(EveningView):
    """One evening."""

    @reading(
        "season_evenings_retrieve",
        "Show an evening",
        "The evening with everybody it is for, and who comes.",
        tags=TAGS,
        answer=SeasonEveningDetailSerializer,
        settings=OF_EVENING,
    )
    def get(self) -> Any:
        return self.evening

    @action(
        "season_evenings_update",
        "Move an evening",
        "To another date, or to another division; the event keeps its own date.",
        tags=TAGS,
        body=EveningChange,
        answer=SeasonEveningDetailSerializer,
        settings=OF_EVENING,
    )
    def patch(self, version: str | None = None, **changes: Any) -> Evening:
        division = self.evening.division
        if "division" in changes:
            division = self.division(changes["division"]) if changes["division"] else None
        return evening_update(
            evening=self.evening,
            date=changes.get("date", self.evening.date),
            division=division,
            version=version,
        )

    @action(
        "season_evenings_remove",
        "Take an evening out",
        "Its event stays, and counts no more. Other evenings keep their numbers.",
        tags=TAGS,
        status=204,
    )
    def delete(self) -> None:
        evening_remove(evening=self.evening)


class EveningMake(EveningView):
    """Making the event of an evening."""

    @action(
        "season_evenings_make",
        "Make the event of an evening",
        "Set up as the season's last event was, else as its template has it; everybody "
        "who is expected is entered.",
        tags=TAGS,
        answer=EventSerializer,
        status=201,
        location="api-event",
        in_club=True,
    )
    def post(self) -> Event:
        return evening_event_create(evening=self.evening, created_by=self.user)


class EveningAttach(EveningView):
    """An event that is there already."""

    @action(
        "season_evenings_attach",
        "Let an event count as an evening",
        "An event of the club and of the season's game that counts for no other "
        "evening of the season. It takes the place of one that counted before.",
        tags=TAGS,
        body=AttachIn,
        answer=SeasonEveningDetailSerializer,
    )
    def post(self, *, event: int) -> Evening:
        found = get_object_or_404(Event, club=self.club, pk=event)
        return evening_event_attach(evening=self.evening, event=found)


class EveningDetach(EveningView):
    """Detach an event from an evening."""

    @action(
        "season_evenings_detach",
        "Take the event off an evening",
        "The event and all that was played stay; it counts no more.",
        tags=TAGS,
        answer=SeasonEveningDetailSerializer,
    )
    def post(self) -> Evening:
        return evening_event_attach(evening=self.evening, event=None)


class AbsenceList(EveningView):
    """The absences noted for an evening."""

    pagination_class = Pages

    @reading(
        "season_absences_list",
        "List absences",
        "Of one evening. Who neither came nor is listed here was absent without notice.",
        tags=TAGS,
        answer=AbsenceSerializer,
        many=True,
    )
    def get(self) -> Any:
        return self.evening.absences.all()


class AbsenceDetail(EveningView):
    """The attendance of a contender at an evening."""

    @action(
        "season_absences_note",
        "Note an absence",
        "With notice or without; noted again, the last word holds.",
        tags=TAGS,
        body=AbsenceIn,
        answer=AbsenceSerializer,
    )
    def put(self, *, noticed: bool) -> Absence:
        found = self.contender(self.kwargs["contender"])
        return absence_note(evening=self.evening, contender=found, noticed=noticed)

    @action(
        "season_absences_clear",
        "Take an absence back",
        "They come after all.",
        tags=TAGS,
        status=204,
    )
    def delete(self) -> None:
        absence_clear(evening=self.evening, contender=self.contender(self.kwargs["contender"]))
