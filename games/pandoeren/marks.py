"""Pandoeren on a sheet for marking."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.base import LineFields
from games.entry_form import NO_BIDDER
from games.marks import (
    Bubble,
    HandMarks,
    Lines,
    MarkGroup,
    MarkLegend,
    Marks,
    bubbles,
    number,
    single,
)
from games.pandoeren.form import ANNOUNCEMENTS
from games.pandoeren.labels import SEAT_KEYS, bid_words
from games.pandoeren.line import SHORT
from games.wording import SUIT_NAMES

KING: Final = "K"
DENIED: Final = "denied"
ROEM: Final = (20, 40, 50, 100, 200)
"""Parts that add up to any usual announcement."""
_PANDOER: Final = "pandoer"
_SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class PandoerenMarks(HandMarks):
    """See `HandMarks`."""

    hands = 16

    def lines(self, options: Any, keys: Sequence[str]) -> Lines:
        """Who bid what; trumps, call and result; announcements, card points."""
        return tuple(_bid(keys)), tuple(_call(keys)), tuple(_points(keys))

    def left_open(self, marks: Marks) -> str:
        """Only who bid may deny roem, and the marks say only who bid most."""
        if marks.get("denied"):
            return _("Denied roem needs the whole auction: type this hand.")
        return ""

    def fields(self, marks: Marks) -> LineFields:
        """Return the fields; a height beside pandoer is what is promised in roem and stuk."""
        named, height = single(marks, "named"), number(marks, "hundreds", "height")
        suit = single(marks, "call")
        fields: dict[str, str | list[str]] = {
            "bidder": single(marks, "bidder"),
            "bid": named or height,
            "plus": height if named == _PANDOER else "",
            "trump": single(marks, "trump"),
            "call": f"{suit}{'K' if single(marks, 'king') else 'A'}" if suit else "",
            "partner": single(marks, "holder"),
            "result": single(marks, "result"),
            "cards": number(marks, "card_hundreds", "card_tens", "card_ones"),
            "stuk": single(marks, "stuk"),
        }
        fields |= _roem(marks)
        return {name: value for name, value in fields.items() if value}

    def example(self, options: Any) -> tuple[Marks, str]:
        """B bid 150 in hearts."""
        marks = {
            **{"bidder": ["1"], "hundreds": ["1"], "height": ["50"], "trump": ["H"]},
            **{"call": ["S"], "holder": ["3"], "result": ["made"]},
            **{"card_hundreds": ["1"], "card_tens": ["1"], "card_ones": ["2"]},
            **{"roem_1": ["50"]},
        }
        words = _("B bid 150, hearts are trumps, D has the ace of spades, made: 112 and 50 roem.")
        return marks, words

    def legend(self, options: Any) -> tuple[MarkLegend, ...]:
        """The contracts that have names."""
        return tuple(MarkLegend(key.upper(), bid_words(bid)) for key, bid in SHORT.items())


def _roem(marks: Marks) -> dict[str, str]:
    """Return the announcements, a seat and a sum each."""
    said = [
        (str(seat), str(sum(int(part) for part in marks[f"roem_{seat}"])))
        for seat in range(len(SEAT_KEYS))
        if marks.get(f"roem_{seat}")
    ]
    fields: dict[str, str] = {}
    for place, (seat, value) in enumerate(said[:ANNOUNCEMENTS]):
        fields |= {f"roem_seat_{place}": seat, f"roem_value_{place}": value}
    return fields


def _seats(keys: Sequence[str]) -> tuple[Bubble, ...]:
    return tuple(Bubble(str(seat), key) for seat, key in enumerate(keys))


def _suits() -> tuple[Bubble, ...]:
    return tuple(Bubble(suit, _SYMBOLS[suit]) for suit in SUIT_NAMES)


def _roem_of(seats: Sequence[int], keys: Sequence[str]) -> Iterator[MarkGroup]:
    for seat in seats:
        label, parts = _("Roem %(seat)s") % {"seat": keys[seat]}, bubbles(map(str, ROEM))
        yield MarkGroup(f"roem_{seat}", label, parts, several=True, of_player=True)


def _bid(keys: Sequence[str]) -> Iterator[MarkGroup]:
    bidders = (*_seats(keys), Bubble(NO_BIDDER, "–"))
    yield MarkGroup("bidder", _("Who bid"), bidders, of_players=True)
    yield MarkGroup("hundreds", _("Bid"), tuple(Bubble(n, f"{n}00") for n in "1234"))
    tens = tuple(Bubble(f"{ten}0", f"{ten}0") for ten in range(10))
    yield MarkGroup("height", pgettext("places of a number", "tens"), tens)
    named = tuple(Bubble(bid, key.upper()) for key, bid in SHORT.items())
    yield MarkGroup("named", _("Contract"), named)


def _call(keys: Sequence[str]) -> Iterator[MarkGroup]:
    yield MarkGroup("trump", _("Trumps"), _suits())
    yield MarkGroup("call", _("Called ace"), _suits())
    yield MarkGroup("king", _("king"), (Bubble(KING, "K"),))
    yield MarkGroup("holder", _("Who has it"), _seats(keys), of_players=True)
    yield MarkGroup("result", _("Result"), (Bubble("made", _("made")), Bubble("set", _("failed"))))
    yield MarkGroup("stuk", _("Stuk"), _seats(keys), of_players=True)
    yield from _roem_of((0, 1), keys)


def _points(keys: Sequence[str]) -> Iterator[MarkGroup]:
    yield from _roem_of(range(2, len(keys)), keys)
    yield MarkGroup("denied", _("denied"), (Bubble(DENIED, "!"),))
    yield MarkGroup("card_hundreds", _("Cards"), bubbles("1"))
    yield MarkGroup("card_tens", pgettext("places of a number", "tens"), bubbles("0123456789"))
    yield MarkGroup("card_ones", pgettext("places of a number", "ones"), bubbles("0123456789"))
