"""Brackets on paper: how many sheets they take, in what type, and that every name is whole."""

from dataclasses import replace
from itertools import combinations, product

import pytest

from paper.documents.bracket import BracketDocument
from paper.documents.bracket_plan import ABOVE, GAP, HEAD, READABLE, SIDE, PartPlan, needs_of
from press.base import Paper, render
from press.text import FINE
from tests.prints.boards.brackets import bracket
from tests.prints.boards.documents import partners
from tests.prints.matches.documents import LONG_NAMES
from tests.prints.matches.reading import PlacedText, bookmarks, placed_texts, reader, texts

SHEETS = (
    # what, document, sheets
    ("a final", bracket(2, played=0), 1),
    ("eight", bracket(8), 1),
    ("twelve or so, double", bracket(16, double=True), 1),
    ("thirty-two", bracket(32), 1),
    ("thirty-two, double", bracket(32, double=True), 2),
    ("sixty-four", bracket(64), 2),
    ("sixty-four, double", bracket(64, double=True), 3),
    ("sixty-four and a consolation", bracket(64, consolation=True, persian=True), 2),
)
SCALES = {"DejaVuSans": 0.93, "DejaVuSans-Bold": 0.9, "BIZUDPGothic-Regular": 0.97}
"""How much smaller some faces are set, to look as large as the others."""
papers = pytest.mark.parametrize("paper", Paper)
sheets = pytest.mark.parametrize(
    ("document", "count"), [row[1:] for row in SHEETS], ids=[row[0] for row in SHEETS]
)


def names_of(document: BracketDocument) -> set[str]:
    lines = (line for part in document.parts for box in part.boxes for line in box.lines)
    return {line.name for line in lines if line.name}


@papers
@sheets
def test_no_bracket_is_set_smaller_than_can_be_read(
    document: BracketDocument, count: int, paper: Paper
) -> None:
    assert document.plan(paper).size >= READABLE


@papers
@sheets
def test_a_bracket_takes_no_more_sheets_than_it_must(
    document: BracketDocument, count: int, paper: Paper
) -> None:
    pages = texts(render([document], paper=paper))
    assert len(pages) <= count
    assert all(document.title in page for page in pages)


@papers
@sheets
def test_every_box_is_on_one_of_the_sheets(
    document: BracketDocument, count: int, paper: Paper
) -> None:
    plan = document.plan(paper)
    drawn = [box.number for page in plan.pages for part in page for box in part.part.boxes]
    assert sorted(drawn) == sorted(box.number for part in document.parts for box in part.boxes)


@papers
@pytest.mark.parametrize("entries", [8, 16, 32, 64])
def test_names_of_a_sheet_are_in_one_size_and_none_is_cut(entries: int, paper: Paper) -> None:
    document = bracket(entries, double=True)
    for page in document.plan(paper).pages:
        assert len({part.size for part in page}) == 1
    assert "\u2026" not in " ".join(texts(render([document], paper=paper)))


def test_a_single_overlong_name_makes_no_other_column_small() -> None:
    document = bracket(16)
    first = document.parts[0].boxes[0]
    long = replace(first.lines[0], name="Wolfeschlegelsteinhausenbergerdorff " * 3)
    boxes = (replace(first, lines=(long, first.lines[1])), *document.parts[0].boxes[1:])
    spoilt = replace(document, parts=(replace(document.parts[0], boxes=boxes),))
    usual = document.plan(Paper.A4)
    assert spoilt.plan(Paper.A4).size == usual.size


EITHER = (False, True)
KINDS = [*product((4, 8, 16, 32, 64), EITHER, EITHER, EITHER, (2, 20))]
"""Entries, double elimination, long names, Persian, matches played."""
WHOLE = [
    pytest.param(
        bracket(entries, double=double, long=long, persian=persian, played=played),
        id=f"{entries} {double=} {long=} {persian=} {played=}",
    )
    for entries, double, long, persian, played in KINDS
]
HALF = [
    document
    for document, (entries, *others, played) in zip(WHOLE, KINDS, strict=True)
    if (entries.bit_length() + sum(others) + (played == 20)) % 2
]
"""A half, so chosen that any four of the five still meet in each combination."""


@pytest.mark.parametrize("document", HALF)
def test_each_name_is_whole_in_its_box_and_of_the_size_of_its_column(
    document: BracketDocument,
) -> None:
    plan = document.plan(Paper.A4)
    content = render([document], paper=Paper.A4)
    assert "\u2026" not in "".join(texts(content))
    for parts, drawn in zip(plan.pages, placed_texts(content), strict=True):
        top = plan.layout.height - ABOVE - HEAD
        for part in parts:
            inside = [text for text in drawn if top - part.height < text.foot < top - part.head - 1]
            check_columns(inside, part, plan.layout.width if document.imprint.lang == "fa" else 0)
            top -= part.height + GAP
        assert not [pair for pair in combinations(drawn, 2) if pair[0].overlaps(pair[1])]


LONG = 24
"""Characters of a name that may be smaller than the others, alone."""


def check_columns(drawn: list[PlacedText], part: PartPlan, mirrored: float) -> None:
    """Each text is in a column, and is as large as the others of its kind there; a very long name
    is smaller."""
    size = part.size
    for left, width in zip(part.lefts, part.widths, strict=True):
        start = mirrored - SIDE - left - width if mirrored else SIDE + left
        texts = [text for text in drawn if start - 1 < text.left < start + width]
        assert texts
        for text in texts:
            assert text.right <= start + width + 0.5, text
            scale = SCALES.get(text.font, 1.0)
            kinds = (size, size * 0.8, size * 0.75, FINE.size)
            is_alike = any(text.size == pytest.approx(kind * scale, abs=0.02) for kind in kinds)
            piece = text.text.strip("& ")
            is_piece = any(piece in name for name in LONG_NAMES)
            is_long = text.size < size and (len(text.text) > LONG or is_piece)
            assert is_alike or is_long or (text.text.isdigit() and text.size > 6.5), text


@pytest.mark.parametrize("document", WHOLE)
def test_columns_are_as_wide_as_their_names_need(document: BracketDocument) -> None:
    for page in document.plan(Paper.A4).pages:
        for part in page:
            columns = needs_of(part.part, document.script) if part.has_room else ()
            for column, width, height in zip(columns, part.widths, part.heights, strict=False):
                assert width >= column.width(height, part.size) - 0.01


@papers
@pytest.mark.parametrize("entries", [8, 16, 32, 64])
def test_a_pair_of_very_long_names_is_whole_among_short_ones(entries: int, paper: Paper) -> None:
    document = bracket(entries, played=9)
    first = document.parts[0].boxes[0]
    long = replace(first.lines[0], name=partners(LONG_NAMES[0], LONG_NAMES[2]))
    boxes = (replace(first, lines=(long, first.lines[1])), *document.parts[0].boxes[1:])
    spoilt = replace(document, parts=(replace(document.parts[0], boxes=boxes),))
    assert "\u2026" not in "".join(texts(render([spoilt], paper=paper)))
    assert spoilt.plan(paper).size >= READABLE


def test_each_sheet_of_a_large_bracket_says_which_rounds_it_holds() -> None:
    content = render([bracket(64, double=True, long=True)], paper=Paper.A4)
    titles = [title for title, _page in bookmarks(content)]
    assert len(titles) == len(set(titles)) == len(texts(content))
    assert titles[0].endswith("Winners \u00b7 Round 1")
    assert "Losers \u00b7 Round 1 \u2013" in titles[1]


def test_boxes_stay_inside_their_sheet() -> None:
    for _what, document, _count in SHEETS:
        for paper in Paper:
            plan = document.plan(paper)
            width, height = plan.layout.frame
            for page in plan.pages:
                assert sum(part.height for part in page) <= height
                for part in page:
                    assert part.lefts[-1] + part.widths[-1] <= width + 0.01


@papers
def test_a_poster_has_twice_the_paper_and_fewer_sheets_or_larger_type(paper: Paper) -> None:
    document = bracket(64)
    poster = replace(document, poster=True)
    page = reader(render([poster], paper=paper)).pages[0].mediabox
    width, height = paper.value
    sides = sorted((float(page.width), float(page.height)))
    assert sides == pytest.approx([height, 2 * width], abs=0.1)
    plans = [(-len(plan.pages), plan.size) for plan in (poster.plan(paper), document.plan(paper))]
    assert plans[0] > plans[1]
