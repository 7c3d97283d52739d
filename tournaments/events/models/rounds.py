"""Rounds with their tables, the games played there, and the clock."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from core.model_settings import between
from core.names import line_check
from feeds.models import ChangeKind
from feeds.noting import noted, quiet
from scoring.models import Match
from tournaments.events.models.events import (
    MAX_GAMES,
    MOST_REASON,
    Entry,
    EntryPlayer,
    Event,
    WaitingPlayer,
)


class RoundState(models.TextChoices):
    PLANNED = "planned", _("planned")
    BEGUN = "begun", _("begun")


class Round(models.Model):
    """A round. Planned rounds may be planned again at any time; a begun one stays.

    ``stage`` is the part of the event it belongs to, as the format names it. ``repeats`` is why it
    may repeat meetings or byes although the format has none.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=24, blank=True)
    state = models.CharField(max_length=8, choices=RoundState, default=RoundState.PLANNED)
    begun_at = models.DateTimeField(null=True)
    repeats = models.CharField(
        _("why it repeats"), max_length=MOST_REASON, blank=True, validators=[line_check]
    )

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
    """A table in a round: the entries that meet there, or the one with a bye (``is_bye``).

    ``section`` and ``slot`` are the format's ``Slot``. ``best_of`` is the length of its series; 0
    plays all of the event's games. A pinned table stays when its round is planned again. ``target``
    is set if it differs from the event's rules; awards without play use it. ``decided_side`` won a
    level meeting by a decision at the table. ``deals_stand`` is false if the deals of a forfeited
    meeting are left out of the comparison of the same deals.

    ``number`` is its fixed place in the draw. If the room lacks a table of that number, it is
    played at ``stands_at``; ``shift`` 2 plays when the first meeting there has ended.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    is_bye = models.BooleanField(default=False)
    section = models.CharField(max_length=24, blank=True)
    slot = models.PositiveSmallIntegerField(default=0)
    best_of = models.PositiveSmallIntegerField(default=0, validators=between(0, MAX_GAMES))
    is_pinned = models.BooleanField(default=False)
    target = models.PositiveSmallIntegerField(null=True)
    decided_side = models.PositiveSmallIntegerField(null=True)
    deals_stand = models.BooleanField(default=True)
    stands_at = models.PositiveSmallIntegerField(null=True)
    shift = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_a_number")
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def in_room(self) -> int:
        return self.stands_at or self.number


class TableSeat(models.Model):
    """An entry at a table. ``side`` is the number of its side in the table's matches.

    Places count from 0 in seat order. Partners who are separate entries share a side. ``forfeited``
    if the entry forfeited the meeting.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField(default=0)
    forfeited = models.BooleanField(default=False)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="table_seats")

    class Meta:
        ordering = ["place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "place"], name="one_entry_a_place")
        ]

    def __str__(self) -> str:
        return f"{self.table}.{self.place}"


class Game(models.Model):
    """One game of a meeting: the match that is played at the table.

    ``guest_revision`` is the key of the newest revision that a player wrote on a phone, and
    ``confirmed_revision`` that up to which the other side agreed; 0 for none. While it
    ``is_disputed`` it counts for nothing in the standings. ``take_back_revision`` is the key of the
    newest revision of the hand that a player asks to take back; 0 while nobody does.
    ``remark_count`` counts its ``GameRemark`` rows.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField(default=1)
    match = models.OneToOneField(Match, models.PROTECT, related_name="game_of")
    guest_revision = models.BigIntegerField(default=0)
    confirmed_revision = models.BigIntegerField(default=0)
    is_disputed = models.BooleanField(default=False)
    take_back_revision = models.BigIntegerField(default=0)
    remark_count = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_game_a_number")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["match"], condition=models.Q(is_disputed=True), name="disputed_games"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table}/{self.number}"


class Clock(models.Model):
    """The clock of a round: counts down ``seconds`` unless paused.

    ``spent`` seconds ran before ``running_since``, which is empty while it is paused. ``called_at``
    is the time when the director called time for the tables of this ``shift``.
    """

    round = models.OneToOneField(Round, models.CASCADE, related_name="clock")
    seconds = models.PositiveIntegerField()
    spent = models.PositiveIntegerField(default=0)
    running_since = models.DateTimeField(null=True)
    called_at = models.DateTimeField(null=True)
    shift = models.PositiveSmallIntegerField(default=1)

    class Meta:
        verbose_name = _("round clock")
        verbose_name_plural = _("round clocks")

    def __str__(self) -> str:
        return f"{self.round}: {self.seconds} s"


class PlanStepKind(models.TextChoices):
    """The kind of a manual change; its label takes the step's values."""

    SEATS = "seats", _("%(first)d and %(other)d swapped places")
    GROUPS = "groups", _("%(first)d and %(other)d swapped groups")
    PINNED = "pinned", _("table %(number)d pinned")
    UNPINNED = "unpinned", _("table %(number)d no longer pinned")
    SERIES = "series", _("length of the series at table %(number)d")


class PlanStep(models.Model):
    """A change of a planned round by hand, with the tables as they were before, to undo it by.

    ``before`` lists the tables in order: entries by place, whether a bye, pinned, section, slot
    and length of series. ``groups`` are the event's as they were; empty where they were dealt.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="steps")
    kind = models.CharField(max_length=8, choices=PlanStepKind)
    values = models.JSONField(default=dict)
    before = models.JSONField()
    groups = models.JSONField(default=list, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("change of the plan")
        verbose_name_plural = _("changes of the plan")

    def __str__(self) -> str:
        words: str = PlanStepKind(self.kind).label % self.values
        return words


# Decisions besides hands, and their results.


class Lot(models.Model):
    """A drawn lot with the seed from which it can be drawn again.

    ``outcome`` holds ``options``, the input, and ``order``, the result.
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


class Decision(models.Model):
    """A decision of the director with its author; a revoked one stays on record.

    ``code`` is that of the cause of a change, in the history of entries.
    """

    code: ClassVar[str]
    event_id: int

    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        ordering: ClassVar = ["pk"]


MOST_GAMES: Final = 99
MOST_MARKS: Final = 9999
"""The most that a decision adds or takes away."""


class Adjustment(Decision):
    """A penalty or bonus by the director: games and marks (or points) added to an entry.

    It is part of every computation of the standings until it is revoked; nothing is deleted.
    """

    code = "penalty"
    event = models.ForeignKey(Event, models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="adjustments")
    games = models.SmallIntegerField(
        _("Games won"),
        default=0,
        blank=True,
        validators=between(-MOST_GAMES, MOST_GAMES),
        help_text=_("Added to games and meetings won."),
    )
    marks = models.IntegerField(
        _("Marks or points"),
        default=0,
        blank=True,
        validators=between(-MOST_MARKS, MOST_MARKS),
        help_text=_("Negative for a penalty: −3."),
    )
    reason = models.CharField(
        _("Why"),
        max_length=MOST_REASON,
        help_text=_("Shown beside the standings for everyone to read."),
    )

    class Meta(Decision.Meta):
        verbose_name = _("penalty or bonus")
        verbose_name_plural = _("penalties and bonuses")

    def __str__(self) -> str:
        return f"{self.entry}: {self.games:+d} / {self.marks:+d}"


class DecisionKind(models.TextChoices):
    """How a tie was decided at a table."""

    HAND = "hand", _("one hand played")
    DOMINO = "domino", _("a domino drawn")
    CARD = "card", _("a card drawn")


class PlayOff(Decision):
    """A tie decided by hand: ``order`` holds the numbers of the entries, the best first."""

    code = "play_off"
    event = models.ForeignKey(Event, models.CASCADE, related_name="play_offs")
    kind = models.CharField(
        _("Decided by"), max_length=8, choices=DecisionKind, default=DecisionKind.HAND
    )
    order = models.JSONField()
    note = models.CharField(_("Note"), max_length=MOST_REASON, blank=True)

    class Meta(Decision.Meta):
        verbose_name = _("play-off")
        verbose_name_plural = _("play-offs")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.order}"


class TotalsReading(models.Model):
    """An event was read in from a spreadsheet, which has names and totals alone.

    ``version`` is the event's after that, ``players`` are those who were put on the roster for it:
    while nothing else was added, the event is taken back with them.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="totals_reading")
    version = models.PositiveIntegerField()
    players = models.ManyToManyField(Player, related_name="+")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("reading of totals")
        verbose_name_plural = _("readings of totals")

    def __str__(self) -> str:
        return str(self.event)


class RoundTotal(models.Model):
    """An entry's total in a round without tables, opponents or hands.

    ``number`` is that of the round, 0 if only the total of the whole evening is known.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="round_totals")
    number = models.PositiveSmallIntegerField()
    total = models.IntegerField()

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "number"], name="one_total_a_round")
        ]
        verbose_name = _("total of a round")
        verbose_name_plural = _("totals of rounds")

    def __str__(self) -> str:
        return f"{self.entry}, {self.number}: {self.total}"


class Standing(models.Model):
    """An entry's place as last computed.

    ``line`` is 0 where there is one ranking; else the entry is ranked among those of its line.
    ``values`` holds every metric by its key, as ``Metric.stored`` has it.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="standings")
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="standing")
    line = models.PositiveSmallIntegerField(default=0)
    rank = models.PositiveSmallIntegerField()
    tied = models.BooleanField(default=False)
    values = models.JSONField(default=dict)

    class Meta:
        ordering = ["line", "rank", "entry__number"]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry}"


# Resources, for the feed of changes


noted(
    Event, ChangeKind.EVENT, "events/{pk}/", club="club_id", of={Entry: "entries", Round: "rounds"}
)
quiet(Event, "version", "standings_version", "standings_at", "table_salt", "groups")
noted(
    Event,
    ChangeKind.EVENT,
    "events/{pk}/adjustments/",
    club="club_id",
    own=(),
    of={Adjustment: "adjustments"},
)
noted(
    Event,
    ChangeKind.EVENT,
    "events/{pk}/play-offs/",
    club="club_id",
    own=(),
    of={PlayOff: "play_offs"},
)
noted(
    Entry,
    ChangeKind.ENTRY,
    "events/{event_id}/entries/{number}/",
    club="event__club_id",
    of={EntryPlayer: "lineup"},
)
noted(
    Event,
    ChangeKind.ENTRY,
    "events/{pk}/entries/seeds/",
    club="club_id",
    own=(),
    of={Entry: "entries"},
)
noted(
    Event,
    ChangeKind.ENTRY,
    "events/{pk}/waiting-players/",
    club="club_id",
    own=(),
    of={WaitingPlayer: "waiting_players"},
)
noted(
    Round,
    ChangeKind.ROUND,
    "events/{event_id}/rounds/{number}/",
    club="event__club_id",
    of={
        Table: "tables",
        TableSeat: "tables__seats",
        Game: "tables__games",
        Match: "tables__games__match",
        Entry: "tables__seats__entry",
        EntryPlayer: "tables__seats__entry__lineup",
        Clock: "clock",
    },
)
noted(
    Event,
    ChangeKind.STANDINGS,
    "events/{pk}/standings/",
    club="club_id",
    own=("state", "tie_breaks"),
    of={
        Standing: "standings",
        Adjustment: "adjustments",
        Entry: "entries",
        EntryPlayer: "entries__lineup",
    },
)
