"""Forms of an event's money; what is allowed the services know."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.base import ServiceForm
from clubs.models import Player
from clubs.typed import visible_check
from ledger.amounts import Misread, misread_words, read, written
from ledger.forms import AmountField
from scoring.models.matches import GameName
from tournaments.formats import FORMATS
from tournaments.models import EventMoney, FeePer, PrizeKind
from tournaments.services.money.cash import Bearer
from tournaments.services.money.setup import CHANGEABLE

LARGEST_ENTRIES: Final = 4
"""Digits of a number of entries."""


class SetUpForm(ServiceForm):
    """Fees, prizes and shares. ``changes`` of the cleaned data is what the service takes."""

    prize_kind = forms.ChoiceField(
        label=gettext_lazy("Prizes"), choices=PrizeKind.choices, widget=forms.RadioSelect
    )
    prize_table = forms.CharField(
        label=gettext_lazy("By place"),
        required=False,
        max_length=4000,
        help_text=gettext_lazy(
            "A line for each size of the field: from how many entries, then what the places win. "
            "“8: 60 40” is two prizes from eight entries on: percent of the pot where they are "
            "shares, else amounts."
        ),
        widget=forms.Textarea(attrs={"rows": 4, "class": "prize-table", "spellcheck": "false"}),
    )
    house_percent = forms.IntegerField(
        label=gettext_lazy("House share, percent of the fees"),
        min_value=0,
        max_value=100,
        required=False,
        widget=forms.NumberInput(attrs={"class": "input--short"}),
    )

    def __init__(self, *args: Any, money: EventMoney, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.currency = money.book.currency
        amounts = {
            "fee": _("Entry fee"),
            "cash_float": _("Cash float put in by the club"),
            "house_amount": _("House share, fixed"),
            "last_prize": _("Prize for the last"),
        }
        if money.event.game == GameName.PANDOEREN:
            amounts |= {
                "ante": _("Put in by each, whenever the pot is empty"),
                "point": _("A point wins or loses"),
            }
        for name, label in amounts.items():
            self.fields[name] = AmountField(label=label, required=False, currency=self.currency)
            self.fields[name].initial = getattr(money, name)
        self.fields["prize_kind"].initial = money.prize_kind
        self.fields["house_percent"].initial = money.house_percent or None
        self.fields["prize_table"].initial = table_written(money)
        if FORMATS[money.event.format].lineup > 1:
            self.fields["fee_per"] = forms.ChoiceField(
                label=_("The fee is owed by"),
                choices=FeePer.choices,
                initial=money.fee_per,
                widget=forms.RadioSelect(attrs={"class": "options--inline"}),
            )

    def clean(self) -> dict[str, Any]:
        """Read the table of prizes, as shares or amounts."""
        cleaned = super().clean() or {}
        cleaned["house_percent"] = cleaned.get("house_percent") or 0
        kind = cleaned.get("prize_kind", PrizeKind.NONE)
        table = table_read(cleaned.get("prize_table", ""), kind, self.currency)
        if isinstance(table, str):
            self.add_error("prize_table", table)
        else:
            cleaned["prize_table"] = table
        cleaned["changes"] = {name: value for name, value in cleaned.items() if name in CHANGEABLE}
        return cleaned


def table_written(money: EventMoney) -> str:
    """The table of prizes as it is typed."""
    share = money.prize_kind == PrizeKind.SHARE
    currency = money.book.currency

    def prize(value: int) -> str:
        return str(value) if share else written(value, currency) or "0"

    return "\n".join(
        f"{least}: {' '.join(map(prize, prizes))}" for least, prizes in money.prize_table
    )


def table_read(text: str, kind: str, currency: str) -> list[list[Any]] | str:
    """The table that was typed, or what is wrong with it."""
    rows: list[list[Any]] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        least, colon, prizes = line.partition(":")
        words = prizes.split()
        values = [_prize(word, kind, currency) for word in words]
        number = least.strip()
        if Misread.TWO_WAYS in values:
            word = words[values.index(Misread.TWO_WAYS)]
            return misread_words(Misread.TWO_WAYS, word, currency)
        sound = colon and number.isdecimal() and len(number) <= LARGEST_ENTRIES
        if not sound or not values or any(isinstance(value, Misread) for value in values):
            return _("This line is not understood: “%(line)s”.") % {"line": line.strip()[:60]}
        rows.append([int(number), values])
    return rows


def _prize(word: str, kind: str, currency: str) -> int | Misread:
    if kind == PrizeKind.SHARE:
        percent = word.removesuffix("%")
        sound = percent.isdecimal() and len(percent) <= 3
        return int(percent) if sound else Misread.NO_AMOUNT
    if len(word) > 1 and word[:2].isdecimal() and word.startswith("0"):
        return Misread.NO_AMOUNT  # the end of “1 000”: a space parts prizes here
    return read(word, currency)


class NumberForm(ServiceForm):
    """The number of an entry that pays at the door."""

    number = forms.IntegerField(
        label=gettext_lazy("Number"),
        min_value=1,
        max_value=9999,
        widget=forms.NumberInput(
            attrs={"class": "input--score", "autofocus": True, "inputmode": "numeric"}
        ),
    )


class CashForm(ServiceForm):
    """What all that is entered by hand has: an amount, a few words, a key of its own."""

    text = forms.CharField(label=gettext_lazy("What for"), max_length=160)
    key = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"] = AmountField(label=_("Amount"), currency=currency)
        self.order_fields(["text", "amount"])


class ExpenseForm(CashForm):
    """An expense: who bears it, and who has laid it out."""

    bearer = forms.ChoiceField(
        label=gettext_lazy("Borne by"),
        choices=[
            (Bearer.CLUB, gettext_lazy("the club")),
            (Bearer.POT, gettext_lazy("the pot")),
        ],
        initial=Bearer.CLUB,
        widget=forms.RadioSelect(attrs={"class": "options--inline"}),
    )
    payer = forms.ModelChoiceField(
        label=gettext_lazy("Paid by"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=gettext_lazy("the cash box"),
    )

    def __init__(self, *args: Any, players: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        payer = self.fields["payer"]
        assert isinstance(payer, forms.ModelChoiceField)
        payer.queryset = players
        self.order_fields(["text", "amount", "bearer", "payer"])


class MoveForm(CashForm):
    """Cash that the club puts into the box or takes out."""

    way = forms.ChoiceField(
        label=gettext_lazy("Cash"),
        choices=[
            ("in", gettext_lazy("put into the box")),
            ("out", gettext_lazy("taken out of the box")),
        ],
        initial="out",
        widget=forms.RadioSelect(attrs={"class": "options--inline"}),
    )


class SidePotForm(ServiceForm):
    """A new side pot."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80, validators=[visible_check])

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["stake"] = AmountField(label=_("Each puts in"), currency=currency)


class PotPlayersForm(ServiceForm):
    """Who is in a side pot and who has won it."""

    players = forms.ModelMultipleChoiceField(
        label=gettext_lazy("In it"),
        queryset=Player.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "options--inline"}),
    )
    winners = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Won by"),
        queryset=Player.objects.none(),
        required=False,
        help_text=gettext_lazy("Several share it. Nobody: it stays in the pot."),
        widget=forms.CheckboxSelectMultiple(attrs={"class": "options--inline"}),
    )

    def __init__(self, *args: Any, among: Any, inside: Sequence[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("players", "winners"):
            field = self.fields[name]
            assert isinstance(field, forms.ModelMultipleChoiceField)
            field.queryset = among
        if not inside:
            del self.fields["winners"]
