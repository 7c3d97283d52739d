"""Public pages of seasons, and calendars to subscribe to."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player, PublicPage
from feeds.models import ChangeKind
from feeds.noting import noted
from leagues.models.seasons import Season


class SeasonPage(PublicPage):
    """The public page of a season; there is none until the organiser first turns it on."""

    season = models.OneToOneField(
        Season, models.CASCADE, related_name="public_page", editable=False
    )
    is_on = models.BooleanField(
        _("Show the public page"),
        default=False,
        help_text=_(
            "Anyone who has the address sees the table and the calendar, but no money, "
            "absences or notes."
        ),
    )
    shows_ratings = models.BooleanField(_("Show ratings too"), default=False)

    class Meta:
        verbose_name = _("public page of a season")
        verbose_name_plural = _("public pages of seasons")

    @property
    def club(self) -> Club:
        return self.season.club


class CalendarFeed(PublicPage):
    """An iCalendar feed at a secret address: of a club, of one of its seasons, or of one player.

    The code is the only key, so everybody with the address can read the dates; a new code
    invalidates the old address. It is created on a member's request.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="calendar_feeds")
    season = models.ForeignKey(Season, models.CASCADE, related_name="calendar_feeds", null=True)
    player = models.ForeignKey(Player, models.CASCADE, related_name="calendar_feeds", null=True)

    class Meta:
        verbose_name = _("calendar feed")
        verbose_name_plural = _("calendar feeds")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club"],
                condition=models.Q(season__isnull=True, player__isnull=True),
                name="one_feed_a_club",
            ),
            models.UniqueConstraint(fields=["season"], name="one_feed_a_season"),
            models.UniqueConstraint(fields=["player"], name="one_feed_a_player"),
            models.CheckConstraint(
                condition=models.Q(season__isnull=True) | models.Q(player__isnull=True),
                name="feed_of_a_season_or_of_a_player",
            ),
        ]

    @property
    def title(self) -> str:
        """The name of the calendar: that of the player, the season or the club."""
        return str(self.player or self.season or self.club)


class CalledOff(models.Model):
    """A day that calendars have shown and that was deleted: an event, or an evening without one.

    Programs are told so for some weeks, in the feeds of the club and of its ``seasons`` and
    ``players``.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="called_off")
    seasons = models.ManyToManyField(Season, related_name="+")
    players = models.ManyToManyField(Player, related_name="+")
    title = models.CharField(max_length=200)
    date = models.DateField()
    starts_at = models.TimeField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True)
    calendar_uid = models.CharField(max_length=32)
    calendar_sequence = models.PositiveIntegerField()
    calendar_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["date", "pk"]
        verbose_name = _("day called off")
        verbose_name_plural = _("days called off")

    def __str__(self) -> str:
        return self.title


# Resources, for the feed of changes


noted(
    Season,
    ChangeKind.SEASON,
    "seasons/{pk}/public/",
    club="club_id",
    own=(),
    of={SeasonPage: "public_page"},
)
noted(
    Club,
    ChangeKind.CLUB,
    "calendars/",
    club="pk",
    own=(),
    of={CalendarFeed: "calendar_feeds"},
)
