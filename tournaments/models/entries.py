"""Entries: the pairs or single players of an event, and who sits for them."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from tournaments.models.events import Event


def taking_part(prefix: str = "") -> Q:
    """The condition of entries that are in, or were for a round at least.

    Whoever counts entries counts these; one that left before its first round is none.
    """
    joined = F(f"{prefix}joined_round")
    return Q(**{f"{prefix}left_after_round": None}) | Q(
        **{f"{prefix}left_after_round__gte": joined}
    )


class Entry(models.Model):
    """A pair or a single player in an event, by the number at the door.

    Who plays for it may change by round. ``seed`` is the place from which it is drawn, 1 the best;
    those without one follow those that have one.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(default=1)
    left_after_round = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_entry_a_number")
        ]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")

    def __str__(self) -> str:
        return str(self.number)

    @property
    def is_active(self) -> bool:
        """Whether it takes part in rounds still to be planned."""
        return self.left_after_round is None

    @property
    def takes_part(self) -> bool:
        """Whether it is in, or was for a round at least."""
        return self.left_after_round is None or self.left_after_round >= self.joined_round


class EntryPlayer(models.Model):
    """Who sits at one place of an entry, from a round on; a substitute is a new row."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="lineup")
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    from_round = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["place", "from_round"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry", "place", "from_round"], name="one_player_a_place_and_round"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}.{self.place} {self.player}"
