"""Texas 42 on a sheet for marking."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.figures import read_whole
from games.base import LineFields
from games.entry_form import NO_BIDDER
from games.marks import (
    MOST_HANDS,
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
from games.texas42.form import RANKED, SEATS, WITH_PARTNER, kinds, ranks_doubles
from games.texas42.labels import KINDS, RANKINGS, bid_words, kind_words
from rules.pieces import HIGHEST_END
from rules.texas42.dominoes import ALL_POINTS

MORE: Final = "more"
"""A bid of one mark more, or 168, over the bid that the next row has."""
_LETTERS: Final = {
    "doubles": "D",
    "no_trump": "F",
    "nello": "N",
    "sevens": "S",
    "plunge": "PL",
    "splash": "SP",
}
_LOW_NO: Final = "LN"
_RANKING_LETTERS: Final = {"high": "H", "low": "L", "own": "O", "own_low": "OL"}


class Texas42Marks(HandMarks):
    """See `HandMarks`."""

    of_parts = frozenset({"bidder", "bid"})

    def lines(self, options: Any, keys: Sequence[str]) -> Lines:
        """One line: who bid what, trumps or contract, the result."""
        return (tuple(_groups(options, keys)),)

    def expected(self, options: Any) -> int:
        """To a target as many as it takes until one side has it and the other lacks a hand."""
        if options.hands is not None:
            return super().expected(options)
        each = ALL_POINTS if options.by_points else 1
        return min(MOST_HANDS, -(-2 * (int(options.target) - 1) // each) + 1)

    def goes_on(self, marks: Marks) -> bool:
        """A higher bid follows from another."""
        return single(marks, "bid") == MORE

    def left_open(
        self, marks: Marks, parts: Sequence[Marks] = (), *, dealer: int = 0, options: Any = None
    ) -> str:
        """A higher bid is made over one of marks or 84, and everybody calls once."""
        if not self.goes_on(marks):
            return ""
        bids = _bids_of(marks, parts)
        if bids is None:
            return _(
                "A bid of + raises another bid: mark that bid and who made it on the next row."
            )
        if len({seat for seat, _bid in bids}) < len(bids):
            return _("Everybody calls once, but somebody is marked twice.")
        return ""

    def fields(self, marks: Marks, parts: Sequence[Marks] = (), *, dealer: int = 0) -> LineFields:
        """Return the fields; with a plunge or splash, the suit is what the partner names."""
        bid, partner, contract = (single(marks, key) for key in ("bid", "partner", "contract"))
        bids = _bids_of(marks, parts) if self.goes_on(marks) else None
        calls = calls_of(bids, dealer, SEATS) if bids else []
        passed = [(seat, "pass") for seat in range(SEATS - len(calls))] if calls else []
        fields = {
            "bidder": single(marks, "bidder"),
            "bid": bids[-1][1] if bids else "" if bid == MORE else bid,
            "calls": calls_text([*calls, *passed]),
            "contract": partner or contract or ("nello" if bid == "low-no" else ""),
            "named": contract if partner else "",
            "ranking": single(marks, "ranking"),
            "result": single(marks, "result"),
            "points": number(marks, "tens", "ones"),
        }
        return {name: value for name, value in fields.items() if value}

    def example(self, options: Any) -> tuple[Marks, str]:
        """B bid 31 with fives and made it."""
        marks = {"bidder": ["1"], "bid": ["31"], "contract": ["5"], "result": ["made"]}
        if options.by_points:
            marks |= {"tens": ["3"], "ones": ["4"]}
            return marks, _("B bid 31, fives are trumps, made with 34 points.")
        return marks, _("B bid 31, fives are trumps, made.")

    def legend(self, options: Any) -> tuple[MarkLegend, ...]:
        """The contracts that the table plays, and the ways in which doubles rank."""
        played = kinds(options)
        named = [MarkLegend(_LETTERS[kind], str(KINDS[kind])) for kind in KINDS if kind in played]
        ranked = _rankings(options)
        more = _("168 over 84") if options.by_points else _("one mark over another bid")
        words = _("%(bid)s: who made that, and which, on the next row") % {"bid": more}
        if options.low_no:
            named.append(MarkLegend(_LOW_NO, bid_words("low-no")))
        ways = (MarkLegend(_RANKING_LETTERS[key], str(RANKINGS[key])) for key in ranked)
        return (*named, *ways, MarkLegend("+", words))


def _bids_of(marks: Marks, parts: Sequence[Marks]) -> Bids | None:
    """Return the bids from that of the last row up to the hand's own; None if they are not whole:
    each but the first is one mark more than the one below it, or 168 over 84."""
    bids: list[tuple[int, str]] = []
    for row in reversed((marks, *parts)):
        seat, bid = read_whole(single(row, "bidder"), most=SEATS - 1), single(row, "bid")
        if seat is None or (bid == MORE) != bool(bids):
            return None
        over = _over(bids[-1][1]) if bids else bid
        if not over:
            return None
        bids.append((seat, over))
    return bids if len(bids) > 1 else None


def _over(bid: str) -> str:
    if bid == "84":
        return "168"
    marks = read_whole(bid.removesuffix("m")) if bid.endswith("m") else None
    return f"{marks + 1}m" if marks else ""


def _groups(options: Any, keys: Sequence[str]) -> Iterator[MarkGroup]:
    bidders = tuple(Bubble(str(seat), key) for seat, key in enumerate(keys))
    nobody = () if options.dealer_must_bid else (Bubble(NO_BIDDER, "–"),)
    yield MarkGroup("bidder", _("Who bid"), (*bidders, *nobody))
    yield MarkGroup("bid", _("Bid"), tuple(_bids(options)))
    played = kinds(options)
    suits = bubbles(map(str, range(HIGHEST_END + 1)))
    others = [kind for kind in KINDS if kind in played - WITH_PARTNER]
    contracts = (*suits, *(Bubble(kind, _LETTERS[kind]) for kind in others))
    yield MarkGroup("contract", _("Trumps"), contracts)
    if partners := sorted(played & WITH_PARTNER):
        marks = tuple(Bubble(kind, _LETTERS[kind]) for kind in partners)
        yield MarkGroup("partner", kind_words(partners[0]) if len(partners) == 1 else "", marks)
    if rankings := _rankings(options):
        marks = tuple(Bubble(key, _RANKING_LETTERS[key]) for key in rankings)
        yield MarkGroup("ranking", _("Doubles"), marks)
    results = (Bubble("made", _("made")), Bubble("set", _("set")))
    yield MarkGroup("result", _("Result"), results)
    if options.by_points:
        yield MarkGroup("tens", _("Points: tens"), bubbles("01234"))
        ones = pgettext("places of a number", "ones")
        yield MarkGroup("ones", ones, bubbles("0123456789"), goes_on=True)


def _bids(options: Any) -> Iterator[Bubble]:
    """Yield the bids that stand for themselves; the others need the whole auction."""
    if options.by_points:
        yield from bubbles(map(str, range(30, 43)))
        yield Bubble("84", "84")
        if options.low_no:
            yield Bubble("low-no", _LOW_NO)
    else:
        yield from bubbles(map(str, range(30, 42)))
        most = max(options.max_opening_marks, options.plunge_marks if options.plunge else 1)
        yield from (Bubble(f"{marks}m", str(marks)) for marks in range(1, most + 1))
    yield Bubble(MORE, "+")


def _rankings(options: Any) -> list[str]:
    """Return the ways in which doubles may rank, if there is a choice."""
    if not ranks_doubles(options):
        return []
    ways = {"no_trump": options.no_trump_doubles, "nello": options.nello_doubles}
    offered = {way for kind in kinds(options) & RANKED.keys() for way in ways[kind]}
    return [way for way in RANKINGS if way in offered]
