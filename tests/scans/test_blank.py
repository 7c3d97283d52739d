"""Blank sheets for marking: their round and table are marked in bubbles, or chosen on the page."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from clubs.models import User
from paper.documents.blank_marking import blank_marking_printout
from paper.documents.marking import MarkingSheet
from paper.documents.rows import PrintOptions
from paper.documents.sheet_code import SERIALS, read_code
from paper.scans.models import ReadRow, SheetProblem, SheetReading
from press.base import Paper
from tests.conftest import ClientFor
from tests.scans.conftest import Marked, Row, hand, jpeg, picture
from tests.scans.test_pages import (
    by_players,
    handed_in,
    look,
    match_at,
    page_of,
    problems_of,
    record,
)
from tests.tournaments.conftest import (
    EveningMaker,
    EventMaker,
    drawn_and_begun,
    match_of,
)
from tests.tournaments.pages import words
from tests.tournaments.taking_turns import PANDOEREN
from tournaments.events.models import Event
from tournaments.events.services.events import event_finish

pytestmark = pytest.mark.usefixtures("held")


@pytest.fixture
def client(client_for: ClientFor, owner: User) -> Client:
    return client_for(owner)


def blank(event: Event, number: int = 0, *, large: bool = False) -> MarkingSheet:
    options = PrintOptions(Paper.A4, large=large)
    sheets = list(blank_marking_printout(event, options).documents())
    sheet = sheets[number]
    assert isinstance(sheet, MarkingSheet)
    return sheet


def blanks(event: Event, copies: int) -> list[MarkingSheet]:
    """The first pages of so many blank sheets of one printing."""
    documents = blank_marking_printout(event, PrintOptions(Paper.A4, copies=copies)).documents()
    sheets = [sheet for sheet in documents if isinstance(sheet, MarkingSheet)]
    first = [sheet for sheet in sheets if sheet.code.page == 1]
    assert len(first) == copies
    assert len({(sheet.code.serial, sheet.code.page) for sheet in sheets}) == len(sheets)
    return first


def place(round_: int | None, table: int | None, game: int | None = None) -> Row:
    marks: dict[str, list[str]] = {}
    for key, value in (("round", round_), ("table", table)):
        if value is not None:
            marks |= {f"{key}_ones": [str(value % 10)]}
            marks |= {f"{key}_tens": [str(value // 10)]} if value > 9 else {}
    return marks | ({"game": [str(game)]} if game else {})


def photograph(sheet: MarkingSheet, where: Row, *hands: Row, dark: float = 0.8) -> bytes:
    """A photograph of a blank sheet with its place and its hands."""
    layout = sheet.sheet
    rows: dict[int, Row] = {}
    for row in range(layout.place_rows):
        groups = {at.group for at in layout.places(row)}
        rows[row] = {key: values for key, values in where.items() if key in groups}
    rows |= dict(enumerate(hands, start=layout.place_rows))
    return jpeg(picture(sheet, rows, dark=dark))


def chosen(client: Client, reading: SheetReading, match: int | str) -> Any:
    keys = [reading.event.club.slug, reading.event.pk, reading.pk]
    sheet = reading.sheets.get(players__isnull=False)
    data = {"sheet": sheet.pk, "match": match}
    return client.post(reverse("event-sheets-place", args=keys), data, follow=True)


@pytest.mark.parametrize("large", [False, True])
def test_a_blank_sheet_is_recorded_at_the_table_that_is_marked_on_it(
    client: Client, running: Event, *, large: bool
) -> None:
    sheet = blank(running, large=large)
    data = photograph(sheet, place(1, 2), hand(), hand(bidder=2, bid="1m"))
    reading = handed_in(client, running, data)
    assert "Blank sheet: round 1, table 2" in words(look(client, reading))
    assert page_of(client, reading).count("sheet-row--sure") == 2
    record(client, reading)
    assert match_at(running, 2).hand_count == 2
    assert match_at(running, 1).hand_count == 0
    record(client, handed_in(client, running, data))
    assert match_at(running, 2).hand_count == 2


@pytest.mark.parametrize(
    ("where", "problem", "why"),
    [
        (place(1, 38), SheetProblem.WRONG_PLACE, "does not exist"),
        (place(12, 1), SheetProblem.WRONG_PLACE, "does not exist"),
        (place(2, 1), SheetProblem.NOT_BEGUN, "has not begun yet"),
        (place(1, None), SheetProblem.NO_PLACE, "not clear on this sheet"),
        ({}, SheetProblem.NO_PLACE, "not clear on this sheet"),
        ({**place(1, 1), "table_ones": ["1", "2"]}, SheetProblem.NO_PLACE, "not clear"),
    ],
)
def test_a_place_that_is_wrong_or_unclear_is_said_and_chosen_on_the_page(
    client: Client, running: Event, where: Row, problem: str, why: str
) -> None:
    reading = handed_in(client, running, photograph(blank(running), where, hand()))
    assert problems_of(reading) == [problem]
    page = look(client, reading)
    assert why in words(page)
    assert "1 row is marked on it" in words(page)
    assert ReadRow.objects.filter(number=1).exists(), "nothing is lost"
    record(client, reading)
    assert match_at(running, 2).hand_count == 0
    assert chosen(client, reading, "").status_code == 404
    shown = chosen(client, reading, match_at(running, 2).pk)
    assert "Blank sheet: round 1, table 2" in words(shown)
    assert shown.content.decode().count("sheet-row--sure") == 1
    record(client, reading)
    assert match_at(running, 2).hand_count == 1


def test_a_sheet_whose_hands_are_on_record_stays_with_its_table(
    client: Client, running: Event
) -> None:
    reading = handed_in(client, running, photograph(blank(running), place(1, 1), hand()))
    moved = chosen(client, reading, match_at(running, 2).pk)
    assert "Blank sheet: round 1, table 2" in words(moved)
    record(client, reading)
    assert match_at(running, 2).hand_count == 1
    refused = chosen(client, reading, match_at(running, 1).pk)
    assert "it stays with their table" in words(refused)
    assert "Assign it" not in words(refused)


def test_a_page_that_was_read_from_the_table_s_own_sheet_too_is_not_mixed_up(
    client: Client, running: Event, marked: Marked
) -> None:
    picture = marked(hand(), hand(bidder=2))
    more = photograph(blank(running), place(1, 1), hand(bidder=3))
    reading = handed_in(client, running, picture, more)
    page = look(client, reading)
    assert page.content.decode().count("sheet-row--sure") == 2
    assert "read from another sheet of the table" in words(page)
    record(client, reading)
    assert match_at(running).hand_count == 2


def test_each_blank_sheet_that_is_printed_has_a_number_of_its_own(running: Event) -> None:
    sheets = blanks(running, 40)
    codes = [read_code(sheet.code.text) for sheet in sheets]
    assert all(code.is_blank for code in codes)
    first = codes[0].serial
    assert [code.serial for code in codes] == [(first + n) % SERIALS for n in range(40)]
    assert [read_code(replace(codes[0], table=999, game=99).text).serial] == [SERIALS - 1]
    printings = {blank(running).code.serial for _printing in range(12)}
    assert len(printings) > 1, "another printing has other numbers"


def test_two_blank_sheets_of_a_table_are_two_and_two_pictures_of_one_are_one(
    client: Client, running: Event
) -> None:
    first, second = blanks(running, 2)
    hands = [hand(), hand(bidder=2)]
    data = [
        photograph(first, place(1, 2), *hands),
        photograph(first, place(1, 2), *hands, dark=0.7),
        photograph(second, place(1, 2), hand(bidder=3)),
    ]
    reading = handed_in(client, running, *data)
    assert len(set(reading.sheets.values_list("serial", flat=True))) == 2
    page = look(client, reading)
    assert words(page).count("Blank sheet: round 1, table 2") == 2
    assert page.content.decode().count("sheet-row--sure") == 2
    assert words(page).count("read from another sheet of the table") == 1
    assert page.content.decode().count("sheet-row--other_sheet") == 1
    assert "not by the rules" not in words(page), "the hand is a good one"
    record(client, reading)
    assert match_at(running, 2).hand_count == 2


def test_a_paper_moves_to_another_table_with_all_its_pictures(
    client: Client, running: Event
) -> None:
    sheet = blank(running)
    data = [photograph(sheet, place(1, 2), hand(), dark=dark) for dark in (0.8, 0.7)]
    reading = handed_in(client, running, *data)
    assert reading.sheets.count() == 2
    keys = [running.club.slug, running.pk, reading.pk]
    sent = {"sheet": reading.sheets.earliest("pk").pk, "match": match_at(running, 1).pk}
    page = client.post(reverse("event-sheets-place", args=keys), sent, follow=True)
    assert words(page).count("Blank sheet: round 1, table 1") == 1
    assert "Blank sheet: round 1, table 2" not in words(page)
    record(client, reading)
    assert (match_at(running, 1).hand_count, match_at(running, 2).hand_count) == (1, 0)


def test_what_is_marked_otherwise_on_a_copy_of_a_blank_sheet_is_not_lost(
    client: Client, running: Event
) -> None:
    sheet = blank(running)
    data = [
        photograph(sheet, place(1, 2), hand(), hand(bidder=2)),
        photograph(sheet, place(1, 2), hand(), hand(bidder=3), hand()),
    ]
    page = look(client, handed_in(client, running, *data))
    assert page.content.decode().count("sheet-row--sure") == 2
    assert words(page).count("read from another sheet of the table") == 2


def test_in_a_finished_event_no_blank_sheet_is_placed(
    client: Client, running: Event, owner: User
) -> None:
    reading = handed_in(client, running, photograph(blank(running), {}, hand()))
    event_finish(event=running, by=owner, unfinished=True)
    refused = chosen(client, reading, match_at(running, 2).pk)
    assert refused.status_code == 409
    assert "Open it again to change anything" in words(refused)
    assert "Assign it" not in words(refused)
    assert problems_of(reading) == [SheetProblem.NO_PLACE]


def test_where_several_games_are_played_the_game_is_marked(
    client: Client, make_event: EventMaker
) -> None:
    event = make_event(games_per_meeting=3)
    drawn_and_begun(event)
    sheet = blank(event)
    first = handed_in(client, event, photograph(sheet, place(1, 1), hand()))
    assert problems_of(first) == [SheetProblem.NO_PLACE]
    record(client, handed_in(client, event, photograph(sheet, place(1, 1, 2), hand())))
    assert match_of(event, 1, 1, 2).hand_count == 1


def test_each_size_of_table_has_a_blank_sheet(client: Client, make_evening: EveningMaker) -> None:
    event = make_evening(17, **PANDOEREN)
    drawn_and_begun(event)
    sheets = {len(blank(event, n).names): blank(event, n) for n in range(2)}
    assert sheets.keys() == {4, 5}
    four, five = (
        next(
            match
            for table in range(1, 5)
            if (match := match_at(event, table)).seats.count() == count
        )
        for count in (4, 5)
    )
    table = five.game_of.table.number
    wrong = handed_in(client, event, photograph(sheets[4], place(1, table), {"bidder": ["none"]}))
    assert problems_of(wrong) == [SheetProblem.OTHER_SIZE]
    offered = [
        match.pk for match in [four, five] if f'value="{match.pk}"' in page_of(client, wrong)
    ]
    assert offered == [four.pk]
    row = by_players(five, 1, bidder=1, holder=3)
    record(client, handed_in(client, event, photograph(sheets[5], place(1, table), row)))
    five.refresh_from_db()
    assert five.hand_count == 1


def test_a_blank_sheet_of_another_event_says_so(
    client: Client, running: Event, make_event: EventMaker
) -> None:
    other = make_event(name="Another night")
    drawn_and_begun(other)
    reading = handed_in(client, other, photograph(blank(running), place(1, 1), hand()))
    assert problems_of(reading) == [SheetProblem.OTHER_EVENT]


def test_who_may_not_record_places_no_sheet(
    client: Client, client_for: ClientFor, viewer: User, stranger: User, running: Event
) -> None:
    reading = handed_in(client, running, photograph(blank(running), {}, hand()))
    match = match_at(running).pk
    assert chosen(client_for(viewer), reading, match).status_code == 403
    assert chosen(client_for(stranger), reading, match).status_code == 404
    assert problems_of(reading) == [SheetProblem.NO_PLACE]


def test_a_program_says_which_match_a_blank_sheet_is_of(
    client: Client, api_for: Callable[[User], APIClient], owner: User, running: Event
) -> None:
    reading = handed_in(client, running, photograph(blank(running), place(1, 38), hand()))
    keys = [running.club.slug, running.pk, reading.pk]
    api = api_for(owner)
    (sheet,) = api.get(reverse("api-sheets-detail", args=keys)).json()["blanks"]
    assert (sheet["code"], sheet["table"], sheet["match"]) == ("wrong_place", 38, None)
    said = {"sheet": sheet["sheet"], "match": match_at(running, 2).pk}
    answer = api.post(reverse("api-sheets-place", args=keys), said, format="json")
    assert answer.status_code == 200, answer.content
    (placed,) = answer.json()["blanks"]
    assert (placed["code"], placed["table"], placed["match"]) == ("", 2, said["match"])
    assert answer.json()["tables"][0]["rows"][0]["standing"] == "sure"
