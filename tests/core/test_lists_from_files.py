"""Names that come in from a file of a spreadsheet: what is read, and what is refused."""

import io
from collections.abc import Callable
from datetime import date, datetime
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from openpyxl import Workbook, load_workbook

from clubs.models import Club, Player, User
from core.cells import LARGEST, Amount, CellValue, Number, UnreadableTableError
from core.name_lists import (
    names_delimiter,
    names_in,
    partners_given_name_first,
    two_names,
    unnumbered,
)
from core.names import near
from core.tables import sheets_read, table_read, table_response
from tests.tables import table

pytestmark = pytest.mark.django_db


def people_of(content: bytes) -> list[tuple[str, ...]]:
    """The people of a file's first table."""
    return names_in(sheets_read(io.BytesIO(content), names_delimiter)[0].rows).people


def workbook(*rows: list[Any]) -> bytes:
    book, file = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    book.save(file)
    return file.getvalue()


FILES = {
    "a column without a head": (b"Ann\nBen\n", ["Ann", "Ben"]),
    "semicolons": ("No.;Name\n1;Änne\n2;Ben\n".encode(), ["Änne", "Ben"]),
    "written on Windows": ("Nr;Name\r\n1;Änne\r\n".encode("cp1252"), ["Änne"]),
    "UTF-16": ("Name\t€\nپریسا\t2\n".encode("utf-16"), ["پریسا"]),
    "numbers before names": (b"1,Ann,5\n2,Ben,6\n", ["Ann", "Ben"]),
    "a line above the head": (b"Our club,\nTown,Name\nUlm,Ann\n", ["Ann"]),
    "a workbook": (workbook(["No.", "Players"], [1, "花子"], [2, None]), ["花子"]),
    "numbers alone": (b"1\n2\n", []),
}


@pytest.mark.parametrize("name", FILES)
def test_the_column_of_names_is_found(name: str) -> None:
    content, names = FILES[name]
    assert people_of(content) == [(name,) for name in names]


PEOPLE = [
    ("First name,Last name\nAda,Novak\nBen,Ray\n", [("Ada Novak",), ("Ben Ray",)]),
    ("Last name,First name\nNovak,Ada\n", [("Ada Novak",)]),
    ("Voornaam;Achternaam\nAda;Novak\n", [("Ada Novak",)]),
    ("Name,Surname\nAda,Novak\n", [("Ada Novak",)]),
    ("Naam;Voornaam\nNovak;Ada\n", [("Ada Novak",)]),
    ("Last name, First name\nNovak, Ada\n", [("Ada Novak",)]),
    ("نام,نام خانوادگی\nزهرا,کریمی\n", [("زهرا کریمی",)]),
    ("Full name\nAda Novak\n", [("Ada Novak",)]),
    ("No.,Player name,Rating\n1,Ada,1500\n", [("Ada",)]),
    ("Participant\nAda\n", [("Ada",)]),
    ("Team,Player 1,Player 2\nFoxes,Ada,Ben\n", [("Ada", "Ben")]),
    ("Team\nAda & Ben\n", [("Ada & Ben",)]),
    ("Player 1,Player 2\nAda,Ben\n", [("Ada", "Ben")]),
    ("Name,Partner\nAda,Ben\nCleo,\n", [("Ada", "Ben"), ("Cleo",)]),
    ("Naam;Partner\nAda;Ben\n", [("Ada", "Ben")]),
    ("نام,شریک\nپریسا,بهرام\n", [("پریسا", "بهرام")]),
    ("姓,名\n佐藤,花子\n", [("佐藤 花子",)]),
    ("名前,パートナー\n花子,健\n", [("花子", "健")]),
    (
        "Timestamp,Full name,Email\n2026/11/20 7:03:12 pm GMT+1,Ada Novak,ada@example.org\n",
        [("Ada Novak",)],
    ),
    ("Zeitstempel,Wie heißt du?\n2026/11/20 7:03:12,Ada\n", [("Ada",)]),
    ("No.,Surname,Given names\n1,Novak,Ada\n", [("Ada Novak",)]),
    ("Rank;Player;Player;Marks\n1;Ada;Ben;7\n", [("Ada", "Ben")]),
    ("Player A;Player B\nAda;Ben\n", [("Ada", "Ben")]),
    ("Naam;Plaats\nAda;Ulm\nTotaal;1\n", [("Ada",)]),
    ("Nr.;Voornaam;Achternaam\n1;Ada;Novak\nTotaal;2;\n", [("Ada Novak",)]),
    ("Ada\nBen\nTotal: 2\n", [("Ada",), ("Ben",)]),
    ("Our club;;\nFriday;;\nNr;Name;Town\n1;Ada;Ulm\n", [("Ada",)]),
]


@pytest.mark.parametrize(("text", "people"), PEOPLE)
def test_people_are_found_as_clubs_keep_them(text: str, people: list[tuple[str, ...]]) -> None:
    assert people_of(text.encode()) == people


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_what_goes_out_comes_in_again(form: str) -> None:
    names = ["=Ann", "O'Neil", "پریسا", "-1"]
    answer = table_response(form, "x", ["Seed", "Names"], [[1, name] for name in names])
    assert people_of(answer.content) == [(name,) for name in names]


@pytest.mark.parametrize(
    "content",
    [
        b"\xd0\xcf\x11\xe0 old",
        b"PK\x03\x04 no zip",
        b"a" * (LARGEST + 1),
        b"\x00\x01\x02",
        workbook()[:-200],
    ],
)
def test_what_is_no_table_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableTableError):
        table_read(io.BytesIO(content))


def test_who_sends_a_file_of_open_document_is_told_how_to_save_it(
    club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    content = io.BytesIO()
    with ZipFile(content, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        package.writestr("content.xml", "<office:body/>")
    page = client_for(organiser).post(
        reverse("players-paste", args=[club.slug]),
        {"text": "", "file": SimpleUploadedFile("list.ods", content.getvalue()), "read-file": "1"},
    )
    assert page.status_code == 422
    assert "Save it as an Excel workbook (.xlsx)." in page.content.decode()


def test_a_file_fills_the_list_which_is_looked_over_before_anything_is_saved(
    club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    client, address = client_for(organiser), reverse("players-paste", args=[club.slug])
    before = Player.objects.count()

    def send(content: bytes) -> Any:
        file = SimpleUploadedFile("list.csv", content)
        return client.post(address, {"text": "Typed", "file": file, "read-file": "1"})

    page = send(b"Name\nAnn Reader\n")
    assert page.status_code == 200
    assert "Typed\nAnn Reader</textarea>" in page.content.decode()
    refused = send(b"\x00")
    assert refused.status_code == 422
    assert "neither a CSV file" in refused.content.decode()
    assert ">\nTyped" in refused.content.decode()
    assert Player.objects.count() == before
    review = client.post(address, {"text": "Typed\nAnn Reader", "step": "review"})
    assert "Ann Reader" in review.content.decode()


def test_a_file_is_read_by_the_main_button_too(
    club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    client, address = client_for(organiser), reverse("players-paste", args=[club.slug])
    file = SimpleUploadedFile("list.csv", b"Name\nAnn Reader\n")
    page = client.post(address, {"text": "Typed", "file": file, "step": "review"})
    assert "Typed\nAnn Reader</textarea>" in page.content.decode()


def test_names_with_a_comma_are_asked_about_once_for_the_whole_list(
    club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    client, address = client_for(organiser), reverse("players-paste", args=[club.slug])
    sent = {"text": "Novak, Ada\nRay, Ben\nCleo", "step": "review"}
    question = client.post(address, sent).content.decode()
    assert question.count('name="commas"') == 2, "one question with two answers"
    assert "one person: Ada Novak" in question
    assert "two people: Novak &amp; Ada" in question
    page = client.post(address, sent | {"commas": "person"}).content.decode()
    assert "Ada Novak" in page
    assert "Ben Ray" in page
    two = client.post(address, sent | {"commas": "people"}).content.decode()
    assert "<bdi>Novak</bdi>" in two
    assert "<bdi>Ada</bdi>" in two


TURNED_FILES = {
    "list.txt": b"Novak, Adina\nRay, Ben\nCleo\n",
    "without blanks.csv": b"Novak,Adina\r\nRay,Ben\r\n",
    "with a head.txt": b"Name\nNovak, Adina\nRay, Ben\n",
    "with a head.csv": b"Name\nNovak,Adina\nRay,Ben\n",
    "quoted.csv": b'Name\n"Novak, Adina"\n"Ray, Ben"\n',
    "one quoted.csv": b'"Novak, Adina"\nRay, Ben\n',
    "list.xlsx": workbook(["Novak, Adina"], ["Ray, Ben"]),
    "with a head.xlsx": workbook(["Name"], ["Novak, Adina"], ["Ray, Ben"]),
}


@pytest.mark.parametrize("name", TURNED_FILES)
def test_names_with_a_comma_in_a_file_are_asked_about_once(
    name: str, club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    client, address = client_for(organiser), reverse("players-paste", args=[club.slug])
    file = SimpleUploadedFile(name, TURNED_FILES[name])
    question = client.post(address, {"text": "", "file": file, "step": "review"})
    page = question.content.decode()
    assert page.count('name="commas"') == 2, "one question with two answers"
    assert "one person: Adina Novak" in page
    text = question.context["form"]["text"].value()
    answer = {"text": text, "commas": "person", "step": "review"}
    review = client.post(address, answer).content.decode()
    assert "Adina Novak" in review
    assert "Ben Ray" in review


def test_pairs_of_a_file_with_the_family_names_first_stay_pairs() -> None:
    lines = ["Müller, Jürgen & de Vries, Anna", "Novak, Ada & Ray, Ben"]
    assert people_of("\n".join(lines).encode()) == [(line,) for line in lines]


def test_heads_with_a_comma_make_a_table_of_a_list() -> None:
    for text in ("Name, Town\nAda, Ulm\n", "Our club\nTown, Name\nUlm, Ada\n"):
        assert people_of(text.encode()) == [("Ada",)]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("1. Ada", "Ada"),
        ("12) Ben", "Ben"),
        ("۲. بهرام", "بهرام"),
        ("3 Cy", "Cy"),
        ("3\ufe0f\u20e3 Cy", "Cy"),
        ("- Dan", "Dan"),
        ("• Dan", "Dan"),
        ("42ers", "42ers"),
        ("4.", ""),
    ],
)
def test_a_number_or_a_bullet_before_a_name_is_no_part_of_it(line: str, name: str) -> None:
    assert unnumbered(line) == name


@table(
    ("line", "names"),
    [
        ("Ada & Ben", ["Ada", "Ben"]),
        ("  Cleo / Dan  ", ["Cleo", "Dan"]),
        ("Cleo + Dan", ["Cleo", "Dan"]),
        ("Eva\tFay", ["Eva", "Fay"]),
        ("Ada - Ben", ["Ada", "Ben"]),
        ("Jean-Luc & Mary-Jo", ["Jean-Luc", "Mary-Jo"]),
        ("Cleo AND Dan", ["Cleo", "Dan"]),
        ("Eva with Fay", ["Eva", "Fay"]),
        ("Andy and Wanda", ["Andy", "Wanda"]),
        ("Juan y Ana & Band", ["Juan y Ana", "Band"]),
    ],
)
def test_a_pair_on_a_line_is_read_as_people_write_it(line: str, names: list[str]) -> None:
    assert two_names(line) == names


@table("typed", ["Anne Lee", "Ann Le", "An Lee", "Ann Leee"])
def test_a_slip_of_the_pen_is_near_the_name_that_was_meant(typed: str) -> None:
    assert near(typed, ["Bea Ortiz", "Ann Lee"]) == ["Ann Lee"]


def test_partners_with_the_family_name_first_are_a_pair() -> None:
    assert (
        partners_given_name_first("Müller, Jürgen & de Vries, Anna")
        == "Jürgen Müller & Anna de Vries"
    )
    assert partners_given_name_first("Ann & Bob") == "Ann & Bob"


MOMENT = datetime.fromisoformat("2026-11-21T19:30:05")
ROWS: list[list[CellValue]] = [
    ["Ann", 7, date(2026, 11, 20), Amount("1234.50", "EUR"), Number("-0.5")],
    ["=1+1", -7, MOMENT, Amount("-3", "JPY"), Number("")],
]
HEAD = ["Name", "Marks", "Date", "Amount", "Average"]


def test_a_workbook_has_dates_numbers_and_money_a_named_sheet_and_heads_that_stay() -> None:
    answer = table_response("xlsx", "Standings: Friday [1]/2 of the long season", HEAD, ROWS)
    sheet: Any = load_workbook(io.BytesIO(answer.content)).active
    assert sheet.title == "Standings Friday 1 2 of the lon"
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", "A1:E3")
    name, marks, day, amount, average = sheet[2]
    assert (name.value, marks.value, average.value) == ("Ann", 7, -0.5)
    assert (day.value.date(), day.is_date) == (date(2026, 11, 20), True)
    assert (amount.value, amount.number_format) == (1234.5, "#,##0.00 [$EUR]")
    assert sheet["D3"].number_format == "#,##0 [$JPY]"
    assert (sheet["C3"].value, sheet["C3"].is_date) == (MOMENT, True)
    assert (sheet["A3"].value, sheet["A3"].data_type) == ("=1+1", "s")


@pytest.mark.parametrize(
    ("language", "form", "line"),
    [
        ("en", "csv", "Ann,7,2026-11-20,1234.50,-0.5"),
        ("nl", "csv", "Ann;7;2026-11-20;1234,50;-0,5"),
        ("nl", "comma.csv", "Ann,7,2026-11-20,1234.50,-0.5"),
    ],
)
def test_csv_follows_the_language_unless_points_and_commas_are_chosen(
    language: str, form: str, line: str
) -> None:
    with override(language):
        answer = table_response(form, "Friday", HEAD, ROWS)
    assert answer.content.decode("utf-8-sig").splitlines()[1] == line
    assert "Friday.csv" in answer.headers["Content-Disposition"]
