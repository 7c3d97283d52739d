"""Printing of brackets, standings and cards: pages a second against bare canvas calls.

    python -m benchmarks.pdf_tournament [--pages 100]

As in ``benchmarks.pdf`` the calls that draw the pages are recorded once and played back on a plain
ReportLab canvas: the ratio is what layout, text in any script and streaming leave of that rate.
Every page has names of its own.
"""

import argparse
import io
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from benchmarks._matches import NAMES
from benchmarks.pdf import Call, Recorder, best
from press.base import Imprint, Paper, Press, Printable, Sheet, Story, print_documents
from press.fonts import Font
from prints.bracket_boxes import BracketBox, BracketColumn, BracketLine, BracketPart
from prints.bracket_sheet import BracketSheet
from prints.standings import Measure, StandingsGroup, StandingsLine, StandingsSheet
from prints.table_cards import CardRound, Sitter, TableCard, TableCards

ENTRIES = 64


def imprint(kind: str, number: int) -> Imprint:
    return Imprint(
        *("Elm Street 42 Club", kind, "14 May 2026, 22:05", f"K7Q-{number:04}"),
        *("Page {page} of {pages}", "en"),
    )


def name(number: int, page: int) -> str:
    return f"{NAMES[number % len(NAMES)]} {number + page}"


def pair(number: int, page: int) -> str:
    return f"{name(2 * number, page)} & {name(2 * number + 1, page)}"


def bracket(page: int) -> BracketSheet:
    """A single elimination of 64 pairs, played to the end by the upper line of each box."""
    numbers = count(1)
    boxes: list[BracketBox] = []
    strokes: list[tuple[int, int]] = []
    before: list[BracketBox] = []
    entries, column = list(range(ENTRIES)), 0
    while len(entries) > 1:
        own = []
        for place in range(len(entries) // 2):
            feeds = before[2 * place : 2 * place + 2]
            row = sum(box.row for box in feeds) / 2 if feeds else float(place)
            first, second = entries[2 * place : 2 * place + 2]
            lines = (
                BracketLine(pair(first, page), str(first + 1), "2", won=True),
                BracketLine(pair(second, page), str(second + 1), "1"),
            )
            box = BracketBox(next(numbers), column, row, lines)
            strokes += [(feed.number, box.number) for feed in feeds]
            own.append(box)
        boxes += own
        before, entries, column = own, entries[::2], column + 1
    columns = tuple(BracketColumn(f"Round {n + 1}", "best of 3") for n in range(column))
    part = BracketPart(columns, tuple(boxes), tuple(strokes), ENTRIES / 2)
    return BracketSheet(imprint("Bracket", page), "Spring Tournament", "14 May 2026", (part,))


def standings(page: int) -> StandingsSheet:
    """Sixteen pairs with seven columns of figures."""
    measures = tuple(Measure(f"M{n}", f"Measure {n}", "More is better.", n < 4) for n in range(7))
    lines = tuple(
        StandingsLine(
            str(place + 1),
            (name(place, page), name(place + 3, page)),
            tuple(str((place + page) * n % 97) for n in range(7)),
        )
        for place in range(16)
    )
    return StandingsSheet(
        imprint("Standings", page),
        *("Pair", "Ranked by", "Nothing.", "Wednesday 42 night", "After round 5"),
        *(measures, (StandingsGroup(lines),)),
    )


def cards(page: int) -> TableCards:
    """Two tables on a page, seven rounds, a code each."""
    tables = tuple(
        TableCard(
            *(str(number), ("1", "2", "3", "4")),
            tuple(
                CardRound(
                    f"Round {n}",
                    (
                        Sitter(pair(n, page), "1 · 3", str(n)),
                        Sitter(pair(n + 4, page), "2 · 4", "5"),
                    ),
                )
                for n in range(1, 8)
            ),
            f"https://scores.example.org/c/elm/events/{page}/tables/{number}/",
        )
        for number in (2 * page + 1, 2 * page + 2)
    )
    return TableCards(imprint("Table cards", page), "Wednesday 42 night", "14 May 2026", tables)


class PathRecorder:
    """Passes calls on to a path and keeps them: a careful hand would have to make them too."""

    def __init__(self, path: Any) -> None:
        self.path = path
        self.calls: list[Call] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self.path, name)

        def call(*args: Any, **options: Any) -> Any:
            self.calls.append((name, args, options))
            return method(*args, **options)

        return call


class PageRecorder(Recorder):
    """Keeps how paths were put together, too."""

    def beginPath(self) -> PathRecorder:  # noqa: N802 - ReportLab's name
        return PathRecorder(self._canvas.beginPath())

    def drawPath(self, path: PathRecorder, **options: Any) -> None:  # noqa: N802 - ReportLab's name
        self.calls.append(("drawPath", (path,), options))
        self._canvas.drawPath(path.path, **options)


def stories(documents: list[Printable]) -> list[Story]:
    return [story for document in documents for story in document.stories(Paper.A4)]


def record(documents: list[Printable], sheet: Sheet) -> list[Call]:
    """The canvas calls that draw these documents."""
    press = Press(io.BytesIO(), paper=sheet, title="Benchmark", imprint=documents[0].imprint)
    recorder = press._canvas = PageRecorder(press._canvas)
    for story in stories(documents):
        press.add(story)
    press.close()
    return recorder.calls


def play(calls: list[Call], sheet: Sheet) -> None:
    """Draw recorded calls on a plain canvas, its streams packed as the house packs them."""
    rl_config.useA85 = 0
    canvas = Canvas(
        io.BytesIO(),
        pagesize=(sheet.width, sheet.height),
        pageCompression=1,
        invariant=1,
        initialFontName=Font.HOUSE.value,
    )
    for method, args, options in calls:
        if method == "drawPath":
            path = canvas.beginPath()
            for name, values, more in args[0].calls:
                getattr(path, name)(*values, **more)
            canvas.drawPath(path, **options)
        else:
            getattr(canvas, method)(*args, **options)


def show(what: str, make: Callable[[int], Printable], pages: int) -> None:
    documents = [make(page) for page in range(pages)]
    sheet = documents[0].sheet(Paper.A4)
    calls = record(documents, sheet)

    def house() -> int:
        return print_documents(documents, paper=Paper.A4, out=io.BytesIO())

    printed = house()
    own, bare = best(house, lambda: play(calls, sheet))
    print(f"{what}: {printed} pages")
    print(f"  house          {printed / own:7.0f} pages/s")
    print(f"  bare           {printed / bare:7.0f} pages/s   ratio {bare / own:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=100)
    options = parser.parse_args()
    show("64-brackets", bracket, options.pages)
    show("standings", standings, options.pages)
    show("table cards", cards, options.pages)


if __name__ == "__main__":
    main()
