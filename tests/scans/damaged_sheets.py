"""Photographs of marked sheets with one kind of damage each: rows read, left open, and wrong.

`python -m tests.scans.damaged_sheets [sheets] [--first SEED] [--only KIND]`. Beside what
`tests.benchmarks.scans` draws there are thumbs at the edge, marks that miss their bubble, thin and
broad pens, wide-angle lenses and lamps. Every picture follows from its kind and seed. A row is
wrong if a group of it is sure and says anything but what was meant; a mark beside its bubble counts
as meant.
"""

import argparse
import os
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import cv2
import django
import numpy as np

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
django.setup()

from paper.documents.sheet_code import is_sheet_code  # noqa: E402
from paper.scans.planes import picture_of, pictured_sheets  # noqa: E402
from paper.scans.reader import reading_of, sheet_measured  # noqa: E402
from press.bubbles import CANCEL, BubblePlace, SheetLayout  # noqa: E402
from tests.benchmarks._marked_sheets import GAMES, PRINT, camera, mask_laid, printed, strokes  # noqa: E402

Paper = np.ndarray[Any, np.dtype[Any]]
Dice = np.random.Generator
Meant = dict[int, dict[str, tuple[str, ...]]]
MARKED: Final = 0.7
"""The share of rows that are marked."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sheets", type=int, nargs="?", default=6)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--show", action="store_true", help="print what is wrong or left open")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    print(f"{'':>10}   rows  read  open wrong  sheets not found")
    for kind in [given.only] if given.only else KINDS:
        counts = Counter[str]()
        for seed in range(given.first, given.first + given.sheets):
            sheet_judge(kind, seed, counts, show=given.show)
        words = (counts[key] for key in ("rows", "read", "open", "wrong", "lost"))
        print(f"{kind:>10}" + "".join(f"{word:>6}" for word in words), flush=True)


def sheet_judge(kind: str, seed: int, counts: Counter[str], *, show: bool = False) -> None:
    """Draw, photograph and read a sheet, and count its marked rows by what became of them."""
    jpeg, layout, meant = damaged(kind, seed)
    image = picture_of(jpeg)
    sheet = next(iter(pictured_sheets(image, claims=is_sheet_code)), None)
    counts["rows"] += len(meant)
    if sheet is None or sheet.plane is None:
        counts["lost"] += 1
        return
    for number, row in enumerate(sheet_measured(image, sheet.plane, layout).rows):
        reading, marks = reading_of(row, layout), meant.get(number, {})
        wrong = [
            group.key
            for group in layout.groups
            if group.key not in reading.unsure
            and reading.marks.get(group.key, ()) != marks.get(group.key, ())
        ]
        counts["wrong"] += bool(wrong)
        if number in meant:
            counts["open"] += bool(reading.unsure)
            counts["read"] += not reading.unsure and not wrong
        if show and (wrong or (reading.unsure and number in meant)):
            print(kind, seed, number, "wrong" if wrong else "open", wrong or set(reading.unsure))
            for bubble in row.bubbles:
                if bubble.place.group in reading.unsure and bubble.mark in {"unsure", "unseen"}:
                    truth = bubble.place.value in marks.get(bubble.place.group, ())
                    print(
                        "   ",
                        bubble.mark,
                        "marked" if truth else "empty",
                        bubble.place[:2],
                        f"{bubble.darkness:.3f} {bubble.darkest:.3f}",
                    )


def damaged(kind: str, seed: int) -> tuple[bytes, SheetLayout, Meant]:
    """Return the photograph of a sheet with a kind of damage, its layout, and what was meant."""
    dice = np.random.default_rng([list(KINDS).index(kind), seed])
    game, rules = GAMES[seed % len(GAMES)]
    empty, layout, _code = printed(game, rules.get("preset", ""), "A")
    paper = empty.astype(np.float32) / 255
    mark, after = KINDS[kind]
    meant: Meant = {}
    spots: list[tuple[int, BubblePlace]] = []
    for row in range(layout.rows):
        if dice.random() > MARKED:
            continue
        places = list(layout.places(row))
        meant[row] = {}
        for group in layout.groups:
            of_group = [place for place in places if place.group == group.key]
            is_struck = group.key == CANCEL
            if dice.random() > (STRUCK.get(kind, 0.05) if is_struck else 0.85):
                continue
            chosen = of_group[int(dice.integers(len(of_group)))]
            mark(paper, chosen, layout.radius, dice)
            meant[row][group.key] = (chosen.value,)
            if is_struck:
                spots.append((row, chosen))
    if after:
        paper = after(paper, layout, spots, dice)
    return camera(paper, dice, {}, lens=LENSES.get(kind)), layout, meant


def _at(place: BubblePlace, dice: Dice, radius: float) -> np.ndarray[Any, Any]:
    return np.array([place.x, place.y]) + dice.normal(0, 0.1, 2) * radius


def _filled(paper: Paper, place: BubblePlace, radius: float, dice: Dice) -> None:
    _blob(paper, _at(place, dice, radius), radius * dice.uniform(0.75, 1.0), dice)


def _blob(paper: Paper, at: Any, reach: float, dice: Dice, dark: float | None = None) -> None:
    mask = np.zeros((12 * PRINT, 12 * PRINT), np.uint8)
    cv2.circle(mask, (6 * PRINT, 6 * PRINT), round(reach * PRINT), 255, -1, cv2.LINE_AA)
    mask_laid(paper, mask, at, dark or dice.uniform(0.5, 0.85), dice)


def _thin_tick(paper: Paper, place: BubblePlace, radius: float, dice: Dice) -> None:
    """A tick with a ball pen whose line is 0.22 mm wide."""
    reach = radius * dice.uniform(0.8, 1.1)
    points = np.array([(-0.8, 0.0), (-0.2, 0.7), (1.0, -1.0)]) * reach
    _line(paper, _at(place, dice, radius), points, (0.22, dice.uniform(0.45, 0.85)), dice)


def _line(paper: Paper, at: Any, points: Any, pen: tuple[float, float], dice: Dice) -> None:
    """Draw a line; a pen is so broad, in millimetres, and so dark."""
    wide, dark = pen
    mask = np.zeros((12 * PRINT, 12 * PRINT), np.uint8)
    strokes(mask, 6 * PRINT + points * PRINT, max(2, round(wide * PRINT)))
    mask_laid(paper, mask, at, dark, dice)


def _felt(paper: Paper, place: BubblePlace, radius: float, dice: Dice) -> None:
    """A felt tip two millimetres broad: a dot, a stroke or a cross that goes beyond the ring."""
    at, dark = _at(place, dice, radius), dice.uniform(0.8, 0.95)
    wide, reach = dice.uniform(1.5, 2.2), radius * dice.uniform(0.7, 1.2)
    way = dice.integers(3)
    if way == 0:
        _blob(paper, at, radius * dice.uniform(0.9, 1.35), dice, dark)
        return
    turned = dice.uniform(0, np.pi)
    along = np.array([np.cos(turned), np.sin(turned)]) * reach
    _line(paper, at, np.array([-along, along]), (wide, dark), dice)
    if way == 2:
        beside = along[::-1] * (1, -1)
        _line(paper, at, np.array([-beside, beside]), (wide, dark), dice)


def _around(paper: Paper, place: BubblePlace, radius: float, dice: Dice) -> None:
    """A ring drawn around the bubble."""
    around = np.linspace(0, 2 * np.pi * dice.uniform(0.9, 1.1), 40)
    way = np.stack([np.cos(around), np.sin(around)], axis=1)
    reach = radius * dice.uniform(1.15, 1.6) * (1 + 0.08 * np.cos(2 * around + dice.uniform(0, 6)))
    _line(
        paper, _at(place, dice, radius), way * reach[:, None], (0.5, dice.uniform(0.4, 0.8)), dice
    )


def _leaving(paper: Paper, place: BubblePlace, radius: float, dice: Dice) -> None:
    """A scribble of which half lies outside its bubble."""
    angle = dice.uniform(0, 2 * np.pi)
    off = radius * dice.uniform(0.6, 1.2) * np.array([np.cos(angle), np.sin(angle)])
    down = np.linspace(-0.8, 0.8, int(dice.integers(4, 7)))
    side = np.sqrt(1 - down**2) * np.where(np.arange(len(down)) % 2, -1, 1)
    points = np.stack([side, down], axis=1) * radius * dice.uniform(0.7, 1.0)
    at = _at(place, dice, radius) + off
    _line(paper, at, points, (dice.uniform(0.4, 0.7), dice.uniform(0.4, 0.8)), dice)


def _thumb(
    paper: Paper, layout: SheetLayout, spots: list[tuple[int, BubblePlace]], dice: Dice
) -> Paper:
    """Thumbs from the edge, each over the cross of a row that is struck out but for an arc."""
    for _row, place in spots[:3]:
        broad, seen = dice.uniform(8, 11), dice.uniform(0.05, 0.8) * 2 * layout.radius
        turned = np.radians(dice.uniform(-35, 35))
        tip = np.array([place.x - layout.radius + seen, place.y + dice.uniform(-0.5, 0.5) * broad])
        middle = tip + np.array([np.cos(turned), np.sin(turned)]) * broad
        shape: Paper = np.zeros(paper.shape, np.float32)
        end = middle + np.array([np.cos(turned), np.sin(turned)]) * 80
        points = [np.rint(point * PRINT).astype(int).tolist() for point in (middle, end)]
        cv2.line(shape, points[0], points[1], 1.0, round(2 * broad * PRINT), cv2.LINE_AA)
        soft = dice.uniform(0.2, 1.0) * PRINT
        shadow = cv2.GaussianBlur(shape, (0, 0), 3 * soft) * dice.uniform(0, 0.3)
        shape = cv2.GaussianBlur(shape, (0, 0), soft)
        skin = dice.uniform(0.35, 0.85)
        paper = paper * (1 - shadow) * (1 - shape) + skin * shape
    return paper.astype(np.float32)


def _glare(
    paper: Paper, _layout: SheetLayout, _spots: list[tuple[int, BubblePlace]], dice: Dice
) -> Paper:
    """A lamp mirrored in the paper: ink there loses most of its contrast."""
    height, width = paper.shape
    at = np.array([dice.uniform(0.2, 0.8) * width, dice.uniform(0.3, 0.9) * height])
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    reach = dice.uniform(25, 60) * PRINT
    far = ((x - at[0]) ** 2 + ((y - at[1]) / dice.uniform(0.5, 1)) ** 2) / reach**2
    light = dice.uniform(0.5, 0.93) * np.exp(-far)
    return np.asarray(paper * (1 - light) + 1.15 * light, np.float32)


def _barrel(dice: Dice) -> Callable[[Paper], Paper]:
    """Return what a wide-angle lens near the paper makes of a picture."""
    share = dice.uniform(0.06, 0.13)

    def bent(picture: Paper) -> Paper:
        height, width = picture.shape[:2]
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        across, down = (x - width / 2) / (width / 2), (y - height / 2) / (height / 2)
        far = (across**2 + down**2) / 2
        wider = (1 + share * far * 2) / (1 + share * 0.6)
        at = (across * wider * width / 2 + width / 2, down * wider * height / 2 + height / 2)
        grey = cv2.remap(picture, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(grey, np.float32)

    return bent


Mark = Callable[[Paper, BubblePlace, float, Dice], None]
After = Callable[[Paper, SheetLayout, list[tuple[int, BubblePlace]], Dice], Paper]
KINDS: Final[dict[str, tuple[Mark, After | None]]] = {
    "none": (_filled, None),
    "thumb": (_filled, _thumb),
    "around": (_around, None),
    "leaving": (_leaving, None),
    "thin": (_thin_tick, None),
    "felt": (_felt, None),
    "barrel": (_filled, None),
    "glare": (_filled, _glare),
}
STRUCK: Final = {"thumb": 0.6}
"""How often rows are struck out."""
LENSES: Final = {"barrel": _barrel}


if __name__ == "__main__":
    main()
