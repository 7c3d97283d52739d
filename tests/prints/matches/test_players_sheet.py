"""An empty sheet of single players has a box for all that is noted of a hand."""

from dataclasses import replace
from itertools import cycle

import pytest

from paper.documents.score_sheet import ScoreSheet, SheetField, SheetSide
from press.base import Paper, Printable, render
from tests.prints.matches.documents import IMPRINT, LONG_NAMES, NAMES, sheet
from tests.prints.matches.players_documents import blank, pandoeren_sheet, spades_sheet
from tests.prints.matches.reading import (
    bookmarks,
    fonts,
    inked,
    missing_glyphs,
    pictures,
    streams,
    texts,
)


def without_legend(sheet: ScoreSheet) -> ScoreSheet:
    """The same sheet with nothing at its foot."""
    return replace(sheet, design=replace(sheet.design, legend=()))


LONG = tuple(SheetSide("A", (SheetField("Seat", name),)) for name in LONG_NAMES)
SHEETS = {
    "Pandoeren": pandoeren_sheet(),
    "Pandoeren, blank": blank(pandoeren_sheet()),
    "Pandoeren, large": pandoeren_sheet(large=True),
    "Pandoeren, four hands": pandoeren_sheet(hands=4),
    "Pandoeren, as many as fit": pandoeren_sheet(hands=None),
    "Pandoeren, long names": pandoeren_sheet(sides=LONG),
    "Pandoeren, from the right": pandoeren_sheet(imprint=replace(IMPRINT, lang="fa")),
    "Pandoeren, no fields": without_legend(pandoeren_sheet(fields=())),
    "spades": spades_sheet(),
    "spades, blank": blank(spades_sheet()),
    "spades, large": spades_sheet(large=True),
    "spades, from the right": spades_sheet(imprint=replace(IMPRINT, lang="fa")),
}
PAGES = {"Pandoeren, large": 2}


def printed(wanted: ScoreSheet, paper: Paper = Paper.A4) -> list[str]:
    return texts(render([wanted], paper=paper))


def in_rows(wanted: ScoreSheet, paper: Paper = Paper.A4) -> list[str]:
    """The words in the rows of a sheet, from the first on."""
    pages = printed(without_legend(wanted), paper)
    below = (page.rpartition("Total")[2].partition("Signed")[0].split() for page in pages)
    keys = [side.short for side in wanted.sides]
    words = [word for page in below for word in page]
    return words[len(keys) :] if words[: len(keys)] == keys else words


def rows(wanted: ScoreSheet, paper: Paper = Paper.A4) -> int:
    """How many numbered rows a sheet has."""
    numbers = set(in_rows(wanted, paper))
    return next(n for n in range(1, 200) if str(n + 1) not in numbers)


@pytest.mark.parametrize(("name", "paper"), list(zip(SHEETS, cycle(Paper), strict=False)))
def test_a_sheet_has_its_pages_glyphs_and_fonts(name: str, paper: Paper) -> None:
    data = render([SHEETS[name]], paper=paper)
    assert len(texts(data)) == PAGES.get(name, 1)
    assert missing_glyphs(data) == 0
    assert all(embedded for _, embedded in fonts(data))


@pytest.mark.parametrize(("name", "paper"), list(zip(SHEETS, cycle(Paper), strict=False)))
def test_nothing_reaches_into_the_margins(name: str, paper: Paper) -> None:
    for page in pictures(render([SHEETS[name]], paper=paper), 72):
        left, top, right, bottom = inked(page)
        assert left >= 44
        assert right <= page.width - 44
        assert top >= 36
        assert bottom <= page.height - 26


@pytest.mark.parametrize("name", SHEETS)
def test_no_head_is_cut_short(name: str) -> None:
    heads = [column.head for column in SHEETS[name].design.columns]
    heads += [head for line in SHEETS[name].design.side_heads for head in line]
    for paper in Paper:
        first = printed(SHEETS[name], paper)[0]
        assert all(head in first for head in heads)


@pytest.mark.parametrize("paper", Paper)
def test_a_round_of_pandoeren_is_sixteen_rows_on_one_page(paper: Paper) -> None:
    assert rows(pandoeren_sheet(), paper) == 16
    assert rows(pandoeren_sheet(large=True), paper) == 16


@pytest.mark.parametrize("hands", [1, 4, 16, 17, 40])
def test_the_number_of_hands_is_kept_over_pages(hands: int) -> None:
    assert rows(pandoeren_sheet(hands=hands)) == hands


@pytest.mark.parametrize("paper", Paper)
def test_a_match_of_spades_has_room_on_one_page(paper: Paper) -> None:
    assert rows(spades_sheet(), paper) >= 11
    assert 6 <= rows(spades_sheet(large=True), paper) < rows(spades_sheet(), paper)


def test_who_deals_is_printed_in_turn_from_the_first_hand() -> None:
    texts = in_rows(pandoeren_sheet(given=tuple("CDAB"), hands=5))
    assert texts[:10] == ["1", "C", "2", "D", "3", "A", "4", "B", "5", "C"]


def test_nobody_deals_on_a_blank_sheet() -> None:
    assert in_rows(blank(pandoeren_sheet(hands=3)))[:3] == ["1", "2", "3"]


@pytest.mark.parametrize("name", ["Pandoeren", "spades"])
def test_what_is_known_is_printed(name: str) -> None:
    wanted = SHEETS[name]
    [text] = printed(wanted)
    texts = [field.value for side in wanted.sides for field in side.players]
    texts += [field.value for field in wanted.fields]
    assert all(part in text for known in texts for part in known.split())
    flowing = " ".join(text.split())
    assert all(line in flowing for line in wanted.design.legend)


def test_a_hand_of_pandoeren_has_four_suits_to_ring_drawn_as_shapes() -> None:
    data = render([pandoeren_sheet()], paper=Paper.A4)
    assert b"/Subtype /Image" not in data
    page = next(streams(data))
    forms = {line.split()[0] for line in page.splitlines() if line.endswith(b" Do")}
    drawn = [page.count(form + b" Do") for form in forms]
    assert sorted(drawn)[-4:] == [16, 16, 16, 16]


def test_sheets_of_every_kind_are_one_file_with_a_bookmark_each() -> None:
    sheets: list[Printable] = [sheet(), pandoeren_sheet(), spades_sheet()]
    data = render(sheets, paper=Paper.LETTER)
    assert [page for _, page in bookmarks(data)] == [1, 2, 3]
    assert render(sheets, paper=Paper.LETTER) == data


def test_names_stand_in_every_script() -> None:
    [text] = printed(pandoeren_sheet())
    assert all(part in text for name in NAMES for part in name.split())


@pytest.mark.parametrize("paper", Paper)
def test_a_sheet_of_two_pages_has_as_many_hands_on_each(paper: Paper) -> None:
    first, second = printed(without_legend(pandoeren_sheet(large=True, given=())), paper)
    assert first.splitlines()[-2] == "8"
    assert "9" in second.splitlines()


def test_a_long_name_stands_on_two_lines_rather_than_cut() -> None:
    name = "Gwendolyn Featherstonehaugh-Ashby"
    sides = tuple(SheetSide("A", (SheetField("Seat", name),)) for _seat in range(4))
    text = " ".join(" ".join(printed(pandoeren_sheet(sides=sides))).split())
    assert text.count(name) == 4
