"""Short documents share pages: how many pages they take, and that nothing of them is lost."""

from dataclasses import replace
from itertools import pairwise

import pytest

from clubs.models import Player
from ledger.selectors import Statement
from paper.documents.hand_lists import lists_of
from paper.documents.score_sheet import SheetField
from paper.documents.scorecard import Brief
from paper.documents.statement import PrintedStatement
from press.base import Paper, render
from press.packing import packed
from tests.prints.matches.documents import IMPRINT, scorecard, sheet
from tests.prints.matches.hand_documents import domino_records, pandoeren_records
from tests.prints.matches.players_documents import blank, pandoeren_sheet
from tests.prints.matches.reading import placed_texts, texts
from tests.prints.money.documents import statement_line


def _pages(data: bytes) -> list[str]:
    return [" ".join(text.split()) for text in texts(data)]


@pytest.mark.parametrize("paper", Paper)
def test_three_sheets_of_three_hands_share_a_page(paper: Paper) -> None:
    whole = [sheet(title=f"Table no {number}.", hands=3) for number in range(64)]
    pages = _pages(
        render(packed([(sheet, replace(sheet, short=True)) for sheet in whole], paper), paper=paper)
    )
    assert len(pages) == 22
    assert all(f"Table no {number}." in pages[number % 22] for number in range(64))
    assert all(page.count("Signed") == 2 * page.count("Table no") for page in pages)


def test_sheets_of_single_players_share_a_page_too() -> None:
    whole = [blank(pandoeren_sheet(hands=3))] * 6
    data = render(
        packed([(sheet, replace(sheet, short=True)) for sheet in whole], Paper.A4), paper=Paper.A4
    )
    assert len(texts(data)) == 2


def test_scorecards_of_few_hands_share_a_page_and_long_ones_keep_theirs() -> None:
    short, long = replace(scorecard(4), notes=(), settlement=None), scorecard(30)
    cards = [short, short, long, short]
    pages = _pages(
        render(packed([(card, Brief(card)) for card in cards], Paper.A4), paper=Paper.A4)
    )
    assert [page.count("Shaker") for page in pages[:2]] == [3, 1]
    assert "30" in pages[2]
    alone = render(packed([(long, Brief(long))], Paper.A4), paper=Paper.A4)
    assert alone == render([long], paper=Paper.A4), "what is alone is printed as ever"


@pytest.mark.parametrize("hands", [30, 34, 38, 42, 60])
def test_the_last_page_of_a_long_card_has_some_of_its_hands(hands: int) -> None:
    card = replace(scorecard(hands), notes=(), settlement=None)
    pages = _pages(render([card], paper=Paper.A4))
    assert len(pages) > 1 or hands < 42
    last = [str(number) for number in range(hands - 3, hands + 1)]
    assert all(f" {number} " in pages[-1] for number in last)


NEAR_A_BREAK = (*range(20, 22), *range(42, 54), *range(97, 109))
"""Of 46 rows there are two pages, of 101 three."""


@pytest.mark.parametrize("rows", NEAR_A_BREAK)
def test_no_row_of_a_table_touches_the_next_and_few_rows_are_never_alone(rows: int) -> None:
    lines = tuple(statement_line(number, f"Entry no {number}.") for number in range(rows))
    statement = Statement(Player(name="Ann Brown"), "USD", 0, lines, 0, ())
    data = render([PrintedStatement(IMPRINT, statement, "May")], paper=Paper.A4)
    for page in placed_texts(data):
        heights = sorted({text.foot for text in page if text.text.startswith("Entry no")})
        assert not heights or len(heights) >= 3
        assert all(after - before > 12 for before, after in pairwise(heights))


def test_forty_eight_hands_are_three_pages() -> None:
    matches = [replace(domino_records(3), place=f"Table {number}") for number in range(16)]
    pages = _pages(render(lists_of(matches, IMPRINT, "Friday"), paper=Paper.A4))
    assert [page.count("Hand ") for page in pages] == [18, 18, 12]
    pages = _pages(render(lists_of([domino_records(48)], IMPRINT, "Friday"), paper=Paper.A4))
    assert [page.count("Hand ") for page in pages] == [21, 24, 3]
    long = replace(pandoeren_records(), hands=pandoeren_records().hands * 8)
    pages = _pages(render(lists_of([long], IMPRINT, "Friday"), paper=Paper.A4))
    assert len(pages) == 3, "longer summaries take two lines"


def test_a_part_says_of_itself_what_the_edges_of_a_page_say() -> None:
    sheet_of_three = sheet(hands=3, fields=(SheetField("Date", "14 May 2026"),))
    data = render(
        packed([(sheet_of_three, replace(sheet_of_three, short=True))] * 2, Paper.A4),
        paper=Paper.A4,
    )
    [page] = _pages(data)
    assert page.count(sheet_of_three.imprint.club) == page.count(sheet_of_three.imprint.code) == 2
