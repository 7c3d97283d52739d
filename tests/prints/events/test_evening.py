"""The papers of an evening in one order: ticked, counted before, each on a sheet of its own."""

from collections.abc import Callable

import pytest

from paper.documents.evening import EVENING, papers_of, usual_papers
from paper.documents.rows import PrintOptions, printout_of
from paper.documents.subjects import event_summary
from press.base import Paper
from scoring.models import Match
from tests.prints.matches.reading import bookmarks, texts
from tests.tournaments.conftest import match_of
from tests.tournaments.pages import Pages, words
from tournaments.events.models import Event

PRINTS, PRINT, ORDER = "event-prints", "event-print", "event-print-order"


def file_of(event: Event, *papers: str, two_sided: bool = False) -> bytes:
    options = PrintOptions(Paper.A4, round=1, papers=papers, two_sided=two_sided)
    return printout_of(EVENING, event, options).render()


def test_one_order_prints_what_is_ticked_in_its_order(running: Event) -> None:
    content = file_of(running, "sheets", "draw-by-name")
    first, *sheets = texts(content)
    assert "The draw by name" in first
    assert sheets
    assert all("Score sheet" in page for page in sheets)


def test_two_sided_papers_begin_on_the_front_of_a_sheet(running: Event) -> None:
    content = file_of(running, "draw-by-name", "table-cards", "own-cards", two_sided=True)
    begins = {title.partition(" · ")[0]: page for title, page in reversed(bookmarks(content))}
    assert len(begins) >= 3
    assert {page % 2 for page in begins.values()} == {1}
    assert len(texts(content)) > len(texts(file_of(running, "draw-by-name", "table-cards")))


def test_what_each_takes_is_said_before(running: Event, pages_of: Callable[[Event], Pages]) -> None:
    papers = papers_of(event_summary(running))
    assert papers["draw-by-name"] == "The draw by name: 1 page"
    assert "standings" not in papers, "nothing is played yet"
    assert int(papers["marking-sheets"].split(": ")[1].split()[0]) >= 2
    page = words(pages_of(running).get(PRINTS))
    assert all(text in page for text in papers.values())


def test_what_most_evenings_need_is_ticked(running: Event, bid: Callable[..., Match]) -> None:
    assert usual_papers(event_summary(running)) == ["draw-by-name", "sheets"]
    bid(match_of(running, 1, 1), 0)
    assert usual_papers(event_summary(running)) == ["standings", "draw-by-name", "sheets"]


def test_with_nothing_ticked_the_page_says_so(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    answer = pages.client.post(pages.url(ORDER, "evening"), {"paper": "a4"})
    assert answer.status_code == 422
    assert "Tick at least one." in words(answer)


@pytest.mark.parametrize("papers", [["draw-by-name"], ["draw-by-name", "own-cards"]])
def test_the_page_opens_the_file_of_all_ticks(
    papers: list[str], running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    sent = {"paper": "a4", "evening-round": "1", "evening-papers": papers}
    answer = pages.client.post(pages.url(ORDER, "evening"), sent, follow=True)
    assert answer["Content-Type"] == "application/pdf"
    assert len(texts(answer.content)) == len(papers)
