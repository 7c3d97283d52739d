"""Draw the kept pictures anew: `python -m tests.prints.renew`.

Run it after a change that is wanted, and look at every picture that git shows as changed.
"""

import os

import django
from PIL import Image

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
django.setup()

from tests.prints.boards import kinds as boards  # noqa: E402 needs the settings
from tests.prints.matches import kinds as matches  # noqa: E402
from tests.prints.money import kinds as money  # noqa: E402


def _few_greys(drawn: Image.Image) -> Image.Image:
    """Return the picture in as few greys as leave it the same."""
    for greys in (24, 48, 96):
        picture = drawn.quantize(greys)
        if matches.difference(drawn, picture.convert("L")) <= matches.TOLERANCE / 2:
            return picture
    return drawn


def renew() -> None:
    for part in (boards, matches, money):
        for name, kind in part.KINDS.items():
            file = part.FOLDER / f"{name}.png"
            drawn = matches.page_picture(kind)
            with Image.open(file) if file.exists() else drawn as stored:
                same = drawn.size == stored.size
                same = same and matches.difference(drawn, stored.convert("L")) <= matches.TOLERANCE
            if not same or not file.exists():
                _few_greys(drawn).save(file, optimize=True)


if __name__ == "__main__":
    renew()
