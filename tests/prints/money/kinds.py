"""One page of each kind of money's prints, and the pictures kept of them."""

from collections.abc import Callable
from pathlib import Path

from paper.documents.statement import statement_pages
from press.base import Paper, render
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
    "statements-shared": lambda: render(
        statement_pages([statement(number) for number in (3, 1, 5, 2, 4, 12)], Paper.A4.upright),
        paper=Paper.A4,
    ),
    "statement-persian": lambda: render([statement(40, persian=True)], paper=Paper.LETTER),
}
