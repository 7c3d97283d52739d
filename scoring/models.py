"""Matches, hands and their revisions, entered results.

Revisions and results are append-only; the database refuses anything else.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from clubs.models import MAX_NAME, Club, Player
from core.names import line_check, name_check
from core.text import isolated
from feeds.models import ChangeKind
from feeds.noting import noted
from games.base import Record, calls_written
from games.measures import HandRole
from games.wording import DealerTerm
from scoring.labels import Label, LabelKind

BEGUN = models.Q(hand_count__gt=0) | models.Q(entered_totals__isnull=False)
"""Matches that have a hand or a result."""

WRITTEN = models.Q(hands__isnull=False) | models.Q(entered_results__isnull=False)
"""Matches that ever had a hand or a result, undone ones included."""

MOST_REASON = 300
"""Characters of a reason."""


class TimePays(models.TextChoices):
    """What the losers pay for, mark by mark, if a match ends before its target."""

    TARGET = "target", _("each mark short of the target")
    WINNERS = "winners", _("each mark short of the winners’ marks")


class Match(models.Model):
    """One match at one table.

    ``label_kind`` and ``label_values`` make its ``label`` when it is read.

    ``rules`` and ``stakes`` are the match's own, in the record format, so that an old evening keeps
    its scores. ``version`` is raised by every change of a hand. The fields below it are derived
    from the hands: ``standing`` is the rule book's ``MatchStanding`` by field, ``numbers_used`` the
    highest hand number ever used, including undone hands.

    If there is one player more than seats, the dealer sits out; see ``scoring.running_score``.
    ``first_dealer`` is then a player's number, and ``next_dealer`` always the last seat.

    ``entered_totals`` are the final totals of a match entered from a slip; ``entered_hands`` the
    number of hands and ``entered_sets`` how often each side was set, if known; see
    ``EnteredResult``. Recorded hands stay beside them and count
    in statistics, while results and standings count the totals.

    ``time_pays`` says what the losers pay for if it ends before its target.

    ``called_after`` is the number of the hand that ends the match once time was called; if it
    ``plays_off``, a tie is then decided hand by hand.

    If several matches play the same deals, its hands are those numbered ``first_deal`` to
    ``last_deal``. While these are secret the match ``is_sealed``: pieces of its hands are stored
    separately; see ``scoring.sealing``.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="matches", db_index=False)
    game = models.CharField(_("game"), max_length=16, choices=games.choices)
    says = models.CharField(max_length=8, choices=DealerTerm, default=DealerTerm.SHAKER)
    label_kind = models.CharField(max_length=8, choices=LabelKind, blank=True, default="")
    label_values = models.JSONField(default=dict, blank=True)
    rules = models.JSONField(default=dict)
    stakes = models.JSONField(null=True, blank=True)
    time_pays = models.CharField(
        max_length=8, choices=TimePays, default=TimePays.TARGET, db_default=TimePays.TARGET
    )
    first_dealer = models.PositiveSmallIntegerField(default=0)
    entered_totals = models.JSONField(null=True, blank=True)
    entered_hands = models.PositiveSmallIntegerField(null=True, blank=True)
    entered_sets = models.JSONField(null=True, blank=True)
    called_after = models.PositiveIntegerField(null=True)
    plays_off = models.BooleanField(default=False)
    called_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    called_at = models.DateTimeField(null=True)
    first_deal = models.PositiveSmallIntegerField(null=True, editable=False)
    last_deal = models.PositiveSmallIntegerField(null=True, editable=False)
    is_sealed = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    version = models.PositiveIntegerField(default=0)
    hand_count = models.PositiveIntegerField(default=0)
    next_dealer = models.PositiveSmallIntegerField(default=0)
    numbers_used = models.PositiveIntegerField(default=0)
    standing = models.JSONField(default=dict)
    totals = models.JSONField(default=list)
    winner = models.PositiveSmallIntegerField(null=True)
    is_over = models.BooleanField(default=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        # By the club alone, PostgreSQL would look for its newest matches among those of all.
        indexes: ClassVar = [models.Index(fields=["club", "id"], name="matches_of_club")]

    def __str__(self) -> str:
        return self.label or f"{self.get_game_display()} {self.pk}"

    @property
    def presenter(self) -> games.GamePresenter:
        """The game, with the word for the dealer that the match says."""
        return games.PRESENTERS[self.game].saying(self.says)

    @property
    def label(self) -> str:
        """The name of the match: "Night: round 1, table 2"; empty if unset."""
        return str(Label(self.label_kind, self.label_values))

    @property
    def place(self) -> str:
        """The label without the event: "round 1, table 2"."""
        return Label(self.label_kind, self.label_values).place

    @property
    def api_path(self) -> str:
        """The address in the API, below that of the club."""
        return f"matches/{self.pk}/"

    @property
    def is_begun(self) -> bool:
        """Whether it has a hand or a result."""
        return self.hand_count > 0 or self.entered_totals is not None

    @property
    def next_deal(self) -> int | None:
        """The number of the deal of the hand that is recorded next."""
        return self.deal_number(self.hand_count + 1)

    def deal_number(self, hand: int) -> int | None:
        """Return the number of a hand's deal; None if it has none."""
        if self.first_deal is None or self.last_deal is None:
            return None
        deal = self.first_deal + hand - 1
        return deal if self.first_deal <= deal <= self.last_deal else None


class Seat(models.Model):
    """A player's place in a match, numbered clockwise; the name as it was then.

    The numbers are the seats of the record format, unless players take turns.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats", db_index=False)
    name = models.CharField(max_length=MAX_NAME, validators=[name_check])

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_player_a_seat")
        ]
        # Who met whom, and in which matches, is read without the rows.
        indexes: ClassVar = [
            models.Index(fields=["match", "player", "number"], name="seats_of_match"),
            models.Index(fields=["player", "match", "number"], name="seats_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"


class Side(models.Model):
    """The state of one side of a match: derived, the source of standings.

    A side is a team or a single player. ``against`` is the best total among the others. ``sets``
    counts the hands in which the side was set, ``hands`` those that it played; None without
    recorded hands. Once the match ``is_over``, a side has ``won``, ``drawn`` (all those level at
    the top) or ``lost``; a match that time ended before its first hand is not over here. Seasons
    are summed from these rows only.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    total = models.IntegerField(default=0)
    against = models.IntegerField(default=0)
    sets = models.PositiveIntegerField(default=0, null=True)
    hands = models.PositiveIntegerField(default=0, null=True)
    won = models.BooleanField(default=False)
    drawn = models.BooleanField(default=False)
    lost = models.BooleanField(default=False)
    is_over = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_row_a_side")
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.total}"


# Hands


class RevisionKind(models.TextChoices):
    """The kind of a revision."""

    RECORDED = "recorded", _("recorded")
    CORRECTED = "corrected", _("corrected")
    UNDONE = "undone", _("taken back")
    OPENED = "opened", _("opened")


class AsWritten(models.Model):
    """A record with the calls of its auction that nobody wrote.

    A record has a complete auction; a form that asks only for the winning bid adds the passes.
    ``derived_calls`` are their places in the auction, null if unknown. ``sealed`` is the part
    missing from ``record`` while the deal is secret; only ``services.sealed_hands`` reads it.
    """

    record = models.JSONField(null=True)
    derived_calls = models.JSONField(null=True, editable=False)
    sealed = models.JSONField(null=True, editable=False)

    class Meta:
        abstract = True

    @property
    def calls_written(self) -> list[Record]:
        return calls_written((self.record or {}).get("auction", []), self.derived_calls)

    @property
    def record_written(self) -> dict[str, Any] | None:
        """The record with only these calls, for reading; it cannot be judged."""
        return self.record and {**self.record, "auction": self.calls_written}


class Hand(AsWritten):
    """The current state of a hand: a copy of its newest revision.

    ``record`` is null while the hand is undone. ``counted`` is false for a hand that a correction
    left after the end of the match.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField(default=0)
    verdict = models.JSONField(null=True)
    counted = models.BooleanField(default=True)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_hand_a_number")
        ]
        verbose_name = _("hand")
        verbose_name_plural = _("hands")

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class HandRevision(AsWritten):
    """One revision of a hand: record, verdict, author, time and reason.

    ``author`` is a user; a guest has only the number of a ``device`` in the match's host. ``key``
    is the sender's idempotency key, ``digest`` the hash of the request.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="revisions")
    match = models.ForeignKey(Match, models.CASCADE, related_name="revisions")
    no = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=RevisionKind)
    verdict = models.JSONField(null=True)
    reason = models.CharField(max_length=MOST_REASON, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True
    )
    author_name = models.CharField(max_length=150, validators=[line_check])
    device = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField()
    key = models.CharField(max_length=80, null=True)  # noqa: DJ001 null: no key was sent
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["hand", "no"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "no"], name="one_revision_a_number"),
            models.UniqueConstraint(fields=["match", "author", "key"], name="one_effect_a_key"),
            models.UniqueConstraint(
                fields=["match", "device", "key"], name="one_effect_a_guest_key"
            ),
            models.CheckConstraint(
                condition=models.Q(author__isnull=True) ^ models.Q(device__isnull=True),
                name="written_by_user_or_guest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand} r{self.no}"

    @property
    def written_by(self) -> str:
        """The author's name, isolated; for a guest with the device, in the reader's language."""
        name = isolated(self.author_name)
        if self.device is None:
            return name
        values = {"name": name, "number": self.device}
        return gettext("%(name)s, phone %(number)d") % values


# Statistics of hands


class HandSeat(models.Model):
    """A player's part in a counted hand: derived from its record and verdict, never edited.

    ``role``, ``bid``, ``declaration`` and ``outcome`` are short codes of the game, empty if the
    hand has none; ``points`` is the score of the player's side. ``partner`` was on the same side in
    this hand. ``services.numbers`` writes the rows in the transaction that changes the hand.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=16)
    match = models.ForeignKey(Match, models.CASCADE, related_name="hand_seats")
    hand = models.ForeignKey(Hand, models.CASCADE, related_name="parts")
    player = models.ForeignKey(Player, models.CASCADE, related_name="hand_seats", db_index=False)
    declarer = models.ForeignKey(
        Player, models.CASCADE, related_name="+", null=True, db_index=False
    )
    partner = models.ForeignKey(Player, models.CASCADE, related_name="+", null=True, db_index=False)
    role = models.CharField(max_length=8, choices=[(role.value, role.value) for role in HandRole])
    bid = models.CharField(max_length=16, blank=True)
    declaration = models.CharField(max_length=16, blank=True)
    outcome = models.CharField(max_length=16, blank=True)
    points = models.IntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(
                fields=[
                    *("player", "game", "role", "bid", "declaration", "outcome"),
                    *("declarer", "partner", "match", "points"),
                ],
                name="numbers_of_player",
            ),
            models.Index(fields=["declarer", "game", "role", "player", "outcome"], name="against"),
            models.Index(
                fields=[
                    *("club", "game", "role", "outcome", "bid", "declaration", "match", "player")
                ],
                name="numbers_of_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id}: {self.player_id} {self.role}"


class Occurrence(models.Model):
    """One occurrence of a game's measure for a player in a counted hand: derived.

    ``made`` says whether it succeeded; None if the measure only counts.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=16)
    match = models.ForeignKey(Match, models.CASCADE, related_name="occurrences")
    hand = models.ForeignKey(Hand, models.CASCADE, related_name="occurrences")
    player = models.ForeignKey(Player, models.CASCADE, related_name="occurrences", db_index=False)
    measure = models.CharField(max_length=32)
    made = models.BooleanField(null=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(fields=["player", "game", "measure", "made"], name="measures_of_player"),
            models.Index(fields=["club", "game", "measure", "made"], name="measures_of_club"),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id}: {self.player_id} {self.measure}"


# Best play


class BestPlay(models.Model):
    """The best-play answer for a deal or a recorded hand: derived, computed by the worker.

    ``digest`` is the hash of the question and of the version of the analysis: equal deals under
    equal rules share a row, and a corrected hand is another question. ``answer`` is null until it
    is computed; ``attempts`` counts computations begun. ``asked_at`` is when it was asked or last
    begun, for the ``club`` that asked first.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    question = models.JSONField()
    answer = models.JSONField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField()
    club = models.ForeignKey(Club, models.SET_NULL, related_name="+", null=True, db_index=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["club", "asked_at"], name="turns_of_clubs"),
            models.Index(
                fields=["asked_at"], condition=models.Q(answer__isnull=True), name="unanswered"
            ),
        ]
        verbose_name = _("best play")
        verbose_name_plural = _("best play")

    def __str__(self) -> str:
        return self.digest[:12]


class DealState(models.TextChoices):
    """How far best play of a hand's deal has got."""

    WAITING = "waiting", "waiting"
    WANTED = "wanted", "wanted"
    DUE = "due", "due"
    COUNTED = "counted", "counted"


class KnownDeal(models.Model):
    """A counted hand with a declarer whose whole deal is known: derived, never edited.

    ``digest`` is that of the ``BestPlay`` of its deal. The hand is WAITING until somebody
    looks at numbers that need the answer, WANTED from then on, DUE to be counted once the answer is
    there, and COUNTED when the measures that need it have been written.
    """

    hand = models.OneToOneField(Hand, models.CASCADE, primary_key=True, related_name="known_deal")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="known_deals")
    declarer = models.ForeignKey(
        Player, models.CASCADE, related_name="+", null=True, db_index=False
    )
    digest = models.CharField(max_length=64, db_index=True)
    state = models.CharField(max_length=8, choices=DealState)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(fields=["state", "club", "hand"], name="deals_to_solve"),
            models.Index(fields=["declarer", "state"], name="deals_of_declarer"),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id}: {self.state}"


# Entered results of matches without recorded hands


class Ended(models.TextChoices):
    """How a match came to its entered totals."""

    AS_THE_RULES_SAY = "", _("as the rules say")
    TIME = "time", _("time was called")
    STOPPED = "stopped", _("they stopped")
    MORE = "more", _("the last hand brought more")


class EnteredResult(models.Model):
    """One revision of a match's entered result: its totals by side, empty if withdrawn.

    ``hands`` is the number of hands, ``sets`` how often each side was set; None if unknown.
    Append-only; the database refuses anything else. The newest one applies: it is the match's
    ``entered_totals``, ``entered_hands`` and ``entered_sets``.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="entered_results")
    totals = models.JSONField(null=True)
    hands = models.PositiveSmallIntegerField(null=True)
    sets = models.JSONField(null=True)
    ended = models.CharField(max_length=8, choices=Ended, blank=True, default="")
    reason = models.CharField(max_length=MOST_REASON, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    author_name = models.CharField(max_length=150, validators=[line_check])
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("result of a slip")
        verbose_name_plural = _("results of slips")

    def __str__(self) -> str:
        return f"{self.match_id}: {self.totals}"


__all__ = [
    "BEGUN",
    "MOST_REASON",
    "WRITTEN",
    "BestPlay",
    "DealState",
    "EnteredResult",
    "Hand",
    "HandRevision",
    "HandSeat",
    "KnownDeal",
    "Match",
    "Occurrence",
    "Seat",
    "Side",
    "TimePays",
]


# Resources, for the feed of changes


noted(Match, ChangeKind.MATCH, "matches/{pk}/", club="club_id")
noted(Hand, ChangeKind.HAND, "matches/{match_id}/hands/{number}/", club="match__club_id")
