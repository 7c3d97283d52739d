"""Lines fit the room they are given, and no word is lost in breaking them."""

import re

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from press.fonts import Script, isolated
from press.text import BODY, ELLIPSIS, SMALLEST, alike, base_of, fit, width_of, wrap
from tests.core.test_numbers import ROOT
from tests.prints.matches.documents import LONG_NAMES, NAMES

EN = Script()


@pytest.mark.parametrize("text", [*NAMES, *LONG_NAMES, "a b c " * 40])
@pytest.mark.parametrize("width", [40.0, 90.0, 300.0])
def test_no_broken_line_is_wider_than_the_column(text: str, width: float) -> None:
    base = base_of(text, EN)
    lines = wrap(text, BODY, width, EN, base)
    assert all(width_of(line, BODY, EN, base) <= width for line in lines)
    assert _letters("".join(lines)) == _letters(text)


def _letters(text: str) -> str:
    """The text without spaces and hyphens, which lines add where they break a word."""
    return "".join(text.split()).replace("-", "")


@settings(max_examples=60)
@given(st.text(max_size=60), st.floats(min_value=20, max_value=200))
def test_breaking_keeps_every_character(text: str, width: float) -> None:
    lines = wrap(text, BODY, width, EN)
    assert _letters("".join(lines)) == _letters(text)


def test_lines_break_at_spaces_in_logical_order() -> None:
    first, *rest = wrap("بهرام کیانی شهریار تبریزی", BODY, 60, EN)
    assert first.startswith("بهرام")
    assert rest


def test_japanese_closing_marks_never_start_a_line() -> None:
    for width in range(20, 90, 3):
        lines = wrap("花子、太郎。次郎（三郎）、四郎。", BODY, float(width), EN)
        assert not any(line[:1] in "、。）" for line in lines)


PHRASES = [
    ("プランジの宣言", 40, ("プランジ", "の宣言")),
    ("ビッドした人が宣言した切り札", 60, ("ビッドした人が", "宣言した切り札")),
    (
        "42の例会で1ゲームあたりの得点を数えます。",
        80,
        ("42の例会で1ゲーム", "あたりの得点を", "数えます。"),
    ),
    ("𠮷田さんのゲームの勝敗と得点", 80, ("𠮷田さんのゲームの", "勝敗と得点")),
]


@pytest.mark.parametrize(("text", "width", "lines"), PHRASES)
def test_japanese_is_broken_between_phrases_then_between_words(
    text: str, width: float, lines: tuple[str, ...]
) -> None:
    assert wrap(text, BODY, width, EN) == lines


KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]+")


@pytest.mark.parametrize("width", [45.0, 75.0, 140.0])
def test_no_foreign_word_of_the_catalogue_is_broken_where_a_line_has_room_for_it(
    width: float,
) -> None:
    catalogue = polib.pofile(str(ROOT / "locale/ja/LC_MESSAGES/django.po"))
    texts = [entry.msgstr for entry in catalogue if KATAKANA.search(entry.msgstr)]
    assert len(texts) > 500
    broken = []
    for text in texts[::3]:
        words = [
            word for word in KATAKANA.findall(text) if width_of(f"{word}、", BODY, EN) <= width
        ]
        lines = wrap(text, BODY, width, EN)
        whole = "\n".join(lines)
        broken += [(word, lines) for word in words if word not in whole]
    assert broken == []


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert fit("Ann", BODY, 100, EN) == ("Ann", BODY)


def test_a_text_a_little_too_wide_is_set_smaller() -> None:
    width = width_of("Maximiliane", BODY, EN) * 0.9
    text, style = fit("Maximiliane", BODY, width, EN)
    assert text == "Maximiliane"
    assert width_of(text, style, EN) == pytest.approx(width)


@pytest.mark.parametrize("name", LONG_NAMES)
def test_a_text_far_too_wide_ends_in_an_ellipsis(name: str) -> None:
    text, style = fit(name, BODY, 60, EN)
    assert text.endswith(ELLIPSIS)
    assert name.startswith(text.rstrip(ELLIPSIS))
    assert width_of(text, style, EN) <= 60
    assert style.size == pytest.approx(BODY.size * SMALLEST)


def test_a_line_break_in_a_text_is_kept() -> None:
    assert wrap("one\ntwo", BODY, 300, EN) == ("one", "two")


def test_a_word_is_broken_behind_its_own_hyphen_else_with_one() -> None:
    first, *_rest = wrap("Westhuizen-Bezuidenhout", BODY, 70, EN)
    assert first == "Westhuizen-"
    lines = wrap("Konstantinopolitanskaya", BODY, 60, EN)
    assert len(lines) > 1
    assert all(line.endswith("-") for line in lines[:-1])


@pytest.mark.parametrize("width", range(70, 200, 10))
def test_a_name_in_a_text_stays_on_one_line_where_it_has_room(width: float) -> None:
    text = f"{isolated('Siobhán Ní Bhriain')} و\u00a0{isolated('مریم میرزاخانی')} در دور ۲"
    base = base_of(text, EN)
    lines = wrap(text, BODY, width, EN, base)
    assert all(width_of(line, BODY, EN, base) <= width for line in lines)
    for name in ("Siobhán Ní Bhriain", "مریم میرزاخانی"):
        if width_of(f"و\u00a0{isolated(name)}", BODY, EN, base) <= width * 0.6:
            assert any(name in line for line in lines), lines


@pytest.mark.parametrize("sign", ["&", "و"])
@pytest.mark.parametrize(
    "names",
    [("Anne-Wil van den Berg", "Li Wolfeschlegelstein"), ("佐藤 健太郎長曽我部", "Zoë Kortekaas")],
)
def test_partners_who_each_have_room_on_a_line_have_one_each(
    sign: str, names: tuple[str, str]
) -> None:
    first, second = map(isolated, names)
    partner = f"{sign}\u00a0{second}"
    width = max(width_of(line, BODY, EN) for line in (first, partner)) + 1
    assert wrap(f"{first} {partner}", BODY, width, EN) == (first, partner)


def test_what_is_isolated_is_so_on_each_of_its_lines() -> None:
    for line in wrap(isolated(LONG_NAMES[0]), BODY, 90, EN):
        assert line[0] == "\u2068"
        assert line[-1] == "\u2069"


def test_texts_beside_each_other_are_set_in_one_size() -> None:
    names = [("Ann", 60.0), ("Maximiliane von Teck", 80.0)]
    style = alike(names, BODY, EN)
    assert width_of("Maximiliane von Teck", style, EN) == pytest.approx(80)
    assert alike(names[:1], BODY, EN) is BODY
