"""Round slips for marking: from the printed page to results on record."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from clubs.models import User
from games import PRESENTERS
from games.base import SideLabel
from press.base import Paper
from press.bubbles import PIECES
from prints.marking_slips import MarkingSlips, marking_slips_printout
from prints.rows import PrintOptions
from rules import GAMES
from scans.models import ReadRow, SheetProblem, SheetReading
from scoring.forms import ResultForm
from scoring.models import Ended, EnteredResult, Match
from scoring.result_marks import _LETTERS, ResultMarks
from scoring.running_score import FinalTotals, match_result
from scoring.services.results import result_state, result_withdraw
from tests.meanwhile import just_before
from tests.scans.conftest import DOTS, Row, digits, jpeg, slip_page, total
from tests.scans.test_pages import handed_in, match_at, page_of, problems_of, record
from tests.tournaments.conftest import EveningMaker, EventMaker, begin_next, match_of
from tests.tournaments.pages import words
from tests.tournaments.taking_turns import PANDOEREN
from tournaments.models import Event
from tournaments.services.events import event_finish
from tournaments.services.rounds import rounds_plan

pytestmark = pytest.mark.usefixtures("held")

ClientFor = Callable[[User], Client]


@pytest.fixture
def client(client_for: ClientFor, owner: User) -> Client:
    return client_for(owner)


def row(*totals: int, hands: int | None = None, **more: list[str]) -> Row:
    marks: dict[str, Any] = dict(more)
    for side, number in enumerate(totals):
        marks |= total(side, number)
    return marks | (digits("hands", hands) if hands is not None else {})


def read(client: Client, event: Event, *rows: Row, slip: int = 0, **more: Any) -> SheetReading:
    """Hand in the page with a slip of a table that has these rows."""
    page = slip_page(event, {slip: dict(enumerate(rows))}, **more)
    return handed_in(client, event, jpeg(page))


def result(event: Event, table: int = 1, game: int = 1) -> FinalTotals | None:
    return match_result(match_of(event, 1, table, game))


def begun(event: Event) -> Event:
    rounds_plan(event=event)
    begin_next(event)
    return event


def test_a_photographed_slip_is_on_record_after_one_look(client: Client, running: Event) -> None:
    reading = read(client, running, row(7, 4, hands=11))
    page = page_of(client, reading)
    assert page.count("sheet-row--sure") == 1
    assert "1 result is clear and can be recorded." in words(look(client, reading))
    assert result(running) is None
    record(client, reading)
    assert result(running) == FinalTotals((7, 4), 11)
    assert page_of(client, reading).count("sheet-row--on_record") == 1


def look(client: Client, reading: SheetReading) -> Any:
    keys = [reading.event.club.slug, reading.event.pk, reading.pk]
    return client.get(reverse("event-sheets-look", args=keys))


def test_all_slips_of_a_page_are_read_before_it_is_cut(client: Client, running: Event) -> None:
    rows = {0: {0: row(7, 4)}, 1: {0: row(13, 2, ended=["more"])}}
    reading = handed_in(client, running, jpeg(slip_page(running, rows)))
    record(client, reading)
    assert (result(running, 1), result(running, 2)) == (FinalTotals((7, 4)), FinalTotals((13, 2)))
    assert match_at(running, 2).entered_results.get().ended == Ended.MORE


def test_a_slip_that_was_cut_out_is_read_upside_down(client: Client, running: Event) -> None:
    page = slip_page(running, {0: {0: row(3, 7)}})
    cut = np.rot90(page[50 : 50 + 99 * DOTS, 50:-50], 2)
    table = np.pad(cut, 60, constant_values=80)
    record(client, handed_in(client, running, jpeg(np.ascontiguousarray(table))))
    assert result(running) == FinalTotals((3, 7))


def test_reading_a_slip_twice_records_nothing_twice(client: Client, running: Event) -> None:
    reading = read(client, running, row(7, 4))
    record(client, reading)
    record(client, reading)
    record(client, read(client, running, row(7, 4), dark=0.7))
    assert EnteredResult.objects.count() == 1


@pytest.mark.parametrize("is_other_person", [False, True])
def test_two_presses_at_once_record_a_result_once(
    client: Client, client_for: ClientFor, scorer: User, running: Event, is_other_person: bool
) -> None:
    reading = read(client, running, row(7, 4))
    other = client_for(scorer) if is_other_person else client
    with just_before('UPDATE "scoring_match"', lambda: record(other, reading)):
        record(client, reading)
    assert result(running) == FinalTotals((7, 4))
    assert EnteredResult.objects.count() == 1


def test_another_result_that_somebody_entered_meanwhile_stays(
    client: Client, running: Event, owner: User
) -> None:
    reading = read(client, running, row(7, 4))
    match = match_at(running)
    result_state(match_id=match.pk, totals=(7, 5), author=owner)
    page = look(client, reading)
    assert page.content.decode().count("sheet-row--different") == 1
    assert "On the sheet: Ada & Ben: 7, Gus & Hal: 4" in words(page)
    record(client, reading)
    assert result(running) == FinalTotals((7, 5))


def test_a_result_that_was_taken_back_can_be_recorded_from_its_slip_again(
    client: Client, running: Event, owner: User
) -> None:
    reading = read(client, running, row(7, 4))
    record(client, reading)
    result_withdraw(match_id=match_at(running).pk, author=owner)
    assert page_of(client, reading).count("sheet-row--sure") == 1
    record(client, reading)
    assert result(running) == FinalTotals((7, 4))


def test_a_row_struck_out_is_followed_by_the_next(client: Client, running: Event) -> None:
    reading = read(client, running, {**row(7, 5), "cancel": ["cancel"]}, row(7, 6))
    assert page_of(client, reading).count("sheet-row--cancelled") == 1
    record(client, reading)
    assert result(running) == FinalTotals((7, 6))


def test_a_second_row_without_a_struck_out_one_is_refused(client: Client, running: Event) -> None:
    reading = read(client, running, row(7, 5), row(7, 6))
    page = look(client, reading)
    assert page.content.decode().count("sheet-row--refused") == 1
    assert "strike out the wrong ones" in words(page)


@pytest.mark.parametrize(
    ("marks", "why"),
    [
        (row(7), "This total is missing."),
        (row(5, 3), "Was time called, or did they stop?"),
        (row(7, 3, hands=1), "takes 2 hands at least"),
        ({**row(7, 3), "hands_10": ["1"]}, "Enter a whole number."),
    ],
)
def test_a_row_that_the_service_refuses_says_why(
    client: Client, running: Event, marks: Row, why: str
) -> None:
    reading = read(client, running, marks)
    page = look(client, reading)
    assert page.content.decode().count("sheet-row--refused") == 1
    assert why in words(page)
    record(client, reading)
    assert result(running) is None


def test_a_game_that_time_ended_says_so_in_a_bubble(client: Client, running: Event) -> None:
    record(client, read(client, running, row(5, 3, ended=["time"])))
    assert match_at(running).entered_results.get().ended == Ended.TIME


def test_a_pale_digit_is_left_open(client: Client, running: Event) -> None:
    page = slip_page(running, {0: {0: row(7, 4)}})
    pale = slip_page(running, {0: {0: {**row(7), **total(1, 4)}}}, dark=0.1)
    half = page.shape[1] * 55 // 100
    page[:, half:] = pale[:, half:]
    reading = handed_in(client, running, jpeg(page))
    shown = look(client, reading)
    assert shown.content.decode().count("sheet-row--unsure") == 1
    assert "Unclear: B & D." in words(shown)
    record(client, reading)
    assert result(running) is None


def test_totals_over_recorded_hands_are_left_to_be_typed(
    client: Client, running: Event, bid: Callable[..., Match]
) -> None:
    bid(match_at(running), 0)
    reading = read(client, running, row(7, 4))
    assert "Hands are recorded here" in words(look(client, reading))
    record(client, reading)
    assert result(running) is None


def test_a_slip_agrees_with_a_match_that_its_hands_ended(
    client: Client, running: Event, win: Callable[..., Match]
) -> None:
    match = win(match_at(running), 0)
    assert match.is_over
    first, second = match.totals
    assert page_of(client, read(client, running, row(first, second))).count("on_record") == 1
    assert page_of(client, read(client, running, row(first, second + 1))).count("different") == 1


def test_the_games_of_a_series_have_a_row_each(client: Client, make_event: EventMaker) -> None:
    event = begun(make_event(games_per_meeting=3))
    reading = read(
        client, event, row(7, 4), {**row(1, 7), "cancel": ["cancel"]}, row(2, 7), row(7, 0)
    )
    assert "Game 3" in words(look(client, reading))
    record(client, reading)
    assert [result(event, game=game) for game in (1, 2, 3)] == [
        FinalTotals((7, 4)),
        FinalTotals((2, 7)),
        FinalTotals((7, 0)),
    ]


def test_sets_are_marked_where_the_stakes_pay_for_them(
    client: Client, make_event: EventMaker
) -> None:
    event = begun(make_event(stakes={"currency": "USD", "per_set": "0.50"}))
    sets = digits("set0", 1) | digits("set1", 3)
    record(client, read(client, event, {**row(7, 4, hands=9), **sets}))
    assert result(event) == FinalTotals((7, 4), 9, (1, 3))


def test_every_player_of_pandoeren_has_a_total_that_may_be_below_zero(
    client: Client, make_evening: EveningMaker
) -> None:
    event = begun(make_evening(16, rules={"hands": 16}))
    record(client, read(client, event, row(-12, 7, 0, 25, hands=16), slip=1))
    entered = EnteredResult.objects.get()
    assert (entered.totals, entered.hands) == ([-12, 7, 0, 25], 16)


def test_a_table_of_five_has_five_totals(client: Client, make_evening: EveningMaker) -> None:
    event = begun(make_evening(17, **PANDOEREN))
    match = next(
        match
        for match in Match.objects.filter(game_of__table__round__event=event)
        if match.seats.count() == 5
    )
    slip = [slip.code.table for slip in slips_of(event).slips].index(match.game_of.table.number)
    record(client, read(client, event, row(3, -4, 0, 9, -1, hands=5), slip=slip))
    assert match_result(Match.objects.get(pk=match.pk)) == FinalTotals((3, -4, 0, 9, -1), 5)


def test_spades_have_hundreds_and_may_be_below_zero(
    client: Client, make_evening: EveningMaker
) -> None:
    event = begun(make_evening(12, game="dummy_spades", rules={}))
    record(client, read(client, event, row(512, -48, 305, hands=9)))
    assert result(event) == FinalTotals((512, -48, 305), 9)


def slips_of(event: Event, paper: Paper = Paper.A4) -> MarkingSlips:
    (document,) = marking_slips_printout(event, PrintOptions(paper, round=1)).documents()
    assert isinstance(document, MarkingSlips)
    return document


@pytest.mark.parametrize("paper", list(Paper))
def test_slips_share_a_page_as_far_as_they_have_room(
    make_event: EventMaker, make_evening: EveningMaker, paper: Paper
) -> None:
    """As few pages as the bubbles allow: a third of one, a half across, a half upright."""
    nights = [
        (make_event(), 0),
        (make_event(games_per_meeting=3), 1),
        (make_event(rules={"preset": "points"}), 1),
        (make_evening(12, game="dummy_spades", rules={}), 1),
        (make_evening(16, rules={"hands": 16}), 2),
        (make_evening(17, **PANDOEREN), 2),
    ]
    for event, place in nights:
        rounds_plan(event=event)
        document = slips_of(event, paper)
        assert (
            document.piece
            == PIECES[document.slips[0].code.size * 0 + "AL"[paper is Paper.LETTER]][place]
        )


@pytest.mark.parametrize(
    ("game", "preset"),
    [(game, preset) for game, laws in GAMES.items() for preset in laws.options.presets],
)
def test_a_slip_has_bubbles_for_all_that_the_form_of_results_asks(game: str, preset: str) -> None:
    options, presenter = GAMES[game].options.resolve({"preset": preset}), PRESENTERS[game]
    names = ("Ada", "Ben", "Cleo", "Dan")[: GAMES[game].seats]
    sides = presenter.sides(names)
    has_sets = GAMES[game].match.start(options).sets is not None
    for sets in {False, has_sets}:
        marks = ResultMarks(game, options, tuple(side.short for side in sides), sets=sets)
        form = ResultForm([SideLabel("", side.players) for side in sides], asks_sets=sets)
        groups = {group.key.partition("_")[0] for line in marks.lines for group in line}
        may_stop = bool(presenter.target(options) or getattr(options, "hands", None))
        assert groups == form.fields.keys() - (set() if may_stop else {"ended"})


def test_the_bubbles_of_how_a_game_ended_are_what_the_service_takes() -> None:
    assert _LETTERS.keys() == set(Ended) - {Ended.AS_THE_RULES_SAY}


def test_a_slip_printed_before_the_rules_changed_says_so(client: Client, running: Event) -> None:
    page = slip_page(running, {0: {0: row(7, 4)}})
    Match.objects.filter(pk=match_at(running).pk).update(rules={"preset": "points"})
    reading = handed_in(client, running, jpeg(page))
    assert set(problems_of(reading)) == {SheetProblem.OLDER, ""}


def test_slips_of_a_round_not_begun_say_so(client: Client, make_event: EventMaker) -> None:
    event = make_event()
    rounds_plan(event=event)
    Event.objects.filter(pk=event.pk).update(state="running")
    event.refresh_from_db()
    reading = read(client, event, row(7, 4))
    assert set(problems_of(reading)) == {SheetProblem.NOT_BEGUN}


def test_the_picture_of_a_row_stays_with_its_result(
    client: Client,
    client_for: ClientFor,
    api_for: Callable[[User], APIClient],
    viewer: User,
    stranger: User,
    running: Event,
) -> None:
    record(client, read(client, running, row(7, 4)))
    read_row = ReadRow.objects.get()
    assert read_row.result == EnteredResult.objects.get()
    address = reverse("event-sheets-row", args=[running.club.slug, running.pk, read_row.pk])
    match = match_at(running)
    page = client_for(viewer).get(reverse("match", args=[running.club.slug, match.pk]))
    assert address in page.content.decode()
    assert client_for(viewer).get(address)["Content-Type"] == "image/jpeg"
    assert client_for(stranger).get(address).status_code == 404
    keys = [running.club.slug, match.pk]
    revisions = api_for(viewer).get(reverse("api-matches-result-revisions", args=keys)).json()
    (href,) = revisions["results"][0]["pictures"]
    assert api_for(viewer).get(href)["Content-Type"] == "image/jpeg"


def test_a_finished_event_takes_no_results(client: Client, running: Event, owner: User) -> None:
    reading = read(client, running, row(7, 4))
    event_finish(event=running, by=owner, unfinished=True)
    page = look(client, reading)
    assert "This event is finished" in words(page)
    keys = [running.club.slug, running.pk, reading.pk]
    assert client.post(reverse("event-sheets-record", args=keys)).status_code == 409
    assert result(running) is None


def test_a_program_reads_slips_and_records_them(
    client: Client, api_for: Callable[[User], APIClient], owner: User, running: Event
) -> None:
    reading = read(client, running, row(7, 4, hands=11))
    api = api_for(owner)
    keys = [running.club.slug, running.pk, reading.pk]
    (slip,) = api.get(reverse("api-sheets-detail", args=keys)).json()["slips"][:1]
    assert (slip["round"], slip["table"]) == (1, 1)
    (state,) = slip["rows"]
    assert (state["standing"], state["game"]) == ("sure", 1)
    assert state["match"] == match_at(running).pk
    answer = api.post(reverse("api-sheets-record", args=keys)).json()
    assert answer == {"hands": 0, "results": 1, "stopped": []}
