"""Names are set as large as their place allows, and cut only where nothing else is left."""

import pytest

from press.fonts import Script, Weight, isolated, script_of, set_line
from press.names import MOST_LINES, name_lines, narrowest, set_name
from press.text import BODY, DISPLAY, ELLIPSIS, LEAD, base_of, width_of
from tests.prints.matches.documents import LONG_NAMES, NAMES

EN = Script()

STYLES = (DISPLAY, LEAD, BODY)


@pytest.mark.parametrize("name", [*NAMES, *LONG_NAMES])
@pytest.mark.parametrize("width", [60.0, 150.0, 400.0])
def test_a_name_never_leaves_its_place(name: str, width: float) -> None:
    style, lines = set_name(name, STYLES, EN, width=width, room=80)
    assert len(lines) * style.leading <= 80
    for line in lines:
        assert width_of(line, style, EN, base_of(name, EN)) <= width + 0.01


def test_the_largest_style_with_room_is_taken() -> None:
    assert set_name("Ann", STYLES, EN, width=300, room=40)[0] is DISPLAY
    assert set_name("Ann", STYLES, EN, width=300, room=20)[0] is LEAD
    assert set_name("Ann", STYLES, EN, width=300, room=13)[0] is BODY


def test_words_stay_whole_as_long_as_a_smaller_style_allows_it() -> None:
    wide = width_of("Llanfair", LEAD, EN) + 1
    style, lines = set_name("Llanfair", STYLES, EN, width=wide, room=200)
    assert (style, lines) == (LEAD, ("Llanfair",))


def test_what_has_no_room_at_all_ends_in_an_ellipsis() -> None:
    _style, lines = set_name("one two three four five six seven", (BODY,), EN, width=40, room=26)
    assert len(lines) == 2
    assert lines[-1].endswith(ELLIPSIS)


def test_two_lines_are_of_much_the_same_length() -> None:
    name = "Maximiliane Alexandra von Teck"
    width = width_of(name, LEAD, EN) * 0.9
    first, second = name_lines(name, LEAD, width, 2, EN)
    assert width_of(second, LEAD, EN) > width_of(first, LEAD, EN) * 0.5


def test_a_name_needs_a_style() -> None:
    with pytest.raises(ValueError, match="a style"):
        set_name("Ann", (), EN, width=10, room=10)


PAIRS = {
    "Ann Brown & Zoë Núñez": ("Ann Brown", "& Zoë Núñez"),
    f"{isolated('Ann Brown')} &\u00a0{isolated('بهرام کیانی')}": (
        isolated("Ann Brown"),
        f"&\u00a0{isolated('بهرام کیانی')}",
    ),
    f"{isolated('بهرام کیانی')} و\u00a0{isolated('Ann Brown')}": (
        isolated("بهرام کیانی"),
        f"و\u00a0{isolated('Ann Brown')}",
    ),
    f"{isolated('佐藤 健')}・{isolated('山本 花子')}": (
        f"{isolated('佐藤 健')}・",
        isolated("山本 花子"),
    ),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_a_pair_is_broken_between_partners(pair: str) -> None:
    assert name_lines(pair, BODY, width_of(pair, BODY, EN) * 0.75, 3, EN) == PAIRS[pair]


def test_a_name_is_broken_behind_its_own_hyphen_rather_than_with_another() -> None:
    name = "Hohenstein-Württemberg"
    assert name_lines(name, BODY, 70, 2, EN) == ("Hohenstein-", "Württemberg")
    assert name_lines("Ko-Hohenstein", BODY, width_of("Ko-Hohenstein", BODY, EN) - 1, 2, EN) == ()


def test_only_a_long_word_gets_a_hyphen() -> None:
    first, second = name_lines(LONG_NAMES[2], BODY, 170, 2, EN)
    assert first.endswith("-")
    assert first[:-1] + second == LONG_NAMES[2]
    assert name_lines("Katherine", BODY, 30, 3, EN) == ()


@pytest.mark.parametrize("name", [*NAMES, *LONG_NAMES, *PAIRS])
def test_the_narrowest_place_is_just_wide_enough(name: str) -> None:
    for lines, width in enumerate(narrowest(name, Weight.REGULAR, EN), start=1):
        assert name_lines(name, BODY, width * BODY.size + 0.01, lines, EN)
        assert not name_lines(name, BODY, width * BODY.size - 0.1, lines, EN)


PERSIAN = script_of("fa")


def test_a_number_in_a_latin_name_stays_latin_on_a_line_of_its_own() -> None:
    name = f"{isolated('Friday night 42')} ۴۲"
    lines = name_lines(
        name, BODY, width_of(isolated("Friday night"), BODY, PERSIAN) + 1, MOST_LINES, PERSIAN
    )
    assert len(lines) > 1
    drawn = "".join(run.text for line in lines for run in set_line(line, PERSIAN).runs)
    assert "42" in drawn
    assert "۲۴" in drawn or "۴۲" in drawn
