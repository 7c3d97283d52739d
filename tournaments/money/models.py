"""An evening's money besides stakes: fees and payments, prizes, side pots."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from core.model_settings import between, settings_of
from core.names import name_check
from feeds.models import ChangeKind
from feeds.noting import noted
from ledger.amounts import MOST, amount_checks
from ledger.models import Book, Settlement, Transaction, Transfer
from tournaments.events.models.events import Entry, Event

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise, StrPromise

MOST_PRIZES: Final = 64


class FeePer(models.TextChoices):
    """Who owes the fee."""

    PLAYER = "player", _("each player")
    ENTRY = "entry", _("each pair together")


class PrizeKind(models.TextChoices):
    """Where prizes come from."""

    NONE = "none", _("no prizes")
    FIXED = "fixed", _("fixed amounts")
    SHARE = "share", _("shares of the pot")


class HouseBase(models.TextChoices):
    """The base of the house share's percentage."""

    FEES = "fees", _("of all entry fees")
    POT = "pot", _("of the pot after expenses")


class RestTo(models.TextChoices):
    """The destination of the pot's rest after prizes."""

    POT = "pot", _("it stays in the pot")
    CLUB = "club", _("it goes to the club")
    WINNERS = "winners", _("the winners share it, in proportion to their prizes")


def amount(label: "StrPromise") -> "models.PositiveBigIntegerField[Any, int]":
    """Return the field of an amount that may be left empty."""
    return models.PositiveBigIntegerField(
        label, default=0, blank=True, validators=amount_checks(least=0)
    )


class EventMoney(models.Model):
    """The money of an event; all amounts in minor units of the book's currency.

    ``prize_table`` has rows ``[minimum entries, [first prize, second, …]]``; the row with the
    largest minimum reached applies. Prizes are amounts, or whole percent of the pot after the house
    share. ``ante`` is each player's payment into a table's pot of cents, ``point`` the value of a
    point there; 0 without one. ``house_of`` is the base of the house percentage, ``rest_to`` the
    destination of the rest. ``settled_version`` is the event's version at the last reconciliation,
    ``failed_at`` when one failed since, if any did.
    """

    event = models.OneToOneField(Event, models.PROTECT, related_name="money", editable=False)
    book = models.OneToOneField(Book, models.PROTECT, related_name="event_money", editable=False)
    fee = amount(_("Entry fee"))
    fee_per = models.CharField(
        _("The fee is owed by"), max_length=8, choices=FeePer, default=FeePer.PLAYER
    )
    cash_float = amount(_("Cash float put in by the club"))
    house_amount = amount(_("House cut, fixed"))
    house_percent = models.PositiveSmallIntegerField(
        _("House cut, per cent"), default=0, blank=True, validators=between(0, 100)
    )
    house_of = models.CharField(
        _("House cut is a percentage"), max_length=8, choices=HouseBase, default=HouseBase.FEES
    )
    rest_to = models.CharField(
        _("Left over after prizes"), max_length=8, choices=RestTo, default=RestTo.POT
    )
    prize_kind = models.CharField(
        _("Prizes"),
        max_length=8,
        choices=PrizeKind,
        default=PrizeKind.NONE,
        help_text=_("Another kind begins with an empty table."),
    )
    prize_table = models.JSONField(_("By place"), default=list, blank=True)
    last_prize = amount(_("Prize for the last"))
    ante = amount(_("Ante per player"))
    point = amount(_("Each point is worth"))
    awarded = models.BooleanField(default=False, editable=False)
    settled_version = models.PositiveIntegerField(default=0, editable=False)
    failed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("money of an event")
        verbose_name_plural = _("money of events")

    def __str__(self) -> str:
        return str(self.event)

    def clean(self) -> None:
        """Raise ``ValidationError`` for what does not go together, by field."""
        wrong: dict[str, StrOrPromise] = {}
        if self.point and not self.ante:
            wrong["ante"] = _("Enter what everybody puts into the penny pot.")
        if self.prize_kind != PrizeKind.NONE and (problem := self._table_problem()):
            wrong["prize_table"] = problem
        if wrong:
            raise ValidationError(wrong)

    def _table_problem(self) -> "StrOrPromise":
        rows: Sequence[tuple[int, Sequence[int]]] = self.prize_table
        if not rows:
            return _("Enter what the places win.")
        if len({least for least, _prizes in rows}) < len(rows):
            return _("Each number of entries may appear only once.")
        for least, prizes in rows:
            if not 1 <= least <= 9999 or not 1 <= len(prizes) <= MOST_PRIZES:
                return _("Each line has a number of entries, and at least one prize.")
            if not all(0 <= prize <= MOST for prize in prizes):
                return _("Type an amount of 0 or more, within reason.")
            if self.prize_kind == PrizeKind.SHARE and sum(prizes) > 100:
                return _("The shares of a line add up to at most 100 per cent.")
        return ""


SETTINGS: Final = settings_of(EventMoney)
AMOUNTS: Final = tuple(
    name
    for name in SETTINGS
    if isinstance(EventMoney._meta.get_field(name), models.PositiveBigIntegerField)
)


class FeeState(models.TextChoices):
    """A decision about a fee."""

    DUE = "due", _("to be paid")
    WAIVED = "waived", _("waived")
    REFUNDED = "refunded", _("refunded")


class Fee(models.Model):
    """The fee of a place of an entry, or of a whole entry (place 0), once decided about.

    ``paid`` is the amount received in the cash box. Without a row nothing has been paid.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="fees")
    place = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=8, choices=FeeState, default=FeeState.DUE)
    paid = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["entry", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "place"], name="one_fee_a_place")
        ]
        verbose_name = _("fee")
        verbose_name_plural = _("fees")

    def __str__(self) -> str:
        return f"{self.entry}.{self.place}: {self.get_state_display()}"


class SidePot(models.Model):
    """A pot that some of an event's players put into; ``winners`` share it, the best lot first."""

    money = models.ForeignKey(EventMoney, models.PROTECT, related_name="side_pots", editable=False)
    name = models.CharField(_("name"), max_length=80, validators=[name_check])
    stake = models.PositiveBigIntegerField(_("Each puts in"), validators=amount_checks(least=1))
    players = models.ManyToManyField(Player, related_name="+")
    winners = models.JSONField(default=list, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["money", "name"], name="one_side_pot_a_name")
        ]
        verbose_name = _("side pot")
        verbose_name_plural = _("side pots")

    def __str__(self) -> str:
        return self.name


# Resources, for the feed of changes


noted(
    EventMoney,
    ChangeKind.MONEY,
    "events/{event_id}/money/",
    club="event__club_id",
    of={
        Fee: "event__entries__fees",
        SidePot: "side_pots",
        Book: "book",
        Transaction: "book__transactions",
        Transfer: "book__transfers",
        Settlement: "book__settlement",
    },
)
noted(Book, ChangeKind.MONEY, "books/{pk}/", club="club_id", own=(), of={EventMoney: "event_money"})
