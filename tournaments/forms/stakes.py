"""The stakes of an event as a form."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import GAMES
from rules.money import decimals, is_currency, parse
from scoring.words import words_for


class StakesForm(forms.Form):
    """A currency and the amounts that ``rules`` know; all empty means that nothing is played for.

    ``stakes`` of the cleaned data is the ``stakes`` object of a match record, or None. An amount
    that the rules do not know is asked for only where one was given, so that it can be told.
    """

    currency = forms.CharField(
        label=gettext_lazy("Currency"),
        max_length=3,
        required=False,
        help_text=gettext_lazy("Three capital letters, as in USD, EUR or JPY."),
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "size": 4}),
    )

    def __init__(
        self,
        *args: Any,
        game: str,
        rules: Mapping[str, Any],
        currency: str,
        initial_stakes: Mapping[str, Any] | None = None,
        frozen: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        stakes = initial_stakes or {}
        self.fields["currency"].initial = stakes.get("currency", currency)
        self.known = stakes_known(game, rules)
        given = [name for name in GAMES[game].match.stakes if self.data.get(self.add_prefix(name))]
        self.amounts = (*self.known, *(name for name in given if name not in self.known))
        for name in self.amounts:
            self.fields[name] = forms.CharField(
                label=str(words_for(game).stakes[name]),
                required=False,
                initial=stakes.get(name, ""),
                max_length=20,
                widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 8}),
            )
        for field in self.fields.values():
            field.disabled = frozen

    def clean_currency(self) -> str:
        """Letters in any case are meant as capitals."""
        return str(self.cleaned_data["currency"]).strip().upper()

    def clean(self) -> dict[str, Any]:
        """Each amount must be one of that currency; a decimal comma is understood."""
        cleaned = super().clean() or {}
        given = {
            name: cleaned[name].strip().replace(",", ".")
            for name in self.amounts
            if cleaned.get(name, "").strip()
        }
        cleaned["stakes"] = {"currency": cleaned.get("currency", ""), **given} if given else None
        if given:
            self._check(cleaned.get("currency", ""), given)
        return cleaned

    def _check(self, currency: str, given: Mapping[str, str]) -> None:
        if not is_currency(currency):
            self.add_error("currency", _("Three capital letters, as in EUR."))
            return
        for name, amount in given.items():
            if name not in self.known:
                self.add_error(name, _("These rules do not count this: leave it empty."))
            elif parse(amount, currency) is None:
                self.add_error(
                    name,
                    _("An amount such as 0.25, with at most %(count)d decimals in %(currency)s.")
                    % {"count": decimals(currency), "currency": currency},
                )


def stakes_known(game: str, rules: Mapping[str, Any]) -> tuple[str, ...]:
    """The amounts that have a meaning under these rules; all of them under rules not readable."""
    book = GAMES[game]
    options = book.options.resolve(dict(rules))
    if isinstance(options, tuple):
        return book.match.stakes
    return tuple(name for name in book.match.stakes if book.match.stake_applies(name, options))
