"""From a photograph to hands on record, by the pages of an organiser."""

import re
import resource
import sys
import time
import zlib
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags
from PIL import Image
from rest_framework.test import APIClient

from clubs.models import Club, User
from clubs.services.clubs import club_update
from jobs.models import Job, JobState
from jobs.services import job_make
from jobs.work import Work, folder
from paper.documents.sheet_code import SheetCode
from paper.scans.child import BUDGET
from paper.scans.models import ReadRow, SheetProblem, SheetReading
from paper.scans.services import months_before, pictures_clear
from press.bubbles import CODE, CORNER, VERSION, code_place
from scoring.models import HandRevision, Match
from scoring.services.hands import hand_undo
from tests.conftest import ClientFor
from tests.meanwhile import just_before
from tests.scans.conftest import DOTS, Marked, Row, hand, jpeg, picture, sheet_of
from tests.tables import table
from tests.tournaments.conftest import EveningMaker, drawn_and_begun
from tests.tournaments.pages import words
from tests.tournaments.taking_turns import PANDOEREN, names_at, playing
from tournaments.events.models import Event
from tournaments.events.services.events import event_finish

pytestmark = pytest.mark.usefixtures("held")


def handed_in(client: Client, event: Event, *files: bytes) -> SheetReading:
    """Hand in pictures on the page, and let the worker read them."""
    named = [SimpleUploadedFile(f"{n}.jpg", data) for n, data in enumerate(files)]
    address = reverse("event-sheets", args=[event.club.slug, event.pk])
    answer = client.post(address, {"pictures": named})
    assert answer.status_code == 302, answer.content
    reading = SheetReading.objects.latest("job__created_at")
    job_make(job_id=reading.pk)
    reading.refresh_from_db()
    assert reading.job.state == JobState.DONE, reading.job.error
    return reading


def page_of(client: Client, reading: SheetReading) -> str:
    answer = look(client, reading)
    assert answer.status_code == 200
    return str(answer.content.decode())


def look(client: Client, reading: SheetReading) -> Any:
    keys = [reading.event.club.slug, reading.event.pk, reading.pk]
    return client.get(reverse("event-sheets-look", args=keys))


def record(client: Client, reading: SheetReading) -> None:
    event = reading.event
    address = reverse("event-sheets-record", args=[event.club.slug, event.pk, reading.pk])
    assert client.post(address).status_code == 302


def match_at(event: Event, table: int = 1) -> Match:
    return Match.objects.get(
        game_of__table__round__event=event,
        game_of__table__round__number=1,
        game_of__table__number=table,
    )


@pytest.fixture
def client(client_for: ClientFor, owner: User) -> Client:
    return client_for(owner)


def problems_of(reading: SheetReading) -> list[str]:
    return list(reading.sheets.values_list("problem", flat=True))


def test_a_photographed_sheet_is_on_record_after_one_look(
    client: Client, running: Event, marked: Marked
) -> None:
    reading = handed_in(client, running, marked(hand(), hand(bidder=2, bid="1m", result="set")))
    page = page_of(client, reading)
    assert page.count("sheet-row--sure") == 2
    assert match_at(running).hand_count == 0
    record(client, reading)
    match = match_at(running)
    assert match.hand_count == 2
    assert [h.record["auction"][-1] for h in match.hands.order_by("number") if h.record]
    assert match.hands.get(number=1).verdict["bid"] == "31"
    assert match.hands.get(number=2).verdict["outcome"] == "set"


def test_the_same_sheet_read_twice_records_nothing_twice(
    client: Client, running: Event, marked: Marked
) -> None:
    rows = (hand(), hand(bidder=2))
    photograph = marked(*rows)
    first = handed_in(client, running, photograph, marked(*rows, dark=0.7))
    record(client, first)
    record(client, first)
    again = handed_in(client, running, photograph)
    assert page_of(client, again).count("sheet-row--on_record") == 2
    record(client, again)
    assert match_at(running).hand_count == 2
    assert HandRevision.objects.count() == 2
    assert len(set(HandRevision.objects.values_list("key", flat=True))) == 2


def pictures_on(page: Any) -> list[tuple[str, str]]:
    """The alternative text and the address of each picture of a row."""
    text = page.content.decode()
    images = re.findall(r'class="row-picture"[^>]*>\s*<img([^>]*)>', text)
    return [
        (re.findall(r'alt="([^"]*)"', image)[0], re.findall(r'src="([^"]*)"', image)[0])
        for image in images
    ]


def test_the_history_of_a_hand_shows_the_row_that_it_was_read_from(
    client: Client,
    client_for: ClientFor,
    api_for: Callable[[User], APIClient],
    stranger: User,
    viewer: User,
    running: Event,
    marked: Marked,
) -> None:
    record(client, handed_in(client, running, marked(hand(), hand(bidder=2))))
    keys = (running.club.slug, match_at(running).pk, 2)
    page = client_for(viewer).get(reverse("hand", args=keys))
    ((alternative, address),) = pictures_on(page)
    assert alternative == "Row 2 on page 1 of the sheet, from which this hand was read"
    picture_there = client_for(viewer).get(address)
    assert picture_there["Content-Type"] == "image/jpeg"
    row = ReadRow.objects.get(number=2)
    assert row.revision == HandRevision.objects.get(hand__number=2)
    assert picture_there.content == bytes(row.picture or b"")
    assert client_for(stranger).get(address).status_code == 404
    api = api_for(viewer)
    (revision,) = api.get(reverse("api-hands-revisions", args=keys)).json()["results"]
    (href,) = revision["pictures"]
    fetched = api.get(href)
    assert (fetched.content, fetched["Content-Type"]) == (picture_there.content, "image/jpeg")
    assert api_for(stranger).get(href).status_code == 404
    cleared_after(days=400)
    assert "picture has been deleted" in words(client.get(reverse("hand", args=keys)))
    (revision,) = api.get(reverse("api-hands-revisions", args=keys)).json()["results"]
    assert revision["pictures"] == []
    assert api.get(href).status_code == 404


def test_a_hand_that_was_typed_has_no_picture(
    client: Client, running: Event, owner: User, bid: Callable[..., Match]
) -> None:
    match = bid(match_at(running), 0)
    page = client.get(reverse("hand", args=[running.club.slug, match.pk, 1]))
    assert pictures_on(page) == []


def test_a_pale_mark_is_left_open_and_what_follows_waits(
    client: Client, running: Event, marked: Marked
) -> None:
    sheet = sheet_of(running, 1)
    image = picture(sheet, {0: hand(), 2: hand()})
    pale = picture(sheet, {0: hand(), 1: hand(bidder=2), 2: hand()}, dark=0.1)
    top, bottom = (round(sheet.sheet.row_top(row) * DOTS) + 50 for row in (1, 2))
    image[top:bottom] = pale[top:bottom]
    reading = handed_in(client, running, jpeg(image))
    page = page_of(client, reading)
    assert "sheet-row--sure" in page
    assert "sheet-row--unsure" in page
    assert "sheet-row--waiting" in page
    record(client, reading)
    assert match_at(running).hand_count == 1


def test_a_row_that_is_struck_out_is_no_hand_and_one_that_the_rules_refuse_says_why(
    client: Client, running: Event, marked: Marked
) -> None:
    struck, unfinished = {**hand(), "cancel": ["cancel"]}, {"bidder": ["1"], "bid": ["31"]}
    reading = handed_in(client, running, marked(struck, hand(bidder=3), unfinished))
    page = page_of(client, reading)
    assert page.count("sheet-row--refused") == 1
    assert "What was named?" in page
    record(client, reading)
    match = match_at(running)
    assert match.hand_count == 1
    assert match.hands.get().verdict["declarer"] == 3


def marked_with_dealers(night: Event, dealers: list[str], *rows: Row) -> bytes:
    """The sheet of table 1 on which these are marked as dealing first."""
    marks = {-1: {"dealer": dealers}, **dict(enumerate(rows))}
    return jpeg(picture(sheet_of(night, 1), marks))


def test_the_first_dealer_stands_on_the_sheet_and_another_who_is_marked_there_deals(
    client: Client, running: Event
) -> None:
    match, sheet = match_at(running), sheet_of(running, 1)
    assert sheet.dealer == match.first_dealer
    other = (match.first_dealer + 2) % 4
    photograph = marked_with_dealers(running, [str(other)], hand(bidder=other), hand(bidder=other))
    reading = handed_in(client, running, photograph)
    record(client, reading)
    dealers = [hand_.record["dealer"] for hand_ in match.hands.order_by("number") if hand_.record]
    assert dealers == [other, (other + 1) % 4]
    assert page_of(client, reading).count("sheet-row--on_record") == 2


def test_where_it_is_unclear_who_dealt_first_nothing_is_recorded(
    client: Client, running: Event
) -> None:
    reading = handed_in(client, running, marked_with_dealers(running, ["0", "2"], hand(), hand()))
    page = page_of(client, reading)
    assert page.count("sheet-row--waiting") == 2
    assert "It is unclear who dealt first" in page


def test_a_dealer_who_is_not_that_of_the_record_is_a_difference(
    client: Client, running: Event, marked: Marked
) -> None:
    record(client, handed_in(client, running, marked(hand())))
    other = str((match_at(running).first_dealer + 1) % 4)
    reading = handed_in(client, running, marked_with_dealers(running, [other], hand(), hand()))
    page = page_of(client, reading)
    assert (page.count("sheet-row--different"), page.count("sheet-row--sure")) == (1, 0)
    assert "deals this hand" in page


def test_rows_after_the_end_of_a_match_say_so_and_are_not_counted(
    client: Client, running: Event, marked: Marked
) -> None:
    rows = [hand(bidder=2 * (number % 2)) for number in range(9)]
    reading = handed_in(client, running, marked(*rows))
    for state in ("sure", "on_record"):
        page = page_of(client, reading)
        assert (page.count(f"sheet-row--{state}"), page.count("sheet-row--after_end")) == (7, 2)
        record(client, reading)
    assert "0 hands are clear" in words_of(page_of(client, reading))
    assert match_at(running).is_over


def test_a_row_that_differs_from_the_record_is_shown_and_what_follows_waits(
    client: Client, running: Event, marked: Marked
) -> None:
    record(client, handed_in(client, running, marked(hand(), hand(bidder=2, result="set"))))
    reading = handed_in(client, running, marked(hand(), hand(bidder=2), hand(bidder=3)))
    page = page_of(client, reading)
    for state in ("on_record", "different", "waiting"):
        assert page.count(f"sheet-row--{state}") == 1, state
    assert "A row above differs from the record" in page
    record(client, reading)
    assert match_at(running).hand_count == 2
    assert HandRevision.objects.count() == 2


def test_a_bid_of_more_marks_goes_with_the_row_below(
    client: Client, running: Event, marked: Marked
) -> None:
    dealer = match_at(running).next_dealer
    lower, higher = (dealer + 2) % 4, (dealer + 3) % 4
    rows = [
        hand(bidder=higher, bid="more"),
        {"bidder": [str(lower)], "bid": ["2m"], "cancel": ["cancel"]},
        {"bidder": [str(lower)], "bid": ["2m"]},
        hand(bidder=2, bid="1m"),
    ]
    reading = handed_in(client, running, marked(*rows))
    page = page_of(client, reading)
    assert [page.count(f"sheet-row--{kind}") for kind in ("sure", "part", "cancelled")] == [2, 1, 1]
    record(client, reading)
    match = match_at(running)
    first, second = match.hands.order_by("number")
    assert first.record is not None
    assert [call["bid"] for call in first.record["auction"]] == ["pass", "2m", "3m", "pass"]
    assert (first.verdict["bid"], second.verdict["bid"]) == ("3m", "1m")
    revision = HandRevision.objects.get(hand=first)
    assert revision.derived_calls == [0, 3]
    assert ReadRow.objects.filter(revision=revision).count() == 2
    record(client, handed_in(client, running, marked(*rows, dark=0.7)))
    assert HandRevision.objects.count() == 2


@pytest.mark.parametrize("below", [{}, hand(bidder=2, bid="1m")])
def test_a_bid_of_more_marks_without_the_row_below_is_refused_and_what_follows_waits(
    client: Client, running: Event, marked: Marked, below: Row
) -> None:
    reading = handed_in(client, running, marked(hand(bid="more"), below))
    page = page_of(client, reading)
    assert page.count("sheet-row--refused") == 1
    assert "mark that bid and who made it on the next row" in page
    assert page.count("sheet-row--waiting") == bool(below)
    record(client, reading)
    assert match_at(running).hand_count == 0


def test_several_tables_a_large_sheet_and_what_is_no_sheet_are_read_together(
    client: Client, running: Event, marked: Marked
) -> None:
    blank = jpeg(cv2.GaussianBlur(picture(sheet_of(running, 1), {})[:300, :300], (0, 0), 20))
    large = marked(hand(), hand(bidder=2, bid="1m", result="set"), table=2, large=True)
    reading = handed_in(client, running, marked(hand()), blank, b"words", large)
    assert problems_of(reading) == ["", SheetProblem.NO_SHEET, SheetProblem.UNREADABLE, ""]
    record(client, reading)
    assert match_at(running, 1).hand_count == 1
    hands = match_at(running, 2).hands.order_by("number")
    assert [hand_.verdict["bid"] for hand_ in hands] == ["31", "1m"]


def test_the_pages_of_a_scanner_s_pdf_and_tiff_are_read(client: Client, running: Event) -> None:
    leaves = [picture(sheet_of(running, number), {0: hand()}) for number in (1, 2)]
    tiff = cv2.imencodemulti(".tiff", leaves)[1].tobytes()
    pdf = pypdfium2.PdfDocument.new()
    for leaf in leaves:
        image = pypdfium2.PdfImage.new(pdf)
        image.load_jpeg(BytesIO(jpeg(leaf)))
        height, width = (side / DOTS / 25.4 * 72 for side in leaf.shape)
        image.set_matrix(pypdfium2.PdfMatrix().scale(width, height))
        page = pdf.new_page(width, height)
        page.insert_obj(image)
        page.gen_content()
    out = BytesIO()
    pdf.save(out)
    for scanned in (tiff, out.getvalue()):
        reading = handed_in(client, running, scanned)
        assert problems_of(reading) == ["", ""]
        assert ReadRow.objects.filter(sheet__reading=reading).count() == 2


# --- a sentence each, nothing lost


def pdf_of(content: bytes = b"", side: int = 800, pages: int = 1) -> bytes:
    """A PDF whose pages are all the same."""
    packed = zlib.compress(content, 9)
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%b]/Count %d>>" % (b"3 0 R " * pages, pages),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents 4 0 R>>" % (side, side),
        b"<</Length %d/Filter/FlateDecode>>stream\n%b\nendstream" % (len(packed), packed),
    )
    body, places = b"%PDF-1.4\n", list[int]()
    for number, each in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj%bendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 5\n0000000000 65535 f \n"
    trailer = b"trailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(body)
    return body + head + table + trailer


def picture_file(kind: str, *leaves: Image.Image) -> bytes:
    file = BytesIO()
    more = {"save_all": True, "append_images": leaves[1:]} if leaves[1:] else {}
    leaves[0].save(file, kind, compression="tiff_deflate", **more)
    return file.getvalue()


HOSTILE = {
    "a page that saves its state five million times": (pdf_of(b"q " * 5_000_000), "memory"),
    "three thousand blank pages": (pdf_of(pages=3_000), "pages"),
    "a TIFF of more leaves than are read": (
        picture_file("TIFF", *[Image.new("1", (8, 8))] * 301),
        "pages",
    ),
    "a picture of a gigapixel's fifth in a few kilobytes": (
        picture_file("PNG", Image.new("1", (15_000, 15_000))),
        "pixels",
    ),
    "a leaf of as many pixels": (
        picture_file("TIFF", Image.new("1", (8, 8)), Image.new("1", (15_000, 15_000))),
        "pixels",
    ),
}


def test_what_exceeds_its_budget_is_refused_in_words_and_the_other_pictures_are_read(
    client: Client, running: Event, marked: Marked
) -> None:
    files = [file for file, _problem in HOSTILE.values()]
    reading = handed_in(client, running, *files, pdf_of(side=14_400), marked(hand()))
    problems = [problem for _file, problem in HOSTILE.values()]
    assert [problem for problem in problems_of(reading) if problem != "no_sheet"] == [*problems, ""]
    page = page_of(client, reading)
    assert "more than 300 pages" in page
    assert "4.jpg, page 2" in words_of(page)
    assert page.count("sheet-row--sure") == 1
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    assert largest < BUDGET.memory


def words_of(page: str) -> str:
    return " ".join(strip_tags(page).replace("\u2068", "").replace("\u2069", "").split())


def test_a_reading_is_cancelled_in_the_middle_of_a_page(client: Client, running: Event) -> None:
    address = reverse("event-sheets", args=[running.club.slug, running.pk])
    hostile = SimpleUploadedFile("1.pdf", pdf_of(b"q " * 5_000_000))
    client.post(address, {"pictures": [hostile]})
    work = Work(SheetReading.objects.get().pk)

    def cancel() -> None:
        while work.progress is None:
            time.sleep(0.01)
        work.cancel()

    thread = Thread(target=cancel)
    thread.start()
    job_make(job_id=SheetReading.objects.get().pk)
    thread.join()
    reading = SheetReading.objects.get()
    assert (reading.job.state, problems_of(reading)) == (JobState.CANCELLED, [])


def test_blank_backs_of_a_scan_are_left_out_and_problems_have_their_page(
    client: Client, running: Event
) -> None:
    sheet, other = picture(sheet_of(running, 1), {0: hand()}), picture(sheet_of(running, 2), {})
    back = np.full_like(sheet, 235)
    back[:, :9] = 60
    leaves = [sheet, back, other[: other.shape[0] // 2], back]
    reading = handed_in(client, running, cv2.imencodemulti(".tiff", leaves)[1].tobytes())
    assert problems_of(reading) == ["", SheetProblem.CUT_OFF]
    page = words_of(page_of(client, reading))
    assert "2 blank pages were left out." in page
    assert "0.jpg, page 3" in page
    assert "Not all four corners" in page
    assert "table 2" in page


def test_a_scribbled_code_and_squares_that_the_printer_cut_off_are_the_reasons_said(
    client: Client, running: Event
) -> None:
    image = picture(sheet_of(running, 1), {0: hand()})
    # moved up and to the left by 7 mm, by a printer that leaves 5 mm blank
    clipped = np.roll(image, (-7 * DOTS, -7 * DOTS), axis=(0, 1))
    clipped[: 50 + 5 * DOTS] = clipped[:, : 50 + 5 * DOTS] = 255
    left, top = (round(side * DOTS) + 50 for side in code_place(297))
    for at in range(0, round(CODE * DOTS), 12):
        ends = ((left, top + at), (left + round(CODE * DOTS), top + at + 8))
        cv2.line(image, *ends, 20, 7)
    reading = handed_in(client, running, jpeg(image), jpeg(clipped))
    assert problems_of(reading) == [SheetProblem.NO_CODE, SheetProblem.CLIPPED]
    page = page_of(client, reading)
    assert "it is covered, written over or cut off" in page
    assert "by the printer." in page


def test_a_sheet_of_another_event_says_so(
    client: Client, running: Event, marked: Marked, make_event: Callable[..., Event]
) -> None:
    photograph = marked(hand())
    other = make_event(name="Another night")
    Event.objects.filter(pk=other.pk).update(state=running.state)
    reading = handed_in(client, other, photograph)
    assert problems_of(reading) == [SheetProblem.OTHER_EVENT]


def test_a_sheet_of_a_club_that_is_not_theirs_says_so_and_no_more(
    client_for: ClientFor, stranger: User, running: Event, marked: Marked, client: Client
) -> None:
    photograph = marked(hand())
    club = Club.objects.get(name="The neighbours")
    Event.objects.filter(pk=running.pk).update(club=club)
    other = Event.objects.create(
        club=running.club,
        name="Night",
        game="texas42",
        date=running.date,
        created_by=running.created_by,
        state=running.state,
    )
    reading = handed_in(client, other, photograph)
    (sheet,) = reading.sheets.all()
    assert (sheet.problem, sheet.round, sheet.table) == (SheetProblem.OTHER_CLUB, None, None)


def test_a_sheet_of_an_older_layout_says_so(client: Client, running: Event, marked: Marked) -> None:
    photograph = marked(hand())
    Match.objects.filter(pk=match_at(running).pk).update(rules={"preset": "everything"})
    assert problems_of(handed_in(client, running, photograph)) == [SheetProblem.OLDER]


def test_a_sheet_with_a_code_that_has_no_place_here_says_why(
    client: Client, running: Event
) -> None:
    sheet = sheet_of(running, 1)
    changes: list[dict[str, Any]] = [{"round": 2}, {"table": 99}, {"game": 0}]
    codes = [replace(sheet.code, **change) for change in (*changes, {"game": 0, "size": "C"})]
    codes.append(OlderSheetCode(**asdict(sheet.code)))
    sheets = [jpeg(picture(replace(sheet, code=code), {0: hand()})) for code in codes]
    reading = handed_in(client, running, *sheets)
    older = [SheetProblem.OLDER] * 3
    assert problems_of(reading) == [SheetProblem.NOT_BEGUN, SheetProblem.NO_TABLE, *older]
    page = page_of(client, reading)
    for said in ("has not begun yet", "no longer in the draw", "older layout"):
        assert said in page
    assert match_at(running).hand_count == 0


def test_without_the_library_the_page_says_so_and_the_site_works(
    client: Client, running: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    address = reverse("event-sheets", args=[running.club.slug, running.pk])
    answer = client.get(address)
    assert answer.status_code == 200
    assert "make scans" in answer.content.decode()
    assert 'type="file"' not in answer.content.decode()


def test_without_the_library_programs_are_told_so(
    api_for: Callable[[User], APIClient],
    owner: User,
    running: Event,
    marked: Marked,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    address = reverse("api-sheets-list", args=[running.club.slug, running.pk])
    file = SimpleUploadedFile("1.jpg", marked(hand()))
    refusal = api_for(owner).post(address, {"pictures": [file]}, format="multipart")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "no_reader")
    assert not SheetReading.objects.exists()


def test_pictures_that_a_worker_could_not_read_are_still_there_and_read_again(
    client: Client,
    running: Event,
    marked: Marked,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    address = reverse("event-sheets", args=[running.club.slug, running.pk])
    client.post(address, {"pictures": [SimpleUploadedFile("1.jpg", marked(hand()))]})
    reading = SheetReading.objects.get()
    (tmp_path / "cv2.py").write_text("raise ImportError('not installed here')")
    with monkeypatch.context() as without:
        without.setenv("PYTHONPATH", str(tmp_path))
        job_make(job_id=reading.pk)
    assert "The pictures are still here." in page_of(client, reading)
    client.post(reverse("job-retry", args=[reading.pk]))
    job_make(job_id=reading.pk)
    reading = SheetReading.objects.get()
    assert page_of(client, reading).count("sheet-row--sure") == 1


class OlderSheetCode(SheetCode):
    """The code of a sheet of the version before."""

    @property
    def text(self) -> str:
        return super().text.replace(f"AM{VERSION}-", f"AM{VERSION - 1}-", 1)


def test_nothing_chosen_is_said_and_nothing_is_read(client: Client, running: Event) -> None:
    address = reverse("event-sheets", args=[running.club.slug, running.pk])
    answer = client.post(address, {})
    assert answer.status_code == 422
    assert "Choose or take at least one picture." in words(answer)
    assert not SheetReading.objects.exists()


def test_pictures_taken_and_chosen_are_read_together_without_scripts(
    client: Client, running: Event, marked: Marked
) -> None:
    address = reverse("event-sheets", args=[running.club.slug, running.pk])
    taken, chosen = (SimpleUploadedFile(f"{name}.jpg", marked(hand())) for name in ("t", "c"))
    assert client.post(address, {"taken": [taken], "pictures": [chosen]}).status_code == 302
    assert SheetReading.objects.get().files == ["c.jpg", "t.jpg"]


# --- who may


def test_a_neighbour_finds_nothing_and_a_viewer_may_not(
    client_for: ClientFor,
    client: Client,
    stranger: User,
    viewer: User,
    running: Event,
    marked: Marked,
) -> None:
    reading = handed_in(client, running, marked(hand()))
    row = ReadRow.objects.get()
    keys = (running.club.slug, running.pk)
    addresses = [
        ("get", reverse("event-sheets", args=keys)),
        ("get", reverse("event-sheets-look", args=[*keys, reading.pk])),
        ("post", reverse("event-sheets-record", args=[*keys, reading.pk])),
        ("get", reverse("event-sheets-row", args=[*keys, row.pk])),
    ]
    for method, address in addresses:
        assert getattr(client_for(stranger), method)(address).status_code == 404
        refusal = 404 if address.endswith(".jpg") else 403
        assert getattr(client_for(viewer), method)(address).status_code == refusal
    assert match_at(running).hand_count == 0


# --- nothing twice


@pytest.mark.parametrize(("is_other_picture", "is_other_person"), [(False, False), (True, True)])
def test_two_presses_at_once_record_every_hand_once(
    client: Client,
    client_for: ClientFor,
    scorer: User,
    running: Event,
    marked: Marked,
    is_other_picture: bool,
    is_other_person: bool,
) -> None:
    first = handed_in(client, running, marked(hand(), hand(bidder=2)))
    second = first
    if is_other_picture:
        second = handed_in(client, running, marked(hand(), hand(bidder=2), dark=0.7))
    other = client_for(scorer) if is_other_person else client
    # The other press comes once this one has looked what is on record, before its first lock.
    with just_before("SAVEPOINT", lambda: record(other, second)):
        record(client, first)
    assert match_at(running).hand_count == 2
    assert HandRevision.objects.count() == 2
    page = " ".join(page_of(client, first).split())
    assert ("Somebody else recorded hands there in the meantime" in page) is is_other_person


def test_a_hand_that_was_taken_back_can_be_recorded_from_its_sheet_again(
    client: Client, running: Event, owner: User, marked: Marked
) -> None:
    reading = handed_in(client, running, marked(hand(), hand(bidder=2)))
    record(client, reading)
    match = match_at(running)
    hand_undo(match_id=match.pk, author=owner, number=2, revision=1)
    assert page_of(client, reading).count("sheet-row--sure") == 1
    record(client, reading)
    assert match_at(running).hand_count == 2


# --- corners placed by hand


def cut_off(event: Event) -> tuple[bytes, list[tuple[float, float]]]:
    """A picture in which an edge cuts through the lower squares, and the inner corners of all."""
    sheet = sheet_of(event, 1)
    image = picture(sheet, {0: hand(), 1: hand(bidder=2)})
    image = image[: round((sheet.sheet.height - 16) * DOTS) + 50]
    height, width = image.shape
    far, low = (side - 2 * CORNER for side in (sheet.sheet.width, sheet.sheet.height))
    inner = [(2 * CORNER, 2 * CORNER), (far, 2 * CORNER), (far, low), (2 * CORNER, low)]
    points = [((x * DOTS + 50) / width, (y * DOTS + 50) / height) for x, y in inner]
    return jpeg(image), points


def test_corners_are_placed_by_hand_where_they_are_cut_off_and_the_rows_appear(
    client: Client,
    client_for: ClientFor,
    api_for: Callable[[User], APIClient],
    owner: User,
    stranger: User,
    viewer: User,
    running: Event,
) -> None:
    photograph, points = cut_off(running)
    reading = handed_in(client, running, photograph)
    assert problems_of(reading) == [SheetProblem.CUT_OFF]
    keys = [running.club.slug, running.pk]
    sheet = reading.sheets.get()
    at = reverse("event-sheets-corners", args=[*keys, reading.pk, sheet.pk])
    whole = reverse("event-sheets-picture", args=[*keys, sheet.pk])
    assert at in page_of(client, reading)
    for address in (at, whole):
        assert client_for(stranger).get(address).status_code == 404
        assert client_for(viewer).get(address).status_code == 403
    page = client.get(at).content.decode()
    assert whole in page
    assert Image.open(BytesIO(client.get(whole).content)).format == "JPEG"
    typed: dict[str, float] = {f"{axis}{n}": 50 for n in range(4) for axis in "xy"}
    assert "not the four corners" in words(client.post(at, typed))
    aside = 0.2  # nobody meets a corner to a hundredth
    for number, (x, y) in enumerate(points):
        typed |= {f"x{number}": 100 * x + aside, f"y{number}": 100 * y - aside}
    assert client.post(at, typed).status_code == 302
    api_address = reverse("api-sheets-corners", args=[*keys, reading.pk])
    body = {"sheet": sheet.pk, "corners": points}
    refused_api = api_for(owner).post(api_address, body, format="json")
    assert (refused_api.status_code, refused_api.json()["code"]) == (400, "invalid")
    job_make(job_id=reading.pk)
    reading.refresh_from_db()
    assert problems_of(reading) == [""]
    assert page_of(client, reading).count("sheet-row--sure") == 2
    record(client, reading)
    assert match_at(running).hand_count == 2


def test_corners_that_fit_no_sheet_are_said_and_can_be_placed_again(
    client: Client, api_for: Callable[[User], APIClient], owner: User, running: Event
) -> None:
    photograph, points = cut_off(running)
    reading = handed_in(client, running, photograph)
    address = reverse("api-sheets-corners", args=[running.club.slug, running.pk, reading.pk])
    wrong = [(0.3 + x / 3, 0.3 + y / 3) for x, y in points]
    for corners, problem in ((wrong, SheetProblem.CORNERS), (points[::-1], "")):
        body = {"sheet": reading.sheets.get().pk, "corners": corners}
        assert api_for(owner).post(address, body, format="json").status_code == 200
        job_make(job_id=reading.pk)
        reading.refresh_from_db()
        assert problems_of(reading) == [problem]


def test_the_whole_picture_stays_until_its_rows_are_decided(
    client: Client, running: Event, marked: Marked, owner: User
) -> None:
    reading = handed_in(client, running, marked(hand(), hand(bidder=2)))
    keys = [running.club.slug, running.pk]
    whole = reverse("event-sheets-picture", args=[*keys, reading.sheets.get().pk])
    assert [path.name for path in (folder() / str(reading.pk)).iterdir()] == ["0-0.jpg"]
    cleared_after(days=1)
    assert whole in page_of(client, reading)
    assert client.get(whole).status_code == 200
    record(client, reading)
    cleared_after(days=1)
    assert whole not in page_of(client, reading)
    assert client.get(whole).status_code == 404
    assert not (folder() / str(reading.pk)).exists()
    assert page_of(client, reading).count("sheet-row--on_record") == 2


# --- a finished event


def test_a_finished_event_records_nothing_and_says_so_before(
    client: Client,
    api_for: Callable[[User], APIClient],
    running: Event,
    owner: User,
    marked: Marked,
) -> None:
    reading = handed_in(client, running, marked(hand()))
    event_finish(event=running, by=owner, unfinished=True)
    keys = (running.club.slug, running.pk)
    for address in (
        reverse("event-sheets", args=keys),
        reverse("event-sheets-look", args=[*keys, reading.pk]),
    ):
        page = client.get(address)
        assert "This event is finished" in words(page)
        assert reverse("event-reopen", args=keys) in page.content.decode()
    assert reverse("event-sheets-record", args=[*keys, reading.pk]) not in page.content.decode()
    answer = client.post(reverse("event-sheets-record", args=[*keys, reading.pk]))
    assert answer.status_code == 409
    assert "This event is finished" in words(answer)
    refusal = api_for(owner).post(reverse("api-sheets-record", args=[*keys, reading.pk]))
    assert (refusal.status_code, refusal.json()["code"]) == (409, "closed")
    assert match_at(running).hand_count == 0


# --- pictures, for as long as the club says


def cleared_after(days: int) -> None:
    """The sweep, so many days from now."""
    now = timezone.now() + timedelta(days=days)
    with pytest.MonkeyPatch.context() as clock:
        clock.setattr(timezone, "now", lambda: now)
        pictures_clear()


def test_pictures_are_kept_as_long_as_the_club_says_and_hands_for_ever(
    client: Client, running: Event, marked: Marked
) -> None:
    club_update(club=running.club, picture_months=None)
    reading = handed_in(client, running, marked(hand()))
    record(client, reading)
    row = ReadRow.objects.get()
    assert "never deleted" in page_of(client, reading)
    cleared_after(days=4000)
    assert ReadRow.objects.get().picture
    club_update(club=running.club, picture_months=3)
    address = reverse("event-sheets-row", args=[running.club.slug, running.pk, row.pk])
    assert "deleted after 3 months" in page_of(client, reading)
    cleared_after(days=88)
    assert client.get(address).status_code == 200
    cleared_after(days=93)
    assert client.get(address).status_code == 404
    page = page_of(client, reading)
    assert "Its picture has been deleted" in page
    assert "sheet-row--on_record" in page
    assert match_at(running).hand_count == 1


def test_photographs_that_were_never_read_go_with_the_others(
    client: Client, running: Event, marked: Marked
) -> None:
    address = reverse("event-sheets", args=[running.club.slug, running.pk])
    client.post(address, {"pictures": [SimpleUploadedFile("1.jpg", marked(hand()))]})
    job = Job.objects.get()
    photographs = folder() / str(job.pk)
    cleared_after(days=400)
    assert photographs.exists(), "a worker may still read them"
    Job.objects.update(state=JobState.FAILED)
    cleared_after(days=300)
    assert photographs.exists(), "they may be read again"
    cleared_after(days=400)
    assert not photographs.exists()


@table(
    ("day", "months", "earlier"),
    [
        ("2026-05-31", 1, "2026-04-30"),
        ("2026-03-31", 1, "2026-02-28"),
        ("2026-01-15", 1, "2025-12-15"),
        ("2026-12-01", 12, "2025-12-01"),
        ("2028-02-29", 12, "2027-02-28"),
    ],
)
def test_months_are_those_of_the_calendar(day: str, months: int, earlier: str) -> None:
    assert months_before(datetime.fromisoformat(day), months) == datetime.fromisoformat(earlier)


def by_players(match: Match, number: int, *, bidder: int, holder: int) -> dict[str, list[str]]:
    """A hand of Pandoeren, marked by the letters that players have all evening."""
    names = names_at(match)
    at_table = [str(names.index(name)) for name in playing(match, number)]
    return {
        "bidder": [at_table[bidder]],
        "hundreds": ["1"],
        "height": ["50"],
        "trump": ["H"],
        "call": ["S"],
        "holder": [at_table[holder]],
        "result": ["made"],
    }


def test_a_sheet_of_a_table_of_five_is_read_by_who_plays_each_hand(
    client: Client, make_evening: EveningMaker
) -> None:
    event = make_evening(17, **PANDOEREN)
    drawn_and_begun(event)
    match = next(
        match
        for match in Match.objects.filter(game_of__table__round__event=event)
        if match.seats.count() == 5
    )
    table = match.game_of.table.number
    rows = [by_players(match, number, bidder=1, holder=3) for number in (1, 2)]
    resting = next(
        number for number, name in enumerate(names_at(match)) if name not in playing(match, 3)
    )
    rows.append({**by_players(match, 3, bidder=1, holder=3), "bidder": [str(resting)]})
    sheet = sheet_of(event, table)
    assert [name for _key, name in sheet.names] == names_at(match)
    reading = handed_in(client, event, jpeg(picture(sheet, dict(enumerate(rows)))))
    page = page_of(client, reading)
    assert page.count("sheet-row--sure") == 2
    assert f"{'ABCDE'[resting]} sits this hand out." in page
    record(client, reading)
    hands = match.hands.order_by("number")
    assert [hand.record["contract"] for hand in hands if hand.record] == [
        {"trump": "H", "call": "SA"}
    ] * 2
    for hand_ in hands:
        assert hand_.record is not None
        assert hand_.record["auction"][1]["seat"] == 1
        assert (hand_.record["partner"], hand_.verdict["outcome"]) == (3, "made")


def copied(photograph: bytes) -> bytes:
    """The picture of a copy: a copier makes pale ink white."""
    grey = cv2.imdecode(np.frombuffer(photograph, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert grey is not None
    grey[grey > 170] = 255
    return jpeg(grey)


def test_of_a_copy_that_has_lost_pale_ink_the_page_says_to_look_at_every_row(
    client: Client,
    api_for: Callable[[User], APIClient],
    owner: User,
    running: Event,
    marked: Marked,
) -> None:
    warning, keys = "Check every row", [running.club.slug, running.pk]
    copy = copied(marked(hand(), table=2))
    reading = handed_in(client, running, marked(hand()), copy)
    page = words(client.get(reverse("event-sheets-look", args=[*keys, reading.pk])))
    assert page.count(warning) == 1
    assert "1.jpg (round 1, table 2): Faint marks may be lost in this picture" in page
    address = reverse("api-sheets-detail", args=[*keys, reading.pk])
    (warning_of_job,) = api_for(owner).get(address).json()["warnings"]
    assert (
        warning_of_job["picture"],
        warning_of_job["round"],
        warning_of_job["table"],
        warning_of_job["page"],
    ) == ("1.jpg", 1, 2, 1)
    assert warning in warning_of_job["message"]
