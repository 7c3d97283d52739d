"""What the entry form of Pandoeren offers: players, bids, trumps, cards to call."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import Table
from games.card_names import SUIT_NAMES, card_name
from games.field_names import short_names
from games.pandoeren.entry import NO_BIDDER, STUK_ON_SHEET
from games.pandoeren.words import bid_words
from press.drawings.cards import PACKS
from rules.pandoeren.contracts import BIDS, CONTRACTS, PANDOER_PLUS

Choices = list[tuple[str, Any]]

NOTHING: Final = ("", "–")
YES_NO: Final = [NOTHING, ("yes", gettext_lazy("yes")), ("no", gettext_lazy("no"))]
SIDES: Final = [
    NOTHING,
    ("declarer", gettext_lazy("the declaring side")),
    ("defence", gettext_lazy("the other side")),
]
RESULTS: Final = [("made", gettext_lazy("Made")), ("set", gettext_lazy("Failed"))]
PLUS: Final = [NOTHING, *((bid.partition("+")[2],) * 2 for bid in PANDOER_PLUS)]
TRUMPS: Final = [*SUIT_NAMES.items()]
CALLED: Final = [f"{suit}{rank}" for rank in "AK" for suit in SUIT_NAMES]
PACK: Final = [card for row in PACKS["pandoeren"] for card in row]


def seats(table: Table) -> Choices:
    """The players."""
    return [(str(seat), name) for seat, name in enumerate(table.names)]


def short_seats(table: Table) -> Choices:
    """The players by their first names."""
    return [(str(seat), name) for seat, name in enumerate(short_names(table.names))]


def bidders(table: Table) -> Choices:
    """The players, and that nobody bid."""
    return [*seats(table), (NO_BIDDER, _("All passed"))]


def partners(table: Table) -> Choices:
    """The players, and that it is not said."""
    return [*seats(table), ("", _("not said"))]


def bids() -> Choices:
    """The numbers, then the contracts that have names, each from low to high."""
    named = [bid for row in CONTRACTS for bid in row.bids if "+" not in bid]
    ordered = sorted(named, key=lambda bid: not BIDS[bid].is_number)
    return [(bid, bid_words(bid)) for bid in ordered]


def called() -> Choices:
    """Aces, then kings, and that no card is called."""
    return [*((card, card_name(card)) for card in CALLED), ("", _("none"))]


def stuk(table: Table) -> Choices:
    """Who showed king and queen of trumps, or that it stands on the sheet."""
    return [NOTHING, *seats(table), (STUK_ON_SHEET, _("20, by the sheet"))]


def cards() -> Choices:
    """Every card, by suit."""
    suits = [
        (str(SUIT_NAMES[row[0][0]]), [(card, card_name(card)) for card in row])
        for row in PACKS["pandoeren"]
    ]
    return [NOTHING, *suits]
