"""Sheets for marking in print, and what the printed rules say of them."""

import re
from io import BytesIO

import pypdf
import pytest
import zxingcpp

from games.marks import how_to_mark
from paper.documents.marking import MarkingSheet, marking_printout
from paper.documents.rows import PrintOptions
from paper.documents.rules import event_lines
from paper.documents.sheet_code import read_code
from press.base import NewSheet, Paper, render
from tests.scans.conftest import picture, sheet_of
from tournaments.events.models import Event

pytestmark = pytest.mark.usefixtures("held")


def test_each_table_of_a_round_has_a_sheet_with_its_names(running: Event) -> None:
    printout = marking_printout(running, PrintOptions(Paper.A4, round=1))
    text = [page.extract_text() for page in pypdf.PdfReader(BytesIO(printout.render())).pages]
    assert len(text) == printout.total == 2
    assert "table 1" in text[0]
    assert "table 2" in text[1]
    assert all(how_to_mark()[:30] in re.sub(r"\s+", " ", page) for page in text)


def test_a_large_print_says_how_many_pages_it_has(running: Event) -> None:
    printout = marking_printout(running, PrintOptions(Paper.A4, round=1, large=True))
    assert len(pypdf.PdfReader(BytesIO(printout.render())).pages) == printout.total > 2


def test_printed_on_both_sides_a_paper_stays_at_its_table(running: Event) -> None:
    printout = marking_printout(running, PrintOptions(Paper.A4, two_sided=True))
    sheets = list(printout.documents())
    tables, rounds = [], []
    for sheet in sheets:
        if isinstance(sheet, NewSheet):
            tables.append(0)
        elif isinstance(sheet, MarkingSheet):
            tables[-1] += 1
            rounds.append((sheet.code.table, sheet.code.round))
    assert len(tables) == 2
    assert sum(tables) == printout.total
    assert rounds == sorted(rounds)


def test_the_code_on_paper_is_the_code_of_the_sheet(running: Event) -> None:
    sheet = sheet_of(running, 2)
    (code,) = zxingcpp.read_barcodes(picture(sheet, {}))
    assert read_code(code.text) == sheet.code
    assert (sheet.code.event, sheet.code.round, sheet.code.table) == (running.pk, 1, 2)


def test_the_printed_rules_say_in_a_line_how_to_mark(running: Event) -> None:
    assert how_to_mark() in [line.text for line in event_lines(running)]


def test_a_sheet_is_the_same_for_a_language_read_from_the_right(running: Event) -> None:
    from dataclasses import replace

    sheet = sheet_of(running, 1)
    there = replace(sheet, imprint=replace(sheet.imprint, lang="fa"))
    text = [pypdf.PdfReader(BytesIO(render([page], paper=Paper.A4))) for page in (sheet, there)]
    assert [len(file.pages) for file in text] == [1, 1]
    assert (picture(sheet, {}) != picture(there, {})).mean() < 0.02
