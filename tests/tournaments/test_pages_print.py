"""Printed matter of an event: sheets at once, all scorecards as a document in the background."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from clubs.models import Club, User
from scoring.models import Document, Match
from scoring.models.documents import DocumentState
from scoring.services.documents import document_make
from scoring.services.makers import MAKERS
from scoring.tasks import document_make as document_make_task
from tests.tournaments.conftest import EventMaker, match_of
from tests.tournaments.pages import Pages, told, words
from tournaments.models import Event

SHEETS, CARDS = "event-sheets", "event-scorecards"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    """Files of this test alone."""
    settings.MEDIA_ROOT = tmp_path / "documents"
    return tmp_path / "documents"


@pytest.fixture
def shown(running: Event, pages_of: Callable[[Event], Pages]) -> Pages:
    """The pages of the event whose first round is on."""
    return pages_of(running)


def read(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


def text_of(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in read(content).pages).split())


# --- sheets


def test_sheets_are_those_of_the_round_that_has_begun_last(shown: Pages, running: Event) -> None:
    answer = shown.get(SHEETS)
    assert answer["Content-Type"] == "application/pdf"
    assert "Score sheets Night, round 1.pdf" in answer["Content-Disposition"]
    assert len(read(answer.content).pages) == 2
    for table in (1, 2):
        match = match_of(running, 1, table)
        assert all(seat.name in text_of(answer.content) for seat in match.seats.all())
        assert match.seats.get(number=match.first_dealer).name in text_of(answer.content)


def test_large_sheets_and_other_paper_are_asked_for_in_the_address(shown: Pages) -> None:
    plain = read(shown.get(SHEETS).content).pages[0].mediabox
    letter = read(shown.get(SHEETS, paper="letter").content).pages[0].mediabox
    assert (round(plain.width), round(letter.width)) == (595, 612)
    assert shown.get(SHEETS, large="1").content != shown.get(SHEETS).content


def test_sheets_before_the_start_are_refused_kindly(pages: Pages) -> None:
    answer = pages.client.get(pages.url(SHEETS), follow=True)
    assert told(answer) == ["Sheets can be printed once a round has begun."]


# --- all scorecards


def ordered(pages: Pages) -> tuple[Any, Document]:
    return pages.post(CARDS), Document.objects.get()


@pytest.mark.django_db(transaction=True)
def test_scorecards_are_ordered_made_and_fetched(
    shown: Pages, running: Event, win: Callable[..., Match], bid: Callable[..., Match]
) -> None:
    win(match_of(running, 1, 1), 0, loser_marks=2)
    bid(match_of(running, 1, 2), 1)
    answer, document = ordered(shown)
    assert "Scorecards: Night" in words(answer)
    assert "ready" in words(answer)
    assert (document.state, document.done, document.total) == (DocumentState.DONE, 2, 2)
    fetched = shown.client.get(
        f"/c/{running.club.slug}/documents/{document.pk}/file/", follow=False
    )
    content = b"".join(fetched.streaming_content)
    names = {seat.name for table in (1, 2) for seat in match_of(running, 1, table).seats.all()}
    assert names == {"Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal"}
    assert all(name in text_of(content) for name in names)
    assert "7" in text_of(content)


def test_matches_nobody_has_begun_are_left_out(
    shown: Pages, running: Event, bid: Callable[..., Match]
) -> None:
    match = bid(match_of(running, 1, 2), 0)
    _answer, document = ordered(shown)
    assert document.parameters == {"matches": [match.pk], "paper": "a4"}


def test_without_a_hand_there_is_nothing_to_order(shown: Pages) -> None:
    assert told(shown.post(CARDS)) == ["No hand has been recorded yet."]
    assert not Document.objects.exists()


def test_a_scorer_may_order_and_change_only_his_own(
    shown: Pages,
    running: Event,
    scorer: User,
    viewer: User,
    client_for: Callable[[User], Any],
    bid: Callable[..., Match],
) -> None:
    bid(match_of(running, 1, 1), 0)
    own = Pages(client_for(scorer), running)
    _answer, document = ordered(own)
    cancel = f"/c/{running.club.slug}/documents/{document.pk}/cancel/"
    assert client_for(viewer).post(cancel).status_code == 403
    assert "cancelled" in words(own.client.post(cancel, follow=True))
    retry = f"/c/{running.club.slug}/documents/{document.pk}/retry/"
    assert "waiting for the worker" in words(own.client.post(retry, follow=True))


def test_progress_is_shown_while_it_is_made(
    shown: Pages, running: Event, bid: Callable[..., Match]
) -> None:
    for table in (1, 2):
        bid(match_of(running, 1, table), 0)
    _answer, document = ordered(shown)
    seen = []

    def watched(document: Document, file: Any, progress: Any) -> None:
        def tell(done: int, total: int) -> None:
            progress(done, total)
            url = f"/c/{running.club.slug}/documents/{document.pk}/"
            seen.append(words(shown.client.get(url)))

        MAKERS["scorecards"](document, file, tell)

    document_make(document_id=document.pk, makers={"scorecards": watched})
    assert len(seen) == 3
    assert all("Being made" in page for page in seen)
    assert [f"{done} / 2" in page for done, page in enumerate(seen)] == [True] * 3


def test_a_failure_is_shown_and_the_document_can_be_made_again(
    shown: Pages, running: Event, club: Club, folder: Path, bid: Callable[..., Match]
) -> None:
    bid(match_of(running, 1, 1), 0)
    _answer, document = ordered(shown)
    Document.objects.update(parameters={"matches": document.parameters["matches"], "paper": "a0"})
    document_make_task(str(document.pk))
    listed = f"/c/{club.slug}/documents/"
    assert "It could not be made: KeyError" in words(shown.client.get(listed))
    assert "Make it again" in words(shown.client.get(listed))
    Document.objects.update(parameters=document.parameters)
    shown.client.post(f"/c/{club.slug}/documents/{document.pk}/retry/")
    document_make_task(str(document.pk))
    assert "ready" in words(shown.client.get(listed))
    assert [path.name for path in folder.iterdir()] == [f"{document.pk}.pdf"]


def test_a_sheet_says_what_is_played_to(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(pairs=2, rules={"preset": "points"})
    pages = pages_of(event)
    pages.post("event-plan")
    pages.post("round-begin", 1)
    assert "Game to 250 points" in text_of(pages.get(SHEETS).content)
