"""What every form that feeds a service shares."""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError


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
