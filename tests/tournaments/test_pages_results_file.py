"""The results of a round, filled in at a desk without the program and read in again."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import User
from scoring.services.results import result_state
from tests.refused import refused
from tests.tables import table
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of
from tests.tournaments.pages import messages_of, words
from tournaments.events.models import Event
from tournaments.events.results_sheet import GameKey, results_read

pytestmark = pytest.mark.usefixtures("held")


@pytest.fixture
def begun(make_event: EventMaker) -> Event:
    """Six pairs, the first round of three tables begun."""
    event = make_event(pairs=6)
    drawn_and_begun(event)
    return event


@pytest.fixture
def client(organiser: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(organiser)


def address(event: Event, name: str = "round-results") -> str:
    return reverse(name, args=[event.club.slug, event.pk, 1])


def sheet_of(client: Client, event: Event) -> list[list[str]]:
    answer = client.get(reverse("event-results-file", args=[event.club.slug, event.pk, "csv"]))
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def read(client: Client, event: Event, rows: list[list[str]]) -> Any:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    file = SimpleUploadedFile("results.csv", text.getvalue().encode())
    return client.post(address(event), {"file": file, "read-file": "1"})


def keep(client: Client, event: Event, page: Any) -> Any:
    """Send the page as it was filled in."""
    sent = {"from-file": "1"}
    for row in page.context["rows"]:
        if row.form:
            boxes = [*row.form.boxes, row.form["hands"], row.form["seen"]]
            sent |= {box.html_name: box.value() or "" for box in boxes}
    return client.post(address(event), sent, follow=True)


def test_an_untouched_file_has_nothing_to_do(begun: Event, client: Client, owner: User) -> None:
    result_state(match_id=match_of(begun, 1, 1).pk, totals=[7, 4], author=owner)
    page = read(client, begun, sheet_of(client, begun))
    assert "There is nothing to do" in words(page)
    filled = page.context["filled"]
    assert (filled.new, filled.replaced, filled.same, filled.problems) == (0, 0, 1, ())


def test_totals_are_filled_in_looked_over_kept_and_undone_at_once(
    begun: Event, client: Client, owner: User
) -> None:
    result_state(match_id=match_of(begun, 1, 1).pk, totals=[7, 4], author=owner)
    head, *rows = sheet_of(client, begun)
    total = head.index("Total")
    for row, value in zip(rows, ["7", "5", "3", "7", "7", "0"], strict=True):
        row[total] = value
    page = read(client, begun, [head, *rows])
    filled = page.context["filled"]
    assert (filled.new, filled.replaced, filled.same) == (2, 1, 0)
    assert "From the file, in place of 7 – 4." in words(page)
    assert match_of(begun, 1, 2).entered_totals is None

    answer = keep(client, begun, page)
    assert [match_of(begun, 1, table).entered_totals for table in (1, 2, 3)] == [
        [7, 5],
        [3, 7],
        [7, 0],
    ]
    assert "3 results were read from the file." in words(answer)

    batch = {"batch": answer.context["batch"]}
    unsaid = client.post(address(begun, "round-results-undo"), batch, follow=True)
    assert "say why you take these results back" in messages_of(unsaid)[0]
    batch |= {"reason": "The file of last week"}
    undone = client.post(address(begun, "round-results-undo"), batch, follow=True)
    if weighed := undone.context.get("weighed"):
        batch |= {"agreed": weighed.mark}
        undone = client.post(address(begun, "round-results-undo"), batch, follow=True)
    assert messages_of(undone) == ["3 results are as they were before."]
    assert [match_of(begun, 1, table).entered_totals for table in (1, 2, 3)] == [
        [7, 4],
        None,
        None,
    ]
    again = client.post(address(begun, "round-results-undo"), batch, follow=True)
    assert "Nothing has been taken back" in messages_of(again)[0]


@pytest.mark.parametrize("button", [{}, {"read-file": "1"}])
def test_a_file_is_read_by_each_button_beside_what_was_typed(
    begun: Event, client: Client, button: dict[str, str]
) -> None:
    head, *rows = sheet_of(client, begun)
    rows[0][head.index("Total")], rows[1][head.index("Total")] = "7", "1"
    text = io.StringIO()
    csv.writer(text).writerows([head, *rows])
    shown = client.get(address(begun)).context["rows"]
    typed = {box.html_name: "5" for row in shown[2:] for box in row.form.boxes}
    file = SimpleUploadedFile("results.csv", text.getvalue().encode())
    page = client.post(address(begun), {**typed, **button, "file": file})
    values = [[box.value() for box in row.form.boxes] for row in page.context["rows"]]
    assert values == [["7", "1"], [None, None], ["5", "5"]]
    assert not any(match_of(begun, 1, table).entered_totals for table in (1, 2, 3))
    damaged = SimpleUploadedFile("results.csv", b"\0")
    refused_page = client.post(address(begun), {**typed, **button, "file": damaged})
    assert [box.value() for box in refused_page.context["rows"][2].form.boxes] == ["5", "5"]


def test_others_than_play_at_a_table_are_not_read(begun: Event, client: Client) -> None:
    head, *rows = sheet_of(client, begun)
    rows[0][head.index("Total")], rows[1][head.index("Total")] = "7", "1"
    rows[0][head.index("No.")] = "99"
    page = read(client, begun, [head, *rows])
    assert "Line 2: No. 99 does not play here" in words(page)
    assert not page.context["filled"].has_something


def test_a_total_that_is_no_number_stands_with_its_row(begun: Event, client: Client) -> None:
    head, *rows = sheet_of(client, begun)
    rows[0][head.index("Total")], rows[1][head.index("Total")] = "seven", "1"
    page = read(client, begun, [head, *rows])
    assert "Enter a whole number." in words(page)


@table("batch", ["", "made-up"])
def test_only_what_was_read_here_is_undone(begun: Event, client: Client, batch: str) -> None:
    answer = client.post(address(begun, "round-results-undo"), {"batch": batch}, follow=True)
    assert messages_of(answer) == ["There are no results from a file to take back."]


HEADS = {
    "en": ["Round", "Table", "Game", "Side", "No.", "Names", "Total", "Winner", "State"],
    "nl": ["Ronde", "Tafel", "Spel", "Kant", "Nr.", "Namen", "Totaal", "Winnaar", "Status"],
}


@pytest.mark.parametrize("language", HEADS)
def test_columns_may_stand_in_any_order_and_language(language: str) -> None:
    order = [8, 3, 6, 1, 0, 7, 2, 5, 4]
    rows = [HEADS[language], ["1", "2", "1", "1", "3", "Ann", "7", "1", ""]]
    games = results_read([[row[place] for place in order] for row in rows])
    (line,) = games[GameKey(1, 2, 1)].values()
    assert (line.entries, line.total) == ("3", "7")


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([["Name", "Round 1"], ["Ann", "7"]], "other_file"),
        ([HEADS["en"], ["1", "x", "1", "1", "3", "Ann", "7", "1", ""]], "no_place"),
        ([HEADS["en"], *[["1", "2", "1", "1", "3", "Ann", "7", "1", ""]] * 2], "side_twice"),
    ],
)
def test_another_file_is_refused(rows: list[list[str]], code: str) -> None:
    with refused(code):
        results_read(rows)
