"""Names that come in from a file of a spreadsheet: what is read, and what is refused."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from clubs.models import Club, Player, User
from core.cells import LARGEST, UnreadableTableError
from core.name_lists import names_in, partners_turned
from core.tables import table_read, table_response

pytestmark = pytest.mark.django_db


def workbook(*rows: list[Any]) -> bytes:
    book, kept = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    book.save(kept)
    return kept.getvalue()


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
    assert names_in(table_read(io.BytesIO(content))) == [(name,) for name in names]


PEOPLE = [
    ("First name,Last name\nAda,Novak\nBen,Ray\n", [("Ada Novak",), ("Ben Ray",)]),
    ("Last name,First name\nNovak,Ada\n", [("Ada Novak",)]),
    ("Voornaam;Achternaam\nAda;Novak\n", [("Ada Novak",)]),
    ("Full name\nAda Novak\n", [("Ada Novak",)]),
    ("No.,Player name,Rating\n1,Ada,1500\n", [("Ada",)]),
    ("Participant\nAda\n", [("Ada",)]),
    ("Team,Player 1,Player 2\nFoxes,Ada,Ben\n", [("Ada", "Ben")]),
    ("Team\nAda & Ben\n", [("Ada & Ben",)]),
    ("Player 1,Player 2\nAda,Ben\n", [("Ada", "Ben")]),
    ("Name,Partner\nAda,Ben\nCleo,\n", [("Ada", "Ben"), ("Cleo",)]),
    ("Naam;Partner\nAda;Ben\n", [("Ada", "Ben")]),
    ("نام,شریک\nپریسا,بهرام\n", [("پریسا", "بهرام")]),
    ("名前,パートナー\n花子,健\n", [("花子", "健")]),
    (
        "Timestamp,Full name,Email\n2026/11/20 7:03:12 pm GMT+1,Ada Novak,ada@example.org\n",
        [("Ada Novak",)],
    ),
    ("Zeitstempel,Wie heißt du?\n2026/11/20 7:03:12,Ada\n", [("Ada",)]),
    ("Our club;;\nFriday;;\nNr;Name;Town\n1;Ada;Ulm\n", [("Ada",)]),
]


@pytest.mark.parametrize(("text", "people"), PEOPLE)
def test_people_are_found_as_clubs_keep_them(text: str, people: list[tuple[str, ...]]) -> None:
    assert names_in(table_read(io.BytesIO(text.encode()))) == people


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_what_goes_out_comes_in_again(form: str) -> None:
    names = ["=Ann", "O'Neil", "پریسا", "-1"]
    answer = table_response(form, "x", ["Seed", "Names"], [[1, name] for name in names])
    assert names_in(table_read(io.BytesIO(answer.content))) == [(name,) for name in names]


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04 no zip", b"a" * (LARGEST + 1), b"\x00\x01\x02", workbook()[:-200]]
)
def test_what_is_no_table_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableTableError):
        table_read(io.BytesIO(content))


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
    asked = client.post(address, sent).content.decode()
    assert asked.count('name="commas"') == 2, "one question with two answers"
    assert "one person: Ada Novak" in asked
    assert "two people: Novak &amp; Ada" in asked
    one = client.post(address, sent | {"commas": "person"}).content.decode()
    assert "Ada Novak" in one
    assert "Ben Ray" in one
    two = client.post(address, sent | {"commas": "people"}).content.decode()
    assert "<bdi>Novak</bdi>" in two
    assert "<bdi>Ada</bdi>" in two


def test_partners_with_the_family_name_first_are_a_pair() -> None:
    assert partners_turned("Müller, Jürgen & de Vries, Anna") == "Jürgen Müller & Anna de Vries"
    assert partners_turned("Ann & Bob") == "Ann & Bob"
