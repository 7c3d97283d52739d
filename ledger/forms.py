"""Fields in which amounts of money are typed, and the period of a statement."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Player
from core.fields import ExplainedLabel, LineField, SeveralField
from core.forms import RowForm, ServiceForm
from core.names import DAY_CHECKS
from ledger.amounts import Misread, misread_words, read, written
from ledger.models import MOST_REMARK, Book, Settlement, Way


class AmountField(forms.CharField):
    """An amount of a currency, typed with a point or a comma, as an integer in minor units.
    ``initial`` is such an integer too. An empty field means no amount. If the field comes from a
    model, the form gives it the currency."""

    def __init__(self, *, currency: str = "", **kwargs: Any) -> None:
        self.currency = currency
        attrs = {"inputmode": "decimal", "autocomplete": "off", "size": 10}
        super().__init__(max_length=30, widget=forms.TextInput(attrs=attrs), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return a number as an amount; input stays as typed."""
        return written(value, self.currency) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        """Return the amount in smallest coins."""
        text = super().clean(value)
        if not text:
            return 0
        units = read(text, self.currency)
        if isinstance(units, Misread):
            raise ValidationError(misread_words(units, text, self.currency))
        return units


class WayForm(RowForm):
    """How the players settle."""

    class Meta(RowForm.Meta):
        model = Settlement
        fields = ("way",)
        widgets: ClassVar = {"way": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        way = self.fields["way"]
        assert isinstance(way, forms.ChoiceField)
        helps = {
            Way.FEWEST: _(
                "Players pay each other and the cash box, with as few transfers as possible."
            ),
            Way.TWO_PAYEES: _(
                "The same, but some pass money on, so that nobody has to pay more than two people."
            ),
            Way.CASH_BOX: _("Everyone pays the treasurer, or is paid by the treasurer, once."),
        }
        way.choices = [(way, ExplainedLabel(str(way.label), help=helps[way])) for way in Way]


class BetweenForm(ServiceForm):
    """A payment between two players, or one paying another's debt."""

    payer = forms.ModelChoiceField(label=gettext_lazy("Player"), queryset=Player.objects.none())
    what = forms.ChoiceField(
        label=gettext_lazy("What happened"),
        choices=[
            ("paid", gettext_lazy("has paid the other player")),
            ("takes_over", gettext_lazy("pays what the other player owes")),
        ],
        initial="paid",
        widget=forms.RadioSelect(attrs={"class": "options--inline"}),
    )
    other = forms.ModelChoiceField(
        label=gettext_lazy("Other player"), queryset=Player.objects.none()
    )
    text = LineField(label=gettext_lazy("What for"), max_length=MOST_REMARK, required=False)
    key = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, currency: str, players: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("payer", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)
            field.queryset = players
        self.fields["amount"] = AmountField(
            label=_("Amount"),
            required=False,
            currency=currency,
            help_text=_("Leave empty to pay everything that the other player owes."),
        )
        self.order_fields(["payer", "what", "other", "amount", "text"])


class SeasonBooksForm(RowForm):
    """Books that are to be settled together, and the name of that in which they are."""

    books = SeveralField(
        label=gettext_lazy("Evenings"),
        queryset=Book.objects.none(),
        widget=forms.CheckboxSelectMultiple(attrs={"class": "options--inline"}),
    )

    class Meta(RowForm.Meta):
        model = Book
        fields = ("name",)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        books = self.fields["books"]
        assert isinstance(books, SeveralField)
        books.queryset = Book.objects.filter(club=club, settled_with=None, settles=None)


class PeriodForm(forms.Form):
    """From which day to which, or a season."""

    season = forms.ModelChoiceField(
        label=gettext_lazy("Season"),
        queryset=Book.objects.none(),
        required=False,
        empty_label=gettext_lazy("all books"),
    )

    since = forms.DateField(
        validators=[*DAY_CHECKS],
        label=gettext_lazy("From"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        validators=[*DAY_CHECKS],
        label=gettext_lazy("To"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seasons = Book.objects.filter(club=club, settles__isnull=False).distinct()
        season = self.fields["season"]
        assert isinstance(season, forms.ModelChoiceField)
        season.queryset = seasons
        if not seasons.exists():
            del self.fields["season"]
