"""Texts of drawings: each runs its own way, and digits of Latin names are part of the name."""

import re

from django.utils import translation

from core.svg import svg_text
from core.text import isolated, together


def latin_parts(text: str) -> list[str]:
    """What is drawn with the digits that were typed."""
    return [re.sub("[\u2068\u2069]", "", part) for part in re.findall(">([^<>]+)</tspan>", text)]


def test_digits_of_latin_names_are_marked_one_by_one() -> None:
    with translation.override("fa"):
        pair = together(map(isolated, ("Castellanos Jr. 2", "کاوه ۲", "Giovanni 3rd", "Ann Lee")))
        assert latin_parts(svg_text(pair, css="a", x=0, y=0)) == [
            "Castellanos Jr. 2",
            "Giovanni 3rd",
        ]


def test_a_name_alone_is_marked_and_a_figure_is_not() -> None:
    with translation.override("fa"):
        assert latin_parts(svg_text("Table of 42", css="a", x=0, y=0)) == ["Table of 42"]
        for plain in (7, "12", "۷ از ۱۲", "7.59 EUR"):
            assert latin_parts(svg_text(plain, css="a", x=0, y=0)) == [], plain


def test_a_name_that_was_cut_and_a_text_with_signs_are_written_as_they_are() -> None:
    with translation.override("fa"):
        cut = svg_text("\u2068Ann Lee 3…", css="a", x=0, y=0)
        assert latin_parts(cut) == ["Ann Lee 3…"]
        assert "&lt;b&gt; 3" in svg_text("<b> 3", css="a", x=0, y=0)


def test_a_text_from_the_right_says_so_and_keeps_its_side() -> None:
    label = svg_text("4 علامت", css="a", x=0, y=0)
    assert 'text-anchor="end" direction="rtl"' in label
    assert "direction" not in svg_text("4 marks", css="a", x=0, y=0)
