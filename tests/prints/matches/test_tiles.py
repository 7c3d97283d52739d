"""Pages to be cut up: all tiles the same size, lines between them, nothing at the edges."""

from dataclasses import dataclass, replace
from io import BytesIO

import pytest

from press.base import Paper, Press
from press.pen import Pen
from press.text import BODY
from press.tiles import TilePage, tile_stories
from tests.prints.matches.documents import IMPRINT
from tests.prints.matches.reading import bookmarks, texts


@dataclass(frozen=True)
class Named:
    """A tile that is its own name."""

    title: str
    least: float = 100

    def needed(self, width: float) -> float:
        return self.least

    def draw(self, pen: Pen, width: float, height: float) -> None:
        pen.text(0, 12, f"{self.title}: {width:.0f} x {height:.0f}", BODY)


def file(count: int, *, columns: int = 1, rows: int = 4, lang: str = "en") -> bytes:
    tiles = [Named(f"T{number}") for number in range(1, count + 1)]
    sheet = Paper.A4.bare
    imprint = replace(IMPRINT, lang=lang)
    out = BytesIO()
    press = Press(out, paper=sheet, title="Tiles", imprint=imprint)
    for story in tile_stories(tiles, columns=columns, most=rows, layout=sheet, imprint=imprint):
        press.add(story)
    press.close()
    return out.getvalue()


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (4, 1), (5, 2), (12, 3), (13, 4)])
def test_there_are_as_many_pages_as_the_tiles_take(count: int, pages: int) -> None:
    assert len(texts(file(count))) == pages


def test_every_tile_is_there_once_and_of_the_same_size() -> None:
    words = " ".join(texts(file(9, columns=2, rows=2))).split("T")[1:]
    order = [word.split(":")[0] for word in words]
    assert sorted(order) == [str(n) for n in range(1, 10)]
    assert len({word.split(": ")[1].strip() for word in words}) == 1


def test_bookmarks_name_the_tiles_of_a_page() -> None:
    assert [title for title, _page in bookmarks(file(7, rows=5))] == [
        "T1 · T3 · T5 · T7",
        "T2 · T4 · T6",
    ]
    assert [title for title, _page in bookmarks(file(5, rows=5))] == ["T1 · … · T5"]


@pytest.mark.parametrize(("count", "columns", "rows"), [(9, 2, 2), (7, 1, 3), (64, 1, 3)])
def test_the_piles_of_a_cut_stack_are_in_order(count: int, columns: int, rows: int) -> None:
    pages = [
        [int(part.split(":")[0]) for part in text.split("T")[1:]]
        for text in texts(file(count, columns=columns, rows=rows))
    ]
    piles = [
        [page[place] for page in pages if place < len(page)] for place in range(columns * rows)
    ]
    assert [number for pile in piles for number in pile] == list(range(1, count + 1))


def test_a_sheet_to_be_cut_says_nothing_at_its_edges() -> None:
    [text] = texts(file(1))
    assert IMPRINT.club not in text
    assert "Page" not in text


def test_strips_are_cut_between_badges_all_around() -> None:
    tile = Named("T")
    strips = TilePage((tile,) * 3, columns=1, rows=3, full=300)
    badges = TilePage((tile,) * 4, columns=2, rows=2, full=300)
    assert len(list(strips._cuts(100, 0, 3))) == 2
    assert len(list(badges._cuts(100, 0, 2))) == 6


def test_a_page_that_is_not_full_is_cut_below_its_last_tile() -> None:
    strips = TilePage((Named("T"),), columns=1, rows=3, full=300)
    assert list(strips._cuts(100, 0, 1)) == [(0, 100.0, 100, 100.0)]


@pytest.mark.parametrize(("needed", "rows"), [(100, 5), (300, 2), (900, 1)])
def test_the_neediest_tile_decides_how_many_stand_on_a_page(needed: float, rows: int) -> None:
    tiles = [Named("A", 20), Named("B", needed), *[Named("C", 20)] * 8]
    first = next(tile_stories(tiles, most=5, layout=Paper.A4.bare, imprint=IMPRINT))
    assert len(first.page.tiles) == rows
