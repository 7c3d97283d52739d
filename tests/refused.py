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
        [one for told in error.error_dict.values() for one in told]
        if hasattr(error, "error_dict")
        else error.error_list
    )
    assert {one.code for one in single} == set(codes), error
