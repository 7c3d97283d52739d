"""The stakes of an event as a form."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.currencies import CurrencyField
from games.words import words_for
from ledger.amounts import Misread, misread_words, read
from rules import GAMES
from rules.money import parse, render


class StakesForm(forms.Form):
    """A currency and the amounts that ``rules`` know; all empty means that nothing is played for.

    ``stakes`` of the cleaned data is the ``stakes`` object of a match record, or None. An amount
    that the rules do not know is asked for only where one was given, so that it can be told.
    """

    currency = CurrencyField(required=False, help_text=gettext_lazy("Its code or its name."))

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
        stakes = self.before = dict(initial_stakes or {})
        chosen = self.fields["currency"]
        assert isinstance(chosen, CurrencyField)
        chosen.initial = chosen.kept = stakes.get("currency", currency)
        self.known = stakes_known(game, rules)
        given = [name for name in GAMES[game].match.stakes if self.data.get(self.add_prefix(name))]
        self.amounts = (*self.known, *(name for name in given if name not in self.known))
        for name in self.amounts:
            self.fields[name] = forms.CharField(
                label=str(words_for(game).stakes[name]),
                required=False,
                initial=stakes.get(name, ""),
                max_length=30,
                widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 8}),
            )
        for field in self.fields.values():
            field.disabled = frozen

    def now(self) -> str:
        """What is played for as it is saved, in a line."""
        amounts = [
            f"{self.before[name]} {self.fields[name].label}"
            for name in self.amounts
            if self.before.get(name)
        ]
        if not amounts:
            return _("nothing is played for")
        return f"{self.before.get('currency', '')} {'; '.join(amounts)}".strip()

    def clean(self) -> dict[str, Any]:
        """Each amount must be one of that currency, typed as amounts are anywhere."""
        cleaned = super().clean() or {}
        given = {name: cleaned[name] for name in self.amounts if cleaned.get(name, "").strip()}
        currency = cleaned.get("currency", "")
        cleaned["stakes"] = None
        if given and not currency and not self.has_error("currency"):
            self.add_error("currency", _("In which currency?"))
        elif given and currency:
            cleaned["stakes"] = {"currency": currency, **self._amounts(currency, given)}
        return cleaned

    def _amounts(self, currency: str, given: Mapping[str, str]) -> dict[str, str]:
        """The amounts as records have them; what is none is said beside it."""
        amounts = {}
        for name, typed in given.items():
            units = read(typed, currency)
            if name not in self.known:
                self.add_error(name, _("These rules do not count this: leave it empty."))
            elif isinstance(units, Misread):
                self.add_error(name, misread_words(units, typed, currency))
            else:
                amounts[name] = self._as_before(name, units, currency)
        return amounts

    def _as_before(self, name: str, units: int, currency: str) -> str:
        """The amount in its decimals; the same as before is written as it was."""
        before = self.before.get(name, "")
        return before if parse(before, currency) == units else render(units, currency)


def stakes_known(game: str, rules: Mapping[str, Any]) -> tuple[str, ...]:
    """The amounts that have a meaning under these rules; all of them under rules not readable."""
    book = GAMES[game]
    options = book.options.resolve(dict(rules))
    if isinstance(options, tuple):
        return book.match.stakes
    return tuple(name for name in book.match.stakes if book.match.stake_applies(name, options))
