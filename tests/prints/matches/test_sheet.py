"""A score sheet is one page, with what is known printed and room for the rest."""

from dataclasses import replace
from itertools import cycle

import pytest

from paper.documents.score_sheet import ScoreSheet, SheetField, SheetSide
from press.base import Paper, render
from tests.prints.matches.documents import (
    IMPRINT,
    LONG_NAMES,
    NAMES,
    blank_sheet,
    sheet,
    sheet_design,
)
from tests.prints.matches.reading import bookmarks, fonts, in_digits, missing_glyphs, texts

LONG_SIDES = tuple(
    SheetSide(
        LONG_NAMES[n], (SheetField("Seat", LONG_NAMES[n]), SheetField("Seat", LONG_NAMES[n + 2]))
    )
    for n in range(2)
)
SHEETS = {
    "filled": sheet(),
    "blank": blank_sheet(),
    "large": sheet(large=True),
    "large and blank": blank_sheet(large=True),
    "points": sheet(target=None, design=sheet_design(side_heads=(("Points", "Points"),))),
    "a target of one": sheet(target=1),
    "a target of ten": sheet(target=10),
    "a target of twenty-one, large": sheet(target=21, large=True),
    "no fields": sheet(fields=()),
    "long names": sheet(sides=LONG_SIDES),
    "from the right": sheet(imprint=replace(IMPRINT, lang="fa")),
}


@pytest.mark.parametrize(("name", "paper"), list(zip(SHEETS, cycle(Paper), strict=False)))
def test_a_sheet_is_exactly_one_page(name: str, paper: Paper) -> None:
    data = render([SHEETS[name]], paper=paper)
    [text] = texts(data)
    assert in_digits("Page 1 of 1", SHEETS[name].imprint.lang) in text
    assert missing_glyphs(data) == 0
    assert all(embedded for _, embedded in fonts(data))


def rows(wanted: ScoreSheet, paper: Paper = Paper.A4) -> int:
    """How many numbered rows a sheet has."""
    [text] = texts(render([wanted], paper=paper))
    _, _, below = text.partition("Trumps")
    numbers = {line.strip() for line in below.splitlines()}
    return next(n for n in range(1, 100) if str(n + 1) not in numbers)


def test_a_sheet_has_room_for_a_whole_match() -> None:
    """Two sides to seven marks play at most thirteen hands of one mark."""
    for paper in Paper:
        assert rows(sheet(), paper) >= 13


def test_large_type_takes_fewer_rows() -> None:
    assert 6 <= rows(sheet(large=True)) < rows(sheet())


def test_the_number_of_rows_can_be_asked_for() -> None:
    assert rows(sheet(hands=9)) == 9


def test_what_is_known_is_printed() -> None:
    [text] = texts(render([sheet()], paper=Paper.A4))
    for known in ("Round", "14 May 2026", *(part for name in NAMES for part in name.split())):
        assert known in text


def test_sheets_of_all_tables_are_one_file_with_a_bookmark_each() -> None:
    tables = [sheet(fields=(SheetField("Table", str(number)),)) for number in range(1, 6)]
    data = render(tables, paper=Paper.LETTER)
    titles = [f"Wednesday 42 night · Table {number}" for number in range(1, 6)]
    assert bookmarks(data) == list(zip(titles, range(1, 6), strict=True))
    assert render(tables, paper=Paper.LETTER) == data
