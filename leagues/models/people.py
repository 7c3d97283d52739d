"""Who is ranked in a season, and who was not there."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from leagues.models.seasons import Division, Evening, Season


class Contender(models.Model):
    """A player, or a fixed pair, who is ranked in a division of a season.

    Of a pair ``player`` has the lower key. ``joined`` is the number of the first evening that is
    expected of them.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="contenders")
    division = models.ForeignKey(Division, models.RESTRICT, related_name="contenders")
    player = models.ForeignKey(Player, models.PROTECT, related_name="contends")
    partner = models.ForeignKey(Player, models.PROTECT, related_name="contends_with", null=True)
    joined = models.PositiveSmallIntegerField(_("from evening"), default=1)

    class Meta:
        ordering = ["division__order", "player__sort_key", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "player"], name="one_place_a_player")
        ]
        verbose_name = _("contender")
        verbose_name_plural = _("contenders")

    def __str__(self) -> str:
        return " & ".join(player.name for player in self.players)

    @property
    def players(self) -> tuple[Player, ...]:
        """The player, or both of the pair."""
        return (self.player, self.partner) if self.partner else (self.player,)


class Absence(models.Model):
    """Somebody does not come to an evening. Who neither came nor has a row was absent unnoticed."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="absences")
    contender = models.ForeignKey(Contender, models.CASCADE, related_name="absences")
    noticed = models.BooleanField(_("with notice"))
    noted_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["evening__number", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["evening", "contender"], name="one_absence_an_evening")
        ]
        verbose_name = _("absence")
        verbose_name_plural = _("absences")

    def __str__(self) -> str:
        return f"{self.contender}: {self.evening}"
