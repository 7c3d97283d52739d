"""Endpoints of seasons: rules, tables, money, divisions, contenders."""

from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import OpenApiExample
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

import games
from clubs.models import Player
from clubs.rest.actions import action, reading
from clubs.rest.views import ClubView
from clubs.roles import Right
from core.model_settings import settings_of
from core.rest.filters import Day, Filters, YesNo, choice
from core.rest.pages import Pages
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
    SeasonChange,
    SeasonDetailSerializer,
    SeasonIn,
    SeasonPageChange,
    SeasonPageSerializer,
    SeasonSerializer,
    SeasonTableSerializer,
)
from leagues.models import Contender, Division, Evening, Season, SeasonPage
from leagues.selectors.ratings import ratings_for
from leagues.selectors.seasons import seasons_of
from leagues.selectors.table import season_table
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
from ledger.models import Book


class SeasonView(ClubView):
    """An endpoint of one season; another club's season is not found."""

    season: Season

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Membership first, then the season of that club."""
        super().initial(request, *args, **kwargs)
        known = Season.objects.select_related("club")
        self.season = get_object_or_404(known, club=self.club, pk=kwargs["season"])

    def division(self, order: int) -> Division:
        """Return the season's division at that place; 404 if there is none."""
        return get_object_or_404(Division, season=self.season, order=order)

    def contender(self, key: int) -> Contender:
        """Return a contender of this season; 404 for any other."""
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


class SeasonFilters(Filters):
    """Which seasons are wanted."""

    game = choice(games.choices, "Those of one game.")
    is_finished = YesNo(help_text="Finished, or under way.")
    since = Day("starts_on", "gte", help_text="Those that begin on this day or later.")
    until = Day("starts_on", "lte", help_text="Those that begin on this day or earlier.")


class SeasonList(ClubView):
    """The seasons of a club."""

    pagination_class = Pages

    @reading(
        "seasons_list",
        "List seasons",
        "The club's seasons, those under way first.",
        tags=TAGS,
        filters=SeasonFilters,
        answer=SeasonSerializer,
        many=True,
    )
    def get(self) -> Any:
        return seasons_of(self.club)

    @action(
        "seasons_create",
        "Set up a season",
        "A name, a game and the dates of its evenings are enough; what is left out is "
        "usual for the game. Who is ranked in it is sent to its `contenders/`.",
        tags=TAGS,
        body=SeasonIn,
        location="api-season",
        examples=[
            OpenApiExample(
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
        ],
        answer=SeasonDetailSerializer,
        status=201,
    )
    def post(self, **body: Any) -> Season:
        return season_create(club=self.club, created_by=self.user, **body)


class SeasonDetail(SeasonView):
    """One season."""

    @reading(
        "seasons_retrieve",
        "Show a season",
        "The season with its rules, divisions and evenings.",
        tags=TAGS,
        answer=SeasonDetailSerializer,
        settings=SETTINGS,
    )
    def get(self) -> Any:
        return self.season

    @action(
        "seasons_update",
        "Change a season",
        "Its name and rules, as long as it is not finished; the table follows.",
        tags=TAGS,
        body=SeasonChange,
        answer=SeasonDetailSerializer,
        settings=SETTINGS,
    )
    def patch(self, **changes: Any) -> Season:
        return season_update(season=self.season, **changes)

    @action(
        "seasons_delete",
        "Delete a season",
        "Only one on whose evenings nobody has played. Events that are made stay.",
        tags=TAGS,
        status=204,
    )
    def delete(self) -> None:
        season_delete(season=self.season)


class SeasonPublic(SeasonView):
    """The public page of a season."""

    @reading(
        "seasons_public_retrieve",
        "Show a season's public page",
        "Whether anybody may look on, and where.",
        tags=TAGS,
        answer=SeasonPageSerializer,
        settings=settings_of(SeasonPage),
    )
    def get(self) -> SeasonPage:
        return SeasonPage.objects.filter(season=self.season).first() or SeasonPage(code="")

    @action(
        "seasons_public_update",
        "Change a season's public page",
        "Turn it on or off, with ratings or without. It shows table and calendar under the names "
        "that the club has chosen; no money, absences or notes.",
        tags=TAGS,
        body=SeasonPageChange,
        answer=SeasonPageSerializer,
        settings=settings_of(SeasonPage),
    )
    def patch(self, **changes: Any) -> SeasonPage:
        return season_page_update(season=self.season, **changes)


class SeasonPublicRenew(SeasonView):
    """Another address of the public page."""

    @action(
        "seasons_public_renew",
        "Move a season's public page",
        "Gives it another address; the old one is not found from then on.",
        tags=TAGS,
        answer=SeasonPageSerializer,
    )
    def post(self) -> SeasonPage:
        return season_page_update(season=self.season, renew=True)


class SeasonFinish(SeasonView):
    """The end of a season."""

    @action(
        "seasons_finish",
        "Finish a season",
        "Nothing of it can be changed any more, until it is opened again. A hand that "
        "is corrected later still counts.",
        tags=TAGS,
        answer=SeasonDetailSerializer,
    )
    def post(self) -> Season:
        return season_finish(season=self.season)


class SeasonReopen(SeasonView):
    """Taking back the end of a season."""

    @action(
        "seasons_reopen",
        "Reopen a season",
        "Takes back the end of a finished season.",
        tags=TAGS,
        answer=SeasonDetailSerializer,
    )
    def post(self) -> Season:
        return season_reopen(season=self.season)


class SeasonNext(SeasonView):
    """The season after."""

    @action(
        "seasons_follow",
        "Set up the season after",
        "Ends this season and sets up one with the same rules and divisions; everybody "
        "is in the division that the table leads to, and can be moved there.",
        tags=TAGS,
        body=NextSeasonIn,
        answer=SeasonDetailSerializer,
        status=201,
        location="api-season",
        in_club=True,
    )
    def post(self, **body: Any) -> Season:
        return season_follow(season=self.season, created_by=self.user, **body)


class SeasonStandings(SeasonView):
    """The tables of a season."""

    @reading(
        "seasons_standings",
        "Show a season's tables",
        "Every division with every evening as it counts, as last computed.",
        tags=TAGS,
        answer=SeasonTableSerializer,
    )
    def get(self) -> Any:
        return season_table(self.season)


class SeasonRatings(SeasonView):
    """The ratings of a season."""

    pagination_class = Pages

    @reading(
        "seasons_ratings",
        "Show a season's ratings",
        "Of the players or pairs that the season ranks, the strongest first.",
        tags=TAGS,
        answer=RatingSerializer,
        many=True,
    )
    def get(self) -> Any:
        return ratings_for(self.season)


class SeasonBook(SeasonView):
    """The book in which a season's evenings are settled."""

    rights: ClassVar = {"POST": Right.MONEY}

    @action(
        "seasons_book",
        "Settle a season's evenings together",
        "Opens the season's book where there is none yet, and takes in the evenings "
        "whose money is kept since. Sent twice it changes nothing the second time. Balances and "
        "transfers are then those of that book, under `books/`.",
        tags=["Money"],
        right=Right.MONEY,
        answer=BookSerializer,
    )
    def post(self) -> Book:
        return season_settle(season=self.season)


# Divisions and contenders.


class DivisionList(SeasonView):
    """The divisions of a season."""

    pagination_class = Pages

    @reading(
        "season_divisions_list",
        "List divisions",
        "The highest first, each with how many go up and down.",
        tags=TAGS,
        answer=DivisionSerializer,
        many=True,
    )
    def get(self) -> Any:
        return self.season.divisions.all()

    @action(
        "season_divisions_add",
        "Add a division",
        "Below the others; it is the lowest.",
        tags=TAGS,
        body=DivisionIn,
        location="api-season-division",
        key="order",
        answer=DivisionSerializer,
        status=201,
    )
    def post(self, **body: Any) -> Division:
        return division_add(season=self.season, **body)


class DivisionDetail(SeasonView):
    """One division."""

    @reading(
        "season_divisions_retrieve",
        "Show a division",
        "Its name, and how many go up and down.",
        tags=TAGS,
        answer=DivisionSerializer,
        settings=settings_of(Division),
    )
    def get(self) -> Any:
        return self.division(self.kwargs["order"])

    @action(
        "season_divisions_update",
        "Change a division",
        "Its name, and how many go up and down.",
        tags=TAGS,
        body=DivisionChange,
        answer=DivisionSerializer,
        settings=settings_of(Division),
    )
    def patch(self, **changes: Any) -> Division:
        return division_update(division=self.division(self.kwargs["order"]), **changes)

    @action(
        "season_divisions_remove",
        "Take a division out",
        "Only an empty one that has no evening of its own; those below move up.",
        tags=TAGS,
        status=204,
    )
    def delete(self) -> None:
        division_remove(division=self.division(self.kwargs["order"]))


class ContenderList(SeasonView):
    """The contenders of a season."""

    pagination_class = Pages

    @reading(
        "season_contenders_list",
        "List who is ranked",
        "Players or pairs by division.",
        tags=TAGS,
        answer=ContenderSerializer,
        many=True,
    )
    def get(self) -> Any:
        return self.season.contenders.select_related("player", "partner", "division")

    @action(
        "season_contenders_add",
        "Take players or pairs in",
        "All of them or, where anything is wrong with one, none.",
        tags=TAGS,
        body=ContendersIn,
        answer=ContendersAddedSerializer,
        status=201,
    )
    def post(self, *, lineups: list[list[int]], division: int, joined: int) -> Any:
        wanted = {key for keys in lineups for key in keys}
        players = Player.objects.filter(club=self.club).in_bulk(wanted)
        if wanted - players.keys():
            raise Http404
        added = contenders_add(
            division=self.division(division),
            lineups=[[players[key] for key in keys] for keys in lineups],
            joined=joined,
        )
        return {"contenders": added}


class ContenderDetail(SeasonView):
    """One contender of a season."""

    @reading(
        "season_contenders_retrieve",
        "Show who is ranked",
        "A player or a pair with their division.",
        tags=TAGS,
        answer=ContenderSerializer,
    )
    def get(self) -> Any:
        return self.contender(self.kwargs["contender"])

    @action(
        "season_contenders_move",
        "Move somebody to another division",
        "With everything that was played.",
        tags=TAGS,
        body=ContenderChange,
        answer=ContenderSerializer,
    )
    def patch(self, *, division: int) -> Contender:
        found = self.contender(self.kwargs["contender"])
        return contender_move(contender=found, division=self.division(division))

    @action(
        "season_contenders_remove",
        "Take somebody out of the table",
        "What was played stays with the events.",
        tags=TAGS,
        status=204,
    )
    def delete(self) -> None:
        contender_remove(contender=self.contender(self.kwargs["contender"]))
