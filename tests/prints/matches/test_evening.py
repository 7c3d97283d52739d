"""An evening is one file of many cards."""

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import IO, cast

import pytest

from paper.documents.printouts import NothingToPrintError, Printout
from paper.documents.scorecard import Scorecard
from press.base import Paper
from tests.prints.matches.documents import IMPRINT, scorecard
from tests.prints.matches.reading import bookmarks, missing_glyphs, reader, texts


class Pipe(io.RawIOBase):
    """An output that can only be written to, like a socket."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.parts.append(bytes(data))
        return len(data)


def evening(count: int) -> Iterator[Scorecard]:
    for number in range(1, count + 1):
        imprint = replace(IMPRINT, code=f"CODE-{number:03}")
        yield scorecard(11 if number % 3 else 40, place=f"Table {number}", imprint=imprint)


def job(count: int, cards: Callable[[], Iterator[Scorecard]]) -> Printout:
    return Printout("Wednesday 42 night", count, cards, Paper.A4)


def printed(count: int) -> bytes:
    out = io.BytesIO()
    job(count, lambda: evening(count)).write(out, lambda done, total: None)
    return out.getvalue()


def test_page_numbers_run_through_the_file() -> None:
    pages = texts(printed(6))
    assert len(pages) == 8
    for number, text in enumerate(pages, start=1):
        assert f"Page {number} of 8" in text


def test_every_card_has_a_bookmark_at_its_first_page_and_its_own_code() -> None:
    data = printed(6)
    assert [page for _, page in bookmarks(data)] == [1, 2, 3, 5, 6, 7]
    assert [f"Table {n} " in f"{title} " for n, (title, _) in enumerate(bookmarks(data), 1)] == [
        True
    ] * 6
    pages = texts(data)
    assert "CODE-003" in pages[2]
    assert "CODE-003" in pages[3]
    assert "CODE-004" in pages[4]


def test_the_file_is_named_after_the_evening() -> None:
    metadata = reader(printed(2)).metadata
    assert metadata is not None
    assert metadata.title == "Wednesday 42 night"
    assert metadata.author == "Elm Street 42 Club"


def test_the_same_evening_gives_the_same_bytes() -> None:
    assert printed(4) == printed(4)


def test_no_glyph_is_missing_in_a_file_of_many_pages() -> None:
    assert missing_glyphs(printed(4)) == 0


def test_cards_are_taken_one_at_a_time() -> None:
    taken: list[int] = []
    done: list[int] = []
    pipe = Pipe()

    def cards() -> Iterator[Scorecard]:
        for number, card in enumerate(evening(5), start=1):
            taken.append(number)
            yield card

    def progress(count: int, total: int) -> None:
        done.append(count)
        assert len(taken) == count, "no card is taken before the one before is printed"

    job(5, cards).write(cast("IO[bytes]", pipe), progress)
    assert done == [0, 1, 2, 3, 4, 5]
    assert len(reader(b"".join(pipe.parts)).pages) == 6


def test_an_evening_without_cards_is_refused() -> None:
    out = io.BytesIO()
    with pytest.raises(NothingToPrintError):
        job(0, lambda: iter(())).write(out, lambda done, total: None)
