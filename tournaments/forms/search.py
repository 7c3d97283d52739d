"""Looking for events of the past."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.models.matches import GameName


class EventSearch(forms.Form):
    """Words of the name, a game, a year; whatever is not one of them is not asked for."""

    q = forms.CharField(
        label=gettext_lazy("Find by name"),
        max_length=120,
        required=False,
        widget=forms.TextInput(
            attrs={"type": "search", "dir": "auto", "placeholder": gettext_lazy("Find by name")}
        ),
    )
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    year = forms.TypedChoiceField(
        label=gettext_lazy("Year"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, *args: Any, games: Iterable[str], years: Iterable[int]) -> None:
        super().__init__(*args)
        words = dict(GameName.choices)
        self._choices("game", [("", _("All games")), *((key, words[key]) for key in games)])
        self._choices("year", [("", _("All years")), *((year, str(year)) for year in years)])

    def asked(self) -> dict[str, Any]:
        """What is looked for, for ``events_found``."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}

    def _choices(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
