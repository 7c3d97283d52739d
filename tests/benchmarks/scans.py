"""Reading photographs of marked sheets: rows read, bubbles wrong without a flag, time, memory.

`python -m tests.benchmarks.scans [sheets] [--first SEED] [--five]`. Tuning uses seeds below a
million, figures those from a million on that were never looked at before.

A row is marked properly if every mark of it is dark enough and in its bubble, however it is made,
and nothing was erased in it; rows of sheets that are not found count as not read. It is read if all
its groups are sure and say what was meant. A bubble is wrong if its group is sure and says of it
anything but what is on the paper in front of the camera. A pale mark of which a photocopier left
nothing is not on that paper: such marks are counted apart, as wiped out by a copier; so are those
of which it left a trace on the printed ring that nobody could tell from other rings.

Each share is printed with the bound that it keeps with 95% confidence, as Clopper and Pearson have
it: without an error in n that is 3/n. Errors come together on a sheet, whose bubbles share their
light and their copier; so the sheets with an error are counted too. Most rows that lack a mark are
refused by the rules and seen on the page so.
"""

import argparse
import math
import os
import resource
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import cv2
import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
django.setup()

from paper.documents.sheet_code import is_sheet_code  # noqa: E402
from paper.scans.planes import picture_of, pictured_sheets  # noqa: E402
from paper.scans.reader import (  # noqa: E402
    Mark,
    MeasuredRow,
    RowReading,
    reading_of,
    sheet_measured,
)
from tests.benchmarks._marked_sheets import MeantRow, Photograph, photograph  # noqa: E402

FIRST: Final = 1_000_000
DOUBT: Final = 0.05
"""How often a share is beyond the bound that is printed with it."""


@dataclass
class Tally:
    """What was counted, and the CPU seconds of each picture."""

    counts: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    show: bool = False

    def tell(self, *words: object) -> None:
        if self.show:
            print(*words)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sheets", type=int, nargs="?", default=100)
    parser.add_argument("--first", type=int, default=FIRST)
    parser.add_argument(
        "--show", action="store_true", help="print each wrong or unsure bubble and lost sheet"
    )
    parser.add_argument(
        "--five", action="store_true", help="sheets of Pandoeren for five players instead"
    )
    given = parser.parse_args()
    cv2.setNumThreads(1)
    tally = Tally(show=given.show)
    for seed in range(given.first, given.first + given.sheets):
        _sheet_judge(seed, photograph(seed, is_five=given.five), tally)
    _report(tally)


def _sheet_judge(seed: int, picture: Photograph, tally: Tally) -> None:
    counts, layout = tally.counts, picture.layout
    start = time.process_time()
    image = picture_of(picture.jpeg)
    sheet = next(iter(pictured_sheets(image, claims=is_sheet_code)), None)
    counts["sheets"] += 1
    counts["bubbles"] += sum(1 for row in range(layout.rows) for _place in layout.places(row))
    counts["proper rows"] += sum(row.is_proper and bool(row.marks) for row in picture.rows)
    if sheet is None or sheet.plane is None or sheet.code != picture.code:
        counts["sheets not found"] += 1
        tally.tell("lost", seed, picture.traits)
        return
    rows = sheet_measured(image, sheet.plane, layout).rows
    readings = [reading_of(row, layout) for row in rows]
    tally.times.append(time.process_time() - start)
    wrong = counts["bubbles wrong"]
    for number, parts in enumerate(zip(rows, readings, picture.rows, strict=True)):
        _row_judge((seed, number), *parts, tally=tally)
    counts["sheets with a wrong bubble"] += counts["bubbles wrong"] > wrong


def _row_judge(
    where: tuple[int, int],
    row: MeasuredRow,
    reading: RowReading,
    meant: MeantRow,
    *,
    tally: Tally,
) -> None:
    counts = tally.counts
    if meant.is_proper and meant.marks:
        counts["proper rows read"] += not reading.unsure and dict(reading.marks) == meant.marks
    if not meant.marks:
        counts["blank rows"] += 1
        counts["blank rows seen so"] += reading.is_blank
    for bubble in row.bubbles:
        group, value = bubble.place[:2]
        truth = value in meant.marks.get(group, ())
        about = (*where, group, value, f"{bubble.darkness:.3f}", meant.made.get((group, value)))
        if group in reading.unsure:
            counts["bubbles in unsure groups"] += 1
            if bubble.mark in {Mark.UNSURE, Mark.UNSEEN}:
                tally.tell(bubble.mark, "and marked" if truth else "and empty", *about)
        elif truth != (value in reading.marks.get(group, ())):
            kind = _missed(meant, (group, value)) if truth else "invented"
            counts["bubbles wrong"] += kind in {"missed", "invented"}
            counts[f"marks {kind}, unflagged"] += 1
            tally.tell(kind, *about)


def _missed(meant: MeantRow, mark: tuple[str, str]) -> str:
    """Return what became of a mark that was not read."""
    if mark in meant.wiped_out:
        return "wiped out by a copier"
    return "left as a trace on a ring" if mark in meant.traces else "missed"


def _report(tally: Tally) -> None:
    counts, times = tally.counts, sorted(tally.times)
    for name, count in sorted(counts.items()):
        print(f"{count:>9}  {name}")
    proper, bubbles, sheets = counts["proper rows"], counts["bubbles"], counts["sheets"]
    unread, wrong = proper - counts["proper rows read"], counts["bubbles wrong"]
    clustered = counts["sheets with a wrong bubble"]
    print(
        f"{1 - unread / max(1, proper):>9.2%}  of rows marked properly are read,"
        f" at least {1 - most_share(unread, proper):.2%} with 95% confidence"
    )
    traces = counts["marks left as a trace on a ring, unflagged"]
    for words, count in (("wrong", wrong), ("wrong or traces on rings", wrong + traces)):
        print(
            f"{1e5 * count / bubbles:>9.2f}  of 100,000 bubbles are {words},"
            f" at most {1e5 * most_share(count, bubbles):.2f} with 95% confidence"
        )
    print(
        f"{clustered / sheets:>9.2%}  of sheets have a wrong bubble,"
        f" at most {most_share(clustered, sheets):.2%} with 95% confidence"
    )
    if times:
        print(
            f"{times[len(times) // 2]:>9.2f}  CPU seconds a picture, median; most {times[-1]:.2f}"
        )
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:>9.0f}  MB at most")


def most_share(errors: int, trials: int) -> float:
    """Return the largest share of errors with which so few of so many are as likely as `DOUBT`."""
    if errors >= trials:
        return 1.0
    low, high = errors / trials, 1.0
    for _halving in range(60):
        share = (low + high) / 2
        if _at_most(errors, trials, share) > DOUBT:
            low = share
        else:
            high = share
    return high


def _at_most(errors: int, trials: int, share: float) -> float:
    """Return how likely at most so many errors are where each trial has this share of them."""
    return math.fsum(
        math.exp(
            math.lgamma(trials + 1)
            - math.lgamma(count + 1)
            - math.lgamma(trials - count + 1)
            + count * math.log(share)
            + (trials - count) * math.log1p(-share)
        )
        for count in range(errors + 1)
    )


if __name__ == "__main__":
    main()
