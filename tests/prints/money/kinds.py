"""One page of each kind of money's prints, and the pictures kept of them.

`python -m tests.prints.money.kinds` draws the pictures anew after a change that is wanted; look at
every picture that git shows as changed before committing it.
"""

from collections.abc import Callable
from pathlib import Path

from PIL import Image

from press.base import Paper, render
from tests.prints.matches.kinds import DPI
from tests.prints.matches.reading import pictures
from tests.prints.money.documents import prizes, settlement, statement

FOLDER = Path(__file__).parent / "pictures"

KINDS: dict[str, Callable[[], bytes]] = {
    "prizes": lambda: render([prizes()], paper=Paper.A4),
    "prizes-persian": lambda: render([prizes(persian=True)], paper=Paper.LETTER),
    "settlement": lambda: render([settlement()], paper=Paper.A4),
    "settlement-persian-long": lambda: render(
        [settlement(8, long=True, persian=True)], paper=Paper.LETTER
    ),
    "statement": lambda: render([statement()], paper=Paper.A4),
    "statement-persian": lambda: render([statement(40, persian=True)], paper=Paper.LETTER),
}


def page_picture(name: str) -> Image.Image:
    """The first page of a kind, small and grey."""
    return pictures(KINDS[name](), DPI)[0]


def renew() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in KINDS:
        page_picture(name).quantize(24).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    renew()
