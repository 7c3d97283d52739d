"""Pages look as they did when somebody last looked at them."""

import pytest
from PIL import Image

from tests.prints.matches.kinds import FOLDER, KINDS, TOLERANCE, difference, page_picture


@pytest.mark.parametrize("name", KINDS)
def test_a_page_looks_as_it_did(name: str) -> None:
    with Image.open(FOLDER / f"{name}.png") as stored:
        drawn = page_picture(KINDS[name])
        assert drawn.size == stored.size
        assert difference(drawn, stored.convert("L")) <= TOLERANCE


def test_pictures_are_kept_of_every_kind_and_of_nothing_else() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(KINDS)


def test_kinds_are_told_apart_by_more_than_the_tolerance() -> None:
    same_size = ["scorecard-a4", "scorecard-long", "scorecard-points", "sheet-a4"]
    pages = [page_picture(KINDS[name]) for name in same_size]
    for number, page in enumerate(pages):
        for other in pages[number + 1 :]:
            assert difference(page, other) > 5 * TOLERANCE


def test_a_missing_row_is_more_than_the_tolerance() -> None:
    page = page_picture(KINDS["scorecard-a4"])
    changed = page.copy()
    changed.paste(255, (32, 238, page.width - 32, 254))
    assert difference(page, changed) > TOLERANCE
