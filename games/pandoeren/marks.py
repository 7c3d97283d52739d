"""Pandoeren on a sheet for marking."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.figures import read_whole
from games.base import LineFields
from games.entry_form import NO_BIDDER
from games.marks import (
    Bids,
    Bubble,
    HandMarks,
    Lines,
    MarkGroup,
    MarkLegend,
    Marks,
    bubbles,
    calls_of,
    calls_text,
    number,
    single,
)
from games.pandoeren.form import ANNOUNCEMENTS
from games.pandoeren.labels import SEAT_KEYS, SEATS, bid_words
from games.pandoeren.line import SHORT
from games.wording import SUIT_NAMES
from press.bubbles import CLOSE_LINE, LINE
from rules.pandoeren.contracts import BIDS, PASS

KING: Final = "K"
DENIED: Final = "denied"
_DENIED_MARK: Final = "!"
ROEM: Final = (20, 40, 50, 100, 200)
"""Parts that add up to any usual announcement."""
_PANDOER: Final = "pandoer"
_SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class PandoerenMarks(HandMarks):
    """See `HandMarks`."""

    hands = 16
    of_parts = frozenset({"bidder", "hundreds", "height", "named", DENIED})

    def lines(self, options: Any, keys: Sequence[str]) -> Lines:
        """Who bid what, and all that a second row has; trumps, call, result; roem, card points."""
        return tuple(_bid(keys)), tuple(_call(keys)), tuple(_points(keys))

    def least_line(self, keys: Sequence[str]) -> float:
        """Of players who take turns a hand has four lines; close ones leave room for one more."""
        return CLOSE_LINE if len(keys) > SEATS else LINE

    def goes_on(self, marks: Marks) -> bool:
        """Only who bid may deny roem: the next row has who denied it, and what they had bid."""
        return bool(marks.get(DENIED))

    def left_open(
        self, marks: Marks, parts: Sequence[Marks] = (), *, dealer: int = 0, options: Any = None
    ) -> str:
        """Only pandoer has a height too; a denial has an announcement and an earlier bid."""
        named = single(marks, "named")
        if named not in {"", _PANDOER} and number(marks, "hundreds", "height"):
            return _("Both a contract and points are marked as the bid: which was bid?")
        if not self.goes_on(marks):
            return ""
        bids = _bids_of(marks, parts)
        if bids is None:
            return _("Denied roem: mark who denied it, and what they had bid, on the next row.")
        if len(parts) > len(_said(marks)):
            return _("Denied roem: mark whose roem it was, and how much.")
        calls, passed = calls_of(bids, dealer, SEATS), set[int]()
        for seat, call in calls:
            if seat in passed and options is not None and options.pass_is_final:
                return _(
                    "A player who has passed cannot bid again: type this hand with its whole "
                    "auction."
                )
            if call == PASS:
                passed.add(seat)
        return ""

    def fields(self, marks: Marks, parts: Sequence[Marks] = (), *, dealer: int = 0) -> LineFields:
        """Return the fields; a height beside pandoer is what is promised in roem and stuk."""
        named, height = single(marks, "named"), number(marks, "hundreds", "height")
        suit = single(marks, "call")
        bids = _bids_of(marks, parts) if self.goes_on(marks) else None
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
        if bids:
            fields["calls"] = calls_text(calls_of(bids, dealer, SEATS))
        fields |= _roem(marks, parts)
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
        """The contracts that have names, and denied roem."""
        named = (MarkLegend(key.upper(), bid_words(bid)) for key, bid in SHORT.items())
        words = _("roem denied: by whom, and what they had bid, on the next row")
        return (*named, MarkLegend(_DENIED_MARK, words))


def _bid_of(marks: Marks) -> str:
    """Return the bid of a row as auctions have it; empty if it has none."""
    named, height = single(marks, "named"), number(marks, "hundreds", "height")
    return f"{named}+{height}" if named == _PANDOER and height else named or height


def _bids_of(marks: Marks, parts: Sequence[Marks]) -> Bids | None:
    """Return the bids of those who denied and that of the declarer, from low to high; None if the
    rows are not whole."""
    order = list(BIDS)
    bids: dict[int, str] = {}
    for number_, row in enumerate((marks, *parts)):
        seat, bid = read_whole(single(row, "bidder"), most=SEATS - 1), _bid_of(row)
        is_last = number_ == len(parts)
        if seat is None or bid not in BIDS or bool(row.get(DENIED)) is is_last:
            return None
        if bids.setdefault(seat, bid) != bid:
            return None
    return sorted(bids.items(), key=lambda item: order.index(item[1]))


def _said(marks: Marks) -> list[tuple[str, str]]:
    """Return whose roem was announced, and how much."""
    return [
        (str(seat), str(sum(int(part) for part in marks[f"roem_{seat}"])))
        for seat in range(len(SEAT_KEYS))
        if marks.get(f"roem_{seat}")
    ]


def _roem(marks: Marks, parts: Sequence[Marks]) -> dict[str, str | list[str]]:
    """Return the announcements, a seat and a sum each, and who denied them: first that of who bid,
    if they announced, then their partner's."""
    said, bidder = _said(marks)[:ANNOUNCEMENTS], single(marks, "bidder")
    denied = sorted(said, key=lambda announcement: announcement[0] != bidder)
    by = {seat: single(part, "bidder") for (seat, _value), part in zip(denied, parts, strict=False)}
    fields: dict[str, str | list[str]] = {}
    for place, (seat, value) in enumerate(said):
        fields |= {f"roem_seat_{place}": seat, f"roem_value_{place}": value}
        if seat in by:
            fields[f"denied_by_{place}"] = [by[seat]]
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
    yield MarkGroup(DENIED, _("denied"), (Bubble(DENIED, _DENIED_MARK),))


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
    yield MarkGroup("card_hundreds", _("Cards"), bubbles("1"))
    yield MarkGroup("card_tens", pgettext("places of a number", "tens"), bubbles("0123456789"))
    yield MarkGroup("card_ones", pgettext("places of a number", "ones"), bubbles("0123456789"))
