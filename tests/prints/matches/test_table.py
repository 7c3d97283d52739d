"""Tables share the width among their columns and are never split badly."""

from dataclasses import dataclass

import pytest

from press.base import story_pages
from press.blocks import KeepTogether, Paragraph, Section, Stack
from press.fonts import Script
from press.pen import Pen
from press.tables import Column, Span, TableBlock

EN = Script()

HEAD = 18.0


@dataclass(frozen=True, slots=True)
class PlainRow:
    number: int
    height: float = 20.0

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        pen.text(spans[0].x, y + 10, str(self.number), Paragraph("").style)


def table(rows: int) -> TableBlock:
    return TableBlock((Column("No.", 30),), tuple(PlainRow(n) for n in range(rows)))


@pytest.mark.parametrize(
    ("rows", "room", "first", "rest"),
    [
        (10, HEAD + 100, 5, 5),
        (10, HEAD + 119, 5, 5),
        (10, HEAD + 190, 6, 4),  # nine would fit, but would leave one alone
        (7, HEAD + 130, 5, 2),
        (10, HEAD + 40, 2, 8),
        (4, HEAD + 60, 2, 2),
    ],
)
def test_a_table_is_split_between_rows(rows: int, room: float, first: int, rest: int) -> None:
    parts = table(rows).split(300, room, EN)
    assert parts is not None
    assert [len(part.rows) for part in parts] == [first, rest]
    assert parts[0].rows + parts[1].rows == table(rows).rows
    assert parts[0].height(300, EN) <= room


@pytest.mark.parametrize(("rows", "room"), [(10, HEAD + 39), (10, 5), (3, HEAD + 50), (2, 30)])
def test_a_table_is_not_split_where_a_row_would_be_alone(rows: int, room: float) -> None:
    assert table(rows).split(300, room, EN) is None


def test_a_heading_stays_with_what_follows_it() -> None:
    section = Section("Notes", Stack((Paragraph("one"), Paragraph("two"))))
    assert section.split(300, 36, EN) is None
    parts = section.split(300, 34 + 16, EN)
    assert parts is not None
    first, rest = parts
    assert isinstance(first, Section)
    assert rest == Stack((Paragraph("two"),))


def test_a_long_paragraph_goes_on_over_the_page_without_loss() -> None:
    paragraph = Paragraph("word " * 200)
    parts = paragraph.split(300, 60, EN)
    assert parts is not None
    whole = paragraph.height(300, EN)
    assert parts[0].height(300, EN) + parts[1].height(300, EN) == pytest.approx(whole + 3)
    assert parts[0].height(300, EN) <= 60


def test_no_block_is_parted_to_fill_a_page() -> None:
    blocks = [table(20), KeepTogether(table(2))]
    pages = story_pages(blocks, 300, table(20).height(300, EN), EN)
    assert [len(page) for page in pages] == [1, 1]


def test_what_a_paragraph_introduces_begins_on_its_page() -> None:
    stack = Stack((Paragraph("one"), table(4)))
    assert stack.split(300, Paragraph("one").height(300, EN) + HEAD, EN) is None
    assert stack.split(300, stack.height(300, EN) - 1, EN) is not None
