"""Seasons: divisions, evenings, contenders, who stays away, jokers, and bonus points."""

from typing import ClassVar, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import games
from clubs.models import Club, Player
from core.figures import read_whole
from core.model_settings import between
from core.names import DAY_CHECKS, line_check, name_check
from core.text import together
from feeds.models import ChangeKind
from feeds.noting import noted, quiet
from tournaments.models import Event, calendar_uid
from tournaments.presets import template_choices

MAX_EVENINGS: Final = 400
MAX_FIXED: Final = 99_999
MAX_MOVES: Final = 99
MAX_TIMES: Final = 9
MAX_JOKERS: Final = 9
JOKER_TIMES: Final = 2
MAX_REASON: Final = 200


class Ranks(models.TextChoices):
    """Whether players or pairs are ranked over a season."""

    PLAYERS = "players", _("single players")
    PAIRS = "pairs", _("fixed pairs")


class SeasonMeasure(models.TextChoices):
    """The score of an evening."""

    POINTS = "points", _("marks or points")
    AVERAGE = "average", _("points per hand")
    GAMES_WON = "games_won", _("games won")
    PLACES = "places", _("points by place in the evening")
    TABLE_PLACES = "tables", _("points by place at each table")


BY_PLACE: Final = frozenset({SeasonMeasure.PLACES, SeasonMeasure.TABLE_PLACES})
PLACE_POINTS: Final = "10, 8, 6, 5, 4, 3, 2, 1"


def place_points_read(text: str) -> list[int]:
    """Return the points of each place, first place first; empty if the text is no such list."""
    for sign in ",;،、":
        text = text.replace(sign, " ")
    words = text.split()
    points = [point for word in words if (point := read_whole(word, most=MAX_FIXED)) is not None]
    return points if len(points) == len(words) else []


def place_points_check(text: str) -> None:
    """``ValidationError`` if the text is no list of points."""
    if not place_points_read(text):
        raise ValidationError(
            _("Write whole numbers separated by commas: 10, 8, 6."), code="not_places"
        )


class SeasonScoring(models.TextChoices):
    """How evenings are added up."""

    SUM = "sum", _("the sum of all evenings")
    AVERAGE = "average", _("the average of all evenings")
    BEST = "best", _("the sum of the best evenings")


class AbsenceRule(models.TextChoices):
    """The score of a missed evening."""

    NOTHING = "nothing", pgettext_lazy("score of an absence", "nothing")
    LOWEST = "lowest", _("the lowest score of the evening")
    FIXED = "fixed", _("a fixed score")


class SubstituteRule(models.TextChoices):
    """Whose results a substitute's are."""

    APART = "apart", _("the substitute's own, apart from the table")
    COUNT = "count", _("those of the player replaced")
    OWN = "own", _("the substitute's own, in the table")
    BOTH = "both", _("those of the player replaced and the substitute's own")


class Season(models.Model):
    """Several evenings of one game that count together.

    The editable fields are its settings: form, API, archive and the next season take them from
    here. ``game`` is chosen once.
    ``version`` is raised by every change of the season's own rules, people and absences;
    ``standings_version`` is the version of the stored standings. Changes of an event do not touch
    the season: ``Evening.results_version`` shows which results are stale. ``best`` is the number of
    evenings that count with ``SeasonScoring.BEST``; contenders with fewer than ``minimum`` evenings
    rank below the others. The ``…_score`` of a fixed absence is in whole points. ``template`` is
    the event template for evenings, ``rated_by`` the library and model of the ratings, ``previous``
    the preceding season. ``changed_at`` is when the stored standings last changed.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons", editable=False)
    name = models.CharField(_("name"), max_length=120, validators=[name_check])
    game = models.CharField(_("game"), max_length=16, choices=games.choices)
    template = models.CharField(_("kind of evening"), max_length=40, choices=template_choices)
    ranks = models.CharField(_("who is ranked"), max_length=8, choices=Ranks, default=Ranks.PLAYERS)
    measure = models.CharField(
        _("what counts"), max_length=10, choices=SeasonMeasure, default=SeasonMeasure.POINTS
    )
    place_points = models.CharField(
        _("points by place"),
        max_length=200,
        default=PLACE_POINTS,
        db_default=PLACE_POINTS,
        validators=[place_points_check],
        help_text=_("Only if places count: first place first. Later places get 0."),
    )
    scoring = models.CharField(
        _("added up"), max_length=8, choices=SeasonScoring, default=SeasonScoring.SUM
    )
    best = models.PositiveSmallIntegerField(
        _("evenings that count"),
        default=6,
        validators=between(1, MAX_EVENINGS),
        help_text=_("Only if the best evenings are added up."),
    )
    minimum = models.PositiveSmallIntegerField(
        _("minimum number of evenings"),
        default=0,
        validators=between(0, MAX_EVENINGS),
        help_text=_("Those who came to fewer rank below the others."),
    )
    head_to_head = models.BooleanField(
        _("ties are broken head to head"),
        default=False,
        db_default=False,
        help_text=_("By matches between those who are level on the total, before games won."),
    )
    jokers = models.PositiveSmallIntegerField(
        _("jokers each"),
        default=0,
        db_default=0,
        validators=between(0, MAX_JOKERS),
        help_text=_(
            "How many evenings each may let count double, declared before the evening begins."
        ),
    )
    noticed = models.CharField(
        _("absent with notice"), max_length=8, choices=AbsenceRule, default=AbsenceRule.NOTHING
    )
    noticed_score = models.IntegerField(
        _("score when absent with notice"),
        default=0,
        validators=between(-MAX_FIXED, MAX_FIXED),
        help_text=_("In whole points, if the score is fixed."),
    )
    unnoticed = models.CharField(
        _("absent without notice"), max_length=8, choices=AbsenceRule, default=AbsenceRule.NOTHING
    )
    unnoticed_score = models.IntegerField(
        _("score when absent without notice"),
        default=0,
        validators=between(-MAX_FIXED, MAX_FIXED),
        help_text=_("In whole points, if the score is fixed."),
    )
    substitutes = models.CharField(
        _("results of substitutes"),
        max_length=8,
        choices=SubstituteRule,
        default=SubstituteRule.APART,
    )
    rank_guests = models.BooleanField(
        _("rank guests"),
        default=False,
        db_default=False,
        help_text=_("In a table of their own, by the same count."),
    )
    seeds_by_rating = models.BooleanField(
        _("ratings seed the evenings"),
        default=False,
        help_text=_(
            "Entries are seeded by rating when an evening is set up. Ratings are used for "
            "nothing else."
        ),
    )

    starts_on = models.DateField(_("begins on"), editable=False)
    previous = models.ForeignKey(
        "self", models.SET_NULL, related_name="following", null=True, editable=False
    )
    is_finished = models.BooleanField(_("finished"), default=False, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)
    changed_at = models.DateTimeField(null=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    standings_version = models.PositiveIntegerField(default=0, editable=False)
    standings_at = models.DateTimeField(null=True, editable=False)
    rated_by = models.CharField(max_length=80, blank=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_on", "-pk"]
        verbose_name = _("season")
        verbose_name_plural = _("seasons")

    def __str__(self) -> str:
        return self.name

    @property
    def api_path(self) -> str:
        """The address in the API, below that of the club."""
        return f"seasons/{self.pk}/"

    @property
    def evening_decimals(self) -> int:
        """Decimals of an evening's score: games won may be halves, shared places too."""
        match SeasonMeasure(self.measure):
            case SeasonMeasure.POINTS:
                return 0
            case SeasonMeasure.AVERAGE:
                return 2
            case _:
                return 1

    @property
    def total_decimals(self) -> int:
        """The same of the season's total."""
        return 2 if self.scoring == SeasonScoring.AVERAGE else self.evening_decimals


class Division(models.Model):
    """A part of a season with a table of its own; 1 is the highest.

    After the season the first ``promoted`` go up and the last ``relegated`` down.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions", editable=False)
    order = models.PositiveSmallIntegerField(_("order"), editable=False)
    name = models.CharField(_("name"), max_length=60, validators=[name_check])
    promoted = models.PositiveSmallIntegerField(
        _("go up"), default=0, validators=between(0, MAX_MOVES)
    )
    relegated = models.PositiveSmallIntegerField(
        _("go down"), default=0, validators=between(0, MAX_MOVES)
    )

    class Meta:
        ordering = ["order"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "order"], name="one_division_a_place")
        ]
        verbose_name = _("division")
        verbose_name_plural = _("divisions")

    def __str__(self) -> str:
        return self.name


class Evening(models.Model):
    """A date of a season, and its event, once it is created.

    Without ``division`` it is for all. All of its scores are multiplied by ``times``. Derived:
    ``results_version`` and ``rated_version`` are the event's versions of results and ratings, 0
    without results of an event; ``is_held`` whether anybody has played, ``lowest`` the lowest known
    score of those who did, counted once, as a fraction ("7/12"). Where these are not the
    ``event_version``, something has changed or gone away.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="evenings")
    number = models.PositiveSmallIntegerField()
    date = models.DateField(_("date"), validators=[*DAY_CHECKS])
    division = models.ForeignKey(
        Division,
        models.RESTRICT,
        verbose_name=_("Division"),
        related_name="evenings",
        null=True,
        blank=True,
    )
    times = models.PositiveSmallIntegerField(
        _("counts how many times"),
        default=1,
        db_default=1,
        validators=between(1, MAX_TIMES),
        help_text=_("2 for a double evening: all of its scores are doubled."),
    )
    event = models.ForeignKey(Event, models.SET_NULL, related_name="evenings", null=True)
    results_version = models.PositiveIntegerField(default=0)
    rated_version = models.PositiveIntegerField(default=0)
    is_held = models.BooleanField(default=False)
    lowest = models.TextField(default="", db_default="")
    calendar_uid = models.CharField(max_length=32, default=calendar_uid, editable=False)
    calendar_sequence = models.PositiveIntegerField(default=0, editable=False)
    calendar_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "number"], name="one_evening_a_number"),
            models.UniqueConstraint(fields=["season", "event"], name="one_evening_an_event"),
        ]
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")

    def __str__(self) -> str:
        return f"{self.season} {self.number}"

    @property
    def times_mark(self) -> str:
        """The factor to show beside its number; empty if it counts once."""
        return f"\N{MULTIPLICATION SIGN}{self.times}" if self.times > 1 else ""

    @property
    def event_version(self) -> int:
        """The version of the event; 0 without one."""
        return self.event.version if self.event else 0


BEHIND = ~Q(results_version=Coalesce("event__version", 0))
"""Evenings whose results are not those of their event, or of an event that went away."""


UNRATED = ~Q(rated_version=Coalesce("event__version", 0))
"""The same of ratings."""


class Contender(models.Model):
    """A player, or a fixed pair, who is ranked in a division of a season.

    Of a pair ``player`` has the lower key. ``joined`` is the number of the first evening that is
    expected of them.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="contenders")
    division = models.ForeignKey(Division, models.RESTRICT, related_name="contenders")
    player = models.ForeignKey(Player, models.PROTECT, related_name="contends")
    partner = models.ForeignKey(Player, models.PROTECT, related_name="contends_with", null=True)
    joined = models.PositiveSmallIntegerField(
        _("From evening"),
        default=1,
        validators=between(1, MAX_EVENINGS),
        help_text=_("The first evening at which they are expected."),
    )

    class Meta:
        ordering = ["division__order", "player__sort_key", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "player"], name="one_place_a_player")
        ]
        verbose_name = _("contender")
        verbose_name_plural = _("contenders")

    def __str__(self) -> str:
        return together(player.name for player in self.players)

    @property
    def players(self) -> tuple[Player, ...]:
        """The player, or both of the pair."""
        return (self.player, self.partner) if self.partner else (self.player,)

    def is_expected_at(self, number: int, division: int | None) -> bool:
        """Whether an evening of this number, for a division or for all, counts in their line."""
        return number >= self.joined and division in {None, self.division_id}

    @property
    def player_keys(self) -> tuple[int, int | None]:
        """The keys of the player and of the partner, if there is one."""
        return self.player_id, self.partner_id


class AwayPeriod(models.Model):
    """A contender is away on these days, both included: absent with notice from every evening then.

    Its absences are rows of their own, and follow evenings that are added or moved; an evening
    that is noted by hand stays as noted.
    """

    contender = models.ForeignKey(
        Contender, models.CASCADE, related_name="away_periods", editable=False
    )
    since = models.DateField(_("first day away"), validators=[*DAY_CHECKS])
    until = models.DateField(_("last day away"), validators=[*DAY_CHECKS])
    noted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["since", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(since__lte=models.F("until")), name="away_from_a_day_on"
            )
        ]
        verbose_name = _("days away")
        verbose_name_plural = _("days away")

    def __str__(self) -> str:
        return f"{self.contender}: {self.since} – {self.until}"


class Absence(models.Model):
    """A contender does not come to an evening. A contender who neither came nor has a row was
    absent without notice. ``away`` are the days away that it follows from, if any."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="absences")
    contender = models.ForeignKey(Contender, models.CASCADE, related_name="absences")
    noticed = models.BooleanField(_("with notice"), help_text=_("Whether they gave notice."))
    noted_at = models.DateTimeField(auto_now=True)
    away = models.ForeignKey(
        AwayPeriod, models.CASCADE, related_name="absences", null=True, editable=False
    )

    class Meta:
        ordering = ["evening__number", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["evening", "contender"], name="one_absence_an_evening")
        ]
        verbose_name = _("absence")
        verbose_name_plural = _("absences")

    def __str__(self) -> str:
        return f"{self.contender}: {self.evening}"


class Joker(models.Model):
    """A contender declared before an evening began that it counts double for them.

    It is used up by then, and doubles what they play, no score that is filled in for an absence.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="jokers")
    contender = models.ForeignKey(Contender, models.CASCADE, related_name="jokers")
    declared_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["evening__number", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["evening", "contender"], name="one_joker_an_evening")
        ]
        verbose_name = _("joker")
        verbose_name_plural = _("jokers")

    def __str__(self) -> str:
        return f"{self.contender}: {self.evening}"


class SeasonAdjustment(models.Model):
    """Bonus or penalty points of a contender in a season, in whole points of the total.

    They count until they are taken back (``revoked_at``); nothing is deleted. ``date`` is the day
    that they are for.
    """

    contender = models.ForeignKey(
        Contender, models.CASCADE, related_name="adjustments", editable=False
    )
    points = models.IntegerField(
        _("points"),
        validators=between(-MAX_FIXED, MAX_FIXED),
        help_text=_("Added to the total. Negative for a penalty: −3."),
    )
    reason = models.CharField(
        _("Why"),
        max_length=MAX_REASON,
        validators=[line_check],
        help_text=_("Shown to members below the table."),
    )
    date = models.DateField(_("date"), default=timezone.localdate, validators=[*DAY_CHECKS])
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", editable=False
    )
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, editable=False
    )
    revoked_at = models.DateTimeField(null=True, editable=False)
    revoked_reason = models.CharField(
        max_length=MAX_REASON, blank=True, default="", validators=[line_check], editable=False
    )

    class Meta:
        ordering = ["pk"]
        verbose_name = _("bonus or penalty points")
        verbose_name_plural = _("bonus and penalty points")

    def __str__(self) -> str:
        return f"{self.contender}: {self.points:+d}"


# Resources, for the feed of changes


noted(
    Season,
    ChangeKind.SEASON,
    "seasons/{pk}/",
    club="club_id",
    of={Division: "divisions", Evening: "evenings"},
)
quiet(Season, "version", "standings_version", "standings_at", "changed_at")
quiet(
    Evening,
    *("results_version", "rated_version", "is_held", "lowest"),
    *("calendar_sequence", "calendar_at"),
)
noted(
    Season,
    ChangeKind.SEASON,
    "seasons/{pk}/adjustments/",
    club="club_id",
    own=(),
    of={SeasonAdjustment: "contenders__adjustments"},
)
noted(
    Season,
    ChangeKind.SEASON,
    "seasons/{pk}/jokers/",
    club="club_id",
    own=(),
    of={Joker: "contenders__jokers"},
)
noted(
    Season,
    ChangeKind.SEASON,
    "seasons/{pk}/away/",
    club="club_id",
    own=(),
    of={AwayPeriod: "contenders__away_periods"},
)
noted(
    Division,
    ChangeKind.SEASON,
    "seasons/{season_id}/divisions/{order}/",
    club="season__club_id",
)
noted(
    Contender,
    ChangeKind.SEASON,
    "seasons/{season_id}/contenders/{pk}/",
    club="season__club_id",
    of={Division: "division"},
)
