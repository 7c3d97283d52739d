"""One page of each kind, and the pictures kept of them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from paper.documents.hand_lists import lists_of
from paper.documents.scorecard import Brief
from press.base import Paper, render
from press.packing import packed
from tests.prints.matches.documents import (
    IMPRINT,
    blank_sheet,
    of_hands,
    persian_scorecard,
    points_scorecard,
    scorecard,
    sheet,
)
from tests.prints.matches.hand_documents import (
    analysed_cards,
    analysed_records,
    domino_records,
    mixed_records,
    pandoeren_records,
    persian_records,
    spades_records,
)
from tests.prints.matches.packs import page_of, whole_pack
from tests.prints.matches.players_documents import (
    blank,
    pandoeren_card,
    pandoeren_sheet,
    spades_card,
    spades_sheet,
)
from tests.prints.matches.reading import pictures
from tests.prints.matches.rules_documents import long_page, persian_page, printed_rules, rules_page

CARDS = (
    replace(scorecard(4), notes=(), settlement=None),
    replace(pandoeren_card(3), notes=(), settlement=None),
)
SHORT = (sheet(), blank_sheet(), blank(pandoeren_sheet()), sheet(), sheet())
FOLDER = Path(__file__).parent / "pictures"
DPI = 50
TOLERANCE = 0.001
"""The share of a page that may look different."""

KINDS: dict[str, Callable[[], bytes]] = {
    "cards": lambda: page_of(whole_pack),
    "hands-dominoes": lambda: render([domino_records()], paper=Paper.A4),
    "hands-analysed": lambda: render([analysed_records()], paper=Paper.A4),
    "hands-analysed-cards": lambda: render([analysed_cards()], paper=Paper.LETTER),
    "hands-mixed": lambda: render([mixed_records()], paper=Paper.LETTER),
    "hands-pandoeren": lambda: render([pandoeren_records()], paper=Paper.LETTER),
    "hands-persian": lambda: render([persian_records()], paper=Paper.A4),
    "hands-spades": lambda: render([spades_records()], paper=Paper.A4),
    "rules": lambda: printed_rules(rules_page(), paper=Paper.A4),
    "rules-long": lambda: printed_rules(long_page(30), paper=Paper.LETTER),
    "rules-persian": lambda: printed_rules(persian_page(), paper=Paper.A4),
    "scorecard-a4": lambda: render([scorecard()], paper=Paper.A4),
    "scorecard-letter": lambda: render([scorecard()], paper=Paper.LETTER),
    "scorecard-long": lambda: render([scorecard(40, target=21)], paper=Paper.A4),
    "scorecard-points": lambda: render([points_scorecard()], paper=Paper.A4),
    "scorecard-persian": lambda: render([persian_scorecard()], paper=Paper.A4),
    "players-pandoeren": lambda: render([pandoeren_card()], paper=Paper.A4),
    "players-pandoeren-persian": lambda: render(
        [pandoeren_card(imprint=persian_scorecard().imprint)], paper=Paper.LETTER
    ),
    "players-spades": lambda: render([spades_card()], paper=Paper.LETTER),
    "players-sheet-pandoeren": lambda: render([pandoeren_sheet()], paper=Paper.A4),
    "players-sheet-pandoeren-large": lambda: render(
        [blank(pandoeren_sheet(large=True))], paper=Paper.LETTER
    ),
    "players-sheet-spades": lambda: render([spades_sheet()], paper=Paper.A4),
    "players-sheet-spades-large": lambda: render(
        [blank(spades_sheet(large=True))], paper=Paper.LETTER
    ),
    "hand-lists": lambda: render(
        lists_of([domino_records(), mixed_records(), pandoeren_records()], IMPRINT, "Friday"),
        paper=Paper.A4,
    ),
    "scorecards-shared": lambda: render(
        packed([(card, Brief(card)) for card in CARDS] * 2, Paper.A4),
        paper=Paper.A4,
    ),
    "sheets-shared": lambda: render(
        packed([(sheet, replace(of_hands(sheet, 3), short=True)) for sheet in SHORT], Paper.A4),
        paper=Paper.A4,
    ),
    "sheet-a4": lambda: render([sheet()], paper=Paper.A4),
    "sheet-letter-large": lambda: render([blank_sheet(large=True)], paper=Paper.LETTER),
}


def page_picture(kind: Callable[[], bytes]) -> Image.Image:
    """The first page of a kind, small and grey."""
    return pictures(kind(), DPI)[0]


def difference(first: Image.Image, second: Image.Image) -> float:
    """The share of the page, from 0 to 1, that looks different.

    Both are blurred a little, so that another rasteriser's edges do not count, and only clear
    differences of grey do.
    """
    soft = [image.filter(ImageFilter.BoxBlur(1)) for image in (first, second)]
    unlike = ImageChops.difference(*soft).point(lambda value: 255 if value > 28 else 0)
    return unlike.histogram()[255] / (unlike.width * unlike.height)
