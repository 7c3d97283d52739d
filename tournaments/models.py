"""Who meets whom: events, entries, rounds, tables, lots, standings."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from scoring.models import Match
from scoring.models.matches import GameName


class EventState(models.TextChoices):
    """Where an event stands."""

    DRAFT = "draft", _("being set up")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class Event(models.Model):
    """An evening: a game, its rules, a format and those who came.

    ``version`` grows with every change that standings depend on, in the transaction of the change;
    ``standings_version`` is the version that the stored standings were computed from. Where they
    differ, standings are stale: that is the truth, a message in the queue only a hint.
    ``rules_frozen`` is set with the first recorded hand.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    game = models.CharField(_("game"), max_length=16, choices=GameName, default=GameName.TEXAS42)
    rules = models.JSONField(_("rules"), default=dict)
    stakes = models.JSONField(_("stakes"), null=True, blank=True)
    format = models.CharField(_("format"), max_length=24, default="round_robin")
    format_options = models.JSONField(_("settings of the format"), default=dict)
    games_per_meeting = models.PositiveSmallIntegerField(_("games a meeting"), default=1)
    tie_breaks = models.JSONField(_("order of tie-breaks"), default=list)
    state = models.CharField(max_length=10, choices=EventState, default=EventState.DRAFT)
    rules_frozen = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    standings_version = models.PositiveIntegerField(default=0)
    standings_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-date", "-pk"]
        verbose_name = _("event")
        verbose_name_plural = _("events")

    def __str__(self) -> str:
        return self.name

    @property
    def is_stale(self) -> bool:
        """Whether the stored standings lack a change."""
        return self.version != self.standings_version


class Entry(models.Model):
    """A pair or a single player in an event, by the number at the door.

    Who plays for it may change by round.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
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


class RoundState(models.TextChoices):
    """Where a round stands."""

    PLANNED = "planned", _("planned")
    BEGUN = "begun", _("begun")


class Round(models.Model):
    """A round. Planned rounds may be planned anew at any time; a begun one stays."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=RoundState, default=RoundState.PLANNED)
    begun_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="one_round_a_number")
        ]
        verbose_name = _("round")
        verbose_name_plural = _("rounds")

    def __str__(self) -> str:
        return str(self.number)


class Table(models.Model):
    """A table in a round: the entries that meet there, or the one that sits out (``is_bye``)."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    is_bye = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_a_number")
        ]

    def __str__(self) -> str:
        return str(self.number)


class TableSeat(models.Model):
    """An entry at a table. Its ``place`` there is the number of its side in the table's matches."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="table_seats")

    class Meta:
        ordering = ["place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "place"], name="one_entry_a_place")
        ]

    def __str__(self) -> str:
        return f"{self.table}.{self.place}"


class Game(models.Model):
    """One game of a meeting: the match that is played at the table."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField(default=1)
    match = models.OneToOneField(Match, models.PROTECT, related_name="game_of")

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_game_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.table}/{self.number}"


class Lot(models.Model):
    """A drawn lot with the seed from which anybody can draw it again.

    ``outcome`` holds ``options``, what was put into the hat, and ``order``, as they came out.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="lots")
    purpose = models.CharField(max_length=40)
    seed = models.CharField(max_length=64)
    outcome = models.JSONField()
    drawn_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "purpose"], name="one_lot_a_purpose")
        ]

    def __str__(self) -> str:
        return self.purpose


class Standing(models.Model):
    """An entry's place as last computed. ``values`` holds every metric by its key."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="standings")
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="standing")
    rank = models.PositiveSmallIntegerField()
    tied = models.BooleanField(default=False)
    values = models.JSONField(default=dict)

    class Meta:
        ordering = ["rank", "entry__number"]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry}"
