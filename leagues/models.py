"""Seasons, their evenings and people, their results and standings, and what is public of them."""

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
from clubs.models import Club, Player, PublicPage
from core.figures import read_whole
from core.model_settings import between
from core.names import DAY_CHECKS, line_check, name_check
from core.text import together
from feeds.models import ChangeKind
from feeds.noting import noted, quiet
from tournaments.events.models import Event, calendar_uid
from tournaments.events.presets import template_choices

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

    Calendar programs are told so for some weeks, in the feeds of the club and of its ``seasons``
    and ``players``.
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
    "seasons/{pk}/",
    club="club_id",
    of={Division: "divisions", Evening: "evenings"},
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
quiet(Season, "version", "standings_version", "standings_at", "changed_at")
quiet(
    Evening,
    *("results_version", "rated_version", "is_held", "lowest"),
    *("calendar_sequence", "calendar_at"),
)
