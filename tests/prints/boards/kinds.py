"""One page of each kind of a tournament, and the pictures kept of them."""

from collections.abc import Callable
from pathlib import Path

from paper.documents.certificates import Ornament
from press.base import Paper, render
from tests.prints.boards.brackets import bracket
from tests.prints.boards.deals import own_deals, recap, travellers
from tests.prints.boards.documents import (
    badges,
    calendar,
    certificate,
    draw,
    guides,
    marking_sheet,
    notice,
    slips,
    standings,
    table_cards,
    yearbook,
    yearbook_inside,
)

FOLDER = Path(__file__).parent / "pictures"
A4, LETTER = Paper.A4, Paper.LETTER

KINDS: dict[str, Callable[[], bytes]] = {
    "badges": lambda: render([badges()], paper=A4),
    "bracket-8": lambda: render([bracket(8, champion=True, played=3)], paper=A4),
    "bracket-16-double": lambda: render([bracket(16, double=True)], paper=LETTER),
    "bracket-64": lambda: render([bracket(64)], paper=A4),
    "bracket-64-persian": lambda: render(
        [bracket(64, consolation=True, persian=True)], paper=LETTER
    ),
    "calendar": lambda: render([calendar()], paper=A4),
    "calendar-persian": lambda: render([calendar(5, 9, persian=True)], paper=LETTER),
    "certificate": lambda: render([certificate()], paper=A4),
    "certificate-suits": lambda: render([certificate(ornament=Ornament.SUITS)], paper=LETTER),
    "draw": lambda: render([draw()], paper=A4),
    "draw-all-rounds": lambda: render([draw(16, 3)], paper=A4),
    "draw-persian-long": lambda: render([draw(6, 1, long=True, persian=True)], paper=LETTER),
    "guides": lambda: render([guides()], paper=A4),
    "guides-many-rounds": lambda: render([guides(3, 20, partner=False)], paper=A4),
    "guides-long": lambda: render([guides(3, 9, long=True)], paper=LETTER),
    "marking-sheet-five": lambda: render([marking_sheet("pandoeren", 5)], paper=A4),
    "notice": lambda: render([notice()], paper=A4),
    "notice-one-long": lambda: render([notice(1, long=True)], paper=LETTER),
    "notice-persian": lambda: render([notice(persian=True)], paper=A4),
    "own-deals": lambda: render([own_deals()], paper=A4),
    "recap": lambda: render([recap()], paper=A4),
    "recap-cards": lambda: render([recap(3, single=True)], paper=LETTER),
    "recap-persian": lambda: render([recap(persian=True)], paper=A4),
    "travellers": lambda: render([travellers()], paper=LETTER),
    "travellers-single": lambda: render([travellers(3, single=True)], paper=A4),
    "slips": lambda: render([slips()], paper=A4),
    "slips-single": lambda: render([slips(single=True, games=1)], paper=LETTER),
    "standings": lambda: render([standings()], paper=A4),
    "standings-divisions-persian": lambda: render(
        [standings(6, groups=2, persian=True)], paper=LETTER
    ),
    "table-cards": lambda: render([table_cards()], paper=A4),
    "table-cards-persian": lambda: render(
        [table_cards(3, 4, single=True, persian=True)], paper=LETTER
    ),
    "yearbook": lambda: render([yearbook()], paper=A4),
    "yearbook-inside": lambda: render([yearbook_inside()], paper=A4),
    "yearbook-inside-persian": lambda: render(
        [yearbook_inside(divisions=1, long=True, persian=True)], paper=LETTER
    ),
}
