"""Rows of texts grow with their longest cell; figures stand with their last digits in line."""

from press.fonts import Script
from press.pen import Align
from press.tables import Column, TableBlock, TextRow, TextTable, cell, number
from press.text import BODY, SMALL
from tests.prints.matches.documents import LONG_NAMES

COLUMNS = (Column("Name", 100), Column("Points", 40, align=Align.END))


def height(*texts: str, under: str = "", least: float = 0) -> float:
    row = (cell(*texts, under=under), number("7"))
    return TextTable(columns=COLUMNS, rows=[row], least=least).typeset(140, Script()).rows[0].height


def test_a_row_is_as_high_as_its_texts() -> None:
    assert height("Ann") == BODY.leading + 6
    assert height("Ann", "Bob") == 2 * BODY.leading + 6
    assert height("Ann", under="late") == BODY.leading + SMALL.leading + 6
    assert height("Ann", least=40) == 40


def test_a_long_text_takes_more_lines_instead_of_being_cut() -> None:
    assert height(LONG_NAMES[0]) > height("Ann")


def test_a_text_slightly_too_long_is_set_smaller_on_one_line() -> None:
    assert height("Maximiliane Alexandra") <= height("Ann")


def test_rows_have_the_grounds_that_were_given() -> None:
    rows = [(cell(name), number("1")) for name in ("Ann", "Bob", "Cleo")]
    table = TextTable(columns=COLUMNS, rows=rows, fills=[None, BODY.colour]).typeset(140, Script())
    assert [row.fill for row in table.rows if isinstance(row, TextRow)] == [
        *(None, BODY.colour, None),
    ]


def test_figures_stand_at_the_right_of_their_column_in_every_script() -> None:
    table = TableBlock((Column("Points", 40, figures=True),), ())
    assert [span.align for span in table.spans(40)] == [Align.END]
    mirrored = [span.align for span in table.spans(40, rtl=True)]
    assert mirrored == [Align.START], "the start of a mirrored page is its right"
