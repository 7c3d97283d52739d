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
from core.tables import LARGEST, UnreadableTableError, names_in, table_read, table_response

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
    assert names_in(table_read(io.BytesIO(content))) == names


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_what_goes_out_comes_in_again(form: str) -> None:
    names = ["=Ann", "O'Neil", "پریسا", "-1"]
    answer = table_response(form, "x", ["Seed", "Names"], [[1, name] for name in names])
    assert names_in(table_read(io.BytesIO(answer.content))) == names


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
