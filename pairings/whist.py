"""Whist tournaments: everybody has everybody once as partner and twice as opponent.

With a multiple of four all play in each round, with one more each sits out once. Two ways lead
from one round to all:

- *On a circle* (``STARTERS``): everybody moves one place after each round; of a multiple of four
  one player stays put. In the base round every distance on the circle is had by one pair of
  partners and two of opponents.
- *In a field* of as many elements as players, where that is one more than a multiple of four:
  the tables are (x, -x) against (ix, -ix) with i² = -1, and every element is added to all
  (E. H. Moore, "Tactical Memoranda", American Journal of Mathematics 18, 1896).

That there is a whist tournament for every such number is classical (R. D. Baker, 1975;
I. Anderson, "Combinatorial Designs and Tournaments", 1997, ch. 11). The base rounds below were
found by exchanges until every distance was right. Of those found for a number, the one is kept
whose rounds can be ordered with the fewest repeated opponents in evenings of four to ten rounds.
For 13, 29, 37, 40 and 41 players only base rounds that a multiplication maps to themselves were
searched. A table reads ``a b v c d``: a and b are partners against c and d; X stays put.
"""

from functools import cache

from pairings.designs import FIELDS, field_tables
from pairings.state import PlannedRound, Rounds, Table
from pairings.tables import meetings, opponents_at

STARTERS: dict[int, str] = {
    4: ("X 0 v 1 2"),
    5: ("1 4 v 2 3"),
    8: ("X 1 v 0 3, 2 4 v 6 5"),
    12: ("X 1 v 0 4, 8 2 v 3 6, 9 10 v 5 7"),
    13: ("1 4 v 2 7, 3 12 v 6 8, 9 10 v 5 11"),
    16: ("X 3 v 0 4, 8 13 v 7 6, 2 14 v 11 9, 10 1 v 5 12"),
    17: ("1 15 v 5 14, 2 9 v 7 3, 8 13 v 10 16, 11 12 v 6 4"),
    20: ("X 1 v 4 17, 13 2 v 6 11, 14 7 v 8 9, 12 16 v 3 5, 10 0 v 15 18"),
    21: ("9 13 v 4 20, 17 2 v 12 19, 16 8 v 7 10, 18 6 v 3 5, 1 11 v 14 15"),
    24: ("X 0 v 17 12, 20 11 v 1 3, 2 13 v 18 22, 14 7 v 15 21, 4 19 v 6 16, 8 5 v 10 9"),
    25: ("9 7 v 16 5, 8 11 v 21 3, 4 17 v 20 10, 6 12 v 1 18, 19 23 v 22 2, 24 15 v 13 14"),
    28: (
        "X 9 v 12 17, 8 26 v 4 19, 2 6 v 14 15, 5 3 v 20 7, 25 22 v 16 23, 10 18 v 24 13, "
        "0 21 v 1 11"
    ),
    29: (
        "1 27 v 3 4, 7 15 v 21 28, 20 18 v 2 22, 24 10 v 14 9, 23 12 v 11 5, 16 26 v 19 6, "
        "25 8 v 17 13"
    ),
    32: (
        "X 24 v 16 14, 21 12 v 7 22, 11 8 v 20 30, 17 25 v 1 28, 13 2 v 26 19, 23 9 v 27 15, "
        "5 6 v 4 10, 0 18 v 3 29"
    ),
    33: (
        "6 10 v 5 27, 30 31 v 12 25, 11 3 v 24 1, 9 15 v 7 2, 20 4 v 23 14, 32 13 v 16 28, "
        "29 22 v 21 18, 19 17 v 8 26"
    ),
    36: (
        "X 25 v 19 0, 3 9 v 7 2, 24 27 v 11 13, 32 8 v 12 22, 28 21 v 4 26, 5 6 v 14 18, "
        "29 17 v 34 20, 15 30 v 31 23, 33 16 v 1 10"
    ),
    37: (
        "3 13 v 28 16, 30 19 v 21 12, 4 5 v 25 9, 29 24 v 26 23, 31 18 v 1 8, 14 32 v 10 6, "
        "22 2 v 27 33, 35 20 v 11 34, 17 15 v 36 7"
    ),
    40: (
        "X 0 v 13 26, 10 18 v 27 12, 4 15 v 3 36, 25 6 v 9 30, 7 8 v 1 38, 34 11 v 16 23, "
        "37 20 v 22 17, 21 31 v 32 35, 24 28 v 5 14, 33 19 v 2 29"
    ),
    41: (
        "4 10 v 3 12, 40 18 v 30 38, 31 16 v 13 11, 23 37 v 7 28, 25 1 v 29 34, "
        "22 32 v 26 39, 15 33 v 14 21, 27 2 v 17 5, 24 20 v 6 9, 35 36 v 19 8"
    ),
}


OPPONENTS_AGAIN = 10
"""What two opponents that come again weigh in the order of rounds, beside two that meet again."""


@cache
def whist_rounds(players: int) -> Rounds:
    """The whole tournament over players 0, 1, 2 and so on; empty where none is known here.

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
    """The rounds in an order in which opponents, and all who met, come again late.

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
