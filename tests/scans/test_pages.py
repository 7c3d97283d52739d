"""From a photograph to hands on record, by the pages of an organiser."""

import sys
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import cv2
import pypdfium2
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from jobs.models import JobState
from jobs.services import job_make
from scans.models import ReadRow, SheetProblem, SheetReading
from scoring.models import Hand, HandRevision, Match
from tests.scans.conftest import Marked, hand, jpeg, picture, sheet_of
from tournaments.models import Event

pytestmark = pytest.mark.usefixtures("held")

ClientFor = Callable[[User], Client]


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
    event = reading.event
    address = reverse("event-sheets-look", args=[event.club.slug, event.pk, reading.pk])
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


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


def test_the_same_picture_read_twice_records_nothing_twice(
    client: Client, running: Event, marked: Marked
) -> None:
    photograph = marked(hand(), hand(bidder=2))
    first = handed_in(client, running, photograph)
    record(client, first)
    record(client, first)
    second = handed_in(client, running, photograph)
    assert page_of(client, second).count("sheet-row--on_record") == 2
    record(client, second)
    assert match_at(running).hand_count == 2
    assert HandRevision.objects.count() == 2


def test_the_picture_of_a_row_stays_with_its_revision(
    client: Client, running: Event, marked: Marked
) -> None:
    record(client, handed_in(client, running, marked(hand())))
    row = ReadRow.objects.get()
    assert row.revision == HandRevision.objects.get()
    address = reverse("event-sheets-row", args=[running.club.slug, running.pk, row.pk])
    answer = client.get(address)
    assert answer["Content-Type"] == "image/jpeg"
    assert answer.content[:2] == b"\xff\xd8"


def test_a_pale_mark_is_left_open_and_what_follows_waits(
    client: Client, running: Event, marked: Marked
) -> None:
    sheet = sheet_of(running, 1)
    image = picture(sheet, {0: hand(), 2: hand()})
    pale = picture(sheet, {0: hand(), 1: hand(bidder=2), 2: hand()}, dark=0.1)
    top, bottom = (round(sheet.sheet.row_top(row) * 8) + 50 for row in (1, 2))
    image[top:bottom] = pale[top:bottom]
    reading = handed_in(client, running, jpeg(image))
    page = page_of(client, reading)
    assert "sheet-row--sure" in page
    assert "sheet-row--unsure" in page
    assert "sheet-row--waiting" in page
    record(client, reading)
    assert match_at(running).hand_count == 1


def test_a_row_that_the_rules_refuse_says_why(
    client: Client, running: Event, marked: Marked
) -> None:
    page = page_of(client, handed_in(client, running, marked({"bidder": ["1"], "bid": ["31"]})))
    assert "sheet-row--refused" in page
    assert "What was named?" in page


def test_a_row_that_is_struck_out_is_no_hand(
    client: Client, running: Event, marked: Marked
) -> None:
    struck = {**hand(), "cancel": ["cancel"]}
    reading = handed_in(client, running, marked(struck, hand(bidder=3)))
    record(client, reading)
    match = match_at(running)
    assert match.hand_count == 1
    assert match.hands.get().verdict["declarer"] == 3


def test_a_table_on_record_shows_differences_only(
    client: Client, running: Event, marked: Marked
) -> None:
    record(client, handed_in(client, running, marked(hand(), hand(bidder=2))))
    reading = handed_in(client, running, marked(hand(), hand(bidder=2, bid="35")))
    page = page_of(client, reading)
    assert page.count("sheet-row--on_record") == 1
    assert page.count("sheet-row--different") == 1
    record(client, reading)
    assert Hand.objects.count() == 2
    assert HandRevision.objects.count() == 2


def test_several_tables_and_a_picture_without_a_sheet_are_read_together(
    client: Client, running: Event, marked: Marked
) -> None:
    blank = jpeg(cv2.GaussianBlur(picture(sheet_of(running, 1), {})[:300, :300], (0, 0), 20))
    reading = handed_in(client, running, marked(hand()), blank, marked(hand(), table=2))
    assert problems_of(reading) == ["", SheetProblem.NO_SHEET, ""]
    record(client, reading)
    assert match_at(running, 1).hand_count == match_at(running, 2).hand_count == 1


def test_the_pages_of_a_scanner_s_pdf_and_tiff_are_read(client: Client, running: Event) -> None:
    leaves = [picture(sheet_of(running, number), {0: hand()}) for number in (1, 2)]
    tiff = cv2.imencodemulti(".tiff", leaves)[1].tobytes()
    pdf = pypdfium2.PdfDocument.new()
    for leaf in leaves:
        image = pypdfium2.PdfImage.new(pdf)
        image.load_jpeg(BytesIO(jpeg(leaf)))
        height, width = (side / 8 / 25.4 * 72 for side in leaf.shape)
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


def test_a_sheet_half_in_the_picture_is_named_with_its_table(
    client: Client, running: Event
) -> None:
    whole = picture(sheet_of(running, 2), {0: hand()})
    reading = handed_in(client, running, jpeg(whole[: whole.shape[0] // 2]))
    assert problems_of(reading) == [SheetProblem.CUT_OFF]
    page = page_of(client, reading)
    assert "Not all four corners" in page
    assert "table 2" in " ".join(page.split())


def test_a_sheet_upside_down_is_read(client: Client, running: Event) -> None:
    image = cv2.rotate(picture(sheet_of(running, 1), {0: hand()}), cv2.ROTATE_180)
    record(client, handed_in(client, running, jpeg(image)))
    assert match_at(running).hand_count == 1


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


@pytest.mark.parametrize(
    ("code", "problem", "words"),
    [
        ({"round": 2}, SheetProblem.NOT_BEGUN, "has not begun yet"),
        ({"table": 99}, SheetProblem.NO_TABLE, "no longer in the draw"),
    ],
)
def test_a_sheet_of_a_round_not_begun_or_a_table_that_is_gone_says_so(
    client: Client, running: Event, code: dict[str, int], problem: str, words: str
) -> None:
    sheet = sheet_of(running, 1)
    other = replace(sheet, code=replace(sheet.code, **code))
    reading = handed_in(client, running, jpeg(picture(other, {0: hand()})))
    assert problems_of(reading) == [problem]
    assert words in page_of(client, reading)
    assert match_at(running).hand_count == 0


def test_a_file_that_is_no_picture_says_so(client: Client, running: Event) -> None:
    assert problems_of(handed_in(client, running, b"words")) == [SheetProblem.UNREADABLE]


def test_without_the_library_the_page_says_so_and_the_site_works(
    client: Client, running: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    address = reverse("event-sheets", args=[running.club.slug, running.pk])
    answer = client.get(address)
    assert answer.status_code == 200
    assert "make scans" in answer.content.decode()
    assert 'type="file"' not in answer.content.decode()


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
        assert getattr(client_for(viewer), method)(address).status_code == 403
    assert match_at(running).hand_count == 0
