"""Fields in which amounts of money are typed, and the period of a statement."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.amounts import read, written
from rules.money import decimals


class AmountField(forms.CharField):
    """An amount of a currency, typed with a point or a comma; a whole number of smallest coins.

    ``initial`` is such a number too. Empty is nothing.
    """

    def __init__(self, *, currency: str, **kwargs: Any) -> None:
        self.currency = currency
        attrs = {"inputmode": "decimal", "autocomplete": "off", "size": 10}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """A number as an amount; what was typed as it was typed."""
        return written(value, self.currency) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        """The amount in smallest coins."""
        text = super().clean(value)
        if not text:
            return 0
        units = read(text, self.currency)
        if units is None:
            raise ValidationError(
                _("An amount such as 2.50, with at most %(count)d decimals in %(currency)s.")
                % {"count": decimals(self.currency), "currency": self.currency}
            )
        return units


class PeriodForm(forms.Form):
    """From which day to which."""

    since = forms.DateField(
        label=gettext_lazy("From"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=gettext_lazy("To"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
