"""Deal sets: the same deals at every table of a round, and how they reached the tables."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.names import line_check
from feeds.models import ChangeKind
from feeds.noting import noted
from scoring.models import Match
from tournaments.events.models import MOST_REASON, Decision, Event, Round, Table, TableSeat


class DealSource(models.TextChoices):
    """Where the deals of a set come from."""

    LOT = "lot", _("made by lot from a seed")
    FILE = "file", _("read from a file")


class DealSet(models.Model):
    """The deals that every table of an event plays; ``Event.deals_per_round`` in each round.

    ``seed_hash`` is the SHA-256 of ``seed``, in hexadecimal; both are empty for deals of a file.
    ``shown_at`` is when everything in it was opened: a round begun later has no deals of it.
    Its deals are secret until their round is over: read them by ``selectors.deals`` alone.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="deal_set")
    source = models.CharField(max_length=4, choices=DealSource)
    seed = models.CharField(max_length=200, blank=True)
    seed_hash = models.CharField(max_length=64, blank=True)
    file_name = models.CharField(max_length=120, blank=True, validators=[line_check])
    count = models.PositiveSmallIntegerField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    shown_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("deal set")
        verbose_name_plural = _("deal sets")

    def __str__(self) -> str:
        return f"{self.event_id}: {self.count}"


class Deal(models.Model):
    """A deal: ``hands`` by seat, four lists of pieces as records have them; ``centre`` a card."""

    deal_set = models.ForeignKey(DealSet, models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    hands = models.JSONField()
    centre = models.CharField(max_length=3, blank=True)

    class Meta:
        ordering = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal_set", "number"], name="one_deal_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.deal_set_id}/{self.number}"

    @property
    def keys(self) -> dict[str, Any]:
        """The deal as a record has it."""
        return {"deal": self.hands} | ({"centre": self.centre} if self.centre else {})


class DealPaper(models.TextChoices):
    """The kinds of prints of secret deals."""

    SLIPS = "deal-slips", _("slips for each seat")
    LAYOUT = "deal-layout", _("sheet to lay the hands out from")


class DealPrint(models.Model):
    """Somebody printed deals before they were over; rows are only ever added.

    ``round_number`` is empty where all rounds were printed.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="deal_prints")
    kind = models.CharField(max_length=20, choices=DealPaper)
    round_number = models.PositiveSmallIntegerField(null=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.kind}"


class DealRuling(Decision):
    """The director's ruling on one deal at one table, which replaces the played result.

    ``awards`` are ``engine.standings.duplicate.Award`` by side, in the order of the match's sides.
    """

    code = "ruling"
    event = models.ForeignKey(Event, models.CASCADE, related_name="deal_rulings")
    table = models.ForeignKey(Table, models.CASCADE, related_name="deal_rulings")
    number = models.PositiveSmallIntegerField(_("deal"))
    awards = models.JSONField()
    reason = models.CharField(
        _("Why"),
        max_length=MOST_REASON,
        help_text=_("Shown beside the result for everyone to read."),
    )

    class Meta(Decision.Meta):
        verbose_name = _("ruling on a deal")
        verbose_name_plural = _("rulings on deals")

    def __str__(self) -> str:
        return f"{self.table}/{self.number}: {self.awards}"


# Resources, for the feed of changes


noted(
    Event,
    ChangeKind.EVENT,
    "events/{pk}/deals/",
    club="club_id",
    own=(),
    of={DealSet: "deal_set"},
)
# What is shown of a deal set follows from which rounds are over.
noted(
    DealSet,
    ChangeKind.EVENT,
    "events/{event_id}/deals/",
    club="event__club_id",
    of={
        Event: "event",
        Round: "event__rounds",
        TableSeat: "event__rounds__tables__seats",
        Match: "event__rounds__tables__games__match",
    },
)
noted(
    Event,
    ChangeKind.EVENT,
    "events/{pk}/deals/scoring/",
    club="club_id",
    own=("tie_breaks",),
)
noted(
    Event,
    ChangeKind.EVENT,
    "events/{pk}/deals/rulings/",
    club="club_id",
    own=(),
    of={DealRuling: "deal_rulings"},
)
