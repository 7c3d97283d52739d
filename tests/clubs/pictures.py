"""Pictures to send, drawn here."""

import io
import random
from typing import Any

from PIL import Image


def drawn(kind: str = "PNG", *, mode: str = "RGB", size: tuple[int, int] = (300, 150)) -> bytes:
    """A flat drawing, transparent to the left in modes with an alpha channel."""
    image = Image.new(mode, size, (30, 90, 160, 0)[: len(mode)])
    image.paste((200, 30, 30, 255)[: len(mode)], (size[0] // 2, 0, *size))
    return saved(image, kind)


def photographed(size: tuple[int, int] = (1600, 1200), **options: Any) -> bytes:
    """A noisy picture, which no lossless format makes small."""
    rng = random.Random(1)
    small = Image.frombytes("RGB", (160, 120), rng.randbytes(160 * 120 * 3))
    return saved(small.resize(size), "JPEG", **options)


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def opened(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content))
    image.load()
    return image
