"""Events: what is played, how, and what counts."""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

import games
from clubs.models import Club, Player, PublicPage
from games.wording import DealerTerm


class EventState(models.TextChoices):
    """Where an event stands."""

    DRAFT = "draft", _("being set up")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class ByeRule(models.TextChoices):
    """What sitting out scores."""

    NONE = "none", _("nothing")
    WIN = "win", _("a game won, no marks")
    FIXED = "fixed", _("a game won with a fixed score")
    AVERAGE = "average", _("one's own average of the event")


class TimeRule(models.TextChoices):
    """What holds when time is called and the hand is finished."""

    STANDS = "stands", _("the score stands; the higher wins, a tie is a draw")
    SUDDEN_DEATH = "sudden_death", _("the higher wins; a tie is decided by one more hand")


class WhoWrites(models.TextChoices):
    """Who records hands in an event, beside those whose role in the club lets them."""

    SCORERS = "scorers", _("scorers alone")
    PLAYERS = "players", _("players at their own table")
    CONFIRMED = "confirmed", _("players, and the other side confirms")


class ConfirmBy(models.TextChoices):
    """When the other side is asked whether what was written is right."""

    HAND = "hand", _("after every hand")
    MATCH = "match", _("at the end of the match")


def table_salt() -> str:
    """What the addresses of an event's tables are made from, besides the site's own key."""
    return secrets.token_hex(16)


class Event(models.Model):
    """An evening: a game, its rules, a format and those who came.

    ``version`` grows with every change that standings depend on, in the transaction of the change;
    ``standings_version`` is the version that the stored standings were computed from. Where they
    differ, standings are stale: that is the truth, a message in the queue only a hint.
    ``rules_frozen`` is set with the first recorded hand.

    ``best_of`` are the lengths of series round by round, the last repeating; where it is empty all
    of ``games_per_meeting`` are played. ``round_lengths`` are, by the number of a round, the
    ``target`` of its games or their number of ``hands``, where these are not those of the rules.
    ``says`` is the word for who shakes or deals. ``round_minutes`` is what the round clock starts
    from.
    ``cap`` is the most by which one game counts in the capped difference. ``bye_for`` and
    ``bye_against`` are marks (or points) of a fixed bye, the ``forfeit_…`` ones those of a meeting
    given up. The room has ``tables_in_room`` tables, as many as are needed where it is empty, and
    those of the numbers ``tables_lost`` cannot be played at. An entry may have so many
    ``substitutes``, any where it is empty. With a deal set every match has ``deals_per_round``
    hands; 0 without one. ``groups`` are those of a format with groups, by the numbers of their
    entries, once the director has changed them by hand. ``table_salt`` goes into
    the addresses of its tables: another one makes all of them anew.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    game = models.CharField(_("game"), max_length=16, choices=games.choices, default=games.first)
    rules = models.JSONField(_("rules"), default=dict)
    stakes = models.JSONField(_("stakes"), null=True, blank=True)
    format = models.CharField(_("format"), max_length=24, default="round_robin")
    format_options = models.JSONField(_("settings of the format"), default=dict)
    games_per_meeting = models.PositiveSmallIntegerField(_("games a meeting"), default=1)
    best_of = models.JSONField(_("length of series by round"), default=list, blank=True)
    round_minutes = models.PositiveSmallIntegerField(_("minutes a round"), null=True, blank=True)
    time_rule = models.CharField(
        _("when time is called"), max_length=16, choices=TimeRule, default=TimeRule.STANDS
    )
    bye_rule = models.CharField(
        _("a bye scores"), max_length=8, choices=ByeRule, default=ByeRule.NONE
    )
    bye_for = models.PositiveSmallIntegerField(_("marks for a bye"), default=7)
    bye_against = models.PositiveSmallIntegerField(_("marks against with a bye"), default=4)
    forfeit_for = models.PositiveSmallIntegerField(_("marks for a forfeit"), default=7)
    forfeit_against = models.PositiveSmallIntegerField(_("marks against by forfeit"), default=0)
    cap = models.PositiveSmallIntegerField(_("most that a game counts"), default=7)
    says = models.CharField(
        _("who mixes the dominoes is"), max_length=8, choices=DealerTerm, default=DealerTerm.SHAKER
    )
    round_lengths = models.JSONField(_("length of games by round"), default=dict, blank=True)
    tables_in_room = models.PositiveSmallIntegerField(
        _("tables in the room"), null=True, blank=True
    )
    tables_lost = models.JSONField(_("tables that are lost"), default=list, blank=True)
    substitutes = models.PositiveSmallIntegerField(
        _("substitutes of an entry"), null=True, blank=True
    )
    deals_per_round = models.PositiveSmallIntegerField(default=0, editable=False)
    groups = models.JSONField(_("groups changed by hand"), default=list, blank=True)
    who_writes = models.CharField(
        _("who writes"), max_length=10, choices=WhoWrites, default=WhoWrites.SCORERS
    )
    confirms = models.CharField(
        _("the other side confirms"), max_length=8, choices=ConfirmBy, default=ConfirmBy.HAND
    )
    table_salt = models.CharField(max_length=32, default=table_salt, editable=False)
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


class EventTurn(models.Model):
    """An event was finished, or opened again: who, when and why. Rows are only ever added.

    ``made_by`` is empty where a program did it.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="turns")
    state = models.CharField(max_length=10, choices=EventState)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("end or reopening")
        verbose_name_plural = _("ends and reopenings")

    def __str__(self) -> str:
        return f"{self.event}: {self.get_state_display()}"


class EventChange(models.Model):
    """Something done to an event that results depend on, besides hands and entered results.

    ``code`` with its ``values`` is the cause that an entry of its book may have; ``matches`` are
    the keys of those that it changed by itself.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="changes")
    code = models.CharField(max_length=20)
    values = models.JSONField(default=dict)
    matches = models.JSONField(default=list)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("change of an event")
        verbose_name_plural = _("changes of events")

    def __str__(self) -> str:
        return f"{self.event_id}: {self.code}"

    @property
    def said(self) -> dict[str, Any]:
        """The code with its values."""
        return {"code": self.code, **self.values}


# Entries: the pairs or single players of an event, and who sits for them.


def taking_part(prefix: str = "") -> Q:
    """Return the condition of entries that count: in, or there for a round at least."""
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


class EventPage(PublicPage):
    """The public page of an event; there is none until the organiser first turns it on."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="public_page")

    class Meta:
        verbose_name = _("public page of an event")
        verbose_name_plural = _("public pages of events")

    @property
    def club(self) -> Club:
        """The club of the event."""
        return self.event.club
