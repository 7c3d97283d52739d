"""What is computed: results by evening, standings of a season, ratings. Never edited by hand."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from clubs.models import Player
from leagues.models.people import Contender
from leagues.models.seasons import Evening


class EveningResult(models.Model):
    """What a player, or a fixed pair, made of an evening: sums of the score rows.

    Whoever sat in the place of another has a row apart (``as_substitute``). ``hands`` are those of
    the games of which they were counted, None where that was none, and ``rated`` the points made in
    them. ``score`` is what the season counts of it, in the last of ``Season.evening_decimals``, as
    it is shown; None where it is not known. Points a hand are ranked by ``exact``.
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


class SeasonStanding(models.Model):
    """A contender's place in the division as last computed.

    ``attended`` evenings were played, ``counted`` of all (filled-in absences included) make the
    ``total``, which counts in the last of ``Season.total_decimals``. ``best`` is the best evening.
    Both are as they are shown; where that is rounded, ``exact_total`` and ``exact_best`` hold the
    fractions that are ranked by ("7/12"). ``qualified`` is false for whoever came too seldom, or
    never, and stands below the others.
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
    def wins(self) -> int:
        """Games won in tenths, as scores of games are: a draw is half a one."""
        return 10 * self.games_won + 5 * self.games_drawn


class Rating(models.Model):
    """A player's, or a fixed pair's, rating after an evening of a season.

    ``mu`` is the estimated strength, ``sigma`` how unsure it is, ``matches`` how many it has seen;
    ``Season.rated_by`` names what computed them.
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
        """The strength that is all but certain: what lists are ordered by."""
        return self.mu - 3 * self.sigma
