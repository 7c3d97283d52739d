"""Pages of money look as they did when somebody last looked at them."""

import pytest
from PIL import Image

from tests.prints.matches.kinds import TOLERANCE, difference, page_picture
from tests.prints.money.kinds import FOLDER, KINDS


@pytest.mark.parametrize("name", KINDS)
def test_a_page_looks_as_it_did(name: str) -> None:
    with Image.open(FOLDER / f"{name}.png") as stored:
        drawn = page_picture(KINDS[name])
        assert drawn.size == stored.size
        assert difference(drawn, stored.convert("L")) <= TOLERANCE


def test_pictures_are_kept_of_every_kind_and_of_nothing_else() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(KINDS)
