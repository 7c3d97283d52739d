"""What tests of paper begin with."""

import pytest

from press.fonts import read_from_the_right, use_digits_of


@pytest.fixture(autouse=True)
def in_english() -> None:
    """The digits and the direction of English, whatever was printed before in this thread."""
    use_digits_of("en")
    read_from_the_right(turned=False)
