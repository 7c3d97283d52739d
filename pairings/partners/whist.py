"""Whist tournaments: everybody has everybody once as partner and twice as opponent.

With a multiple of four all play in each round, with one more each sits out once. Two ways to all
rounds from one:

- *On a circle* (``starters_data``): everybody moves one place after each round; of a multiple of
  four one player stays put. In the base round every distance on the circle is had by one pair
  of partners and two of opponents.
- *In a field* of as many elements as players, where that is one more than a multiple of four:
  the tables are (x, -x) against (ix, -ix) with i² = -1, and every element is added to all
  (E. H. Moore, "Tactical Memoranda", American Journal of Mathematics 18, 1896).
"""

from functools import cache

from pairings.base import PlannedRound, Table
from pairings.partners.base import Rounds, opponents_at
from pairings.partners.starters_data import STARTERS
from pairings.table_mates.base import meetings
from pairings.table_mates.planes import FIELDS, field_tables

OPPONENTS_AGAIN = 10
"""What two opponents that come again weigh in the order of rounds, beside two that meet again."""


@cache
def whist_rounds(players: int) -> Rounds:
    """The whole movement over 0, 1, 2 and so on; empty where none is known here.

    In every beginning of it nobody has a partner twice, and opponents are as new as the order of
    the rounds can make them.
    """
    if players in STARTERS:
        return _spread(_circle_rounds(players))
    if players % 4 == 1 and players in FIELDS:
        return _spread(_field_rounds(players))
    return ()


def _circle_rounds(players: int) -> Rounds:
    places = players if players % 4 else players - 1
    base = [_read(text, places) for text in STARTERS[players].split(", ")]
    return tuple(
        PlannedRound(
            tuple(
                tuple(one if one == places else (one + turn) % places for one in table)
                for table in base
            ),
            (turn,) if players % 4 else (),
        )
        for turn in range(places)
    )


def _read(text: str, places: int) -> Table:
    """A table written ``a b v c d``; ``X`` stays put and has the last number."""
    one, partner, _versus, other, opposite = text.split()
    return tuple(places if name == "X" else int(name) for name in (one, other, partner, opposite))


def _field_rounds(order: int) -> Rounds:
    times, plus = field_tables(order)
    minus = next(one for one in range(2, order) if times[one][one] == 1)
    turn = next(one for one in range(2, order) if times[one][one] == minus)
    base, seen = [], {0}
    for one in range(1, order):
        if one not in seen:
            table = (one, times[turn][one], times[minus][one], times[turn][times[minus][one]])
            base.append(table)
            seen.update(table)
    return tuple(
        PlannedRound(tuple(tuple(plus[one][added] for one in table) for table in base), (added,))
        for added in range(order)
    )


def _spread(rounds: Rounds) -> Rounds:
    """The rounds in an order in which opponents, and whoever met at all, come again late.

    The next is always the one that shares least with those before it.
    """
    against = [
        {pair for table in planned.tables for pair in opponents_at(table)} for planned in rounds
    ]
    met = [set(meetings([planned])) for planned in rounds]

    def shared(one: int, other: int) -> int:
        return OPPONENTS_AGAIN * len(against[one] & against[other]) + len(met[one] & met[other])

    order, left = [0], list(range(1, len(rounds)))
    cost = {number: shared(number, 0) for number in left}
    while left:
        order.append(min(left, key=cost.__getitem__))
        left.remove(order[-1])
        for number in left:
            cost[number] += shared(number, order[-1])
    return tuple(rounds[number] for number in order)
