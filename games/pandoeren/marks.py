"""Pandoeren on a sheet for marking."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.base import LineFields
from games.cards import SUIT_NAMES
from games.entry_form import NO_BIDDER
from games.marks import Bubble, HandMarks, Lines, MarkGroup, MarkLegend, Marks, number, single
from games.pandoeren.labels import bid_words
from games.pandoeren.line import SHORT

KING: Final = "K"
_PANDOER: Final = "pandoer"
_SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class PandoerenMarks(HandMarks):
    """See `HandMarks`. It asks what decides the score; roem, stuk and card points are not asked."""

    hands = 16

    def lines(self, options: Any, keys: Sequence[str]) -> Lines:
        """One line: who bid what, trumps, the called card and who has it, the result."""
        return (tuple(_groups(keys)),)

    def left_open(
        self, marks: Marks, parts: Sequence[Marks] = (), *, dealer: int = 0, options: Any = None
    ) -> str:
        """Only pandoer has a height too."""
        if single(marks, "named") in {"", _PANDOER} or not number(marks, "hundreds", "height"):
            return ""
        return _("Both a contract and points are marked as the bid: which was bid?")

    def fields(self, marks: Marks, parts: Sequence[Marks] = (), *, dealer: int = 0) -> LineFields:
        """Return the fields; a height beside pandoer is what is promised in roem and stuk."""
        named, height = single(marks, "named"), number(marks, "hundreds", "height")
        suit = single(marks, "call")
        fields = {
            "bidder": single(marks, "bidder"),
            "bid": named or height,
            "plus": height if named == _PANDOER else "",
            "trump": single(marks, "trump"),
            "call": f"{suit}{'K' if single(marks, 'king') else 'A'}" if suit else "",
            "partner": single(marks, "holder"),
            "result": single(marks, "result"),
        }
        return {name: value for name, value in fields.items() if value}

    def example(self, options: Any) -> tuple[Marks, str]:
        """B bid 150 in hearts."""
        marks = {
            **{"bidder": ["1"], "hundreds": ["1"], "height": ["50"], "trump": ["H"]},
            **{"call": ["S"], "holder": ["3"], "result": ["made"]},
        }
        return marks, _("B bid 150, hearts are trumps, D has the ace of spades, made.")

    def legend(self, options: Any) -> tuple[MarkLegend, ...]:
        """The contracts that have names."""
        return tuple(MarkLegend(key.upper(), bid_words(bid)) for key, bid in SHORT.items())


def _seats(keys: Sequence[str]) -> tuple[Bubble, ...]:
    return tuple(Bubble(str(seat), key) for seat, key in enumerate(keys))


def _suits() -> tuple[Bubble, ...]:
    return tuple(Bubble(suit, _SYMBOLS[suit]) for suit in SUIT_NAMES)


def _groups(keys: Sequence[str]) -> Iterator[MarkGroup]:
    bidders = (*_seats(keys), Bubble(NO_BIDDER, "–"))
    yield MarkGroup("bidder", _("Who bid"), bidders, of_players=True)
    yield MarkGroup("hundreds", _("Bid"), tuple(Bubble(n, f"{n}00") for n in "123"))
    tens = tuple(Bubble(f"{ten}0", f"{ten}0") for ten in range(10))
    yield MarkGroup("height", pgettext("places of a number", "tens"), tens, goes_on=True)
    named = tuple(Bubble(bid, key.upper()) for key, bid in SHORT.items())
    yield MarkGroup("named", _("Contract"), named)
    yield MarkGroup("trump", _("Trumps"), _suits())
    yield MarkGroup("call", _("Called ace"), _suits())
    yield MarkGroup("king", _("king"), (Bubble(KING, "K"),), goes_on=True)
    yield MarkGroup("holder", _("Who has it"), _seats(keys), of_players=True)
    yield MarkGroup("result", _("Result"), (Bubble("made", _("made")), Bubble("set", _("failed"))))
