"""Klaverjassen on a sheet for marking."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.base import LineFields
from games.cards import SUIT_NAMES, SUIT_SIGNS
from games.entry_form import NO_BIDDER
from games.klaverjassen.form import result_choices
from games.klaverjassen.line import passes_out
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
from rules.klaverjassen.options import Naming

ROEM: Final = (20, 40, 50, 100, 200)
"""Parts that add up to any usual roem."""
LETTERS: Final = {"made": "+", "set": "N", "pit": "P", "pit_lost": "T"}


class KlaverjasMarks(HandMarks):
    """See `HandMarks`."""

    hands = 16

    def lines(self, options: Any, keys: Sequence[str]) -> Lines:
        """Who plays which suit and the result; card points and roem."""
        return tuple(_declared(options, keys)), tuple(_points())

    def fields(self, marks: Marks, parts: Sequence[Marks] = (), *, dealer: int = 0) -> LineFields:
        """Return the fields of a hand."""
        fields = {
            "bidder": single(marks, "bidder"),
            "bid": number(marks, "bid_hundreds", "bid_tens"),
            "trump": single(marks, "trump"),
            "result": single(marks, "result"),
            "points": number(marks, "hundreds", "tens", "ones"),
            **{key: _sum(marks.get(key, ())) for key in ("roem", "their_roem")},
        }
        return {name: value for name, value in fields.items() if value}

    def example(self, options: Any) -> tuple[Marks, str]:
        """B played hearts and made it."""
        marks = {
            **{"bidder": ["1"], "trump": ["H"], "tens": ["9"], "ones": ["2"], "roem": ["40"]},
        }
        if options.naming is Naming.POINTS:
            marks |= {"bid_tens": ["90"]}
            return marks, _("B bid 90 and plays hearts: 92 card points and 40 roem.")
        return marks, _("B plays hearts: 92 card points and 40 roem.")

    def legend(self, options: Any) -> tuple[MarkLegend, ...]:
        results = (
            MarkLegend(LETTERS[value], str(words)) for value, words in result_choices(options)
        )
        return (*results, MarkLegend("20 + 40", _("roem: more than one bubble adds up")))


def _sum(values: Sequence[str]) -> str:
    return str(sum(int(value) for value in values)) if values else ""


def _declared(options: Any, keys: Sequence[str]) -> Iterator[MarkGroup]:
    players = tuple(Bubble(str(seat), key) for seat, key in enumerate(keys))
    nobody = (Bubble(NO_BIDDER, "–"),) if passes_out(options) else ()
    yield MarkGroup(
        "bidder", pgettext("Klaverjassen", "Who plays"), (*players, *nobody), of_players=True
    )
    if options.naming is Naming.POINTS:
        yield MarkGroup("bid_hundreds", _("Bid"), tuple(Bubble(n, f"{n}00") for n in "12"))
        tens = tuple(Bubble(f"{ten}0", f"{ten}0") for ten in range(10))
        yield MarkGroup("bid_tens", pgettext("places of a number", "tens"), tens)
    yield MarkGroup("trump", _("Trumps"), tuple(Bubble(s, SUIT_SIGNS[s]) for s in SUIT_NAMES))
    results = tuple(Bubble(value, LETTERS[value]) for value, _words in result_choices(options))
    yield MarkGroup("result", _("Result"), results)


def _points() -> Iterator[MarkGroup]:
    yield MarkGroup("hundreds", _("Cards"), bubbles("1"))
    yield MarkGroup("tens", pgettext("places of a number", "tens"), bubbles("0123456789"))
    yield MarkGroup("ones", pgettext("places of a number", "ones"), bubbles("0123456789"))
    parts = bubbles(map(str, ROEM))
    yield MarkGroup("roem", _("Roem"), parts, several=True)
    yield MarkGroup("their_roem", _("Others’ roem"), parts, several=True)
