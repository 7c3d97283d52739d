"""Endpoints of seasons: rules, tables, money, divisions, contenders."""

from typing import Any, ClassVar

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Player
from clubs.rest.docs import CREATING, IDEMPOTENT, REPLAYED
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.views import ClubView, paged, sent
from clubs.roles import Right
from clubs.services.idempotency import Answer
from leagues.api.serializers import (
    ContenderChange,
    ContendersAddedSerializer,
    ContenderSerializer,
    ContendersIn,
    DivisionChange,
    DivisionIn,
    DivisionSerializer,
    NextIn,
    RatingSerializer,
    SeasonChange,
    SeasonDetailSerializer,
    SeasonIn,
    SeasonSerializer,
    SeasonTableSerializer,
)
from leagues.models import Contender, Division, Evening, Season
from leagues.selectors.ratings import ratings_for
from leagues.selectors.seasons import seasons_of
from leagues.selectors.table import season_table
from leagues.services.following import season_follow
from leagues.services.seasons import (
    contender_move,
    contender_remove,
    contenders_add,
    division_add,
    division_remove,
    division_update,
    season_create,
    season_delete,
    season_finish,
    season_reopen,
    season_settle,
    season_update,
)
from ledger.api.serializers import BookSerializer


class SeasonView(ClubView):
    """An endpoint of one season; another club's season is not found."""

    season: Season

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Membership first, then the season of that club."""
        super().initial(request, *args, **kwargs)
        known = Season.objects.select_related("club")
        self.season = get_object_or_404(known, club=self.club, pk=kwargs["season"])

    def division(self, order: int) -> Division:
        """The season's division at that place; 404 where there is none."""
        return get_object_or_404(Division, season=self.season, order=order)

    def contender(self, key: int) -> Contender:
        """Somebody who is ranked in this season; 404 for anybody else."""
        known = Contender.objects.select_related("player", "partner", "division", "standing")
        return get_object_or_404(known, season=self.season, pk=key)


class EveningView(SeasonView):
    """An endpoint of one evening of the season."""

    evening: Evening

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """The evening of that number."""
        super().initial(request, *args, **kwargs)
        known = Evening.objects.select_related("division")
        self.evening = get_object_or_404(known, season=self.season, number=kwargs["evening"])


TAGS = ["Seasons"]


class SeasonList(ClubView):
    """The seasons of a club."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="seasons_list",
        tags=TAGS,
        summary="List seasons",
        description="The club's seasons, those under way first.",
        responses=SeasonSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """All of them."""
        return paged(self, seasons_of(self.club), SeasonSerializer)

    @extend_schema(
        operation_id="seasons_create",
        tags=TAGS,
        summary="Set up a season",
        description="A name, a game and the dates of its evenings are enough; what is left out is "
        "usual for the game. Who is ranked in it is sent to its `contenders/`.",
        parameters=CREATING,
        request=SeasonIn,
        responses={201: SeasonDetailSerializer},
        examples=[
            OpenApiExample(
                "The best six of eight evenings",
                {
                    "name": "Autumn league",
                    "game": "pandoeren",
                    "dates": [f"2026-10-{day:02d}" for day in range(1, 30, 4)],
                    "measure": "average",
                    "scoring": "best",
                    "best": 6,
                    "noticed": "lowest",
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Set up the season."""
        body = sent(request, SeasonIn)
        return once(request, lambda: self._created(body))

    def _created(self, body: dict[str, Any]) -> Answer:
        season = season_create(club=self.club, created_by=self.user, **body)
        return made_answer(season)


class SeasonDetail(SeasonView):
    """One season."""

    rights: ClassVar = {"PATCH": Right.RUN, "DELETE": Right.RUN}

    @extend_schema(
        operation_id="seasons_retrieve",
        tags=TAGS,
        summary="Show a season",
        description="The season with its rules, divisions and evenings.",
        responses=SeasonDetailSerializer,
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """The season."""
        return Response(SeasonDetailSerializer(self.season).data)

    @extend_schema(
        operation_id="seasons_update",
        tags=TAGS,
        summary="Change a season",
        description="Its name and rules, as long as it is not finished; the table follows.",
        request=SeasonChange,
        responses=SeasonDetailSerializer,
    )
    def patch(self, request: Request, slug: str, season: int) -> Response:
        """Change what was sent."""
        changed = season_update(season=self.season, **sent(request, SeasonChange))
        return Response(SeasonDetailSerializer(changed).data)

    @extend_schema(
        operation_id="seasons_delete",
        tags=TAGS,
        summary="Delete a season",
        description="Only one on whose evenings nobody has played. Events that are made stay.",
        responses={204: None},
    )
    def delete(self, request: Request, slug: str, season: int) -> Response:
        """Delete it."""
        season_delete(season=self.season)
        return Response(status=204)


class SeasonFinish(SeasonView):
    """The end of a season."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="seasons_finish",
        tags=TAGS,
        summary="Finish a season",
        description="Nothing of it can be changed any more, until it is opened again. A hand that "
        "is corrected later still counts.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=SeasonDetailSerializer,
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Finish it."""
        return once(request, lambda: _answer(season_finish(season=self.season)))


class SeasonReopen(SeasonView):
    """Taking back the end of a season."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="seasons_reopen",
        tags=TAGS,
        summary="Reopen a season",
        description="Takes back the end of a finished season.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=SeasonDetailSerializer,
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Reopen it."""
        return once(request, lambda: _answer(season_reopen(season=self.season)))


class SeasonNext(SeasonView):
    """The season after."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="seasons_follow",
        tags=TAGS,
        summary="Set up the season after",
        description="Ends this season and sets up one with the same rules and divisions; everybody "
        "is in the division that the table leads to, and can be moved there.",
        parameters=CREATING,
        request=NextIn,
        responses={201: SeasonDetailSerializer},
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """End this one and set up the next."""
        body = sent(request, NextIn)
        return once(request, lambda: self._followed(body))

    def _followed(self, body: dict[str, Any]) -> Answer:
        following = season_follow(season=self.season, created_by=self.user, **body)
        return made_answer(following)


def made_answer(season: Season) -> Answer:
    """A season that was set up, and where it is found."""
    place = reverse("api-season", args=[season.club.slug, season.pk])
    return Answer(201, SeasonDetailSerializer(season).data, place)


def _answer(season: Season) -> Answer:
    return Answer(200, SeasonDetailSerializer(season).data)


class SeasonStandings(SeasonView):
    """The tables of a season."""

    @extend_schema(
        operation_id="seasons_standings",
        tags=TAGS,
        summary="Show a season's tables",
        description="Every division with every evening as it counts, as last computed.",
        responses=SeasonTableSerializer,
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """As they were last computed."""
        return Response(SeasonTableSerializer(season_table(self.season)).data)


class SeasonRatings(SeasonView):
    """The ratings of a season."""

    pagination_class = Pages

    @extend_schema(
        operation_id="seasons_ratings",
        tags=TAGS,
        summary="Show a season's ratings",
        description="Of the players or pairs that the season ranks, the strongest first.",
        responses=RatingSerializer(many=True),
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """The rating list, page by page."""
        return paged(self, ratings_for(self.season), RatingSerializer)


class SeasonBook(SeasonView):
    """The book in which a season's evenings are settled."""

    rights: ClassVar = {"POST": Right.MONEY}

    @extend_schema(
        operation_id="seasons_book",
        tags=["Money"],
        summary="Settle a season's evenings together",
        description="Opens the season's book where there is none yet, and takes in the evenings "
        "whose money is kept since. Sent twice it changes nothing the second time. Balances and "
        "transfers are then those of that book, under `books/`.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=None,
        responses=BookSerializer,
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """The season's book."""
        return once(request, self._settled)

    def _settled(self) -> Answer:
        return Answer(200, dict(BookSerializer(season_settle(season=self.season)).data))


# Divisions and contenders.


class DivisionList(SeasonView):
    """The divisions of a season."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="season_divisions_list",
        tags=TAGS,
        summary="List divisions",
        description="The highest first, each with how many go up and down.",
        responses=DivisionSerializer(many=True),
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """All of them."""
        return paged(self, self.season.divisions.all(), DivisionSerializer)

    @extend_schema(
        operation_id="season_divisions_add",
        tags=TAGS,
        summary="Add a division",
        description="Below the others; it is the lowest.",
        parameters=CREATING,
        request=DivisionIn,
        responses={201: DivisionSerializer},
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Add it."""
        body = sent(request, DivisionIn)
        return once(request, lambda: self._added(body))

    def _added(self, body: dict[str, Any]) -> Answer:
        division = division_add(season=self.season, **body)
        keys = [self.club.slug, self.season.pk, division.order]
        place = reverse("api-season-division", args=keys)
        return Answer(201, DivisionSerializer(division).data, place)


class DivisionDetail(SeasonView):
    """One division."""

    rights: ClassVar = {"PATCH": Right.RUN, "DELETE": Right.RUN}

    @extend_schema(
        operation_id="season_divisions_retrieve",
        tags=TAGS,
        summary="Show a division",
        description="Its name, and how many go up and down.",
        responses=DivisionSerializer,
    )
    def get(self, request: Request, slug: str, season: int, order: int) -> Response:
        """The division."""
        return Response(DivisionSerializer(self.division(order)).data)

    @extend_schema(
        operation_id="season_divisions_update",
        tags=TAGS,
        summary="Change a division",
        description="Its name, and how many go up and down.",
        request=DivisionChange,
        responses=DivisionSerializer,
    )
    def patch(self, request: Request, slug: str, season: int, order: int) -> Response:
        """Change what was sent."""
        body = sent(request, DivisionChange)
        changed = division_update(division=self.division(order), **body)
        return Response(DivisionSerializer(changed).data)

    @extend_schema(
        operation_id="season_divisions_remove",
        tags=TAGS,
        summary="Take a division out",
        description="Only an empty one that has no evening of its own; those below move up.",
        responses={204: None},
    )
    def delete(self, request: Request, slug: str, season: int, order: int) -> Response:
        """Take it out."""
        division_remove(division=self.division(order))
        return Response(status=204)


class ContenderList(SeasonView):
    """Who is ranked in a season."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="season_contenders_list",
        tags=TAGS,
        summary="List who is ranked",
        description="Players or pairs by division.",
        responses=ContenderSerializer(many=True),
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """Everybody."""
        known = self.season.contenders.select_related("player", "partner", "division")
        return paged(self, known, ContenderSerializer)

    @extend_schema(
        operation_id="season_contenders_add",
        tags=TAGS,
        summary="Take players or pairs in",
        description="All of them or, where anything is wrong with one, none.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=ContendersIn,
        responses={201: ContendersAddedSerializer},
    )
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Take them in."""
        body = sent(request, ContendersIn)
        return once(request, lambda: self._added(**body))

    def _added(self, lineups: list[list[int]], division: int, joined: int) -> Answer:
        wanted = {key for keys in lineups for key in keys}
        players = Player.objects.filter(club=self.club).in_bulk(wanted)
        if wanted - players.keys():
            raise Http404
        added = contenders_add(
            division=self.division(division),
            lineups=[[players[key] for key in keys] for keys in lineups],
            joined=joined,
        )
        return Answer(201, ContendersAddedSerializer({"contenders": added}).data)


class ContenderDetail(SeasonView):
    """Somebody who is ranked."""

    rights: ClassVar = {"PATCH": Right.RUN, "DELETE": Right.RUN}

    @extend_schema(
        operation_id="season_contenders_retrieve",
        tags=TAGS,
        summary="Show who is ranked",
        description="A player or a pair with their division.",
        responses=ContenderSerializer,
    )
    def get(self, request: Request, slug: str, season: int, contender: int) -> Response:
        """The player or pair."""
        return Response(ContenderSerializer(self.contender(contender)).data)

    @extend_schema(
        operation_id="season_contenders_move",
        tags=TAGS,
        summary="Move somebody to another division",
        description="With everything that was played.",
        request=ContenderChange,
        responses=ContenderSerializer,
    )
    def patch(self, request: Request, slug: str, season: int, contender: int) -> Response:
        """Move them."""
        found = self.contender(contender)
        division = self.division(sent(request, ContenderChange)["division"])
        moved = contender_move(contender=found, division=division)
        return Response(ContenderSerializer(moved).data)

    @extend_schema(
        operation_id="season_contenders_remove",
        tags=TAGS,
        summary="Take somebody out of the table",
        description="What was played stays with the events.",
        responses={204: None},
    )
    def delete(self, request: Request, slug: str, season: int, contender: int) -> Response:
        """Take them out."""
        contender_remove(contender=self.contender(contender))
        return Response(status=204)
