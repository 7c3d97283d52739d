"""An evening's money besides stakes: fees and payments, prizes, side pots."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from core.model_settings import between, settings_of
from core.names import name_check
from ledger.models import Book
from tournaments.models.events import Entry, Event

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST: Final = 10**12
"""The largest amount, in smallest coins."""
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


class EventMoney(models.Model):
    """The money of an event; all amounts in minor units of the book's currency.

    ``prize_table`` has rows ``[minimum entries, [first prize, second, …]]``; the row with the
    largest minimum reached applies. Prizes are amounts, or whole percent of the pot after the house
    share. ``ante`` is each player's payment into a table's pot of cents, ``point`` the value of a
    point there; 0 without one. ``house_of`` is the base of the house percentage, ``rest_to`` the
    destination of the rest. ``settled_version`` is the event's version at the last reconciliation.
    """

    event = models.OneToOneField(Event, models.PROTECT, related_name="money", editable=False)
    book = models.OneToOneField(Book, models.PROTECT, related_name="event_money", editable=False)
    fee = models.PositiveBigIntegerField(_("entry fee"), default=0)
    fee_per = models.CharField(_("owed by"), max_length=8, choices=FeePer, default=FeePer.PLAYER)
    cash_float = models.PositiveBigIntegerField(_("cash float"), default=0)
    house_amount = models.PositiveBigIntegerField(_("house share, amount"), default=0)
    house_percent = models.PositiveSmallIntegerField(
        _("house share, percent"), default=0, validators=between(0, 100)
    )
    house_of = models.CharField(
        _("house share of"),
        max_length=8,
        choices=HouseBase,
        default=HouseBase.FEES,
        help_text=_("What the percent are of."),
    )
    rest_to = models.CharField(
        _("what is left after prizes"),
        max_length=8,
        choices=RestTo,
        default=RestTo.POT,
        help_text=_("Where that goes."),
    )
    prize_kind = models.CharField(
        _("prizes"), max_length=8, choices=PrizeKind, default=PrizeKind.NONE
    )
    prize_table = models.JSONField(_("prizes by place"), default=list, blank=True)
    last_prize = models.PositiveBigIntegerField(_("prize for the last"), default=0)
    ante = models.PositiveBigIntegerField(_("put into the pot of cents"), default=0)
    point = models.PositiveBigIntegerField(_("a point in the pot of cents"), default=0)
    awarded = models.BooleanField(default=False, editable=False)
    settled_version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("money of an event")
        verbose_name_plural = _("money of events")

    def __str__(self) -> str:
        return str(self.event)

    def clean(self) -> None:
        """Raise ``ValidationError`` with everything that is wrong, by field."""
        wrong: dict[str, StrOrPromise] = {
            name: _("Type an amount of 0 or more, within reason.")
            for name in AMOUNTS
            if not 0 <= getattr(self, name) <= MOST
        }
        if self.house_of not in HouseBase.values:
            wrong["house_of"] = _("Of the fees or of the pot.")
        if self.rest_to not in RestTo.values:
            wrong["rest_to"] = _("Say where the rest goes.")
        if not 0 <= self.house_percent <= 100:
            wrong["house_percent"] = _("A whole number of percent, at most 100.")
        if self.point and not self.ante:
            wrong["ante"] = _("Say what everybody puts into the pot of cents.")
        if self.prize_kind != PrizeKind.NONE and (problem := self._table_problem()):
            wrong["prize_table"] = problem
        if wrong:
            raise ValidationError(wrong)

    def _table_problem(self) -> "StrOrPromise":
        rows: Sequence[tuple[int, Sequence[int]]] = self.prize_table
        if not rows:
            return _("Say what the places win.")
        if len({least for least, _prizes in rows}) < len(rows):
            return _("Each number of entries may appear only once.")
        for least, prizes in rows:
            if not 1 <= least <= 9999 or not 1 <= len(prizes) <= MOST_PRIZES:
                return _("Each line has a number of entries, and at least one prize.")
            if not all(0 <= prize <= MOST for prize in prizes):
                return _("Type an amount of 0 or more, within reason.")
            if self.prize_kind == PrizeKind.SHARE and sum(prizes) > 100:
                return _("The shares of a line add up to at most 100 percent.")
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

    money = models.ForeignKey(EventMoney, models.PROTECT, related_name="side_pots")
    name = models.CharField(_("name"), max_length=80, validators=[name_check])
    stake = models.PositiveBigIntegerField(_("stake"))
    players = models.ManyToManyField(Player, related_name="+")
    winners = models.JSONField(default=list)

    class Meta:
        ordering = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["money", "name"], name="one_side_pot_a_name")
        ]
        verbose_name = _("side pot")
        verbose_name_plural = _("side pots")

    def __str__(self) -> str:
        return self.name
