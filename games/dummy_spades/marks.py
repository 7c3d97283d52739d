"""Dummy-Hand Spades on a sheet for marking."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.base import SEAT_KEYS, LineFields
from games.dummy_spades.form import PLAYERS
from games.marks import Bubble, HandMarks, Lines, MarkGroup, MarkLegend, Marks, bubbles, single
from rules.dummy_spades.cards import DUMMY, TRICKS
from rules.dummy_spades.options import Bidding


class DummySpadesMarks(HandMarks):
    """See `HandMarks`. The dummy's tricks are the rest of the thirteen."""

    hands = 12

    def lines(self, options: Any, keys: Sequence[str]) -> Lines:
        """A line a player: the bid, hands on which nil is declared, the tricks taken."""
        return tuple(_player(player, keys) for player in range(len(keys)))

    def fields(self, marks: Marks, parts: Sequence[Marks] = (), *, dealer: int = 0) -> LineFields:
        fields: dict[str, str | list[str]] = {}
        for seat in PLAYERS:
            fields[f"bid_{seat}"] = single(marks, f"bid_{seat}")
            fields[f"nil_{seat}"] = list(marks.get(f"nil_{seat}", ()))
            fields[f"tricks_{seat}"] = single(marks, f"tricks_{seat}")
        return {name: value for name, value in fields.items() if value}

    def example(self, options: Any) -> tuple[Marks, str]:
        """A bid 4 with a nil on the dummy."""
        marks = {
            **{"bid_0": ["4"], "bid_1": ["3"], "bid_2": ["5"], "nil_2": ["3"]},
            **{"tricks_0": ["3"], "tricks_1": ["4"], "tricks_2": ["6"]},
        }
        if options.bidding is Bidding.SUICIDE:
            marks |= {"nil_0": ["3"], "nil_1": ["3"]}
            words = _("Bids 4, 3 and 5, each with a nil on the dummy; tricks 3, 4, 6, dummy none.")
            return marks, words
        words = _("Bids 4, 3 and 5 with a nil on the dummy; tricks 3, 4, 6 and none for the dummy.")
        return marks, words

    def legend(self, options: Any) -> tuple[MarkLegend, ...]:
        """D is the dummy."""
        return (MarkLegend(SEAT_KEYS[DUMMY], _("the dummy")),)


def _player(player: int, keys: Sequence[str]) -> tuple[MarkGroup, ...]:
    key, dummy = keys[player], len(keys)
    others = (other for other in range(len(keys)) if other != player)
    letters = (*keys, SEAT_KEYS[DUMMY])
    nils = tuple(Bubble(str(hand), letters[hand]) for hand in (player, dummy, *others))
    counts = bubbles(map(str, range(TRICKS + 1)))
    label, taken = _("%(seat)s bids") % {"seat": key}, _("Tricks of %(seat)s") % {"seat": key}
    return (
        MarkGroup(f"bid_{player}", label, counts, line=key, of_player=True),
        MarkGroup(
            f"nil_{player}", _("Nil on"), nils, several=True, of_players=True, of_player=True
        ),
        MarkGroup(f"tricks_{player}", taken, counts, of_player=True),
    )
