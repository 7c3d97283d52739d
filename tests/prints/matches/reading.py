"""Reading PDF files back."""

import io
import re
import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdf
import pypdfium2
from PIL import Image

_MARKS_OF_DIRECTION = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069\u200c\u00ad\ufffe]")


def in_digits(text: str, language: str) -> str:
    """The text as it is printed in that language, where Latin texts keep their digits."""
    if language != "fa" or re.search("[A-Za-z][a-z]", text):
        return text
    return text.translate(str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹"))


def texts(data: bytes) -> list[str]:
    """The text of each page in reading order, presentation forms folded to letters."""
    document = pypdfium2.PdfDocument(data)
    try:
        return [_normal(page.get_textpage().get_text_bounded()) for page in document]
    finally:
        document.close()


class PlacedText(NamedTuple):
    """A text of one font where its ink is on the page, in points from the lower left corner."""

    left: float
    foot: float
    right: float
    top: float
    size: float
    font: str
    text: str

    def overlaps(self, other: "PlacedText") -> bool:
        """Whether both are in the same place, by more than a tail of one and an accent of the
        other."""
        tolerance = 0.12 * min(self.size, other.size)
        across = min(self.right, other.right) - max(self.left, other.left)
        along = min(self.top, other.top) - max(self.foot, other.foot)
        return across > tolerance and along > tolerance


def placed_texts(data: bytes) -> list[list[PlacedText]]:
    """The texts of each page with their places; those inside of cards and dominoes left out."""
    document = pypdfium2.PdfDocument(data)
    try:
        return [list(_placed(page)) for page in document]
    finally:
        document.close()


def _placed(page: pypdfium2.PdfPage) -> Iterator[PlacedText]:
    kinds = [pypdfium2.raw.FPDF_PAGEOBJ_TEXT]
    for text in page.get_objects(filter=kinds, max_depth=1, textpage=page.get_textpage()):
        words = _normal(text.extract()).strip()
        if words:
            font = text.get_font().get_base_name()
            left, foot, right, top = text.get_bounds()
            yield PlacedText(left, foot, right, top, _size(text), font, words)


def _size(text: pypdfium2.PdfTextObj) -> float:
    return float(text.get_font_size())


def _normal(text: str) -> str:
    return _MARKS_OF_DIRECTION.sub("", unicodedata.normalize("NFKC", text))


def reader(data: bytes) -> pypdf.PdfReader:
    """The file as objects."""
    return pypdf.PdfReader(io.BytesIO(data), strict=True)


def pictures(data: bytes, dpi: int) -> list[Image.Image]:
    """Each page as a greyscale picture."""
    document = pypdfium2.PdfDocument(data)
    try:
        return [page.render(scale=dpi / 72).to_pil().convert("L") for page in document]
    finally:
        document.close()


def inked(page: Image.Image) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of all that is clearly darker than paper."""
    box = page.point(lambda grey: 255 if grey < 200 else 0).getbbox()
    assert box is not None, "the page is empty"
    return box


def streams(data: bytes) -> Iterator[bytes]:
    """The drawing instructions of each page and of every form."""
    file = reader(data)
    for page in file.pages:
        yield page.get_contents().get_data()
        resources: Any = page["/Resources"]
        for form in resources.get("/XObject", {}).values():
            yield form.get_object().get_data()


def missing_glyphs(data: bytes) -> int:
    """How many characters were drawn as a font's empty glyph."""
    return sum(stream.count(rb"\000") for stream in streams(data))


def bookmarks(data: bytes) -> list[tuple[str, int]]:
    """Titles of bookmarks with their page's number from 1."""
    file: Any = reader(data)
    return [(entry.title, file.get_destination_page_number(entry) + 1) for entry in file.outline]


def fonts(data: bytes) -> list[tuple[str, bool]]:
    """Names of the fonts used, and whether each is embedded."""
    fonts = reader(data).pages[0]["/Resources"]["/Font"].values()
    return [
        (font["/BaseFont"], "/FontFile2" in font["/FontDescriptor"])
        for font in (entry.get_object() for entry in fonts)
    ]
