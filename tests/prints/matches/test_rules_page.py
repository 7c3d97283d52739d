"""The rules of an evening are one page where they can be read on it, differences marked."""

import pytest

from games.printing import RuleLine, RuleSection, RulesPage
from paper.documents.rules import LARGEST, SMALLEST, Columns, fitted
from press.base import Paper
from press.fonts import Script
from tests.prints.matches.documents import LONG_NAMES
from tests.prints.matches.reading import (
    bookmarks,
    fonts,
    inked,
    missing_glyphs,
    pictures,
    streams,
    texts,
)
from tests.prints.matches.rules_documents import long_page, persian_page, printed_rules, rules_page

PAGES = {
    "usual": rules_page(),
    "persian": persian_page(),
    "long": long_page(45),
    "long names": rules_page(title=LONG_NAMES[0], place=LONG_NAMES[1]),
    "one rule": rules_page(sections=(RuleSection("One", (RuleLine("Only", "this"),)),)),
    "a word that fits nowhere": rules_page(
        sections=(RuleSection("One", (RuleLine("x" * 90, "y" * 90, "z" * 300),)),)
    ),
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("paper", Paper)
def test_the_rules_are_one_page_unless_they_were_too_small_on_it(name: str, paper: Paper) -> None:
    data = printed_rules(PAGES[name], paper=paper)
    assert len(texts(data)) == (2 if name == "long" else 1)
    assert missing_glyphs(data) == 0
    assert all(embedded for _, embedded in fonts(data))
    for page in pictures(data, 72):
        left, top, right, bottom = inked(page)
        assert (left, top) >= (44, 40)
        assert right <= page.width - 44
        assert bottom <= page.height - 24


def test_of_many_rules_each_stands_once_on_their_pages() -> None:
    words = "".join(texts(printed_rules(PAGES["long"], paper=Paper.A4)))
    lines = [line for section in PAGES["long"].sections for line in section.lines]
    assert {words.count(line.label + " ") + words.count(line.label + "\r") for line in lines} == {1}


def set_in(page: RulesPage, room: float = 560) -> Columns:
    return fitted(page, 240, room, Script())


def test_few_rules_are_set_large_and_many_small() -> None:
    assert set_in(rules_page()).scale == LARGEST
    scales = [set_in(long_page(count)).scale for count in (8, 16, 24)]
    assert scales == sorted(scales, reverse=True)
    assert scales[0] > scales[-1] >= SMALLEST


def test_columns_end_where_a_section_does_where_that_fits() -> None:
    columns = set_in(rules_page())
    assert columns.second[0].title == "Contracts"


def test_a_section_that_goes_on_in_the_second_column_is_named_again() -> None:
    columns = set_in(long_page(20))
    assert columns.second[0].title == "What was agreed …"
    assert columns.first[-1].line is not None


@pytest.mark.parametrize("name", PAGES)
def test_every_rule_stands_once(name: str) -> None:
    page = PAGES[name]
    columns = set_in(page)
    lines = [unit.line for unit in (*columns.first, *columns.second) if unit.line]
    assert lines == [line for section in page.sections for line in section.lines]


def bars(page: RulesPage) -> int:
    """Upright bars as wide as the mark."""
    drawn = b"".join(streams(printed_rules(page, paper=Paper.A4))).split(b"\n")
    return sum(b" 2.6 " in line and b" re" in line for line in drawn)


def test_what_differs_from_the_preset_bears_a_bar_that_is_explained() -> None:
    [text] = texts(printed_rules(rules_page(), paper=Paper.A4))
    assert "The preset has: 7" in text
    assert "A bar marks" in text
    assert bars(rules_page()) == 2  # at the rule, and at the explanation


def test_without_a_difference_nothing_is_marked_and_nothing_explained() -> None:
    plain = rules_page(sections=(RuleSection("One", (RuleLine("Nello", "never"),)),))
    [text] = texts(printed_rules(plain, paper=Paper.A4))
    assert "A bar marks" not in text
    assert bars(plain) == 0


def test_the_bookmark_names_the_evening() -> None:
    data = printed_rules(rules_page(), paper=Paper.A4)
    assert bookmarks(data) == [("Wednesday 42 night · Rules for tonight", 1)]
    assert data == printed_rules(rules_page(), paper=Paper.A4)
