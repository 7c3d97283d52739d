"""Reading pictures: what is marked, and what cannot be read."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
import segno

from paper.documents.sheet_code import OlderCode, UnknownCode, is_sheet_code, read_code
from paper.scans.codes import blurred_texts
from paper.scans.planes import UnreadableImage, picture_of, pictured_sheets
from paper.scans.reader import Mark, reading_of, sheet_measured
from press.bubbles import CODE, CORNER, SheetLayout, code_place
from tests.benchmarks._marked_sheets import Photograph, photograph, printed
from tests.scans.damaged_sheets import sheet_judge

SEEDS = (4, 7, 11, 80_000_303)
"""The last has a fold that moves lines by most of what lies between two."""
CREASED = (300_015, 500_344, 600_127, 40_000_159, 41_000_220, 60_000_673)
"""A copy of a copy; a crease through the middle of every line; one across the end of lines; one
that moves bubbles 6 mm across; one that moves squares at the ends of lines by 8 mm; one that lets
rings run into their bubbles."""
STAINED = (600_101, 600_117, 60_000_449)
UNEVEN = (60_000_141, 60_000_499)
"""A copy with a speck in a bubble; a picture that was shaken, in shadow."""
SHAKEN = (100_072, 100_114, 100_137)
FOLDED = [(4.0, 0), (7.5, 0), (9.0, 0), (2.5, 8.2), (0, 9.5)]
CORNERS = [(0,), (1,), (2,), (3,), (0, 1), (0, 2), (1, 2)]


@cache
def taken(seed: int) -> Photograph:
    return photograph(seed)


def wrong_in(jpeg: bytes, picture: Photograph) -> list[tuple[int, str]]:
    """The groups that say, without a flag, anything but what was meant."""
    image = picture_of(jpeg)
    (sheet,) = pictured_sheets(image, claims=is_sheet_code)
    assert sheet.plane is not None
    wrong = []
    for number, row in enumerate(sheet_measured(image, sheet.plane, picture.layout).rows):
        reading, meant = reading_of(row, picture.layout), picture.rows[number]
        for group in picture.layout.groups:
            said = reading.marks.get(group.key, ())
            if group.key not in reading.unsure and said != meant.marks.get(group.key, ()):
                wrong.append((number, group.key))
    return wrong


@pytest.mark.parametrize("seed", SEEDS[::2])
def test_a_photograph_is_read_as_it_was_meant_or_flagged(seed: int) -> None:
    picture = taken(seed)
    poor = {number for number, row in enumerate(picture.rows) if not row.is_proper}
    assert any(row.marks and row.is_proper for row in picture.rows)
    assert [place for place in wrong_in(picture.jpeg, picture) if place[0] not in poor] == []


@pytest.mark.parametrize("seed", [*CREASED, *STAINED, *UNEVEN][::3])
def test_a_sheet_with_a_crease_coffee_or_specks_is_read_where_marked_properly(seed: int) -> None:
    """A crease moves bubbles by more than half of what lies between two."""
    picture = taken(seed)
    image = picture_of(picture.jpeg)
    (sheet,) = pictured_sheets(image, claims=is_sheet_code)
    assert sheet.plane is not None
    proper = [number for number, row in enumerate(picture.rows) if row.marks and row.is_proper]
    rows = sheet_measured(image, sheet.plane, picture.layout).rows
    assert proper
    for number in proper:
        reading = reading_of(rows[number], picture.layout)
        assert (reading.unsure, dict(reading.marks)) == (frozenset(), picture.rows[number].marks)


def creased(image: np.ndarray, low: float, aside: float) -> np.ndarray:
    """A picture of a sheet folded down its middle, which lies so many millimetres too low there,
    and too far to the right."""
    height, width = image.shape
    across, down = np.meshgrid(np.arange(width), np.arange(height))
    middle = 1 - np.abs(across / width - 0.5) * 2
    return np.asarray(
        cv2.remap(
            image,
            (across - 10 * aside * middle).astype(np.float32),
            (down - 10 * low * middle).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=90,
        )
    )


@pytest.mark.parametrize(("low", "aside"), FOLDED[::2])
def test_a_sheet_is_read_whose_middle_a_fold_moved_by_a_line_or_more_than_a_bubble(
    low: float, aside: float
) -> None:
    image, picture = flat()
    image = image.copy()
    rows = [list(picture.layout.places(row)) for row in range(picture.layout.rows)]
    for row in rows[1::3]:
        for place in row[::7]:
            cv2.circle(image, (round(place.x * 10) + 60, round(place.y * 10) + 60), 20, 90, -1)
    grey = creased(image, low, aside)
    (sheet,) = pictured_sheets(grey, claims=is_sheet_code)
    assert sheet.plane is not None
    for measured, places in zip(
        sheet_measured(grey, sheet.plane, picture.layout).rows, rows, strict=True
    ):
        marked = [bubble.place for bubble in measured.bubbles if bubble.mark is Mark.MARKED]
        unclear = {bubble.mark for bubble in measured.bubbles} - {Mark.MARKED, Mark.EMPTY}
        assert (marked, unclear) == (places[::7] if places in rows[1::3] else [], set())


def turned(jpeg: bytes, way: int) -> bytes:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    return cv2.imencode(".jpg", cv2.rotate(image, way), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


@pytest.mark.parametrize("way", [cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE])
def test_a_sheet_may_lie_upside_down_or_on_its_side(way: int) -> None:
    picture = taken(SEEDS[0])
    poor = {number for number, row in enumerate(picture.rows) if not row.is_proper}
    wrong = wrong_in(turned(picture.jpeg, way), picture)
    assert [place for place in wrong if place[0] not in poor] == []


def flat(game: str = "texas42") -> tuple[np.ndarray, Photograph]:
    """A printed sheet that nobody has marked, on a dark table."""
    image, layout, code = printed(game, "", "A")
    framed = cv2.copyMakeBorder(image, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=90)
    return framed, Photograph(game, {}, b"", layout, code, (), {})


def test_a_sheet_that_nobody_marked_has_only_blank_rows() -> None:
    image, picture = flat()
    (sheet,) = pictured_sheets(image, claims=is_sheet_code)
    assert sheet.plane is not None
    rows = sheet_measured(image, sheet.plane, picture.layout).rows
    assert len(rows) == picture.layout.rows
    assert all(reading_of(row, picture.layout).is_blank for row in rows)


def part_of(image: np.ndarray, x: float, y: float, width: float) -> np.ndarray:
    """A square of the sheet that `flat` returns, in millimetres."""
    left, top, wide = (round(value * 10) for value in (x + 6, y + 6, width))
    return image[top : top + wide, left : left + wide]


@pytest.mark.parametrize("corners", CORNERS[::4])
def test_corners_too_blurred_to_be_told_are_found_by_the_others(corners: tuple[int, ...]) -> None:
    image, picture = flat()
    for corner in corners:
        x, y = picture.layout.corners[corner]
        part = part_of(image, x - 2, y - 2, CORNER + 4)
        part[:] = cv2.GaussianBlur(part, (0, 0), 11)
    (sheet,) = pictured_sheets(image, claims=is_sheet_code)
    assert sheet.plane is not None
    rows = sheet_measured(image, sheet.plane, picture.layout).rows
    assert all(reading_of(row, picture.layout).is_blank for row in rows)


@pytest.mark.parametrize("seed", SHAKEN[::4])
def test_a_code_is_read_though_the_camera_was_shaken(seed: int) -> None:
    picture = taken(seed)
    image = picture_of(picture.jpeg)
    (sheet,) = pictured_sheets(image, claims=is_sheet_code)
    assert (sheet.code, sheet.plane is not None) == (picture.code, True)


def shaken(image: np.ndarray, *path: tuple[int, int]) -> np.ndarray:
    """A picture whose camera moved along a path while it was taken, in pixels."""
    kernel = np.zeros((9, 9), np.float32)
    cv2.polylines(kernel, [np.array(path, np.int32)], False, 1.0, 1)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()))


@pytest.mark.parametrize("path", [((1, 3), (4, 3), (7, 6)), ((3, 1), (5, 7)), ((2, 1), (6, 7))])
def test_a_sheet_in_a_small_picture_is_found_though_the_camera_moved_far(
    path: tuple[tuple[int, int], ...],
) -> None:
    image, picture = flat()
    small: Any = cv2.resize(image, None, fx=0.37, fy=0.37, interpolation=cv2.INTER_AREA)
    (sheet,) = pictured_sheets(shaken(small, *path), claims=is_sheet_code)
    assert (sheet.code, sheet.plane is not None) == (picture.code, True)


@pytest.mark.parametrize("places", [((1, 1), (4, 5)), ((1, 3), (5, 3)), ((0, 0), (3, 4), (6, 2))])
def test_a_code_is_read_that_is_in_the_picture_twice_or_three_times(
    places: tuple[tuple[int, int], ...],
) -> None:
    """A camera that stood still, moved at once and stood still again sees two codes in one.

    Not each code can be told from so little, so that the test has one of its own.
    """
    code = "AM3-12-3-14-1-1-AX-5F06-7KQWE2RT"
    modules = np.array(segno.make(code, micro=False, error="m", boost_error=False).matrix, np.uint8)
    wide = round(CODE * 12)
    grey: Any = cv2.resize((1 - modules) * 255, (wide, wide), interpolation=cv2.INTER_NEAREST)
    small: Any = cv2.resize(np.pad(grey, 48, constant_values=255), (130, 130))
    kernel = np.zeros((7, 7), np.float32)
    for across, down in places:
        kernel[down, across] = 1 / len(places)
    seen: Any = cv2.resize(cv2.filter2D(small, -1, kernel), (420, 420))
    assert code in blurred_texts(seen, scale=12, margin=4)


@pytest.mark.parametrize(
    ("seed", "row"),
    [(710_072, 0), (710_005, 10)],
)
def test_thin_marks_are_read_where_the_usual_marks_are_thin(seed: int, row: int) -> None:
    picture = taken(seed)
    meant = picture.rows[row]
    assert meant.is_proper
    image = picture_of(picture.jpeg)
    (sheet,) = pictured_sheets(image, claims=is_sheet_code)
    assert sheet.plane is not None
    measured = sheet_measured(image, sheet.plane, picture.layout).rows[row]
    reading = reading_of(measured, picture.layout)
    assert (reading.unsure, dict(reading.marks)) == (frozenset(), meant.marks)


def test_coffee_over_empty_bubbles_is_no_mark() -> None:
    image, picture = flat()
    rows = [list(picture.layout.places(row)) for row in range(picture.layout.rows)]
    ink = np.zeros(image.shape, np.float32)
    for row in rows[2:]:
        for place in row[::9]:
            cv2.circle(ink, (round(place.x * 10) + 60, round(place.y * 10) + 60), 20, 0.6, -1)
    at = tuple(round(value * 10) + 60 for value in rows[4][12][2:4])
    coffee = np.zeros(image.shape, np.float32)
    cv2.circle(coffee, at, 300, 0.12, -1)
    stained = image * (1 - ink) * (1 - cv2.GaussianBlur(coffee, (0, 0), 6))
    grey = stained.astype(np.uint8)
    (sheet,) = pictured_sheets(grey, claims=is_sheet_code)
    assert sheet.plane is not None
    for measured, places in zip(
        sheet_measured(grey, sheet.plane, picture.layout).rows, rows, strict=True
    ):
        marked = [bubble.place for bubble in measured.bubbles if bubble.mark is Mark.MARKED]
        assert marked == (places[::9] if places in rows[2:] else [])


def test_where_all_marks_are_pale_pale_marks_count() -> None:
    image, picture = flat()
    rows = [list(picture.layout.places(row)) for row in range(picture.layout.rows)]
    ink = np.zeros(image.shape, np.float32)
    for row in rows:
        for place in row[::9]:
            cv2.circle(ink, (round(place.x * 10) + 60, round(place.y * 10) + 60), 20, 0.2, -1)
    grey = (image * (1 - ink)).astype(np.uint8)
    (sheet,) = pictured_sheets(grey, claims=is_sheet_code)
    assert sheet.plane is not None
    for measured, places in zip(
        sheet_measured(grey, sheet.plane, picture.layout).rows, rows, strict=True
    ):
        assert [b.place for b in measured.bubbles if b.mark is Mark.MARKED] == places[::9]


def test_a_copy_says_nothing_on_which_no_mark_is_dark_enough_and_many_rings_are_darker() -> None:
    picture = taken(90_001_046)
    image = picture_of(picture.jpeg)
    (sheet,) = pictured_sheets(image, claims=is_sheet_code)
    assert sheet.plane is not None
    rows = sheet_measured(image, sheet.plane, picture.layout).rows
    assert {bubble.mark for row in rows for bubble in row.bubbles} == {Mark.UNSEEN}


def test_two_sheets_in_one_picture_are_told_apart() -> None:
    both = beside(flat("texas42")[0], flat("dummy_spades")[0])
    sheets = pictured_sheets(both, claims=is_sheet_code)
    assert len({sheet.code for sheet in sheets}) == 2
    assert all(sheet.plane is not None for sheet in sheets)


def beside(*images: np.ndarray) -> np.ndarray:
    """Sheets side by side on a table."""
    height = max(image.shape[0] for image in images)
    padded = [
        cv2.copyMakeBorder(image, 0, height - image.shape[0], 0, 0, cv2.BORDER_CONSTANT, value=90)
        for image in images
    ]
    both: Any = cv2.resize(np.hstack(padded), None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    return np.asarray(both)


def with_code(image: np.ndarray, layout: SheetLayout, change: Callable[[Any], Any]) -> np.ndarray:
    """A sheet whose code was changed, quiet zone and all."""
    changed = image.copy()
    x, y = code_place(layout.width)
    part = part_of(changed, x - 3, y - 3, CODE + 6)
    part[:] = change(part)
    return changed


def test_sheets_whose_codes_are_blurred_are_told_apart_by_their_corners() -> None:
    sheets = [flat("texas42"), flat("dummy_spades")]
    blurred = [
        with_code(image, picture.layout, lambda part: cv2.GaussianBlur(part, (0, 0), 5))
        for image, picture in sheets
    ]
    found = pictured_sheets(beside(*blurred), claims=is_sheet_code)
    assert {sheet.code for sheet in found} == {picture.code for _image, picture in sheets}
    assert all(sheet.plane is not None for sheet in found)


def test_of_two_sheets_one_without_its_code_is_not_passed_over() -> None:
    first, second = flat("texas42"), flat("dummy_spades")
    covered = with_code(second[0], second[1].layout, lambda part: 90)
    found = pictured_sheets(beside(first[0], covered), claims=is_sheet_code)
    assert {sheet.code for sheet in found} == {first[1].code, ""}


def test_of_a_sheet_half_in_the_picture_the_code_is_known_but_no_plane() -> None:
    image, _picture = flat()
    (sheet,) = pictured_sheets(image[: image.shape[0] // 2], claims=is_sheet_code)
    assert sheet.plane is None


def test_a_picture_without_a_sheet_has_none() -> None:
    assert pictured_sheets(np.full((800, 600), 200, np.uint8), claims=is_sheet_code) == []


def test_a_file_that_is_no_picture_is_refused() -> None:
    with pytest.raises(UnreadableImage):
        picture_of(b"no picture")


def test_a_pale_mark_is_unsure_and_neither_full_nor_empty() -> None:
    image, picture = flat()
    place = next(iter(picture.layout.places(2)))
    at = (round(place.x * 10) + 60, round(place.y * 10) + 60)
    pale = image.astype(np.float32)
    disc = np.zeros(image.shape, np.float32)
    cv2.circle(disc, at, 20, 0.1, -1)
    pale *= 1 - disc
    grey = pale.astype(np.uint8)
    (sheet,) = pictured_sheets(grey, claims=is_sheet_code)
    assert sheet.plane is not None
    row = sheet_measured(grey, sheet.plane, picture.layout).rows[2]
    assert row.bubbles[0].mark is Mark.UNSURE
    assert reading_of(row, picture.layout).unsure == {place.group}


def test_what_an_eraser_leaves_is_no_mark_and_a_thin_tick_is() -> None:
    image, picture = flat()
    marked, erased, ticked = (next(picture.layout.places(row)) for row in (1, 2, 3))
    ink = np.zeros(image.shape, np.float32)
    for place, dark in ((marked, 0.7), (erased, 0.2)):
        cv2.circle(ink, (round(place.x * 10) + 60, round(place.y * 10) + 60), 20, dark, -1)
    shape = np.array([(-18, 0), (-4, 14), (22, -20)]) + 60 + 10 * np.array(ticked[2:4])
    thin = np.zeros(image.shape, np.float32)
    cv2.polylines(thin, [np.rint(shape).astype(np.int32)], False, 0.5, 6)

    def mark(grey: np.ndarray, row: int) -> Mark:
        (sheet,) = pictured_sheets(grey, claims=is_sheet_code)
        assert sheet.plane is not None
        return sheet_measured(grey, sheet.plane, picture.layout).rows[row].bubbles[0].mark

    filled = (image * (1 - ink)).astype(np.uint8)
    assert mark(filled, 1) is Mark.MARKED
    assert mark(filled, 2) is Mark.UNSURE
    assert mark((image * (1 - thin)).astype(np.uint8), 3) is Mark.MARKED


@pytest.mark.parametrize(
    ("seed", "row", "group", "value"),
    [(500_294, 2, "bid", "33"), (500_333, 1, "nil_0", "2"), (500_255, 5, "contract", "6")][::2],
)
def test_a_mark_of_which_a_copier_left_a_darker_ring_is_unsure(
    seed: int, row: int, group: str, value: str
) -> None:
    picture = taken(seed)
    assert value in picture.rows[row].marks[group]
    image = picture_of(picture.jpeg)
    (sheet,) = pictured_sheets(image, claims=is_sheet_code)
    assert sheet.plane is not None
    measured = sheet_measured(image, sheet.plane, picture.layout).rows[row]
    assert group in reading_of(measured, picture.layout).unsure


def test_a_mark_beside_a_bubble_is_unsure_unless_a_marked_one_is_near() -> None:
    image, picture = flat()
    ink = np.zeros(image.shape, np.float32)
    radius = picture.layout.radius
    for row in (1, 3):
        place = list(picture.layout.places(row))[2]
        below = (round(place.x * 10) + 60, round((place.y + 1.25 * radius) * 10) + 60)
        cv2.ellipse(ink, (below, (26, 9), 0), 0.7, -1)
        if row == 3:
            cv2.circle(ink, (round(place.x * 10) + 60, round(place.y * 10) + 60), 20, 0.7, -1)
    grey = (image * (1 - ink)).astype(np.uint8)
    (sheet,) = pictured_sheets(grey, claims=is_sheet_code)
    assert sheet.plane is not None
    rows = sheet_measured(grey, sheet.plane, picture.layout).rows
    assert rows[1].bubbles[2].mark is Mark.UNSURE
    assert rows[3].bubbles[2].mark is Mark.MARKED
    assert [b.mark for b in rows[3].bubbles if b.mark is Mark.UNSURE] == []


def test_a_pale_mark_on_which_coffee_was_spilled_is_unsure() -> None:
    """The ring of coffee passes below it and below the empty bubble beside it."""
    image, picture = flat()
    ink = np.zeros(image.shape, np.float32)
    filled, pale, empty = (list(picture.layout.places(row))[1] for row in (1, 4, 6))
    for place, dark in ((filled, 0.7), (pale, 0.12)):
        cv2.circle(ink, (round(place.x * 10) + 60, round(place.y * 10) + 60), 20, dark, -1)
    coffee = np.zeros(image.shape, np.float32)
    across = round(pale.x * 10) + 60
    down = [round(place.y * 10) + 60 for place in (pale, empty)]
    cv2.line(coffee, (across, down[0] - 60), (across, down[1] + 60), 0.15, 20)
    grey = (image * (1 - ink) * (1 - cv2.GaussianBlur(coffee, (0, 0), 6))).astype(np.uint8)
    (sheet,) = pictured_sheets(grey, claims=is_sheet_code)
    assert sheet.plane is not None
    rows = sheet_measured(grey, sheet.plane, picture.layout).rows
    marks = [rows[row].bubbles[1].mark for row in (1, 4, 6)]
    assert marks == [Mark.MARKED, Mark.UNSURE, Mark.EMPTY]


# --- codes


def test_a_code_says_what_was_signed() -> None:
    text = printed("texas42", "", "A")[2]
    code = read_code(text)
    assert (code.event, code.round, code.table, code.game, code.page) == (12, 3, 14, 1, 1)
    assert code.text == text


@pytest.mark.parametrize("change", [("-12-", "-13-"), ("AM3-", "AM3-1"), ("-AX-", "-AU-")])
def test_a_code_that_was_changed_is_no_code_of_this_site(change: tuple[str, str]) -> None:
    text = printed("texas42", "", "A")[2]
    assert change[0] in text
    with pytest.raises(UnknownCode):
        read_code(text.replace(*change))


def test_a_code_of_another_layout_version_is_told_apart() -> None:
    text = printed("texas42", "", "A")[2]
    with pytest.raises(OlderCode):
        read_code(text.replace("AM3-", "AM2-"))


@pytest.mark.parametrize(
    ("seed", "is_copy"),
    [
        *((seed, False) for seed in (400_022, 400_031)),
        *((seed, True) for seed in (400_027,)),
    ],
)
def test_a_copy_has_lost_pale_ink_and_a_blurred_original_has_not(seed: int, is_copy: bool) -> None:
    picture = taken(seed)
    assert ("copies" in picture.traits) is is_copy
    image = picture_of(picture.jpeg)
    (sheet,) = pictured_sheets(image, claims=is_sheet_code)
    assert sheet.plane is not None
    assert sheet_measured(image, sheet.plane, picture.layout).has_lost_pale is is_copy


def test_an_original_out_of_focus_is_no_copy() -> None:
    """Letters near the pale line run together; where it is looked at there are none."""
    image, picture = flat()
    for seen, is_copy in ((image, False), (np.where(image > 170, 255, image), True)):
        soft = cv2.GaussianBlur(seen, (0, 0), 6).astype(np.uint8)
        (sheet,) = pictured_sheets(soft, claims=is_sheet_code)
        assert sheet.plane is not None
        assert sheet_measured(soft, sheet.plane, picture.layout).has_lost_pale is is_copy


DAMAGED = [
    *[("thumb", 7, 0), ("around", 6, 0), ("leaving", 5, 0), ("felt", 0, 6), ("thin", 3, 4)],
    *[("barrel", 2, 11), ("glare", 6, 9)],
]
"""The kind of damage, a seed of which an earlier reader had a row wrong or left most open, and how
many rows are read."""


@pytest.mark.parametrize(("kind", "seed", "read"), DAMAGED)
def test_thumbs_rings_drawn_around_odd_pens_lenses_and_lamps_are_read_or_left_open_never_wrong(
    kind: str, seed: int, read: int
) -> None:
    counts = Counter[str]()
    sheet_judge(kind, seed, counts)
    assert counts["rows"] > 0
    assert (counts["wrong"], counts["lost"]) == (0, 0)
    assert counts["read"] >= read
