"""Printing: pages a second against the bare canvas calls of the same pages, and memory.

    python benchmarks/pdf.py [--pages 100] [--memory 2000]

The calls that draw the pages are recorded once. Played back on a plain ReportLab canvas they
cost what the drawing alone costs; the ratio is what layout, text in any script and streaming
leave of that rate. A second ratio plays the dominoes back as shapes instead of forms.
"""

import argparse
import io
import resource
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from benchmarks._matches import hand_records, scorecard
from press.base import Paper, Press, Printable, print_documents
from press.fonts import Font

Call = tuple[str, tuple[Any, ...], dict[str, Any]]


class Recorder:
    """Passes calls on to a canvas and keeps the outermost ones."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.calls: list[Call] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._canvas, name)

        def call(*args: Any, **options: Any) -> Any:
            if name != "hasForm" and self._changes(name, args):
                self.calls.append((name.replace("form_later", "doForm"), args, options))
            return method(*args, **options)

        return call

    def _changes(self, name: str, args: tuple[Any, ...]) -> bool:
        """A colour that is set already is no call a careful hand would write."""
        if name == "setFillColor":
            return args[0] is not self._canvas._fillColorObj
        if name == "setStrokeColor":
            return args[0] is not self._canvas._strokeColorObj
        return True


def record(stories: list[Printable]) -> list[Call]:
    """The canvas calls that draw these stories."""
    press = Press(io.BytesIO(), paper=Paper.A4, title="Benchmark", imprint=stories[0].imprint)
    recorder = press._canvas = Recorder(press._canvas)
    for story in stories:
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


def play(calls: list[Call]) -> None:
    """Draw recorded calls on a plain canvas, its streams packed as the house packs them."""
    rl_config.useA85 = 0
    canvas = Canvas(
        io.BytesIO(),
        pagesize=Paper.A4.value,
        pageCompression=1,
        invariant=1,
        initialFontName=Font.HOUSE.value,
    )
    for name, args, options in calls:
        getattr(canvas, name)(*args, **options)


def best(*actions: Callable[[], object], times: int = 5) -> list[float]:
    """The least processor time of each action in seconds; they take turns, so noise hits all."""
    spans: list[list[float]] = [[] for _ in actions]
    for _ in range(times):
        for action, taken in zip(actions, spans, strict=True):
            start = time.process_time()
            action()
            taken.append(time.process_time() - start)
    return [min(taken) for taken in spans]


def show_speed(what: str, stories: list[Printable]) -> None:
    calls = record(stories)
    flat = without_forms(calls)

    def house() -> int:
        return print_documents(stories, paper=Paper.A4, out=io.BytesIO())

    pages = house()
    own, bare, shapes = best(house, lambda: play(calls), lambda: play(flat))
    print(f"{what}, {pages} pages")
    print(f"  house          {pages / own:7.0f} pages/s")
    print(f"  bare, forms    {pages / bare:7.0f} pages/s   ratio {bare / own:.2f}")
    print(f"  bare, shapes   {pages / shapes:7.0f} pages/s   ratio {shapes / own:.2f}")


def show_memory(what: str, stories: Iterator[Printable], count: int) -> None:
    marks: dict[int, int] = {}
    steps = {max(1, count // 10), max(1, count // 2), count}

    def watched() -> Iterator[Printable]:
        for done, story in enumerate(stories, start=1):
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


def scorecards(count: int) -> Iterator[Printable]:
    """A scorecard a page."""
    return (scorecard(number) for number in range(count))


def records(count: int, *, cards: bool) -> Iterator[Printable]:
    """A page of hand records for each match."""
    return (hand_records(number, cards=cards) for number in range(count))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=100, help="pages for the speed figures")
    parser.add_argument("--memory", type=int, default=2000, help="pages for the memory figures")
    options = parser.parse_args()
    show_speed("scorecards", list(scorecards(options.pages)))
    show_speed("hand records, dominoes", list(records(options.pages, cards=False)))
    show_speed("hand records, cards", list(records(options.pages, cards=True)))
    show_memory("scorecards", scorecards(options.memory), options.memory)
    show_memory("hand records", records(options.memory, cards=False), options.memory)


if __name__ == "__main__":
    main()
