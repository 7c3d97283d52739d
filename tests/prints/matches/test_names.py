"""Names are set as large as their place allows, and cut only where nothing else is left."""

import pytest

from press.blocks import balanced, set_name
from press.text import BODY, DISPLAY, ELLIPSIS, LEAD, base_of, width_of
from tests.prints.matches.documents import LONG_NAMES, NAMES

STYLES = (DISPLAY, LEAD, BODY)


@pytest.mark.parametrize("name", [*NAMES, *LONG_NAMES])
@pytest.mark.parametrize("width", [60.0, 150.0, 400.0])
def test_a_name_never_leaves_its_place(name: str, width: float) -> None:
    style, lines = set_name(name, STYLES, width=width, room=80)
    assert len(lines) * style.leading <= 80
    for line in lines[:-1]:
        assert width_of(line, style, base_of(name)) <= width + 0.01


def test_the_largest_style_with_room_is_taken() -> None:
    assert set_name("Ann", STYLES, width=300, room=40)[0] is DISPLAY
    assert set_name("Ann", STYLES, width=300, room=20)[0] is LEAD
    assert set_name("Ann", STYLES, width=300, room=13)[0] is BODY


def test_words_stay_whole_as_long_as_a_smaller_style_allows_it() -> None:
    wide = width_of("Llanfair", LEAD) + 1
    style, lines = set_name("Llanfair", STYLES, width=wide, room=200)
    assert (style, lines) == (LEAD, ("Llanfair",))


def test_what_has_no_room_at_all_ends_in_an_ellipsis() -> None:
    _style, lines = set_name("one two three four five six seven", (BODY,), width=40, room=26)
    assert len(lines) == 2
    assert lines[-1].endswith(ELLIPSIS)


def test_two_lines_are_of_much_the_same_length() -> None:
    name = "Maximiliane Alexandra von Teck"
    width = width_of(name, LEAD) * 0.9
    first, second = balanced(name, LEAD, width, 2)
    assert width_of(second, LEAD) > width_of(first, LEAD) * 0.5


def test_a_name_needs_a_style() -> None:
    with pytest.raises(ValueError, match="a style"):
        set_name("Ann", (), width=10, room=10)
