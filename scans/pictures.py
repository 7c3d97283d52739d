"""The pictures in a file: a photograph, the pages of a scanner's PDF or TIFF."""

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np
import pypdfium2

from scans.planes import Image, UnreadableImage, picture_of, reduced

MOST_PAGES: Final = 200
_DOTS: Final = 200 / 72
"""A page of a PDF is drawn with 200 dots an inch."""


def pictures_in(data: bytes) -> Iterator[Image]:
    """Yield the pictures of a file, one at a time. Raises `UnreadableImage`."""
    if data[:5] == b"%PDF-":
        yield from _pages(data)
    elif data[:4] in {b"II*\x00", b"MM\x00*"}:
        yield from _leaves(data)
    else:
        yield picture_of(data)


def _pages(data: bytes) -> Iterator[Image]:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        raise UnreadableImage from None
    with document:
        for number in range(min(len(document), MOST_PAGES)):
            bitmap = document[number].render(scale=_DOTS, grayscale=True)
            yield reduced(np.ascontiguousarray(bitmap.to_numpy().reshape(bitmap.height, -1)))


def _leaves(data: bytes) -> Iterator[Image]:
    done, leaves = cv2.imdecodemulti(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if not done:
        raise UnreadableImage
    for leaf in leaves[:MOST_PAGES]:
        yield reduced(np.asarray(leaf, np.uint8))


def jpeg_of(image: Image) -> bytes:
    """Return the picture of a row as a small file."""
    half = cv2.resize(image, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    _done, data = cv2.imencode(".jpg", half, [cv2.IMWRITE_JPEG_QUALITY, 70])
    return data.tobytes()


def below_each_other(pictures: Sequence[Image]) -> Image:
    """Return pictures of the same width as one."""
    return np.vstack(pictures)
