"""Refusals by the code that a program would ask for, not by their words."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.exceptions import ValidationError


@contextmanager
def refused(*codes: str) -> Iterator[pytest.ExceptionInfo[ValidationError]]:
    """Expect a ``ValidationError`` with these codes, each once or more, and with no other."""
    with pytest.raises(ValidationError) as caught:
        yield caught
    error = caught.value
    single = (
        [
            error_of_field
            for errors_of_field in error.error_dict.values()
            for error_of_field in errors_of_field
        ]
        if hasattr(error, "error_dict")
        else error.error_list
    )
    assert {single_error.code for single_error in single} == set(codes), error
