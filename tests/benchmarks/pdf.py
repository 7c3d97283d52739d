"""Printing: pages a second against the bare canvas calls of the same pages, and memory.

    python -m tests.benchmarks.pdf [--pages 60] [--memory 2000]

The calls that draw the pages are recorded once. Played back on a plain ReportLab canvas they
cost what the drawing alone costs; the ratio is what layout and text in any script leave of that
rate. For pages of dominoes and cards a second ratio plays these back as shapes
instead of forms. Names differ from page to page, except in the documents marked with a star.
"""

# ruff: noqa: E402 the documents need Django
import argparse
import io
import os
import resource
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import django
from reportlab.pdfgen.canvas import Canvas

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
django.setup()

from paper.documents.bracket import BracketDocument
from paper.documents.bracket_plan import BracketBox, BracketLine, PlanColumn, PlanTree
from paper.documents.rules import RulesStory
from paper.documents.standings import figure_column, places_table, standings_foot
from paper.documents.table_cards import CardRound, Sitter, TableCard, TableCards
from press.base import Imprint, PageLayout, Paper, Press, Printable, print_documents
from press.blocks import Document
from press.fonts import Font
from press.tables import cell, number
from press.text import QUIET, STRONG
from tests.benchmarks._matches import NAMES, hand_records, scorecard
from tests.prints.boards import documents as boards
from tests.prints.matches import documents as matches
from tests.prints.matches import players_documents as players
from tests.prints.matches.rules_documents import rules_page
from tests.prints.money import documents as money

ENTRIES = 64
Call = tuple[str, tuple[Any, ...], dict[str, Any]]


def imprint(kind: str, number: int) -> Imprint:
    return Imprint(
        *("Elm Street 42 Club", kind, "14 May 2026, 22:05", f"K7Q-{number:04}"),
        *("Page {page} of {pages}", "en"),
    )


def name(number: int, page: int) -> str:
    return f"{NAMES[number % len(NAMES)]} {number + page}"


def pair(number: int, page: int) -> str:
    return f"{name(2 * number, page)} & {name(2 * number + 1, page)}"


def bracket(page: int) -> BracketDocument:
    """A single elimination of 64 pairs, played to the end by the upper line of each box."""
    numbers = count(1)
    boxes: list[BracketBox] = []
    strokes: list[tuple[int, int]] = []
    before: list[BracketBox] = []
    entries, column = list(range(ENTRIES)), 0
    while len(entries) > 1:
        column_boxes = []
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
            column_boxes.append(box)
        boxes += column_boxes
        before, entries, column = column_boxes, entries[::2], column + 1
    columns = tuple(PlanColumn(f"Round {n + 1}", "best of 3") for n in range(column))
    part = PlanTree(columns, tuple(boxes), tuple(strokes), ENTRIES / 2)
    return BracketDocument(imprint("Bracket", page), "Spring Tournament", "14 May 2026", (part,))


def standings(page: int) -> Document:
    """Sixteen pairs with seven columns of figures."""
    columns = [figure_column(f"M{n}", "Ranked by" if n < 4 else "") for n in range(7)]
    rows = [
        [
            cell(str(place + 1)),
            cell(name(place, page), name(place + 3, page)),
            *(number(str((place + page) * n % 97), STRONG if n < 4 else QUIET) for n in range(7)),
        ]
        for place in range(16)
    ]
    terms = [(f"M{n}", f"Measure {n}: More is better.") for n in range(7)]
    return Document(
        imprint("Standings", page),
        *("Wednesday 42 night", "After round 5"),
        (places_table("Pair", columns, rows), *standings_foot((), terms)),
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
            "Scan to record hands at this table.",
        )
        for number in (2 * page + 1, 2 * page + 2)
    )
    return TableCards(imprint("Table cards", page), "Wednesday 42 night", "14 May 2026", tables)


# --- recording and playing back


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


class Recorder:
    """Passes calls on to a canvas and keeps the outermost ones."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.calls: list[Call] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._canvas, name)

        def call(*args: Any, **options: Any) -> Any:
            if name != "hasForm" and self._changes(name, args):
                self.calls.append((name, args, options))
            return method(*args, **options)

        return call

    def _changes(self, name: str, args: tuple[Any, ...]) -> bool:
        """A colour that is set already is no call a careful hand would write."""
        if name == "setFillColor":
            return args[0] is not self._canvas._fillColorObj
        if name == "setStrokeColor":
            return args[0] is not self._canvas._strokeColorObj
        return True

    def beginPath(self) -> PathRecorder:  # noqa: N802 - ReportLab's name
        return PathRecorder(self._canvas.beginPath())

    def drawPath(self, path: PathRecorder, **options: Any) -> None:  # noqa: N802 - ReportLab's name
        self.calls.append(("drawPath", (path,), options))
        self._canvas.drawPath(path.path, **options)


def record(documents: list[Printable], sheet: PageLayout) -> list[Call]:
    """The canvas calls that draw these documents."""
    press = Press(io.BytesIO(), paper=sheet, title="Benchmark", imprint=documents[0].imprint)
    recorder = press._canvas = Recorder(press._canvas)
    for document in documents:
        for story in document.stories(Paper.A4):
            press.add(story)
    press.close()
    return recorder.calls


PIECES = ("end-", "tile-", "lying-", "suit-", "card-", "short-")


def without_forms(calls: list[Call]) -> list[Call]:
    """The same calls with the shapes of dominoes and cards in place of their forms."""
    bodies: dict[str, list[Call]] = {}
    drawn: list[Call] = []
    body = drawn
    for call in calls:
        name, args, _ = call
        piece = bool(args) and str(args[0]).startswith(PIECES)
        if name == "beginForm" and piece:
            body = bodies.setdefault(args[0], [])
        elif name == "endForm" and body is not drawn:
            body = drawn
        elif name == "doForm" and piece:
            drawn.extend(bodies[args[0]])
        else:
            body.append(call)
    return drawn


def play(calls: list[Call], sheet: PageLayout) -> None:
    """Draw recorded calls on a plain canvas, its streams packed as the house packs them."""
    canvas = Canvas(
        io.BytesIO(),
        pagesize=(sheet.width, sheet.height),
        pageCompression=1,
        invariant=1,
        initialFontName=Font.MAIN.value,
    )
    for method, args, options in calls:
        if method == "drawPath":
            path = canvas.beginPath()
            for name, values, more in args[0].calls:
                getattr(path, name)(*values, **more)
            canvas.drawPath(path, **options)
        else:
            getattr(canvas, method)(*args, **options)


def best(*actions: Callable[[], object], times: int = 3) -> list[float]:
    """The least processor time of each action in seconds; they take turns, so noise hits all."""
    spans: list[list[float]] = [[] for _ in actions]
    for _ in range(times):
        for action, taken in zip(actions, spans, strict=True):
            start = time.process_time()
            action()
            taken.append(time.process_time() - start)
    return [min(taken) for taken in spans]


def show_speed(what: str, make: Callable[[int], Printable], wanted: int) -> None:
    documents = [make(page) for page in range(wanted)]
    sheet = documents[0].layout(Paper.A4)
    calls = record(documents, sheet)
    flat = without_forms(calls)

    def house() -> int:
        return print_documents(documents, paper=Paper.A4, out=io.BytesIO())

    pages = house()
    actions: list[Callable[[], object]] = [house, lambda: play(calls, sheet)]
    if len(flat) > len(calls) * 1.05:
        actions.append(lambda: play(flat, sheet))
    ours, bare, *shapes = best(*actions)
    line = f"{what:32} {pages:5} pages {pages / ours:7.0f} pages/s  ratio {bare / ours:.2f}"
    print(line + "".join(f"  with shapes {least / ours:.2f}" for least in shapes), flush=True)


def show_memory(what: str, documents: Iterator[Printable], count: int) -> None:
    marks: dict[int, int] = {}
    steps = {max(1, count // 10), max(1, count // 2), count}

    def watched() -> Iterator[Printable]:
        for done, story in enumerate(documents, start=1):
            yield story
            if done in steps:
                marks[done] = tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    with Path("/dev/null").open("wb") as out:
        print_documents(watched(), paper=Paper.A4, out=out)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(f"memory over {count} pages of {what}, in MB")
    for done, held in sorted(marks.items()):
        print(f"  held after {done:6} {held / 1e6:7.1f}")
    print(f"  peak            {peak / 1e6:9.1f}")
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  process peak    {resident:9.1f}")


KINDS: dict[str, Callable[[int], Printable]] = {
    "scorecards": scorecard,
    "hand records, dominoes": lambda page: hand_records(page, cards=False),
    "hand records, cards": lambda page: hand_records(page, cards=True),
    "brackets of 64": bracket,
    "standings": standings,
    "table cards": cards,
    "scorecards of players *": lambda page: players.pandoeren_card(title=f"Pandoeren {page}"),
    "score sheets *": lambda page: matches.sheet(title=f"Table {page}"),
    "score sheets of players *": lambda page: players.spades_sheet(title=f"Table {page}"),
    "rules *": lambda page: RulesStory(rules_page(title=f"Night {page}")),
    "draws *": lambda page: replace(boards.draw(), title=f"Night {page}"),
    "badges *": lambda page: replace(boards.badges(10), title=f"Night {page}"),
    "guide cards *": lambda page: replace(boards.guides(4), title=f"Night {page}"),
    "round slips *": lambda page: replace(boards.slips(4), title=f"Night {page}"),
    "certificates *": lambda page: boards.certificate(day=f"{page} May 2026"),
    "calendars *": lambda page: replace(boards.calendar(), title=f"Season {page}"),
    "settlements *": lambda page: replace(money.settlement(), title=f"Night {page}"),
    "statements *": lambda page: replace(money.statement(), period=f"May {1900 + page}"),
    "prize lists *": lambda page: replace(money.prizes(), title=f"Night {page}"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=60, help="pages for the speed figures")
    parser.add_argument("--memory", type=int, default=2000, help="pages for the memory figures")
    options = parser.parse_args()
    for what, make in KINDS.items():
        show_speed(what, make, options.pages)
    for what in ("scorecards", "hand records, dominoes"):
        show_memory(what, map(KINDS[what], range(options.memory)), options.memory)


if __name__ == "__main__":
    main()
