"""Events: game, rules, format, scoring, entries."""

import datetime
import re
import secrets
from collections.abc import Callable
from typing import Any, ClassVar, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import games
from clubs.models import Club, Player
from core.languages import local_moment
from core.model_settings import between
from core.names import DAY_CHECKS, line_check, name_check
from core.text import isolated, with_codes
from games.wording import DealerTerm
from scoring.models import TimePays
from tournaments.events.format_labels import format_choices

MAX_GAMES: Final = 9
MAX_SERIES: Final = 40
"""Rounds with a length of their own series."""
MAX_LENGTH: Final = 1000
"""The most that a match can be played to, in marks or points or in hands."""
MAX_MINUTES: Final = 600
MOST_MINUTES: Final = 2880
"""Of an event: two days."""
MAX_SCORE: Final = 9_999
ROUND_KEY: Final = re.compile(r"[1-9][0-9]{0,2}")
"""The number of a round as a key of JSON."""
MAX_TABLES: Final = 500
MAX_SUBSTITUTES: Final = 99
MAX_NUMBER: Final = 999
"""The highest seed, and the highest round that is named beforehand."""
MOST_REASON: Final = 200


class EventState(models.TextChoices):
    DRAFT = "draft", _("being set up")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class ByeRule(models.TextChoices):
    NONE = "none", pgettext_lazy("score of a bye", "nothing")
    HALF = "half", _("half a game won, no marks")
    WIN = "win", _("a game won, no marks")
    FIXED = "fixed", _("a game won with a fixed score")
    AVERAGE = "average", _("the entry's own average in the event")


class TimeRule(models.TextChoices):
    """The rule after time is called and the hand is finished."""

    STANDS = "stands", _("the score stands; the higher wins, a tie is a draw")
    SUDDEN_DEATH = "sudden_death", _("the higher wins; a tie is decided by one more hand")


class WhoWrites(models.TextChoices):
    """Who records hands in an event, besides members with the right to."""

    SCORERS = "scorers", _("scorers only")
    PLAYERS = "players", _("players at their own table")
    CONFIRMED = "confirmed", _("players, and the other side confirms")


class ConfirmBy(models.TextChoices):
    """When the other side is asked to confirm a record."""

    HAND = "hand", _("after every hand")
    MATCH = "match", _("at the end of the match")


def table_salt() -> str:
    """Salt of the addresses of an event's tables, in addition to the site's key."""
    return secrets.token_hex(16)


def calendar_uid() -> str:
    """Return the name of a day in calendars, which tells nothing and never changes."""
    return secrets.token_hex(16)


def hands_typed(count: object) -> str:
    """Return a length in hands as typed in the reader's language: "8 hands"."""
    return pgettext("typed by organisers", "%(count)s hands") % {"count": count}


def lengths_wrong() -> str:
    """Return how lengths by round are typed."""
    return gettext("The number of a round, then its length: %(target)s, or %(hands)s.") % {
        "target": isolated("6: 5"),
        "hands": isolated(_eight_hands()),
    }


def series_check(lengths: object) -> None:
    """``ValidationError`` if these are not the lengths of series by round, odd numbers."""
    if (
        not isinstance(lengths, list)
        or len(lengths) > MAX_SERIES
        or any(
            type(length) is not int or length % 2 == 0 or not 1 <= length <= MAX_GAMES
            for length in lengths
        )
    ):
        words = _("Type odd numbers of games up to %(high)d, with commas between: 5, 3.")
        raise ValidationError(words, params={"high": MAX_GAMES})


def round_lengths_check(lengths: object) -> None:
    """``ValidationError`` if this is not a target or a number of hands by the number of a round."""
    if not isinstance(lengths, dict) or any(
        not (isinstance(number, str) and ROUND_KEY.fullmatch(number))
        or not isinstance(length, dict)
        or len(length) != 1
        or not {"target", "hands"} >= length.keys()
        or any(type(value) is not int or not 1 <= value <= MAX_LENGTH for value in length.values())
        for number, length in lengths.items()
    ):
        raise ValidationError(lengths_wrong())


def _eight_hands() -> str:
    return f"6: {hands_typed(8)}"


_eight_hands_lazy: Final[Callable[[], Any]] = lazy(_eight_hands, str)


class Event(models.Model):
    """An evening: a game, its rules, a format and the entries.

    The editable fields are its settings: form, API, archive and copies take them from here.
    ``version`` is raised by every change that affects standings, in the same transaction;
    ``standings_version`` is the version of the stored standings. Standings are stale if the two
    differ; queue messages are only hints. ``rules_frozen`` is set with the first recorded hand.

    ``best_of`` are the lengths of series by round, the last one repeating; if it is empty, all of
    ``games_per_meeting`` are played. ``round_lengths`` give, by round number, a ``target`` or a
    number of ``hands`` that differs from the rules. ``says`` is the word for dealing.
    ``round_minutes`` is the initial value of the round clock. ``cap`` is the largest difference
    that one game contributes to the capped difference. ``bye_for`` and ``bye_against`` are the
    marks (or points) of a fixed bye, ``forfeit_…`` those of a forfeit. The room has
    ``tables_in_room`` tables (empty: no limit), of which ``tables_lost`` cannot be used.
    ``substitutes`` is the maximum per entry (empty: no limit). ``deals_per_round`` is the number of
    hands of every match with a deal set, 0 without one. ``groups`` are the entries' numbers by
    group, once changed by hand. ``table_salt`` is part of the addresses of tables; changing it
    replaces all of them. ``starts_at`` is the local time at ``place``. Calendars know the event by
    ``calendar_uid``; ``calendar_sequence`` and ``calendar_at`` count and date the changes they see.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="events", editable=False)
    name = models.CharField(_("Name"), max_length=120, validators=[name_check])
    date = models.DateField(_("Date"), validators=[*DAY_CHECKS])
    starts_at = models.TimeField(_("Begins at"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(
        _("Minutes it lasts, with breaks"),
        default=180,
        db_default=180,
        validators=between(10, MOST_MINUTES),
    )
    place = models.CharField(
        pgettext_lazy("where an event is held", "Place"),
        max_length=120,
        blank=True,
        validators=[line_check],
        help_text=_("Where it is played."),
    )
    game = models.CharField(_("Game"), max_length=16, choices=games.choices, default=games.first)
    rules = models.JSONField(_("Rules"), default=dict, blank=True)
    stakes = models.JSONField(_("Stakes"), null=True, blank=True)
    time_pays = models.CharField(
        _("Where a match ends early, the losers pay for"),
        max_length=8,
        choices=TimePays,
        default=TimePays.TARGET,
        db_default=TimePays.TARGET,
        help_text=_("1–0 when time is called, in a match to 7: seven marks short, or one."),
    )
    format = models.CharField(
        _("Format"), max_length=24, choices=format_choices, default="round_robin"
    )
    format_options = models.JSONField(_("settings of the format"), default=dict, blank=True)
    games_per_meeting = models.PositiveSmallIntegerField(
        _("Games per meeting"), default=1, validators=between(1, MAX_GAMES)
    )
    says = models.CharField(
        _("The word at the table"),
        max_length=8,
        choices=DealerTerm,
        default=DealerTerm.SHAKER,
        help_text=_("What pages and printouts call the player who shuffles the dominoes."),
    )
    best_of = models.JSONField(
        _("Series by round: best of"),
        default=list,
        blank=True,
        validators=[series_check],
        help_text=with_codes(
            _(
                "“%(five)s” plays best of five in the first round and best of three from then on. "
                "Left empty, all games of a meeting are played."
            ),
            five="5, 3",
        ),
    )
    round_lengths = models.JSONField(
        _("Rounds with a different length"),
        default=dict,
        blank=True,
        validators=[round_lengths_check],
        help_text=with_codes(
            _(
                "“%(target)s” plays the games of round 6 to 5, “%(hands)s” plays eight hands "
                "each; rounds with commas between. This applies to rounds that have not begun. "
                "Left empty, games are as long as the rules and the format say."
            ),
            target="6: 5",
            hands=_eight_hands_lazy(),
        ),
    )
    round_minutes = models.PositiveSmallIntegerField(
        _("Minutes per round"),
        null=True,
        blank=True,
        validators=between(1, MAX_MINUTES),
        help_text=_("The round clock counts down from this; leave empty for no clock."),
    )
    time_rule = models.CharField(
        _("When time is called"),
        max_length=16,
        choices=TimeRule,
        default=TimeRule.STANDS,
        help_text=_("The hand in progress is finished; then this applies."),
    )
    tables_in_room = models.PositiveSmallIntegerField(
        _("Tables in the room"),
        null=True,
        blank=True,
        validators=between(1, MAX_TABLES),
        help_text=_(
            "If a round has more meetings than tables, some wait for a free table, in "
            "turn. Empty: as many tables as needed."
        ),
    )
    substitutes = models.PositiveSmallIntegerField(
        _("Substitutes allowed"),
        null=True,
        blank=True,
        validators=between(0, MAX_SUBSTITUTES),
        help_text=_(
            "How many different substitutes one entry may use during the event; empty for"
            " any number."
        ),
    )
    who_writes = models.CharField(
        _("Who records hands"), max_length=10, choices=WhoWrites, default=WhoWrites.SCORERS
    )
    confirms = models.CharField(
        _("The other side confirms"),
        max_length=8,
        choices=ConfirmBy,
        default=ConfirmBy.HAND,
        help_text=_("When the other side confirms what players record."),
    )
    bye_rule = models.CharField(
        _("A bye scores"),
        max_length=8,
        choices=ByeRule,
        default=ByeRule.NONE,
        help_text=_(
            "For each game of a meeting that the others play in that round; in a series, for as "
            "many as win it. It counts in the standings, and where scores decide who meets."
        ),
    )
    bye_for = models.PositiveSmallIntegerField(
        _("Fixed score: for"), default=7, validators=between(0, MAX_SCORE)
    )
    bye_against = models.PositiveSmallIntegerField(
        _("Fixed score: against"), default=4, validators=between(0, MAX_SCORE)
    )
    forfeit_for = models.PositiveSmallIntegerField(
        _("Forfeit: the other side gets"),
        default=7,
        validators=between(0, MAX_SCORE),
        help_text=_("For each game of a forfeited meeting."),
    )
    forfeit_against = models.PositiveSmallIntegerField(
        _("Forfeit: the side that forfeits gets"), default=0, validators=between(0, MAX_SCORE)
    )
    cap = models.PositiveSmallIntegerField(
        _("Cap"),
        default=7,
        validators=between(1, MAX_SCORE),
        help_text=_("The most that one game counts in the capped tie-breaks."),
    )
    tie_breaks = models.JSONField(_("Order of tie-breaks"), default=list)

    tables_lost = models.JSONField(
        _("tables that are lost"), default=list, blank=True, editable=False
    )
    deals_per_round = models.PositiveSmallIntegerField(default=0, editable=False)
    groups = models.JSONField(_("groups changed by hand"), default=list, blank=True, editable=False)
    table_salt = models.CharField(max_length=32, default=table_salt, editable=False)
    state = models.CharField(
        max_length=10, choices=EventState, default=EventState.DRAFT, editable=False
    )
    rules_frozen = models.BooleanField(default=False, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    standings_version = models.PositiveIntegerField(default=0, editable=False)
    standings_at = models.DateTimeField(null=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    calendar_uid = models.CharField(max_length=32, default=calendar_uid, editable=False)
    calendar_sequence = models.PositiveIntegerField(default=0, editable=False)
    calendar_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-date", "-pk"]
        verbose_name = _("event")
        verbose_name_plural = _("events")

    def __str__(self) -> str:
        return self.name

    @property
    def presenter(self) -> games.GamePresenter:
        """The game, with the word for the dealer that the event says."""
        return games.PRESENTERS[self.game].saying(self.says)

    @property
    def begins(self) -> datetime.datetime | None:
        """The moment at which it begins, if the time is known."""
        return local_moment(self.date, self.starts_at)

    @property
    def api_path(self) -> str:
        """The address in the API, below that of the club."""
        return f"events/{self.pk}/"

    @property
    def is_stale(self) -> bool:
        """Whether the stored standings lack a change."""
        return self.version != self.standings_version


class EventTransition(models.Model):
    """An event was finished or reopened: by whom, when and why. Append-only.

    ``made_by`` is empty if a program did it.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="transitions")
    state = models.CharField(max_length=10, choices=EventState)
    reason = models.CharField(_("reason"), max_length=MOST_REASON, blank=True)
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
    """A change that affects results, other than hands and entered results.

    ``code`` with ``values`` is the cause for transactions of the event's book; ``matches`` are the
    keys of the matches that it changed.
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
    def message(self) -> dict[str, Any]:
        return {"code": self.code, **self.values}


# Entries: the pairs or single players of an event, and their lineups.


def taking_part(prefix: str = "") -> Q:
    """Return the condition of entries that count: in, or there for a round at least."""
    joined = F(f"{prefix}joined_round")
    return Q(**{f"{prefix}left_after_round": None}) | Q(
        **{f"{prefix}left_after_round__gte": joined}
    )


class Entry(models.Model):
    """A pair or a single player in an event, by its number at the door.

    The lineup may change by round. ``seed`` is its place in the seeding, 1 the best; unseeded
    entries follow.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    seed = models.PositiveSmallIntegerField(
        _("seed"), null=True, blank=True, validators=between(1, MAX_NUMBER)
    )
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
        """Whether the entry is in, or was for at least one round."""
        return self.left_after_round is None or self.left_after_round >= self.joined_round


class WaitingPlayer(models.Model):
    """A player who has come to an event of pairs and waits for a partner.

    This is no entry: it is not drawn, ranked or charged. The row goes when the player is entered.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="waiting_players")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "player"], name="a_player_waits_once")
        ]
        verbose_name = _("waiting player")
        verbose_name_plural = _("waiting players")

    def __str__(self) -> str:
        return str(self.player)


class EntryPlayer(models.Model):
    """The player at one place of an entry from a round on, until another row's round.

    The original player's row stays as it is: a substitute, and an original player who is back, are
    further rows, even from the same round. ``Lineup.stints`` says who sat from when to when.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="lineup")
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    from_round = models.PositiveSmallIntegerField(
        _("From round"), default=1, validators=between(1, MAX_NUMBER)
    )
    is_original = models.BooleanField(default=True)

    class Meta:
        ordering = ["place", "from_round", "-is_original"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry", "place"],
                condition=Q(is_original=True),
                name="one_original_player_a_place",
            ),
            models.UniqueConstraint(
                fields=["entry", "place", "from_round"],
                condition=Q(is_original=False),
                name="one_change_a_place_and_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}.{self.place} {self.player}"
