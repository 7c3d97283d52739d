"""Results of evenings, standings and ratings: derived, never edited by hand."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from clubs.models import Player
from feeds.models import ChangeKind
from feeds.noting import noted
from leagues.models.seasons import Absence, Contender, Division, Evening, Joker, Season


class EveningResult(models.Model):
    """The result of a player, or a fixed pair, on an evening: sums of the score rows.

    A substitute has a separate row (``as_substitute``). ``hands`` are those of games with known
    hands, None if there are none, and ``rated`` the points made in them. ``placed`` are the points
    by place as a fraction ("15/2"), empty if unknown or not counted. ``score`` is the season's
    score, in units of the last of ``Season.evening_decimals``, for display; None if unknown. It is
    ranked unrounded.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, models.PROTECT, related_name="evening_results")
    partner = models.ForeignKey(Player, models.PROTECT, related_name="+", null=True)
    as_substitute = models.BooleanField()
    games = models.PositiveIntegerField()
    games_won = models.IntegerField()
    games_drawn = models.IntegerField(default=0)
    points = models.IntegerField()
    rated = models.IntegerField(default=0)
    hands = models.PositiveIntegerField(null=True)
    placed = models.TextField(default="", db_default="")
    score = models.IntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["evening", "player", "as_substitute"],
                condition=Q(partner=None),
                name="one_result_a_player",
            ),
            models.UniqueConstraint(
                fields=["evening", "player", "partner", "as_substitute"],
                condition=Q(partner__isnull=False),
                name="one_result_a_pair",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening}, {self.player}: {self.score}"


NOTHING_PLAYED = Q(games=0, games_won=0, games_drawn=0, points=0, rated=0, hands=0, placed="")
"""Results of those who came and played nothing."""


class SeasonStanding(models.Model):
    """A contender's stored place in the division.

    ``attended`` evenings were played, ``counted`` of all (filled-in absences included) make the
    ``total``, in units of the last of ``Season.total_decimals``. ``best`` is the best evening. Both
    are for display; ``exact_total`` and ``exact_best`` are the fractions used for ranking ("7/12").
    ``qualified`` is false for contenders with too few evenings, who rank below the others.
    ``adjusted`` are the bonus and penalty points in the total, in whole points.
    """

    contender = models.OneToOneField(Contender, models.CASCADE, related_name="standing")
    rank = models.PositiveIntegerField(default=0)
    tied = models.BooleanField(default=False)
    qualified = models.BooleanField()
    total = models.IntegerField()
    attended = models.PositiveIntegerField()
    counted = models.PositiveIntegerField()
    best = models.IntegerField(null=True)
    exact_total = models.TextField(default="", db_default="")
    exact_best = models.TextField(default="", db_default="")
    adjusted = models.IntegerField(default=0, db_default=0)
    games = models.PositiveIntegerField()
    games_won = models.IntegerField()
    games_drawn = models.IntegerField(default=0)
    points = models.IntegerField()
    hands = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["contender__division__order", "rank", "contender__player__sort_key", "pk"]

    def __str__(self) -> str:
        return f"{self.rank}. {self.contender}"

    @property
    def known_total(self) -> int | None:
        """The total; None if no evening counts."""
        return self.total if self.counted else None

    @property
    def wins(self) -> int:
        """Games won in tenths, as scores of games are: a draw is half a one."""
        return 10 * self.games_won + 5 * self.games_drawn


class Rating(models.Model):
    """A player's, or a fixed pair's, rating after an evening of a season.

    ``mu`` is the estimated strength, ``sigma`` its uncertainty, ``matches`` the number of matches
    rated; ``Season.rated_by`` names the library.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, models.PROTECT, related_name="ratings")
    partner = models.ForeignKey(Player, models.PROTECT, related_name="+", null=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["evening", "player"],
                condition=Q(partner=None),
                name="one_rating_a_player",
            ),
            models.UniqueConstraint(
                fields=["evening", "player", "partner"],
                condition=Q(partner__isnull=False),
                name="one_rating_a_pair",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening}, {self.player}: {self.mu:.1f} ± {self.sigma:.1f}"

    @property
    def shown(self) -> float:
        """The conservative strength by which lists are ordered."""
        return self.mu - 3 * self.sigma


# Resources, for the feed of changes


noted(
    Season,
    ChangeKind.SEASON,
    "seasons/{pk}/ratings/",
    club="club_id",
    own=("rated_by",),
    of={Evening: "evenings", Rating: "evenings__ratings"},
)
noted(
    Season,
    ChangeKind.STANDINGS,
    "seasons/{pk}/standings/",
    club="club_id",
    of={
        Division: "divisions",
        Evening: "evenings",
        EveningResult: "evenings__results",
        Contender: "contenders",
        Absence: "evenings__absences",
        Joker: "evenings__jokers",
        SeasonStanding: "contenders__standing",
    },
)
noted(
    Evening,
    ChangeKind.EVENING,
    "seasons/{season_id}/evenings/{number}/",
    club="season__club_id",
    of={
        Absence: "absences",
        Joker: "jokers",
        EveningResult: "results",
        Contender: "season__contenders",
        Division: "division",
    },
)
