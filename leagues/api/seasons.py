"""Endpoints of seasons: rules, tables, money, divisions, contenders."""

from typing import Any, Final

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

import games
from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right
from core.model_settings import settings_of
from core.rest.filters import DayFilter, Filters, YesNo, choice
from games import PRESENTERS
from leagues.api.serializers import (
    ContenderChange,
    ContendersAddedSerializer,
    ContenderSerializer,
    ContendersIn,
    DivisionChange,
    DivisionIn,
    DivisionSerializer,
    NextSeasonIn,
    RatingSerializer,
    RevokeIn,
    SeasonAdjustmentIn,
    SeasonAdjustmentSerializer,
    SeasonChange,
    SeasonDetailSerializer,
    SeasonIn,
    SeasonPageChange,
    SeasonPageSerializer,
    SeasonSerializer,
    SeasonTableSerializer,
)
from leagues.models import Contender, Division, Season, SeasonAdjustment, SeasonPage
from leagues.selectors.ratings import ratings_for
from leagues.selectors.seasons import seasons_of
from leagues.selectors.table import adjustments_of, season_table
from leagues.services.adjustments import season_adjustment_make, season_adjustment_revoke
from leagues.services.seasons import (
    SETTINGS,
    contender_move,
    contender_remove,
    contenders_add,
    division_add,
    division_remove,
    division_update,
    season_create,
    season_delete,
    season_finish,
    season_follow,
    season_page_update,
    season_reopen,
    season_settle,
    season_update,
)
from ledger.api.serializers import BookSerializer


class OfSeason(ApiViewSet):
    """Seasons and what belongs to one; another club's season is not found."""

    tags = ("Seasons",)
    season: Season

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Membership first, then the season of that club, if one is named."""
        super().initial(request, *args, **kwargs)
        if "season" in kwargs:
            self.season = get_object_or_404(self.club.seasons, pk=kwargs["season"])

    def division(self, order: int) -> Division:
        """Return the season's division at that place, or 404."""
        return get_object_or_404(Division, season=self.season, order=order)


class SeasonFilters(Filters):
    """Which seasons are wanted."""

    game = choice(games.choices, "Those of one game.")
    is_finished = YesNo(help_text="Finished, or under way.")
    since = DayFilter("starts_on", "gte", help_text="Those that begin on this day or later.")
    until = DayFilter("starts_on", "lte", help_text="Those that begin on this day or earlier.")


EXAMPLE: Final = OpenApiExample(
    "The best six of eight evenings",
    {
        "name": "Autumn league",
        "game": next(name for name, game in PRESENTERS.items() if not game.in_teams),
        "dates": [f"2026-10-{day:02d}" for day in range(1, 30, 4)],
        "measure": "average",
        "scoring": "best",
        "best": 6,
        "noticed": "lowest",
    },
    request_only=True,
)


class SeasonViewSet(OfSeason):
    """The seasons of a club."""

    serializer_class = SeasonDetailSerializer
    filterset_class = SeasonFilters
    versioned = SETTINGS
    lookup_url_kwarg = "season"

    @operation(answer=SeasonSerializer)
    def list(self, request: Request, slug: str) -> Response:
        """List seasons.

        The club's seasons, those under way first.
        """
        return self.page(seasons_of(self.club))

    @extend_schema(examples=[EXAMPLE])
    @operation(body=SeasonIn)
    def create(self, request: Request, slug: str) -> Response:
        """Set up a season.

        A name, a game and the dates of its evenings are enough; what is left out is usual for the
        game. Who is ranked in it is sent to its `contenders/`.
        """
        season = season_create(club=self.club, created_by=self.user, **self.validated_body())
        return self.created(season)

    def retrieve(self, request: Request, slug: str, season: int) -> Response:
        """Show a season.

        The season with its rules, divisions and evenings.
        """
        return self.tagged(self.season)

    @operation(body=SeasonChange)
    def partial_update(self, request: Request, slug: str, season: int) -> Response:
        """Change a season.

        Its name and rules, as long as it is not finished; the table follows.
        """
        return self.changed(season_update(season=self.season, **self.changes()))

    @operation(stays_open=True)
    def destroy(self, request: Request, slug: str, season: int) -> Response:
        """Delete a season.

        Only one on whose evenings nobody has played. Events that are made stay.
        """
        season_delete(season=self.season)
        return Response(status=204)

    @action(detail=True, methods=["post"])
    @operation()
    def finish(self, request: Request, slug: str, season: int) -> Response:
        """Finish a season.

        Nothing of it can be changed any more, until it is opened again. A hand that is corrected
        later still counts.
        """
        return self.answer(season_finish(season=self.season))

    @action(detail=True, methods=["post"])
    @operation(stays_open=True)
    def reopen(self, request: Request, slug: str, season: int) -> Response:
        """Reopen a season.

        Takes back the end of a finished season.
        """
        return self.answer(season_reopen(season=self.season))

    @action(detail=True, methods=["post"], url_path="next")
    @operation(body=NextSeasonIn, status=201, stays_open=True)
    def follow(self, request: Request, slug: str, season: int) -> Response:
        """Set up the season after.

        Ends this season and sets up one with the same rules and divisions; everybody is in the
        division that the table leads to, and can be moved there.
        """
        after = season_follow(season=self.season, created_by=self.user, **self.validated_body())
        return self.created(after)

    @action(detail=True)
    @operation(answer=SeasonTableSerializer)
    def standings(self, request: Request, slug: str, season: int) -> Response:
        """Show a season's tables.

        Every division with every evening as it counts, as last computed.
        """
        return self.answer(season_table(self.season))

    @action(detail=True)
    @operation(answer=RatingSerializer, many=True)
    def ratings(self, request: Request, slug: str, season: int) -> Response:
        """Show a season's ratings.

        Of the players or pairs that the season ranks, the strongest first.
        """
        return self.page(ratings_for(self.season))

    @action(detail=True, methods=["post"], tags=("Money",))
    @operation(answer=BookSerializer, right=Right.MONEY, stays_open=True)
    def book(self, request: Request, slug: str, season: int) -> Response:
        """Settle a season's evenings together.

        Opens the season's book where there is none yet, and takes in the evenings whose money is
        kept since. Sent twice it changes nothing the second time. Balances and transfers are then
        those of that book, under `books/`.
        """
        return self.answer(season_settle(season=self.season))


class SeasonPublicViewSet(OfSeason):
    """The public page of a season."""

    serializer_class = SeasonPageSerializer
    versioned = settings_of(SeasonPage)

    def retrieve(self, request: Request, slug: str, season: int) -> Response:
        """Show a season's public page.

        Whether anybody may look on, and where.
        """
        page = SeasonPage.objects.filter(season=self.season).first()
        return self.tagged(page or SeasonPage(code=""))

    @operation(body=SeasonPageChange, stays_open=True)
    def partial_update(self, request: Request, slug: str, season: int) -> Response:
        """Change a season's public page.

        Turn it on or off, with ratings or without. It shows table and calendar under the names
        that the club has chosen; no money, absences or notes.
        """
        return self.changed(season_page_update(season=self.season, **self.changes()))

    @action(detail=True, methods=["post"])
    @operation(stays_open=True)
    def renew(self, request: Request, slug: str, season: int) -> Response:
        """Move a season's public page.

        Gives it another address; the old one is not found from then on.
        """
        return self.answer(season_page_update(season=self.season, renew=True))


class DivisionViewSet(OfSeason):
    """The divisions of a season."""

    serializer_class = DivisionSerializer
    versioned = settings_of(Division)
    lookup_field = lookup_url_kwarg = "order"
    lookup_value_converter = "number"

    def get_queryset(self) -> QuerySet[Division]:
        """Return the season's divisions."""
        return self.season.divisions.all()

    def list(self, request: Request, slug: str, season: int) -> Response:
        """List divisions.

        The highest first, each with how many go up and down.
        """
        return self.page(self.get_queryset())

    @operation(body=DivisionIn, name="add")
    def create(self, request: Request, slug: str, season: int) -> Response:
        """Add a division.

        Below the others; it is the lowest.
        """
        return self.created(division_add(season=self.season, **self.validated_body()))

    def retrieve(self, request: Request, slug: str, season: int, order: int) -> Response:
        """Show a division.

        Its name, and how many go up and down.
        """
        return self.tagged(self.get_object())

    @operation(body=DivisionChange)
    def partial_update(self, request: Request, slug: str, season: int, order: int) -> Response:
        """Change a division.

        Its name, and how many go up and down.
        """
        return self.changed(division_update(division=self.get_object(), **self.changes()))

    @operation(name="remove")
    def destroy(self, request: Request, slug: str, season: int, order: int) -> Response:
        """Take a division out.

        Only an empty one that has no evening of its own; those below move up.
        """
        division_remove(division=self.get_object())
        return Response(status=204)


class ContenderViewSet(OfSeason):
    """The contenders of a season."""

    serializer_class = ContenderSerializer
    lookup_url_kwarg = "contender"

    def get_queryset(self) -> QuerySet[Contender]:
        """Return the season's contenders."""
        return self.season.contenders.select_related("player", "partner", "division", "standing")

    def list(self, request: Request, slug: str, season: int) -> Response:
        """List who is ranked.

        Players or pairs by division.
        """
        return self.page(self.get_queryset())

    @operation(body=ContendersIn, answer=ContendersAddedSerializer, name="add")
    def create(self, request: Request, slug: str, season: int) -> Response:
        """Take players or pairs in.

        All of them or, where anything is wrong with one, none.
        """
        body = self.validated_body()
        wanted = {key for keys in body["lineups"] for key in keys}
        players = self.club.players.in_bulk(wanted)
        if wanted - players.keys():
            raise Http404
        contenders = contenders_add(
            division=self.division(body["division"]),
            lineups=[[players[key] for key in keys] for keys in body["lineups"]],
            joined=body.get("joined", 1),
        )
        return self.answer({"contenders": contenders})

    def retrieve(self, request: Request, slug: str, season: int, contender: int) -> Response:
        """Show who is ranked.

        A player or a pair with their division.
        """
        return self.answer(self.get_object())

    @operation(body=ContenderChange, name="move")
    def partial_update(self, request: Request, slug: str, season: int, contender: int) -> Response:
        """Move somebody to another division.

        With everything that was played.
        """
        moved = self.get_object()
        division = self.division(self.validated_body()["division"])
        return self.answer(contender_move(contender=moved, division=division))

    @operation(name="remove")
    def destroy(self, request: Request, slug: str, season: int, contender: int) -> Response:
        """Take somebody out of the table.

        What was played stays with the events.
        """
        contender_remove(contender=self.get_object())
        return Response(status=204)


class SeasonAdjustmentViewSet(OfSeason):
    """The bonus and penalty points of a season."""

    serializer_class = SeasonAdjustmentSerializer
    lookup_url_kwarg = "adjustment"

    def get_queryset(self) -> QuerySet[SeasonAdjustment]:
        """Return those that were taken back too."""
        return adjustments_of(self.season)

    def list(self, request: Request, slug: str, season: int) -> Response:
        """List bonus and penalty points.

        Those that were taken back too: `revoked_at` says when.
        """
        return self.page(self.get_queryset())

    @operation(body=SeasonAdjustmentIn, name="give")
    def create(self, request: Request, slug: str, season: int) -> Response:
        """Give bonus or penalty points.

        Whole points, added to a contender's total or, where negative, taken off it, with the
        reason and the day. They count until they are taken back.
        """
        body = self.validated_body()
        contender = get_object_or_404(self.season.contenders, pk=body.pop("contender"))
        adjustment = season_adjustment_make(contender=contender, by=self.user, **body)
        return self.answer(adjustment)

    @action(detail=True, methods=["post"])
    @operation(body=RevokeIn)
    def revoke(self, request: Request, slug: str, season: int, adjustment: int) -> Response:
        """Take bonus or penalty points back.

        With the reason; they stay on record and count no more.
        """
        given, reason = self.get_object(), self.validated_body()["reason"]
        return self.answer(season_adjustment_revoke(adjustment=given, reason=reason, by=self.user))
