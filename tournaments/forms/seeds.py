"""The form in which every entry is given a seed."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournaments.selectors import Entrant

HIGHEST = 999


class SeedsForm(forms.Form):
    """One number an entry, by the entry's number; empty for none."""

    def __init__(
        self, *args: Any, entrants: Iterable[Entrant], seeds: dict[int, int | None], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for entrant in entrants:
            self.fields[str(entrant.number)] = forms.IntegerField(
                label=entrant.name,
                min_value=1,
                max_value=HIGHEST,
                required=False,
                initial=seeds[entrant.number],
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            )

    @property
    def seeds(self) -> dict[int, int | None]:
        """The seeds by the entries' numbers."""
        return {int(number): seed for number, seed in self.cleaned_data.items()}

    def refuse(self, error: ValidationError) -> None:
        """Put what a service refused beside the entries concerned."""
        if hasattr(error, "error_dict"):
            for number, errors in error.error_dict.items():
                self.add_error(number, errors)
        else:
            self.add_error(None, error)
