"""What every form that feeds a service shares."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError

from games.numbers import MOST_DIGITS, read_whole


class SeveralField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Several rows by their keys; one that no row can have is refused before it is looked up."""

    def clean(self, value: Any) -> Any:
        """The rows; SQLite takes no number beyond 2 to the 63rd."""
        for key in value or ():
            if read_whole(str(key), most=10**MOST_DIGITS) is None:
                raise ValidationError(
                    self.error_messages["invalid_pk_value"],
                    code="invalid_pk_value",
                    params={"pk": str(key)[:40]},
                )
        return super().clean(value)


class ServiceForm(forms.Form):
    """A form whose data goes to a service."""

    @contextmanager
    def problems_shown(self) -> Iterator[None]:
        """Show what a service finds wrong beside the field it speaks of."""
        try:
            yield
        except ValidationError as error:
            self._absorb(error)

    def _absorb(self, error: ValidationError) -> None:
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            known = name in self.fields and name != NON_FIELD_ERRORS
            self.add_error(name if known else None, errors)
