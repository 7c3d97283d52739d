"""Pictures that people send: read, turned upright, reduced and re-encoded.

Only the visible pixels of the file remain: no location, no camera, no second image.
"""

import base64
import io
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

MOST_SENT: Final = 5_000_000
MOST_PIXELS: Final = 40_000_000
MOST_WRITTEN: Final = 150_000
SIZE: Final = (640, 320)
"""The widest and the highest that a picture is shown; pages scale it further."""
READ: Final = ("PNG", "JPEG", "WEBP", "GIF")
WRITTEN: Final = {"PNG": ("image/png", "png"), "JPEG": ("image/jpeg", "jpg")}
"""The media type and the suffix of each kind that is written."""


def picture_made(content: bytes) -> bytes:
    """Return a picture as PNG or JPEG, whichever is smaller; only PNG where it is transparent.

    ``ValidationError`` for a file that is too large or no picture.
    """
    if len(content) > MOST_SENT:
        raise ValidationError(
            _("The picture is larger than %(size)d MB."),
            code="too_large",
            params={"size": MOST_SENT // 1_000_000},
        )
    image = _opened(content)
    image.thumbnail(SIZE, Image.Resampling.LANCZOS)
    made = _written(image)
    while len(made) > MOST_WRITTEN:
        image = image.resize((max(image.width * 3 // 4, 1), max(image.height * 3 // 4, 1)))
        made = _written(image)
    return made


def _opened(content: bytes) -> Image.Image:
    """Return the image upright, as RGB, or as RGBA where something of it is transparent."""
    try:
        file = Image.open(io.BytesIO(content), formats=READ)
        if file.width * file.height > MOST_PIXELS:
            raise ValidationError(_("The picture has too many pixels."), code="too_many_pixels")
        image: Image.Image = ImageOps.exif_transpose(file)
        if not image.has_transparency_data:
            return image.convert("RGB")
        image = image.convert("RGBA")
    except ValidationError:
        raise
    except Exception as error:  # a damaged file fails anywhere in the library
        words = _("This picture cannot be read. Send a PNG, JPEG, WebP or GIF file.")
        raise ValidationError(words, code="unreadable") from error
    is_opaque = image.getchannel("A").getextrema() == (255, 255)
    return image.convert("RGB") if is_opaque else image


def _written(image: Image.Image) -> bytes:
    files = [_as(image, "PNG", optimize=True)]
    if image.mode == "RGB":
        files.append(_as(image, "JPEG", quality=85, optimize=True))
    return min(files, key=len)


def _as(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    # A new image, as the old one carries what its file said besides pixels.
    clean = Image.new(image.mode, image.size)
    clean.paste(image)
    clean.save(file, kind, **options)
    return file.getvalue()


def picture_kind(content: bytes) -> str:
    """Return which of ``WRITTEN`` a picture is."""
    return "PNG" if content.startswith(b"\x89PNG") else "JPEG"


def picture_size(content: bytes) -> tuple[int, int]:
    """Return width and height in pixels."""
    with Image.open(io.BytesIO(content), formats=tuple(WRITTEN)) as image:
        return image.size


def picture_check(text: str) -> None:
    """Raise ``ValidationError`` unless the base64 is an image as ``picture_made`` writes it."""
    try:
        is_kept = _is_kept(base64.b64decode(text, validate=True))
    except Exception:  # a damaged file fails anywhere in the library
        is_kept = False
    if not is_kept:
        raise ValidationError(_("This is not a picture in the site's own format."), code="picture")


def _is_kept(content: bytes) -> bool:
    """Return whether a picture has the size that is kept; it is read whole."""
    with Image.open(io.BytesIO(content), formats=tuple(WRITTEN)) as image:
        if len(content) > MOST_WRITTEN or image.width > SIZE[0] or image.height > SIZE[1]:
            return False
        image.load()
        return not image.getexif()
