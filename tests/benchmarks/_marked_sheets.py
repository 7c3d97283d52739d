"""Filled-in sheets for marking, seen by a camera: drawn from a seed, with what was meant.

A sheet is printed, marked as people mark (pencil, ball pen, ticks, crosses, half-erased, pale and
misplaced marks), copied, folded, spilled on, and photographed (tilted, turned, in shadow and uneven
light, blurred, noisy, compressed). Every picture follows from its seed alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
import pypdfium2

from games import PRESENTERS
from paper.documents.marking import MarkingSheet, marking_layout
from paper.documents.sheet_code import SheetCode
from press.base import Imprint, Paper, Printable, render
from press.bubbles import CANCEL, BubblePlace, SheetLayout

PRINT: Final = 10
"""Pixels of the printed sheet to a millimetre."""

GAMES: Final = (
    ("texas42", {"preset": "marks"}),
    ("texas42", {"preset": "points"}),
    ("texas42", {"preset": "everything"}),
    ("pandoeren", {}),
    ("dummy_spades", {}),
)
FIVE: Final = (("pandoeren", {}),)
"""Those at whose tables five may take turns."""
PROPER: Final = ("pencil", "pen", "scribble", "tick", "cross")
POOR: Final = ("pale", "outside", "erased", "faded")
FADED: Final = 0.1
"""A mark that copying has left paler than this is as pale as the palest pencil."""
WIPED_OUT: Final = 0.02
"""One that it has left paler than this is not on the copy: nobody could see it there."""
TRACE: Final = 0.2
"""Nor could anybody where the bare paper is as white, and the printed ring darker by less than this
share of its own darkness: rings that lie apart look alike then."""


@dataclass
class MeantRow:
    """The marks meant in a row, by which styles they were made, and which a copier wiped out or
    left as a trace on the printed ring."""

    marks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    made: dict[tuple[str, str], str] = field(default_factory=dict)
    erased: bool = False
    wiped_out: set[tuple[str, str]] = field(default_factory=set)
    traces: set[tuple[str, str]] = field(default_factory=set)

    @property
    def styles(self) -> set[str]:
        return {*self.made.values(), *(("erased",) if self.erased else ())}

    @property
    def is_proper(self) -> bool:
        """Whether all its marks are dark and in their bubbles, and none was erased."""
        return not self.styles & set(POOR)


@dataclass(frozen=True)
class Photograph:
    """A picture as a JPEG file, its sheet, and what was meant in each row; `rules` as a record has
    them."""

    game: str
    rules: Mapping[str, Any]
    jpeg: bytes
    layout: SheetLayout
    code: str
    rows: tuple[MeantRow, ...]
    traits: Mapping[str, Any]


@lru_cache(maxsize=32)
def printed(
    game: str, preset: str, size: str, players: int | None = None
) -> tuple[np.ndarray, SheetLayout, str]:
    """Return an empty sheet as printed, in levels of grey; `players` where they take turns."""
    presenter = PRESENTERS[game]
    options = presenter.laws.options.resolve({"preset": preset} if preset else {})
    layout, across = marking_layout(game, options, size, players)
    keys = presenter.player_keys(players) if players else presenter.keys
    assert presenter.marks is not None
    example, words = presenter.marks.example(options)
    code = SheetCode(12, 3, 14, 1, 1, size, across=across, digest=layout.digest)
    sheet = MarkingSheet(
        imprint=Imprint("Elm Street 42", "Sheet", "", "", "", "en"),
        title="Tuesday 42 · Round 3, table 14",
        names=tuple(zip(keys, ("Ann", "Bob", "Cleo", "Dan", "Eva"), strict=False)),
        dealer=None,
        dealer_words="First dealer",
        sheet=layout,
        code=code,
        example=example,
        example_words=words,
        legend=presenter.marks.legend(options),
        sides=keys,
    )
    return _in_greys(sheet, size, layout), layout, code.text


def _in_greys(document: Printable, size: str, layout: SheetLayout) -> np.ndarray:
    """Return the upper left of the first page, as large as a layout."""
    paper = Paper.A4 if size == "A" else Paper.LETTER
    page = pypdfium2.PdfDocument(render([document], paper=paper))[0]
    image = page.render(scale=PRINT * 25.4 / 72).to_numpy()
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    width, height = (round(points / 72 * 25.4 * PRINT) for points in page.get_size())
    whole = cv2.resize(grey, (width, height))
    return whole[: round(layout.height * PRINT), : round(layout.width * PRINT)]


def photograph(seed: int, *, is_five: bool = False) -> Photograph:
    """Return the picture of a seed."""
    dice = np.random.default_rng(seed)
    games = FIVE if is_five else GAMES
    game, rules = games[dice.integers(len(games))]
    size = "A" if dice.random() < 0.7 else "L"
    given = (game, rules.get("preset", ""), size)
    empty, layout, code = printed(*given, players=5 if is_five else None)
    paper = empty.astype(np.float32) / 255
    traits: dict[str, Any] = {"game": game, "size": size}
    marked = [_row_marked(paper, layout, row, dice, traits) for row in range(layout.rows)]
    rows = tuple(meant for meant, _laid in marked)
    laid = [mark for _meant, row_marks in marked for mark in row_marks]
    bare = empty.astype(np.float32) / 255
    if dice.random() < 0.12:
        stain = _stain(paper.shape, dice)
        paper, bare = paper * stain, bare * stain
        traits["coffee"] = True
    sheets = [paper, paper, bare]
    for _copy in range(int(dice.choice([0, 1, 2], p=[0.8, 0.12, 0.08]))):
        sheets, laid = _copied(sheets, laid, dice)
        traits["copies"] = traits.get("copies", 0) + 1
    if "copies" in traits:
        _copies_judged(sheets[1], sheets[2], laid, layout.radius)
    paper = sheets[0]
    return Photograph(game, rules, camera(paper, dice, traits), layout, code, rows, traits)


# --- marks


class Laid(NamedTuple):
    """A mark with its middle on the paper, in pixels."""

    row: MeantRow
    group: str
    value: str
    x: float
    y: float


def _row_marked(
    paper: np.ndarray, layout: SheetLayout, row: int, dice: Any, traits: dict[str, Any]
) -> tuple[MeantRow, list[Laid]]:
    """Mark a row: most are marked, some are blank, a few are struck out."""
    meant, laid = MeantRow(), list[Laid]()
    hand = traits.setdefault("hand", _handwriting(dice))
    if dice.random() < 0.25:
        return meant, laid
    places = list(layout.places(row))
    for group in layout.groups:
        of_group = [place for place in places if place.group == group.key]
        if group.key == CANCEL:
            chosen = of_group if dice.random() < 0.05 else []
        elif group.several:
            count = int(dice.choice([0, 1, 2], p=[0.6, 0.3, 0.1]))
            chosen = [of_group[n] for n in sorted(dice.choice(len(of_group), count, replace=False))]
        else:
            chosen = [of_group[dice.integers(len(of_group))]] if dice.random() < 0.85 else []
        for place in chosen:
            style, x, y = _draw_mark(paper, place, layout.radius, hand, dice)
            meant.made[place.group, place.value] = style
            laid.append(Laid(meant, place.group, place.value, x, y))
        if chosen:
            meant.marks[group.key] = tuple(place.value for place in chosen)
        others = [place for place in of_group if place not in chosen]
        if others and chosen and dice.random() < 0.01:
            wrong = others[dice.integers(len(others))]
            _erased(paper, wrong.x, wrong.y, layout, dice)
            meant.erased = True
    return meant, laid


def _handwriting(dice: Any) -> dict[str, Any]:
    """Return how somebody marks: mostly in one way."""
    style = dice.choice(PROPER, p=[0.4, 0.2, 0.2, 0.1, 0.1])
    return {"style": str(style), "dark": dice.uniform(0.4, 0.85), "thick": dice.uniform(0.5, 0.9)}


def _draw_mark(
    paper: np.ndarray, at: BubblePlace, radius: float, hand: Any, dice: Any
) -> tuple[str, float, float]:
    """Draw a mark, and return its style and where its middle lies, in pixels."""
    style, dark, (x, y) = hand["style"], hand["dark"], at[2:4]
    off = dice.normal(0, 0.12, 2) * radius
    odd = dice.random()
    if odd < 0.008:
        style, dark = "pale", dice.uniform(0.1, 0.25)
    elif odd < 0.014:
        angle = dice.uniform(0, 2 * np.pi)
        off = radius * dice.uniform(0.6, 1.0) * np.array([np.cos(angle), np.sin(angle)])
    if style == "pen":
        dark = max(dark, 0.7)
    mask = np.zeros(paper.shape, np.uint8)[: int(8 * PRINT), : int(8 * PRINT)]
    middle = np.array([4 * PRINT, 4 * PRINT])
    thick = max(2, round(hand["thick"] * PRINT * (1 if style != "pen" else 0.7)))
    reach = radius * PRINT * dice.uniform(0.75, 1.05)
    if style in {"pencil", "pen", "pale"}:
        cv2.circle(mask, middle.tolist(), round(reach * 0.95), 255, -1, cv2.LINE_AA)
    elif style == "scribble":
        _zigzag(mask, middle, reach, thick, dice)
    elif style == "tick":
        bend = _off(middle, -0.2 * reach, 0.7 * reach)
        points = [_off(middle, -0.9 * reach, 0.0), bend, _off(middle, 1.1 * reach, -reach)]
        strokes(mask, points, thick)
    else:
        strokes(mask, [middle - 0.8 * reach, middle + 0.8 * reach], thick)
        strokes(
            mask,
            [_off(middle, -0.8 * reach, 0.8 * reach), _off(middle, 0.8 * reach, -0.8 * reach)],
            thick,
        )
    mask_laid(paper, mask, (x + off[0], y + off[1]), dark, dice)
    kind = "outside" if 0.008 <= odd < 0.014 else str(style)
    return kind, (x + off[0]) * PRINT, (y + off[1]) * PRINT


def _off(middle: np.ndarray, x: float, y: float) -> np.ndarray:
    return middle + np.array([x, y])


def _zigzag(mask: np.ndarray, middle: np.ndarray, reach: float, thick: int, dice: Any) -> None:
    lines = int(dice.integers(4, 7))
    points = []
    for number, down in enumerate(np.linspace(-0.8, 0.8, lines)):
        side = np.sqrt(max(0.05, 1 - down * down)) * (-1 if number % 2 else 1)
        points.append(_off(middle, side * reach * 0.95, down * reach))
    strokes(mask, points, thick)


def strokes(mask: np.ndarray, points: Any, thick: int) -> None:
    line = np.rint(np.array(points)).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(mask, [line], False, 255, thick, cv2.LINE_AA)


def mask_laid(paper: np.ndarray, mask: np.ndarray, at: Any, dark: float, dice: Any) -> None:
    """Lay a mark on the paper, with the grain of pencil."""
    half = mask.shape[0] // 2
    left, top = round(at[0] * PRINT) - half, round(at[1] * PRINT) - half
    part = paper[top : top + 2 * half, left : left + 2 * half]
    grain = np.clip(dice.normal(1, 0.2, part.shape), 0.3, 1.4)
    ink = mask[: part.shape[0], : part.shape[1]] / 255 * dark * grain
    part *= np.clip(1 - ink, 0.08, 1)


def _erased(paper: np.ndarray, x: float, y: float, layout: SheetLayout, dice: Any) -> None:
    """What an eraser leaves of a mark."""
    mask = np.zeros((8 * PRINT, 8 * PRINT), np.uint8)
    cv2.circle(mask, (4 * PRINT, 4 * PRINT), round(layout.radius * PRINT * 0.9), 255, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), 4)
    mask_laid(paper, mask, (x, y), dice.uniform(0.03, 0.2), dice)


# --- paper


def _stain(shape: tuple[int, int], dice: Any) -> np.ndarray:
    """What a ring and a pool of coffee leave of the light."""
    height, width = shape
    at = (int(dice.integers(width)), int(dice.integers(height)))
    reach = int(dice.uniform(25, 40) * PRINT)
    mask = np.zeros(shape, np.float32)
    cv2.circle(mask, at, reach, float(dice.uniform(0.05, 0.2)), -1)
    mask = cv2.GaussianBlur(mask, (0, 0), 5)
    ring = np.zeros(shape, np.float32)
    cv2.circle(ring, at, reach, float(dice.uniform(0.1, 0.3)), int(dice.uniform(1, 3) * PRINT))
    return 1 - np.clip(mask + cv2.GaussianBlur(ring, (0, 0), 6), 0, 0.5)


def _copied(
    papers: Sequence[np.ndarray], laid: Sequence[Laid], dice: Any
) -> tuple[list[np.ndarray], list[Laid]]:
    """Photocopies: a little larger or smaller, harder in contrast; the first one with specks."""
    share = dice.uniform(0.96, 1.01)
    height, width = papers[0].shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), dice.uniform(-0.7, 0.7), share)
    soft, hard, light = dice.uniform(0.6, 1.5), dice.uniform(1.2, 1.8), dice.uniform(-0.03, 0.08)
    copies = []
    for paper in papers:
        copy = cv2.warpAffine(paper, matrix, (width, height), borderValue=1.0)
        copy = cv2.GaussianBlur(copy, (0, 0), soft)
        copies.append(np.clip((copy - 0.5) * hard + 0.5 + light, 0.05, 1).astype(np.float32))
    for _speck in range(int(dice.integers(0, 80))):
        at = (int(dice.integers(width)), int(dice.integers(height)))
        cv2.circle(copies[0], at, int(dice.integers(1, 4)), 0.2, -1)
    return copies, [mark._replace(**_moved(matrix, mark)) for mark in laid]


def _moved(matrix: np.ndarray, mark: Laid) -> dict[str, float]:
    x, y = matrix @ (mark.x, mark.y, 1.0)
    return {"x": float(x), "y": float(y)}


def _copies_judged(copy: np.ndarray, bare: np.ndarray, laid: Sequence[Laid], radius: float) -> None:
    """Say of each mark what copying has left of it above the bare paper.

    It is looked at as an eye would, to a fifth of a millimetre.
    """
    left = cv2.GaussianBlur(bare - copy, (0, 0), 0.2 * PRINT)
    print_ = 1 - cv2.GaussianBlur(bare, (0, 0), 0.2 * PRINT)
    reach = round(radius * PRINT)
    for mark in laid:
        x, y = round(mark.x), round(mark.y)
        box = (slice(max(0, y - reach), y + reach + 1), slice(max(0, x - reach), x + reach + 1))
        darkest = float(np.quantile(left[box], 0.9)) if left[box].size else 0.0
        if darkest < FADED:
            mark.row.made[mark.group, mark.value] = "faded"
        if darkest < WIPED_OUT:
            mark.row.wiped_out.add((mark.group, mark.value))
        elif is_trace(left[box], print_[box]):
            mark.row.traces.add((mark.group, mark.value))


def is_trace(left: np.ndarray, print_: np.ndarray) -> bool:
    """Return whether what is left of a mark is on the printed ring alone, and too little there."""
    paper, ring = left[print_ < 0.03], print_ > 0.1
    on_paper = float(np.quantile(paper, 0.9)) if paper.size else 0.0
    on_ring = float(np.quantile(left[ring] / print_[ring], 0.9)) if ring.any() else 0.0
    return on_paper < WIPED_OUT and on_ring < TRACE


# --- camera


def camera(
    paper: np.ndarray,
    dice: Any,
    traits: dict[str, Any],
    lens: Callable[[Any], Callable[[np.ndarray], np.ndarray]] | None = None,
) -> bytes:
    """Return the paper photographed, as JPEG; `lens` bends what is seen."""
    pixels = float(dice.choice([1, 2, 3, 5, 8, 12], p=[0.1, 0.2, 0.2, 0.2, 0.15, 0.15])) * 1e6
    wide, tall = (4, 3) if paper.shape[1] > paper.shape[0] else (3, 4)
    width = int(np.sqrt(pixels * wide / tall))
    height = int(width * tall / wide)
    traits["megapixels"] = pixels / 1e6
    image, mask = _projected(paper, (width, height), dice, traits)
    table = dice.uniform(0.15, 0.75) + dice.normal(0, 0.03, (height // 16 + 1, width // 16 + 1))
    table = cv2.resize(table.astype(np.float32), (width, height))
    image = image * mask + table * (1 - mask)
    if lens is not None:
        image = lens(dice)(image)
    image *= _light((width, height), dice, traits)
    blur = dice.uniform(0.3, 0.9) * width / 1600 + dice.uniform(0, 0.5)
    image = cv2.GaussianBlur(image, (0, 0), blur)
    if dice.random() < 0.15:
        image = _shaken(image, dice)
        traits["shaken"] = True
    noise = dice.uniform(0.005, 0.035)
    image = image + dice.standard_normal(image.shape, np.float32) * np.float32(noise)
    levels = np.clip(image * 255, 0, 255).astype(np.uint8)
    quality = int(dice.integers(40, 96))
    _done, data = cv2.imencode(".jpg", levels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


def _projected(
    paper: np.ndarray, size: tuple[int, int], dice: Any, traits: dict[str, Any]
) -> tuple[np.ndarray, np.ndarray]:
    """The paper as a pinhole camera sees it, perhaps folded, and where it is."""
    height, width = paper.shape
    tilt = np.radians(dice.uniform(0, 35) * dice.random() ** 0.5)
    towards = dice.uniform(0, 2 * np.pi)
    turned = dice.choice([0, 180, 90, 270], p=[0.7, 0.2, 0.05, 0.05])
    turn = np.radians(dice.uniform(-15, 15) + turned)
    traits["tilt"] = round(float(np.degrees(tilt)), 1)
    axis = np.array([np.cos(towards), np.sin(towards), 0.0])
    rotation = cv2.Rodrigues(axis * tilt)[0] @ cv2.Rodrigues(np.array([0, 0, turn]))[0]
    distance = dice.uniform(1.5, 2.5) * max(width, height)
    folded = dice.random() < 0.25
    angle = np.radians(dice.uniform(3, 12)) * dice.choice([-1, 1]) if folded else 0.0
    upright = bool(dice.random() < 0.3)
    if folded:
        traits["folded"] = round(float(np.degrees(angle)), 1)
    halves = [
        _half(width, height, upright=upright, second=second, angle=angle)
        for second in (False, True)
    ]
    seen = [[_seen(rotation @ point, distance) for point in solid] for _flat, solid in halves]
    points = np.array([point for half in seen for point in half])
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.array(size) * dice.uniform(0.82, 0.97)
    share = float((room / (high - low)).min())
    spare = np.array(size) - (high - low) * share
    move = spare * dice.uniform(0.1, 0.9, 2) - low * share
    image = np.zeros((size[1], size[0]), np.float32)
    mask = np.zeros_like(image)
    shrink = max(1.0, 1 / (share * 1.2))
    blurred = cv2.GaussianBlur(paper, (0, 0), 0.35 * shrink) if shrink > 1 else paper
    for (flat, _solid), half in zip(halves, seen, strict=True):
        target = np.asarray(np.array(half) * share + move, np.float32)
        matrix = cv2.getPerspectiveTransform(np.asarray(flat, np.float32), target)
        part = cv2.warpPerspective(blurred, matrix, size)
        area = np.zeros_like(image)
        cv2.fillConvexPoly(area, np.rint(target).astype(np.int32), 1.0, cv2.LINE_AA)
        image = image * (1 - area) + part * area
        mask = np.maximum(mask, area)
    return image, mask


def _half(width: int, height: int, *, upright: bool, second: bool, angle: float) -> Any:
    """Return a half of the paper: its corners as printed, and in space around its middle."""
    if upright:
        box = (width / 2, 0, width, height) if second else (0, 0, width / 2, height)
    else:
        box = (0, height / 2, width, height) if second else (0, 0, width, height / 2)
    left, top, right, bottom = box
    flat = [(left, top), (right, top), (right, bottom), (left, bottom)]
    solid = []
    for x, y in flat:
        u, v = x - width / 2, y - height / 2
        bent = u if upright else v
        if second and bent > 0:
            up, along = np.sin(angle) * bent, np.cos(angle) * bent
            u, v = (along, v) if upright else (u, along)
            solid.append(np.array([u, v, up]))
        else:
            solid.append(np.array([u, v, 0.0]))
    return flat, solid


def _seen(point: np.ndarray, distance: float) -> np.ndarray:
    return point[:2] * distance / (distance + point[2])


def _light(size: tuple[int, int], dice: Any, traits: dict[str, Any]) -> np.ndarray:
    """Uneven light, and perhaps the edge of a shadow."""
    width, height = size
    x, y = np.meshgrid(
        np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    )
    angle = dice.uniform(0, 2 * np.pi)
    slope = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle))
    light = np.float32(dice.uniform(0.65, 1.0)) + slope * np.float32(dice.uniform(0, 0.2))
    light *= 1 - np.float32(dice.uniform(0, 0.15)) * (x * x + y * y)
    if dice.random() < 0.35:
        angle, off = dice.uniform(0, 2 * np.pi), dice.uniform(-0.6, 0.6)
        side = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle)) - np.float32(off)
        edge = np.float32(dice.uniform(0.005, 0.2))
        depth = np.float32(dice.uniform(0.2, 0.55))
        light *= 1 - depth / (1 + np.exp(-np.clip(side / edge * 4, -30, 30)))
        traits["shadow"] = round(float(depth), 2)
    return light


def _shaken(image: np.ndarray, dice: Any) -> np.ndarray:
    length = int(dice.uniform(2, 5) * image.shape[1] / 1600) + 1
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    angle = dice.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    middle = np.array([length, length])
    cv2.line(
        kernel,
        np.rint(middle - reach).astype(int).tolist(),
        np.rint(middle + reach).astype(int).tolist(),
        1.0,
        1,
    )
    return cv2.filter2D(image, -1, kernel / kernel.sum())
