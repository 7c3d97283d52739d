"""Printed matter of an event: short things at once, long ones as documents in the background."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from clubs.models import User
from jobs.kinds import KINDS
from jobs.models import Job, JobState
from jobs.services import job_make, job_order
from jobs.tasks import job_make as job_make_task
from paper.documents.registry import document_make, print_named, prints
from paper.documents.rows import PRINT, PrintOptions
from paper.documents.subjects import EVENT, SUBJECTS
from press.base import Paper
from scoring.models import Match
from tests.html_forms import form_sent
from tests.jobs.kinds import job_kind
from tests.prints.printing import print_now
from tests.tournaments.conftest import NAMES, EventMaker, begin_next, match_of
from tests.tournaments.pages import Pages, messages_of, words
from tournaments.events.models import Event
from tournaments.events.services.rounds import rounds_plan

SHEETS, BLANK, CARDS = "sheets", "blank-sheet", "scorecards"
FILE, ORDER, LIST = "event-print", "event-print-order", "event-prints"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    """Files of this test alone."""
    settings.JOB_ROOT = tmp_path / "documents"
    return tmp_path / "documents"


@pytest.fixture
def shown(running: Event, pages_of: Callable[[Event], Pages]) -> Pages:
    """The pages of the event whose first round is on."""
    return pages_of(running)


def read(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


def text_of(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in read(content).pages).split())


# --- the list


def test_the_list_says_what_is_still_missing_and_offers_the_rest(
    pages: Pages, running: Event, bid: Callable[..., Match]
) -> None:
    shown = pages.get(LIST)
    assert "Scorecards" in words(shown)
    assert "once a hand has been recorded" in words(shown)
    assert pages.url(ORDER, CARDS) not in shown.text
    assert pages.url(ORDER, SHEETS) in shown.text
    bid(match_of(running, 1, 1), 0)
    assert pages.url(ORDER, CARDS) in pages.get(LIST).text


def test_before_the_draw_the_blank_sheet_can_be_printed_and_the_others_wait(pages: Pages) -> None:
    shown = pages.get(LIST)
    assert "once the rounds are drawn" in words(shown)
    assert pages.url(ORDER, SHEETS) not in shown.text
    assert pages.url(ORDER, BLANK) in shown.text


def test_paper_and_language_are_asked_for_once_and_hold_for_what_is_printed(shown: Pages) -> None:
    listed = shown.client.get(shown.url(LIST))
    page = listed.content.decode()
    assert page.count('<select name="paper"') == page.count('<select name="language"') == 1
    assert 'name="sheets-round"' in page
    sent = form_sent(listed, shown.url(ORDER, SHEETS))
    chosen = {"paper": "letter", "language": "nl", "sheets-large": "on"}
    answer = shown.client.post(shown.url(ORDER, SHEETS), sent | chosen, follow=True)
    sheet = read(answer.content).pages[0]
    assert tuple(map(float, sheet.mediabox.upper_right)) == Paper.LETTER.value
    assert "Scoreformulier" in text_of(answer.content)
    (address, _status) = answer.redirect_chain[0]
    assert "large=on" in address
    assert "slips" not in address


def test_the_list_offers_the_current_round_first(shown: Pages) -> None:
    assert '<option value="1" selected>Round 1</option>' in shown.get(LIST).text


@pytest.mark.parametrize(("name", "method"), [(FILE, "get"), (ORDER, "post")])
@pytest.mark.parametrize("query", [{"what": "nonsense"}, {"round": "77"}, {"paper": "a0"}])
def test_what_cannot_be_asked_for_is_not_found_and_not_ordered(
    name: str, method: str, query: dict[str, str], shown: Pages
) -> None:
    what = query.get("what", SHEETS)
    answer = getattr(shown.client, method)(shown.url(name, what), {"paper": "a4"} | query)
    is_page = method == "post" and "what" not in query
    assert answer.status_code == (422 if is_page else 404)
    if is_page:
        assert "is not one of the available choices" in words(answer)
    assert not Job.objects.exists()


def test_a_wrong_option_is_named_beside_it_and_nothing_that_was_typed_is_lost(
    shown: Pages,
) -> None:
    sent = {"paper": "letter", "language": "nl", "slips-site": "http://192.168.1.20:8000"}
    sent |= {"blank-marking-sheet-copies": "999", "table-cards-site": "no address"}
    answer = shown.client.post(shown.url(ORDER, "blank-marking-sheet"), sent)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Not printed yet How many: Ensure this value is less than or equal to 60." in words(
        answer
    )
    assert "Enter a valid URL." in words(answer), "of another row that was filled in wrongly"
    for typed in ("999", "no address", "http://192.168.1.20:8000"):
        assert f'value="{typed}"' in page
    assert '<option value="letter" selected>' in page
    assert '<option value="nl" selected>' in page


# --- sheets


def test_sheets_are_those_of_the_round_that_is_chosen(shown: Pages, running: Event) -> None:
    answer = shown.post(ORDER, SHEETS, round=1, paper="a4")
    assert answer["Content-Type"] == "application/pdf"
    assert "Score sheets Night, round 1.pdf" in answer["Content-Disposition"]
    assert len(read(answer.content).pages) == 2
    for table in (1, 2):
        match = match_of(running, 1, table)
        assert all(seat.name in text_of(answer.content) for seat in match.seats.all())
        assert match.seats.get(number=match.first_dealer).name in text_of(answer.content)


def test_a_sheet_bears_the_date_of_the_evening_not_of_the_day_it_was_set_up(
    shown: Pages, running: Event
) -> None:
    for number in (1, 2):
        Event.objects.update(date="2031-05-17")
        assert "17 May 2031" in text_of(shown.get(FILE, SHEETS, round=number).content)


def test_sheets_of_rounds_not_yet_begun_have_the_names_and_a_line_for_who_shakes(
    shown: Pages,
) -> None:
    text = text_of(shown.get(FILE, SHEETS, round=2).content)
    assert all(name in text for name in ("Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal"))
    assert "round 2, table 1" in text
    assert "First shaker 1 2" not in text


def test_sheets_of_all_rounds_are_one_file_of_a_page_for_each_game(shown: Pages) -> None:
    pages = [page.extract_text() for page in read(shown.get(FILE, SHEETS).content).pages]
    assert len(pages) == 6
    places = [f"round {number}, table {table}" for number in (1, 2, 3) for table in (1, 2)]
    assert [place in page for place, page in zip(places, pages, strict=True)] == [True] * 6


def test_sheets_may_leave_the_names_to_those_who_sit_down(shown: Pages) -> None:
    text = text_of(shown.get(FILE, SHEETS, blank="on").content)
    assert "round 1, table 2" in text
    assert not any(name in text for name in ("Ada", "Ben", "Cleo", "Dan"))
    assert "Seat A" in text


def test_a_blank_sheet_names_nobody_and_has_lines_for_round_and_table(shown: Pages) -> None:
    text = text_of(shown.get(FILE, BLANK).content)
    assert "Ada" not in text
    assert "Round Table Date" in text
    assert "7 marks" in text


@pytest.mark.parametrize("game", ["pandoeren", "dummy_spades"])
def test_single_players_have_sheets_of_planned_and_of_begun_rounds(
    game: str, make_evening: Callable[..., Event], pages_of: Callable[[Event], Pages]
) -> None:
    event = make_evening(12, game)
    rounds_plan(event=event)
    begin_next(event)
    pages = pages_of(event)
    tables = 3 if game == "pandoeren" else 4
    for number in (1, 2):
        content = pages.get(FILE, SHEETS, round=number).content
        sheets = " ".join(page.extract_text() for page in read(content).pages)
        assert len(re.findall(f"round {number}, table \\d", sheets)) == tables
        assert all(name in text_of(content) for name in NAMES[:12])
    assert "Ada" not in text_of(pages.get(FILE, BLANK).content)


def test_large_sheets_and_other_paper_are_asked_for_in_the_address(shown: Pages) -> None:
    plain = read(shown.get(FILE, SHEETS).content).pages[0].mediabox
    letter = read(shown.get(FILE, SHEETS, paper="letter").content).pages[0].mediabox
    assert (round(plain.width), round(letter.width)) == (595, 612)
    large = shown.get(FILE, SHEETS, large="on").content
    assert large != shown.get(FILE, SHEETS).content


def test_sheets_before_the_draw_are_refused_kindly(pages: Pages) -> None:
    answer = pages.client.get(pages.url(FILE, SHEETS), follow=True)
    assert messages_of(answer) == ["There is nothing to print yet: Empty score sheets."]


# --- all scorecards


@pytest.fixture
def long(
    make_event: EventMaker, bid: Callable[..., Match], pages_of: Callable[..., Pages]
) -> Pages:
    """The pages of an evening with a hand at each of five tables in two rounds."""
    event = make_event(pairs=10)
    rounds_plan(event=event)
    for number in (1, 2):
        begin_next(event)
        for table in range(1, 6):
            bid(match_of(event, number, table), 0)
    return pages_of(event)


def ordered(pages: Pages) -> tuple[Any, Job]:
    return pages.post(ORDER, CARDS, paper="a4"), Job.objects.get()


def test_a_few_scorecards_are_printed_at_once(
    shown: Pages, running: Event, win: Callable[..., Match], bid: Callable[..., Match]
) -> None:
    win(match_of(running, 1, 1), 0, loser_marks=2)
    bid(match_of(running, 1, 2), 1)
    answer = shown.post(ORDER, CARDS, paper="a4")
    assert not Job.objects.exists()
    assert "Scorecards Night.pdf" in answer["Content-Disposition"]
    assert len(read(answer.content).pages) == 1, "two cards share a page"
    names = {seat.name for table in (1, 2) for seat in match_of(running, 1, table).seats.all()}
    assert all(name in text_of(answer.content) for name in names)


@pytest.mark.django_db(transaction=True)
def test_many_are_ordered_made_and_fetched_under_an_address_that_stays(long: Pages) -> None:
    answer, document = ordered(long)
    assert answer.request["PATH_INFO"] == document_address(document)
    assert "Scorecards: Night" in words(answer)
    assert "ready" in words(answer)
    assert (document.state, document.done, document.total) == (JobState.DONE, 10, 10)
    fetched: Any = long.client.get(f"{job_address(document)}file/")
    content = b"".join(fetched.streaming_content)
    assert len(read(content).pages) == 4, "three cards share a page"
    assert all(name in text_of(content) for name in NAMES)


def document_address(document: Job) -> str:
    return f"/c/{document.club.slug}/documents/{document.pk}/"


def job_address(document: Job) -> str:
    return f"/jobs/{document.pk}/"


def test_a_few_matches_of_many_hands_are_long(
    shown: Pages, running: Event, bid: Callable[..., Match]
) -> None:
    match = match_of(running, 1, 1)
    for number in range(12):
        bid(match, number % 2, made=number % 3 > 0)
    assert shown.client.get(shown.url(FILE, "hand-records"), {"play": "on"}).status_code == 200
    other = match_of(running, 1, 2)
    for number in range(13):
        bid(other, number % 2)
    answer = shown.client.get(shown.url(FILE, "hand-records"), {"play": "on"}, follow=True)
    assert "made in the background" in messages_of(answer)[0]
    assert len(read(shown.get(FILE, "hand-records").content).pages) == 1


def test_what_is_long_is_not_made_while_a_page_waits(long: Pages) -> None:
    answer = long.client.get(long.url(FILE, CARDS), follow=True)
    assert "made in the background" in messages_of(answer)[0]
    assert answer.request["PATH_INFO"] == long.url(LIST)


def test_matches_nobody_has_begun_are_left_out(
    shown: Pages, running: Event, bid: Callable[..., Match]
) -> None:
    bid(match_of(running, 1, 2), 0)
    assert len(read(shown.get(FILE, CARDS).content).pages) == 1


def test_without_a_hand_there_is_nothing_to_order(shown: Pages) -> None:
    answer = shown.post(ORDER, CARDS, paper="a4")
    assert messages_of(answer) == ["There is nothing to print yet: Scorecards."]
    assert not Job.objects.exists()


def test_an_order_keeps_what_was_chosen(long: Pages) -> None:
    _answer, document = ordered(long)
    assert document.parameters == {
        "about": "event",
        "of": long.event.pk,
        "print": CARDS,
        "paper": "a4",
        "hand": None,
        "season": None,
        "since": None,
        "until": None,
        "round": None,
        "blank": False,
        "large": False,
        "play": False,
        "poster": False,
        "site": "http://testserver",
        "copies": None,
        "papers": [],
        "two_sided": False,
    }


def test_a_scorer_may_order_and_change_only_his_own(
    long: Pages, scorer: User, viewer: User, client_for: Callable[[User], Any]
) -> None:
    scorer_pages = Pages(client_for(scorer), long.event)
    _answer, document = ordered(scorer_pages)
    at = job_address(document)
    assert client_for(viewer).post(f"{at}cancel/").status_code == 403
    assert "cancelled" in words(scorer_pages.client.post(f"{at}cancel/", follow=True))
    assert "waiting for the worker" in words(scorer_pages.client.post(f"{at}retry/", follow=True))


def test_progress_is_shown_while_it_is_made(long: Pages) -> None:
    _answer, document = ordered(long)
    seen = []

    def watched(document: Job, file: Any, progress: Any) -> Any:
        def tell(done: int, total: int) -> None:
            progress(done, total)
            seen.append(words(long.client.get(document_address(document))))

        return document_make(document, file, tell)

    with job_kind(watched, PRINT):
        job_make(job_id=document.pk)
    assert len(seen) == 11
    assert all("Being made" in page for page in seen)
    assert [f"{done} / 10" in page for done, page in enumerate(seen)] == [True] * 11


def test_a_print_that_is_cancelled_midway_stops_there_and_leaves_no_file(
    long: Pages, folder: Path
) -> None:
    _answer, document = ordered(long)
    rounds_done: list[int] = []

    def watched(document: Job, file: Any, progress: Any) -> Any:
        def tell(done: int, total: int) -> None:
            rounds_done.append(done)
            if done == 4:
                long.client.post(f"{job_address(document)}cancel/")
            progress(done, total)

        return document_make(document, file, tell)

    with job_kind(watched, PRINT):
        job_make(job_id=document.pk)
    document.refresh_from_db()
    assert (document.state, rounds_done) == (JobState.CANCELLED, [0, 1, 2, 3, 4])
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("setting", "most", "words_of_it"),
    [
        ("PRINT_PAGES", 59, "It has more than 59 pages. Print a part of it at a time."),
        ("PRINT_SECONDS", 0, "It took longer than 0 seconds and was stopped."),
    ],
)
def test_a_print_that_exceeds_what_the_site_allows_says_which_limit_and_leaves_no_file(
    setting: str, most: int, words_of_it: str, shown: Pages, folder: Path, settings: Any
) -> None:
    sent = {"paper": "a4", "blank-marking-sheet-copies": 60}
    shown.client.post(shown.url(ORDER, "blank-marking-sheet"), sent)
    document = Job.objects.get()
    setattr(settings, setting, most)
    job_make_task(str(document.pk))
    assert words_of_it in words(shown.client.get(document_address(document)))
    assert list(folder.iterdir()) == []


def test_the_memory_of_a_print_is_what_the_site_sets(settings: Any) -> None:
    settings.PRINT_MEMORY = 7
    budget = KINDS[PRINT].budget()
    assert budget is not None
    assert budget.memory == 7 * 2**20


def test_a_short_print_that_turns_out_too_long_leads_back_and_says_so(
    shown: Pages, settings: Any
) -> None:
    settings.PRINT_PAGES = 1
    answer = shown.client.get(shown.url(FILE, SHEETS), {"paper": "a4"}, follow=True)
    assert "It has more than 1 pages." in words(answer)


def test_a_failure_is_shown_and_the_document_can_be_made_again(long: Pages, folder: Path) -> None:
    _answer, document = ordered(long)
    Job.objects.update(parameters=document.parameters | {"paper": "a0"})
    job_make_task(str(document.pk))
    at = document_address(document)
    assert "It could not be made: KeyError" in words(long.client.get(at))
    assert "Make it again" in words(long.client.get(at))
    Job.objects.update(parameters=document.parameters)
    long.client.post(f"{job_address(document)}retry/")
    job_make_task(str(document.pk))
    assert "ready" in words(long.client.get(at))
    assert [path.name for path in folder.iterdir()] == [f"{document.pk}.pdf"]


def test_a_document_of_an_event_that_is_gone_says_so(long: Pages) -> None:
    _answer, document = ordered(long)
    Job.objects.update(parameters=document.parameters | {"of": 0})
    job_make_task(str(document.pk))
    assert "The event no longer exists." in words(long.client.get(document_address(document)))


def test_an_event_of_a_neighbour_is_never_printed(
    long: Pages, stranger: User, client_for: Callable[[User], Any]
) -> None:
    club = stranger.memberships.get().club
    theirs = job_order(
        club=club,
        kind=PRINT,
        title="ours",
        parameters={"about": "event", "of": long.event.pk, "print": CARDS}
        | PrintOptions(Paper.A4).to_parameters(),
        requested_by=stranger,
    )
    job_make_task(str(theirs.pk))
    theirs.refresh_from_db()
    assert (theirs.state, theirs.error) == (JobState.FAILED, "The event no longer exists.")


def test_a_sheet_says_what_is_played_to(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(pairs=2, rules={"preset": "points"})
    pages = pages_of(event)
    pages.post("event-plan")
    assert "Game to 250 points" in text_of(pages.get(FILE, SHEETS).content)


# --- the registry


def test_every_row_has_a_key_of_its_own() -> None:
    keys = [(row.about.key, row.key) for row in prints()]
    assert {about for about, _key in keys} == {*SUBJECTS}
    assert len(set(keys)) == len(keys)


# --- where codes lead


def test_codes_lead_where_the_site_is_reached_unless_another_address_is_put_in(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    assert 'value="http://testserver"' in pages.get(LIST).text
    answer = pages.client.post(
        pages.url(ORDER, "table-cards"), {"paper": "a4", "site": "http://192.168.1.20:8000/"}
    )
    there = pages.client.get(answer["Location"])
    cards = pages.client.get(pages.url(FILE, "table-cards"))
    row = print_named(EVENT, "table-cards")
    assert row is not None
    for content, site in ((there, "http://192.168.1.20:8000"), (cards, "http://testserver")):
        expected = print_now(of=running, row=row, options=PrintOptions(Paper.A4, site=site))[1]
        assert content.content == expected


def test_an_address_that_is_none_is_told(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    answer = pages.client.post(pages.url(ORDER, "slips"), {"paper": "a4", "site": "not an address"})
    assert answer.status_code == 422
    assert "Enter a valid URL." in words(answer)
    assert 'value="not an address"' in answer.content.decode()


def test_the_list_says_that_phones_do_not_reach_this_computer_by_its_own_name(
    running: Event, pages_of: Callable[[Event], Pages], settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "testserver"]
    pages = pages_of(running)
    warning = "Phones cannot reach this address"
    address = pages.url(LIST)
    assert warning in pages.client.get(address, headers={"host": "127.0.0.1:8000"}).content.decode()
    assert warning not in pages.client.get(address).content.decode()
