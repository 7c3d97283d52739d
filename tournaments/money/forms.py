"""Forms of an event's money; services decide what is allowed."""

import re
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from core.fields import NUMBERS_TYPED, ExplainedLabel, LineField, SeveralField
from core.figures import percent as percent_shown
from core.figures import read_whole
from core.forms import DependentForm, RowForm, ServiceForm
from core.model_settings import settings_of
from core.text import isolated, with_codes
from engine.pairings.formats import FORMATS
from ledger.amounts import Misread, misread_words, read, shown, written
from ledger.forms import AmountField
from ledger.models import MOST_REMARK
from tournaments.money.models import AMOUNTS, SETTINGS, EventMoney, HouseBase, PrizeKind, SidePot
from tournaments.money.selectors.prizes import Fund
from tournaments.money.services.money import Bearer

LARGEST_FIELD: Final = 9999
SHARES_APART: Final = re.compile(r"[\s/;,+&–-]+")
AMOUNTS_APART: Final = re.compile(r"[\s/;]+|,\s+")
LOOSE_SIGN: Final = re.compile(r"(?<=[^\W_])\s+(?=%)|(?<=\$)\s+(?=\d)")
"""A space between a number and its sign."""
LEFT_OUT_STAYS: Final = ("house_of", "rest_to")
ENDS_THOUSANDS: Final = re.compile(r"0\d")


class SetUpForm(DependentForm, RowForm):
    """Fees, prizes and shares. ``changes`` of the cleaned data are the service's arguments.

    The kind of prizes decides how their table is read; after a change of kind the table must be
    retyped.
    """

    deciding = "prize_kind"
    versioned = SETTINGS

    prize_table = forms.CharField(
        label=EventMoney._meta.get_field("prize_table").verbose_name,
        required=False,
        max_length=4000,
        help_text=with_codes(
            gettext_lazy(
                "“%(shares)s” means three prizes: percentages of the pot if they are shares, "
                "otherwise amounts. For different prizes in a larger field, add a line such as "
                "“%(line)s”: two prizes from eight entries on."
            ),
            shares="50 30 20",
            line="8: 60 40",
        ),
        widget=forms.Textarea(
            attrs={"rows": 4, "class": "prize-table", "spellcheck": "false", **NUMBERS_TYPED}
        ),
    )

    class Meta(RowForm.Meta):
        model = EventMoney
        fields = SETTINGS
        field_classes: ClassVar = dict.fromkeys(AMOUNTS, AmountField)
        widgets: ClassVar = {
            **dict.fromkeys(("house_of", "rest_to", "prize_kind"), forms.RadioSelect),
            "fee_per": forms.RadioSelect(attrs={"class": "options--inline"}),
            "house_percent": forms.NumberInput(attrs={"class": "input--short"}),
        }

    def __init__(self, *args: Any, money: EventMoney, fund: Fund, **kwargs: Any) -> None:
        super().__init__(*args, row=money, **kwargs)
        self.fund = fund
        self.currency = money.book.currency
        self._drop_what_is_never_used(money)
        for field in self.fields.values():
            if isinstance(field, AmountField):
                field.currency = self.currency
        for name in LEFT_OUT_STAYS:
            self.fields[name].required = False
        house_of = self.fields["house_of"]
        assert isinstance(house_of, forms.ChoiceField)
        house_of.choices = [
            (base, ExplainedLabel(str(base.label), help=_example(money, fund, base)))
            for base in HouseBase
        ]
        self.former_kind = self.shown_for(money.prize_kind)
        self.shown_field(self.choice_of(PrizeKind.values, money.prize_kind))
        self.initial["house_percent"] = money.house_percent or None
        self.initial["prize_table"] = table_written(money)
        self.version_start(money)

    def _drop_what_is_never_used(self, money: EventMoney) -> None:
        """Drop the fields without a meaning for the game and the format."""
        if not money.event.presenter.has_pot:
            del self.fields["ante"], self.fields["point"]
        if FORMATS[money.event.format].lineup == 1:
            del self.fields["fee_per"]

    def clean(self) -> dict[str, Any]:
        """Read the table of prizes, as shares or amounts."""
        cleaned = super().clean() or {}
        cleaned["house_percent"] = cleaned.get("house_percent") or 0
        for name in LEFT_OUT_STAYS:
            cleaned[name] = cleaned.get(name) or getattr(self.instance, name)
        kind = cleaned.get("prize_kind", PrizeKind.NONE)
        text = cleaned.get("prize_table", "")
        is_former = kind != self.former_kind and not self._is_typed("prize_table")
        table = table_read("" if is_former else text, kind, self.currency)
        if is_former and table_read(text, self.former_kind, self.currency):
            table = _former_words(kind) or []
        if isinstance(table, str):
            self.add_error("prize_table", table)
        else:
            cleaned["prize_table"] = table
        cleaned["changes"] = {name: value for name, value in cleaned.items() if name in SETTINGS}
        return cleaned

    def _is_typed(self, name: str) -> bool:
        """Whether a field holds something else than the page showed."""
        shown = str(self.initial[name] or "").split()
        return shown != str(self.cleaned_data.get(name, "")).split()


def _former_words(kind: str) -> str:
    """Return what to say about a table that was typed for another kind of prizes."""
    match PrizeKind(kind):
        case PrizeKind.SHARE:
            return _(
                "These were amounts. Type percentages of the pot, or save again as they stand."
            )
        case PrizeKind.FIXED:
            return _("These were percentages. Type amounts, or save again as they stand.")
        case PrizeKind.NONE:
            return ""


def _example(money: EventMoney, fund: Fund, base: HouseBase) -> str:
    """Return the present amount of the percentage, ten percent by default."""
    currency, percent = money.book.currency, money.house_percent or 10
    whole = fund.fees if base is HouseBase.FEES else max(0, fund.pot)
    values = {
        "percent": percent_shown(percent),
        "whole": shown(whole, currency),
        "share": shown(whole * percent // 100, currency),
    }
    return _("%(percent)s of %(whole)s is %(share)s.") % values


def table_written(money: EventMoney) -> str:
    """Return the prize table as text."""
    share = money.prize_kind == PrizeKind.SHARE
    currency = money.book.currency

    def prize(value: int) -> str:
        return str(value) if share else written(value, currency) or "0"

    return "\n".join(
        f"{least}: {' '.join(map(prize, prizes))}" for least, prizes in money.prize_table
    )


def table_read(text: str, kind: str, currency: str) -> list[list[Any]] | str:
    """Return the table that was typed, or the message about its first wrong line."""
    rows: list[list[Any]] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        least, colon, prizes = line.replace("\N{FULLWIDTH COLON}", ":").rpartition(":")
        number = read_whole(least, least=1, most=LARGEST_FIELD) if colon else 1
        words = _prize_words(prizes, kind)
        values = [_prize(word, kind, currency) for word in words]
        misread = [
            (word, value)
            for word, value in zip(words, values, strict=True)
            if isinstance(value, Misread)
        ]
        wrong = next(iter(misread), None)
        if wrong and wrong[1] in {Misread.TWO_WAYS, Misread.OTHER_CURRENCY}:
            return misread_words(wrong[1], wrong[0], currency)
        if number is None or not values or wrong:
            return _line_words(line.strip()[:60], wrong[0][:20] if wrong else "", kind)
        rows.append([number, values])
    return rows


def _prize_words(prizes: str, kind: str) -> list[str]:
    """Split the prizes of a line; shares have no decimals, so a comma separates them too."""
    between = SHARES_APART if kind == PrizeKind.SHARE else AMOUNTS_APART
    return [word for word in between.split(LOOSE_SIGN.sub("", prizes)) if word]


def _line_words(line: str, word: str, kind: str) -> str:
    share = kind == PrizeKind.SHARE
    example = "8: 50 30 20" if share else "8: 60 40"
    values = {"line": isolated(line), "word": isolated(word), "example": isolated(example)}
    if word and share:
        return _("“%(word)s” is not a share. Type whole percentages, as in %(example)s.") % values
    if word:
        return _("“%(word)s” is not an amount. Type amounts, as in %(example)s.") % values
    return (
        _(
            "“%(line)s”: type from how many entries, a colon, then what the places win, as in "
            "%(example)s."
        )
        % values
    )


def _prize(word: str, kind: str, currency: str) -> int | Misread:
    if kind == PrizeKind.SHARE:
        percent = read_whole(word.strip("%٪％"), most=999)
        return Misread.NO_AMOUNT if percent is None else percent
    if ENDS_THOUSANDS.match(word):
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
    """The fields of every entry by hand: an amount, a text, an idempotency key."""

    text = LineField(label=gettext_lazy("What for"), max_length=MOST_REMARK)
    key = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"] = AmountField(label=_("Amount"), currency=currency)
        self.order_fields(["text", "amount"])


class ExpenseForm(CashForm):
    """An expense: who bears it, and who paid it."""

    bearer = forms.ChoiceField(
        label=gettext_lazy("Charged to"),
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


class SidePotForm(RowForm):
    class Meta(RowForm.Meta):
        model = SidePot
        fields = settings_of(SidePot)
        field_classes: ClassVar = {"stake": AmountField}

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stake = self.fields["stake"]
        assert isinstance(stake, AmountField)
        stake.currency = currency


class PotPlayersForm(ServiceForm):
    """The players of a side pot and its winners."""

    versioned = ("players", "winners")

    players = SeveralField(
        label=gettext_lazy("Players in it"),
        queryset=Player.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "options--inline"}),
    )
    winners = SeveralField(
        label=gettext_lazy("Won by"),
        queryset=Player.objects.none(),
        required=False,
        help_text=gettext_lazy(
            "If several win, they share it. If nobody wins, it stays in the pot."
        ),
        widget=forms.CheckboxSelectMultiple(attrs={"class": "options--inline"}),
    )

    def __init__(self, *args: Any, among: Any, pot: SidePot, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.among, inside = among, list(pot.players.all())
        self.fields["players"].initial = [player.pk for player in inside]
        self.fields["winners"].initial = pot.winners
        for name in ("players", "winners"):
            field = self.fields[name]
            assert isinstance(field, SeveralField)
            field.queryset = among
        if not inside:
            del self.fields["winners"]
        self.version_start(pot)
