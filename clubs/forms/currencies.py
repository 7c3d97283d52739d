"""A field in which a currency is found by its code or its name, from the first letters on."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from clubs.currencies import CURRENCIES, currency_found


class CurrencyInput(forms.TextInput):
    """An input that proposes the currencies of today, as the browser does it by itself."""

    template_name = "django/forms/widgets/currency.html"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        usual = {"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}
        super().__init__({**usual, **(attrs or {})})

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Beside the input's own: what it proposes, and the key by which it finds that."""
        context = super().get_context(name, value, attrs)
        widget = context["widget"]
        widget["attrs"]["list"] = widget["list"] = f"{widget['attrs'].get('id', name)}-list"
        widget["currencies"] = CURRENCIES.items()
        return context


class CurrencyField(forms.CharField):
    """A currency, typed as its code or its name; clean it is the code.

    ``kept`` is the currency there is: it may be one that is no currency any more.
    """

    kept = ""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", gettext_lazy("Currency"))
        super().__init__(max_length=60, widget=CurrencyInput, **kwargs)

    def clean(self, value: Any) -> str:
        """The code."""
        text = str(super().clean(value))
        if not text or text.upper() == self.kept:
            return text.upper()
        return currency_found(text)
