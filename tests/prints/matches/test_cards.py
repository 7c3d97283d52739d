"""Cards and suits are shapes, drawn once in a file, and right without colour."""

import re
from typing import cast

import pypdfium2
import pytest
from PIL import Image

from press.cards import HEIGHT, WIDTH, draw_card, draw_suit
from press.pen import Pen
from tests.prints.matches.packs import SUITS, page_of, whole_pack
from tests.prints.matches.reading import pictures, streams

DPI = 144


def four_signs(pen: Pen) -> None:
    for column, suit in enumerate(SUITS):
        draw_suit(pen, suit, 90.0 * column, 100, size=80)


def signs(data: bytes) -> list[Image.Image]:
    """The four signs of a page of ``four_signs``, in grey."""
    page = pictures(data, DPI)[0]
    return [page.crop((20 + 180 * n, 40, 180 + 180 * n, 200)) for n in range(4)]


def darkest(picture: Image.Image) -> int:
    least, _most = cast("tuple[int, int]", picture.getextrema())
    return least


def shape(picture: Image.Image) -> bytes:
    return picture.point(lambda value: 255 if value > 180 else 0).tobytes()


def test_each_card_is_in_the_file_once_however_many_pages_show_it() -> None:
    single, three = page_of(whole_pack), page_of(whole_pack, times=3)
    assert len(re.findall(rb"/Subtype /Form", single)) == 56
    assert len(re.findall(rb"/Subtype /Form", three)) == 56


def test_a_ten_is_one_card_however_it_is_written() -> None:
    def tens(pen: Pen) -> None:
        for column, card in enumerate(["HT", "H10"]):
            draw_card(pen, card, 50 * column, 100, size=40)

    data = page_of(tens)
    assert len(re.findall(rb"/Subtype /Form", data)) == 1


@pytest.mark.parametrize("card", ["", "S", "S1", "XA", "AS"])
def test_what_is_no_card_is_refused(card: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        page_of(lambda pen: draw_card(pen, card, 0, 100, size=40))


def test_the_ranks_can_be_read_as_text() -> None:
    document = pypdfium2.PdfDocument(page_of(whole_pack))
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert sorted("".join(text.split())) == sorted("AKQJ1098765432" * 4)


def test_the_four_suits_are_four_shapes_without_colour() -> None:
    assert len({shape(sign) for sign in signs(page_of(four_signs))}) == 4


def test_red_prints_as_a_grey_between_ink_and_paper() -> None:
    spade, heart, diamond, club = (darkest(sign) for sign in signs(page_of(four_signs)))
    assert spade == club
    assert heart == diamond
    assert spade + 30 < heart < 130


def test_a_club_has_no_hole_where_its_leaves_overlap() -> None:
    club = signs(page_of(four_signs))[3]
    middle = club.crop((60, 60, 100, 110))
    assert middle.getextrema() == (darkest(club), darkest(club))


def test_nothing_is_drawn_as_a_picture_of_dots() -> None:
    data = page_of(whole_pack)
    assert b"/Subtype /Image" not in data
    assert not any(b"BI\n" in stream for stream in streams(data))


@pytest.mark.parametrize("size", [10.0, 24.0, 50.0])
def test_a_card_keeps_to_its_place_at_every_size(size: float) -> None:
    page = pictures(page_of(lambda pen: draw_card(pen, "SA", 100, 200, size=size)), DPI)[0]
    box = page.point(lambda value: 255 if value < 250 else 0).getbbox()
    assert box is not None
    left, top, right, bottom = box
    scale = DPI / 72
    assert left / scale == pytest.approx(110, abs=1)
    assert right / scale == pytest.approx(110 + size, abs=1)
    assert bottom / scale == pytest.approx(200, abs=1)
    assert top / scale == pytest.approx(200 - size * HEIGHT / WIDTH, abs=1)
