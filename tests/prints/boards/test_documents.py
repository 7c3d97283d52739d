"""Every document of a tournament: pages, margins and texts."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from press.base import Paper, Printable, render
from tests.prints.boards.brackets import bracket
from tests.prints.boards.deals import own_deals, recap, travellers
from tests.prints.boards.documents import (
    badges,
    calendar,
    certificate,
    draw,
    guides,
    name,
    slips,
    standings,
    table_cards,
    yearbook,
)
from tests.prints.matches.documents import LONG_NAMES
from tests.prints.matches.reading import (
    inked,
    pictures,
    texts,
)

DOCUMENTS: dict[str, Callable[[], Printable]] = {
    "badges": badges,
    "a single badge": lambda: badges(1),
    "bracket of two": lambda: bracket(2, played=0),
    "bracket of 64": lambda: bracket(64),
    "double elimination of 64": lambda: bracket(64, double=True, persian=True),
    "consolation of long names": lambda: bracket(64, consolation=True, long=True),
    "calendar": calendar,
    "empty calendar": lambda: calendar(0),
    "a day longer than a page": lambda: calendar(1, 70),
    "certificate": certificate,
    "certificate of long names": lambda: certificate(names=LONG_NAMES),
    "draw": draw,
    "draw of many tables": lambda: draw(40),
    "draw of three rounds": lambda: draw(16, 3),
    "draw of long names": lambda: draw(30, long=True, persian=True),
    "guides": guides,
    "guides of a long movement": lambda: guides(2, 63, partner=False),
    "guides of long names": lambda: guides(3, 9, long=True),
    "own deals": own_deals,
    "an own card longer than a page": lambda: own_deals(2, 90),
    "recap": recap,
    "recap of many tables": lambda: recap(2, 60),
    "recap of cards": lambda: recap(single=True, persian=True),
    "travellers": travellers,
    "travellers of many tables": lambda: travellers(2, 70),
    "travellers of long names": lambda: travellers(3, 20, single=True, long=True),
    "slips": slips,
    "slips of a series of seven": lambda: slips(3, games=7, long=True),
    "slips of single players": lambda: slips(single=True),
    "standings": standings,
    "empty standings": lambda: standings(0),
    "standings of 64 in two divisions": lambda: standings(64, groups=2, persian=True),
    "standings of long names": lambda: standings(30, long=True),
    "table cards": table_cards,
    "table cards of a long movement": lambda: table_cards(2, 40),
    "table cards of long names": lambda: table_cards(2, 12, long=True),
    "table cards of single players": lambda: table_cards(3, 4, single=True, persian=True),
}
ONE_PAGE = [key for key in DOCUMENTS if key.startswith("certif")]
DPI = 40
EDGE = 20 / 72 * DPI
"""What any printer leaves white, in dots."""


@pytest.fixture(scope="module", params=[*DOCUMENTS])
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=Paper)
def content(request: pytest.FixtureRequest, key: str) -> bytes:
    return render([DOCUMENTS[key]()], paper=request.param)


def test_nothing_is_drawn_beyond_what_a_printer_reaches(content: bytes) -> None:
    for page in pictures(content, DPI):
        left, top, right, bottom = inked(page)
        assert left >= EDGE - 1
        assert top >= EDGE - 1
        assert right <= page.width - EDGE + 1
        assert bottom <= page.height - EDGE + 1


@pytest.mark.parametrize("key", ONE_PAGE, scope="function")
@pytest.mark.parametrize("paper", Paper)
def test_certificates_are_exactly_one_sheet(key: str, paper: Paper) -> None:
    assert len(texts(render([DOCUMENTS[key]()], paper=paper))) == 1


def test_a_file_needs_a_document() -> None:
    with pytest.raises(ValueError, match="at least one"):
        render([], paper=Paper.A4)


def words_of(document: Printable) -> str:
    return " ".join(" ".join(texts(render([document], paper=Paper.A4))).split())


def test_badges_are_ten_to_a_page() -> None:
    assert len(texts(render([badges(21)], paper=Paper.LETTER))) == 3


def test_cards_of_short_movements_share_a_page() -> None:
    assert len(texts(render([table_cards(4, 3)], paper=Paper.A4))) == 2
    assert len(texts(render([table_cards(4, 14)], paper=Paper.A4))) == 4


def test_a_movement_longer_than_a_page_goes_on_on_another_card() -> None:
    pages = texts(render([table_cards(1, 40)], paper=Paper.A4))
    assert len(pages) == 2
    assert "Round 40" in pages[1]
    assert all("Table" in page for page in pages)


def test_nobody_is_lost_in_a_long_draw() -> None:
    text = words_of(draw(40))
    assert all(name(number).split()[0] in text for number in range(160))


def test_a_day_longer_than_a_page_has_its_date_on_both() -> None:
    pages = texts(render([calendar(1, 70)], paper=Paper.A4))
    assert len(pages) == 2
    assert all("Evening 1" in page for page in pages)
    assert "round 1, table 69" in pages[1]


def test_long_names_are_broken_not_cut() -> None:
    for document in (draw(3, long=True), table_cards(1, 3, long=True), guides(2, 2, long=True)):
        text = words_of(document)
        assert "Württemberg-Urach und Teck" in text
        assert "siliogogogoch" in re.sub("[ \\x02-]", "", text)
        assert "…" not in text


def test_a_bracket_names_who_has_won_and_where_others_come_from() -> None:
    text = words_of(bracket(8, played=1, champion=True))
    assert "Winner of 5" in text
    assert "best of 3" in text
    assert text.count("Ågren") == 3, "two rounds and the champion"


def test_figures_of_standings_stand_in_the_order_of_their_columns() -> None:
    text = words_of(standings(4))
    assert "P W For Against H2H L +/−" in text.replace("Ranked by, in this order ", "")
    assert "12 12 80 40 1 0 40" in text


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: slips(4), "pairs over three games"),
        (lambda: slips(4, games=1), "pairs"),
        (lambda: slips(4, games=1, single=True), "four single players"),
    ],
)
def test_four_slips_share_a_page(make: Callable[[], Printable], what: str, paper: Paper) -> None:
    assert len(texts(render([make()], paper=paper))) == 1, what


@pytest.mark.parametrize(("count", "named"), [(7, 7), (14, 14), (40, 40), (45, 40)])
def test_every_line_of_the_yearbooks_chart_has_its_name(count: int, named: int) -> None:
    part = yearbook(1).divisions[0]
    lines = tuple(
        replace(part.lines[0], name=f"Player no. {number:02d}", growth=(1.0 * number, number + 2.5))
        for number in range(count)
    )
    book = replace(
        yearbook(1), divisions=(replace(part, lines=lines, evenings=("1", "2")),), players=()
    )
    read = " ".join(texts(render([book], paper=Paper.A4)))
    chart = read[read.index("The totals, evening by evening") :]
    numbers = {number for number in range(count) if f"Player no. {number:02d}" in chart}
    assert numbers == set(range(named))
    assert ("The chart shows the first 40 of them." in chart) == (count > named)


@pytest.mark.parametrize(("rounds", "pages"), [(20, 20), (9, 14), (5, 10)])
def test_as_many_guide_cards_share_a_page_as_can_be_read(rounds: int, pages: int) -> None:
    content = render([guides(40, rounds, partner=False)], paper=Paper.A4)
    assert len(texts(content)) == pages
