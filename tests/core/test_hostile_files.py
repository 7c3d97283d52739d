"""Files and texts that were made to keep the program busy: the work has a bound, whatever they are.

Work is counted in calls, not in seconds.
"""

import io
import sys
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.urls import get_resolver
from django.utils.datastructures import MultiValueDict
from django.utils.http import urlencode
from openpyxl import Workbook

from archive.kinds import APPS
from clubs.forms.players import PastePlayersForm
from clubs.models import Club
from core import workbooks
from core.cells import LARGEST, MOST_COLUMNS, MOST_LINES, MOST_ROWS, MOST_TEXT, UnreadableTableError
from core.fields import ListField
from core.name_lists import chat_lines, names_in, partners_given_name_first, two_names, unnumbered
from core.names import MOST_COMPARED, near
from core.tables import delimiter_of, table_read
from core.workbooks import MOST_TAGS
from tournaments.events.totals_sheet import sheets_in

SHEET = "xl/worksheets/sheet1.xml"
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
STRINGS = "xl/sharedStrings.xml"


def parts_of_a_workbook(*rows: list[Any]) -> dict[str, bytes]:
    book, file = Workbook(), io.BytesIO()
    assert book.active is not None
    for row in rows or (["Name"], ["Ann"]):
        book.active.append(row)
    book.save(file)
    with zipfile.ZipFile(file) as package:
        return {name: package.read(name) for name in package.namelist()}


def packed(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return file.getvalue()


def with_sheet(rows: str, **more: str) -> bytes:
    """A workbook with these rows, and other parts by name."""
    sheet = f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"
    parts = parts_of_a_workbook() | {SHEET: sheet.encode()}
    return packed(parts | {name.replace("__", "/"): text.encode() for name, text in more.items()})


def read(content: bytes) -> list[list[str]]:
    return table_read(io.BytesIO(content))


def calls(act: Callable[[], Any]) -> int:
    """How many functions were called, those in C included."""
    count = 0

    def profile(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(profile)
    try:
        act()
    except UnreadableTableError:
        pass
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("Name;Total\nLee, Ann;1,5\nLee, Ben;2,5\n", ";"),
        ("Name,Total\nAnn,1\nBen,2\n", ","),
        ("Name\tTotal\nAnn; Ben\t1\nCy; Di\t2\n", "\t"),
        ("Name|Total\nAnn|1\n", "|"),
        ('"Lee; Ann","x"\n"Lee; Ben","y"\n', ","),
        ("Ann\nBen\n", ","),
        ("Our club; since 1990\nTown,Name\nUlm,Ann\n", ","),
        ("", ","),
    ],
)
def test_the_delimiter_is_the_one_that_stands_equally_often_in_most_lines(
    text: str, delimiter: str
) -> None:
    assert delimiter_of(text) == delimiter


def test_a_file_over_5000_rows_says_so_instead_of_being_cut() -> None:
    assert len(read(b"Ann\n" * MOST_ROWS + b"\n,\n" * 99)) == MOST_ROWS
    rows = [f'<row r="{number}"><c t="str"><v>Ann</v></c></row>' for number in range(1, 5_002)]
    assert len(read(with_sheet("".join(rows[:-1])))) == MOST_ROWS
    late = f'<row r="{2**20}"><c t="str"><v>Ann</v></c></row>'
    for content in (
        b"Ann\n" * (MOST_ROWS + 1),
        b"Ann\n" + b"\n" * MOST_LINES + b"Ben\n",
        with_sheet("".join(rows)),
        with_sheet(rows[0] + late),
    ):
        with pytest.raises(UnreadableTableError, match="more than 5000 rows"):
            read(content)


LINKS = "xl/_rels/workbook.xml.rels"
LINK = '<Relationship Id="s" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
WITH_STRINGS = parts_of_a_workbook()[LINKS].decode().replace("</Relationships>", LINK)
SHARED = '<c t="s"><v>0</v></c>'

HOSTILE: dict[str, Callable[[], bytes]] = {
    "quotes and line ends": lambda: b"\"\n'" * 5_000,
    "quotes alone": lambda: b'"' * LARGEST,
    "delimiters alone": lambda: b"," * LARGEST,
    "empty lines": lambda: b"\n" * LARGEST,
    "spaces": lambda: b" " * (LARGEST - 1) + b"x",
    "a cell in the last column": lambda: with_sheet(
        "".join(f'<row r="{at}"><c r="XFD{at}"><v>1</v></c></row>' for at in range(1, 5_000))
    ),
    "a column beyond the last": lambda: with_sheet(
        '<row r="1"><c r="ZZZZZZZZ1"><v>1</v></c></row>'
    ),
    "empty cells in one row": lambda: with_sheet(f"<row>{'<c/>' * 90_000}</row>"),
    "more elements than a table has": lambda: with_sheet(f"<row>{'<c/>' * 110_000}</row>"),
    "unknown elements": lambda: with_sheet("<x><y/></x>" * 30_000),
    "a declared size": lambda: with_sheet('<dimension ref="A1:XFD1048576"/>'),
    "one text in all cells": lambda: with_sheet(
        f"<row>{SHARED * 90}</row>" * 200,
        **{LINKS: WITH_STRINGS, STRINGS: f"<sst {MAIN}><si><t>{'x' * 100_000}</t></si></sst>"},
    ),
    "a number of many digits": lambda: with_sheet(f"<row><c><v>{'9' * 10**6}</v></c></row>"),
    "an index of many digits": lambda: with_sheet(f'<row><c t="s"><v>{"9" * 9_999}</v></c></row>'),
    "a row of many digits": lambda: with_sheet(f'<row r="{"9" * 9_999}"/>'),
    "rows out of order": lambda: with_sheet('<row r="5"/><row r="4"/>' * 1_000),
    "entities": lambda: packed(
        parts_of_a_workbook()
        | {
            SHEET: f'<!DOCTYPE x [<!ENTITY a "{"<c/>" * 99}"><!ENTITY b "{"&a;" * 99}">]>'
            f"<worksheet {MAIN}><sheetData><row>&b;</row></sheetData></worksheet>".encode()
        }
    ),
    "entities in UTF-16": lambda: packed(
        parts_of_a_workbook()
        | {
            SHEET: '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x [<!ENTITY a "<c/>">]>'
            f"<worksheet {MAIN}>&a;</worksheet>".encode("utf-16")
        }
    ),
    "styles": lambda: packed(
        parts_of_a_workbook()
        | {"xl/styles.xml": f"<styleSheet {MAIN}>{'<xf/>' * 90_000}</styleSheet>".encode()}
    ),
    "a bomb": lambda: packed(parts_of_a_workbook() | {SHEET: b" " * (11 * LARGEST)}),
    "many sheets": lambda: packed(
        parts_of_a_workbook()
        | {
            "xl/workbook.xml": (
                '<workbook xmlns:r="x" '
                + MAIN
                + "><sheets>"
                + '<sheet r:id="rId1"/>' * 90_000
                + "</sheets></workbook>"
            ).encode()
        }
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_file_takes_more_work_than_its_bounds(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbooks, "MOST_TAGS", MOST_TAGS // 10)
    content = HOSTILE[name]()
    assert len(content) <= LARGEST
    rows: list[list[str]] = []
    work = calls(lambda: rows.extend(read(content)))
    assert work < 20 * (MOST_TAGS // 10 + MOST_LINES)
    assert len(rows) <= MOST_ROWS
    assert all(len(row) <= MOST_COLUMNS for row in rows)
    assert sum(len(cell) for row in rows for cell in row) <= MOST_TEXT


def test_a_damaged_workbook_is_read_or_refused_and_nothing_else() -> None:
    rng = Random("damage")
    sound = packed(parts_of_a_workbook(["Name", "Total"], *([f"Ann {n}", n] for n in range(30))))
    parts = parts_of_a_workbook(["Name"], ["Ann"], ["Ben"])
    outcomes = set[bool | None]()
    for _ in range(38):
        if rng.random() < 0.5:
            content = bytearray(sound)
            for _change in range(rng.randint(1, 6)):
                content[rng.randrange(len(content))] = rng.randrange(256)
        else:
            name = rng.choice(sorted(parts))
            text = bytearray(parts[name])
            start = rng.randrange(len(text))
            text[start : start + rng.randint(0, 40)] = bytes(
                rng.choice(b'<>/"=&; x9rct') for _ in range(rng.randint(0, 40))
            )
            content = bytearray(packed(parts | {name: bytes(text)}))
        try:
            outcomes.add(bool(read(bytes(content))))
        except UnreadableTableError:
            outcomes.add(None)
    assert {True, None} <= outcomes


def test_a_workbook_is_read_as_excel_shows_it() -> None:
    aid = "<rPh><t>はなこ</t></rPh>"
    parted = "<si><r><t>An</t></r><r><t>n</t></r></si>"
    strings = f"<sst {MAIN}><si><t>花子</t>{aid}</si>{parted}</sst>"
    rows = (
        '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="D2"><v>7.5</v></c></row>'
        '<row r="4"><c t="s"><v>1</v></c><c t="inlineStr"><is><t>Ben</t></is></c>'
        '<c t="b"><v>1</v></c><c t="str"><f>A1</f><v>Cy</v></c></row>'
    )
    content = with_sheet(rows, **{STRINGS: strings, LINKS: WITH_STRINGS})
    assert read(content) == [[], ["", "花子", "", "7.5"], [], ["Ann", "Ben", "True", "Cy"]]


def test_long_lines_of_names_are_not_tried_from_each_of_their_places() -> None:
    blanks = " " * 10**6
    assert two_names(f"Ann{blanks}Ben") == ["Ann Ben"]
    assert two_names(f"Ann{blanks}&{blanks}Ben") == two_names("Ann\tBen") == ["Ann", "Ben"]
    for sign in " x1,;._":
        text = sign * 10**6
        partners_given_name_first(text)
        names_in([[text], [f"x{text}a"]])
        unnumbered(text)
        unnumbered(f"1.{text}")
        chat_lines([text, f"[{text}", f"1.1.2026 {text}"])
    row = sheets_in("A" * 40_000 + " 1" * 40_000)[0].rows
    assert [len(row), len(row[0])] == [1, 40_001]
    longest = near("x" * 10**6, ["x" * 10**6 + "y"])
    assert len(longest) == 1
    assert MOST_COMPARED < 1_000


@pytest.mark.parametrize("sign", ["<!--", "<a ", "<a x='", "</a ", "<td", "<![CDATA[", "&a", "|--"])
def test_a_page_of_tags_that_do_not_end_is_read_in_linear_time(sign: str) -> None:
    """A twentieth of the largest file: what takes the square of it would take a minute."""
    read(b"<table>" + sign.encode() * (LARGEST // 20 // len(sign)))


@pytest.mark.parametrize("text", ["x" * 10**5, "Ann" + " " * 2_000 + "Ben", "Ann\n" * 2_000])
def test_a_list_that_is_too_long_is_refused_unread_beside_what_was_typed(text: str) -> None:
    form = PastePlayersForm(QueryDict(urlencode({"text": text})), club=Club())
    assert list(form.errors) == ["text"]
    assert form["text"].value() == text


def test_names_of_a_file_that_make_a_list_too_long_are_refused_beside_the_file() -> None:
    content = "Name\n" + "Ann\n" * (ListField.MOST_LINES + 1)
    files = MultiValueDict({"file": [SimpleUploadedFile("names.csv", content.encode())]})
    form = PastePlayersForm(QueryDict("text=Ben"), files, club=Club())
    assert list(form.errors) == ["file"]
    assert form["text"].value() == "Ben"


def test_every_text_that_can_be_typed_has_a_longest() -> None:
    get_resolver()._populate()  # imports every view
    packages = (*(apps.get_app_config(app).name for app in APPS), "archive", "games")
    ours = tuple(f"{package}." for package in packages)
    classes, seen = [forms.BaseForm], set()
    while classes:
        for form in classes.pop().__subclasses__():
            classes.append(form)
            if form.__module__.startswith(ours):
                seen.add(form)
    assert len(seen) > 60
    fields = {
        f"{form.__module__}.{form.__name__}.{name}": field
        for form in seen
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field, forms.CharField)
    }
    assert {name for name, field in fields.items() if not field.max_length} == set()
