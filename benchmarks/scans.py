"""Reading photographs of marked sheets: rows read, bubbles wrong without a flag, time, memory.

`python -m benchmarks.scans [sheets] [--first SEED]`. Tuning uses seeds below a million, the figures
those from a million on.
"""

import argparse
import os
import resource
import time
from collections import Counter
from typing import Final

import cv2
import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
django.setup()

from benchmarks._marked_sheets import POOR, Photograph, photograph  # noqa: E402
from prints.sheet_code import is_sheet_code  # noqa: E402
from scans.reader import picture_of, reading_of, rows_measured, sheets_found  # noqa: E402

FIRST: Final = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sheets", type=int, nargs="?", default=100)
    parser.add_argument("--first", type=int, default=FIRST)
    parser.add_argument(
        "--show", action="store_true", help="print each wrong bubble and lost sheet"
    )
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    times: list[float] = []
    for seed in range(given.first, given.first + given.sheets):
        picture = photograph(seed)
        _judge(seed, picture, counts, times, show=given.show)
    _report(counts, times)


def _judge(  # noqa: C901 counts everything in one place
    seed: int, picture: Photograph, counts: Counter[str], times: list[float], *, show: bool
) -> None:
    cv2.setNumThreads(1)
    start = time.process_time()
    image = picture_of(picture.jpeg)
    sheets = sheets_found(image, claims=is_sheet_code)
    sheet = sheets[0] if sheets else None
    counts["sheets"] += 1
    rows = range(picture.layout.rows)
    counts["bubbles"] += sum(1 for row in rows for _place in picture.layout.places(row))
    proper = [row.is_proper and bool(row.marks) for row in picture.rows]
    counts["proper rows"] += sum(proper)
    if sheet is None or sheet.plane is None or sheet.code != picture.code:
        counts["sheets not found"] += 1
        if show:
            print("lost", seed, picture.traits, sheet)
        return
    read = [
        (row, reading_of(row, picture.layout))
        for row in rows_measured(image, sheet.plane, picture.layout)
    ]
    times.append(time.process_time() - start)
    for number, ((row, reading), meant) in enumerate(zip(read, picture.rows, strict=True)):
        if proper[number]:
            counts["proper rows read"] += not reading.unsure and dict(reading.marks) == meant.marks
        if not meant.marks:
            counts["blank rows"] += 1
            counts["blank rows seen so"] += reading.is_blank
        for bubble in row.bubbles:
            place = bubble.place
            truth = place.value in meant.marks.get(place.group, ())
            said = place.value in reading.marks.get(place.group, ())
            if truth != said and place.group not in reading.unsure:
                counts["bubbles wrong"] += 1
                kind = "missed" if truth else "invented"
                poor = ", ".join(sorted(meant.styles & set(POOR))) or "proper marks"
                counts[f"bubbles {kind} in a row with {poor}"] += 1
                if show:
                    print(
                        "wrong",
                        kind,
                        seed,
                        number,
                        place.group,
                        place.value,
                        f"{bubble.darkness:.3f}",
                        meant.styles,
                        picture.traits,
                    )
            elif place.group in reading.unsure:
                counts["bubbles in unsure groups"] += 1
                if show and proper[number] and bubble.mark == "unsure":
                    print(
                        "unsure",
                        seed,
                        number,
                        place.group,
                        place.value,
                        f"{bubble.darkness:.3f}",
                        truth,
                        meant.styles,
                        picture.traits,
                    )


def _report(counts: Counter[str], times: list[float]) -> None:
    for name, count in sorted(counts.items()):
        print(f"{count:>9}  {name}")
    share = counts["proper rows read"] / max(1, counts["proper rows"])
    print(f"{share:>9.2%}  of rows marked properly are read")
    middle = sorted(times)[len(times) // 2]
    print(f"{middle:>9.2f}  CPU seconds a picture, median; most {max(times):.2f}")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:>9.0f}  MB at most")


if __name__ == "__main__":
    main()
