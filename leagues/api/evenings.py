"""Evenings of a season: dates, events, absences, jokers."""

from django.db.models import QuerySet
from django.urls import reverse
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.operations import operation
from leagues.api.seasons import OfSeason
from leagues.api.serializers import (
    AbsenceIn,
    AbsenceSerializer,
    AttachIn,
    AwayPeriodIn,
    AwayPeriodSerializer,
    EveningChange,
    EveningsAddedSerializer,
    EveningsIn,
    JokerIn,
    JokerSerializer,
    SeasonEveningDetailSerializer,
    SeasonEveningSerializer,
)
from leagues.models import AwayPeriod, Contender, Evening, Joker
from leagues.services.evenings import (
    absence_clear,
    absence_note,
    away_clear,
    away_note,
    evening_event_attach,
    evening_event_create,
    evening_remove,
    evening_update,
    evenings_add,
    joker_declare,
    joker_take_back,
)
from tournaments.events.api.serializers import EventSerializer
from tournaments.events.models import Event


class EveningViewSet(OfSeason):
    """The evenings of a season."""

    serializer_class = SeasonEveningDetailSerializer
    versioned = ("date", "division", "times")
    lookup_field = "number"
    lookup_url_kwarg = "evening"
    lookup_value_converter = "number"

    def get_queryset(self) -> QuerySet[Evening]:
        """Return the season's evenings."""
        return self.season.evenings.select_related("division")

    @operation(answer=SeasonEveningSerializer)
    def list(self, request: Request, slug: str, season: int) -> Response:
        """List a season's evenings.

        By number, each with the event that counts for it.
        """
        return self.page(self.get_queryset())

    @operation(body=EveningsIn, answer=EveningsAddedSerializer, name="add")
    def create(self, request: Request, slug: str, season: int) -> Response:
        """Add evenings.

        Behind those there are, in the order of their dates.
        """
        body = self.validated_body()
        order = body.get("division")
        division = self.division(order) if order else None
        evenings = evenings_add(season=self.season, dates=body["dates"], division=division)
        return self.answer({"evenings": evenings})

    def retrieve(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """Show an evening.

        The evening with everybody it is for, and who comes.
        """
        return self.tagged(self.get_object())

    @operation(body=EveningChange)
    def partial_update(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """Change an evening.

        Move it to another date or division, or let it count several times; the event keeps its own
        date.
        """
        moved, changes = self.get_object(), self.changes()
        order = changes.pop("division", moved.division and moved.division.order)
        division = self.division(order) if order else None
        date = changes.pop("date", moved.date)
        return self.changed(evening_update(evening=moved, date=date, division=division, **changes))

    @operation(name="remove")
    def destroy(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """Take an evening out.

        Its event stays, and counts no more. Other evenings keep their numbers.
        """
        evening_remove(evening=self.get_object())
        return Response(status=204)

    @action(detail=True, methods=["post"])
    @operation(answer=EventSerializer, status=201)
    def make(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """Make the event of an evening.

        Set up as the season's last event was, else as its template has it; everybody who is
        expected is entered.
        """
        event = evening_event_create(evening=self.get_object(), created_by=self.user)
        return self.created(event, at=reverse("api-events-detail", args=[slug, event.pk]))

    @action(detail=True, methods=["post"])
    @operation(body=AttachIn)
    def attach(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """Let an event count as an evening.

        An event of the club and of the season's game that counts for no other evening of the
        season. It takes the place of one that counted before.
        """
        place = self.get_object()
        event = get_object_or_404(Event, club=self.club, pk=self.validated_body()["event"])
        return self.answer(evening_event_attach(evening=place, event=event))

    @action(detail=True, methods=["post"])
    @operation()
    def detach(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """Take the event off an evening.

        The event and all that was played stay; it counts no more.
        """
        return self.answer(evening_event_attach(evening=self.get_object(), event=None))


class AbsenceViewSet(OfSeason):
    """The absences noted for an evening."""

    serializer_class = AbsenceSerializer
    lookup_url_kwarg = "contender"

    @property
    def evening(self) -> Evening:
        """Return the evening that the address names; 404 for none."""
        return get_object_or_404(self.season.evenings, number=self.kwargs["evening"])

    def get_queryset(self) -> QuerySet[Contender]:
        """Return those who may be absent."""
        return self.season.contenders.select_related("player", "partner")

    def list(self, request: Request, slug: str, season: int, evening: int) -> Response:
        """List absences.

        Of one evening. Who neither came nor is listed here was absent without notice.
        """
        return self.page(self.evening.absences.all())

    @operation(body=AbsenceIn, name="note")
    def update(
        self, request: Request, slug: str, season: int, evening: int, contender: int
    ) -> Response:
        """Note an absence.

        With notice or without; noted again, the last word holds.
        """
        absence = absence_note(
            evening=self.evening, contender=self.get_object(), **self.validated_body()
        )
        return self.answer(absence)

    @operation(name="clear")
    def destroy(
        self, request: Request, slug: str, season: int, evening: int, contender: int
    ) -> Response:
        """Take an absence back.

        They come after all.
        """
        absence_clear(evening=self.evening, contender=self.get_object())
        return Response(status=204)


class AwayPeriodViewSet(OfSeason):
    """The days on which contenders are away."""

    serializer_class = AwayPeriodSerializer
    lookup_url_kwarg = "away"

    def get_queryset(self) -> QuerySet[AwayPeriod]:
        """Return those of everybody in the season."""
        periods = AwayPeriod.objects.filter(contender__season=self.season)
        return periods.select_related("contender")

    def list(self, request: Request, slug: str, season: int) -> Response:
        """List days away.

        Of everybody in the season, each with its first and its last day.
        """
        return self.page(self.get_queryset())

    @operation(body=AwayPeriodIn, name="note")
    def create(self, request: Request, slug: str, season: int) -> Response:
        """Note days away.

        The contender is absent with notice from all evenings on these days, also from those that
        are added or moved there later. Absences noted before stay as they are.
        """
        body = self.validated_body()
        contender = get_object_or_404(self.season.contenders, pk=body.pop("contender"))
        return self.answer(away_note(contender=contender, **body))

    @operation(name="clear")
    def destroy(self, request: Request, slug: str, season: int, away: int) -> Response:
        """Remove days away.

        With the absences that follow from them.
        """
        away_clear(away=self.get_object())
        return Response(status=204)


class JokerViewSet(OfSeason):
    """The jokers of a season."""

    serializer_class = JokerSerializer
    lookup_url_kwarg = "joker"

    def get_queryset(self) -> QuerySet[Joker]:
        """Return those of everybody in the season."""
        jokers = Joker.objects.filter(contender__season=self.season)
        return jokers.select_related("contender", "evening")

    def list(self, request: Request, slug: str, season: int) -> Response:
        """List jokers.

        Of everybody in the season, by the evening that each doubles.
        """
        return self.page(self.get_queryset())

    @operation(body=JokerIn, name="declare")
    def create(self, request: Request, slug: str, season: int) -> Response:
        """Declare a joker.

        What the contender makes at the evening counts double. Until the evening begins, as often
        as `jokers` of the season says; in an absence the joker is lost.
        """
        body = self.validated_body()
        evening = get_object_or_404(self.season.evenings, number=body["evening"])
        contender = get_object_or_404(self.season.contenders, pk=body["contender"])
        return self.answer(joker_declare(evening=evening, contender=contender))

    @operation(name="take_back")
    def destroy(self, request: Request, slug: str, season: int, joker: int) -> Response:
        """Take a joker back.

        Until its evening begins; then it can be declared for another one.
        """
        joker_take_back(joker=self.get_object())
        return Response(status=204)
