"""Designs: series of rounds that are known to repeat nothing.

**Tables** (``design``): nobody meets twice, in the longest known series of rounds.

*Base rounds that go round.* After each round every player moves one place on. A player is written
as a place on a circle and the circle's letter (``3b``), or as a capital who stays put. In round n
the places of the base round are n further on, modulo the places of a circle. Several base rounds
take turns. A table of ``singles`` goes round within one round: its shifts are the tables of a
round of their own. That such designs exist is classical: Kirkman's schoolgirls and nearly so for
tables of three, resolvable block designs and group divisible designs for tables of four
(C. J. Colbourn and J. H. Dinitz, "Handbook of Combinatorial Designs", 2nd ed., II.7, IV.4).
A. Aguado showed in 2004 that 32 players can play ten rounds. The base rounds below were searched
anew by exact cover: tables are the options, players and differences are to be covered once.

*Lines of a finite plane.* Players are the points (row, x) of some rows of the affine plane over a
field of ``order`` elements, tables the lines x + m·row = c. Two points of different rows lie on
one line, two of a row on none: the lines of a slope m are a round, and over all slopes nobody
meets twice. This is the plane with the lines of one direction taken as rows (R. C. Bose, "On the
application of the properties of Galois fields to the construction of hyper-Graeco-Latin squares",
Sankhya 3, 1938).

**Whist tournaments** (``whist_rounds``): everybody has everybody once as partner and twice as
opponent. With a multiple of four all play in each round, with one more each sits out once.

- *On a circle* (``WHIST_STARTERS``): everybody moves one place after each round; of a multiple of
  four one player stays put. In the base round every distance on the circle is had by one pair of
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

import re
from functools import cache
from typing import NamedTuple

from engine.pairings.state import PlannedRound, Rounds, Table
from engine.pairings.tables import RoundShape, meetings, opponents_at


class Starter(NamedTuple):
    """Base rounds to be moved round a circle of ``modulus`` places."""

    modulus: int
    rounds: tuple[str, ...]
    singles: str = ""


STARTERS_TEXT = """
15 at 3, modulo 7: 4a 4b X, 0a 1a 3b, 3a 5a 2b, 2a 6a 0b, 1b 5b 6b.
18 at 3, modulo 4: 2c 2d X, 3a 1c 0d, 1a 0b 3d, 3b 0c 1d, 2a 2b Y, 0a 1b 3c; 3a 1b X, 1a 2a 1d, 2b
  2d 3d, 2c 0d Y, 0a 0c 1c, 0b 3b 3c.
21 at 3, modulo 7: 5a 6a 1c, 2a 4a 5b, 0a 3a 0c, 1a 3b 6b, 2b 4b 2c, 0b 1b 4c, 3c 5c 6c. Singles:
  0a 4b 6c, 0a 6b 5c, 0a 0b 1c.
24 at 3, modulo 11: 9a 7b X, 10a 5b Y, 0b 2b 10b, 7a 1b 8b, 2a 3a 6b, 5a 8a 4b, 0a 4a 6a, 1a 3b
  9b.
27 at 3, modulo 13: 4a 6b X, 6a 8a 9a, 3a 10a 1b, 0a 5a 12b, 7a 11a 7b, 12a 0b 4b, 1a 9b 11b, 2a
  5b 8b, 2b 3b 10b.
30 at 3, modulo 14: 4a 6b X, 1a 0b Y, 6a 12a 13b, 9a 13a 9b, 10a 11a 2b, 0a 2a 5a, 8a 3b 12b, 3a
  1b 11b, 7a 4b 10b, 5b 7b 8b.
33 at 3, modulo 11: 5a 6a 7b, 2a 4a 10a, 0a 7a 8c, 9a 2b 0c, 8a 3b 4c, 3a 2c 9c, 1a 8b 10b, 6b 5c
  6c, 1c 7c 10c, 1b 9b 3c, 0b 4b 5b. Singles: 0a 10b 5c, 0a 5b 9c, 0a 0b 3c, 0a 3b 0c, 0a 8b 4c.
36 at 3, modulo 17: 14a 12b X, 9a 4b Y, 1a 3a 13a, 7a 16a 13b, 10a 11a 14b, 5a 8a 16b, 2a 15a 11b,
  6a 12a 5b, 4a 6b 9b, 0a 1b 7b, 2b 3b 15b, 0b 8b 10b.
39 at 3, modulo 19: 5a 0b X, 2a 3a 14b, 0a 4a 4b, 1a 7a 6b, 6a 17a 13b, 8a 18a 9b, 9a 11a 16a, 12a
  15a 2b, 10a 7b 18b, 14a 8b 12b, 13a 15b 16b, 1b 11b 17b, 3b 5b 10b.
42 at 3, modulo 20: 3a 8b X, 2a 17b Y, 14a 16a 3b, 5a 8a 6b, 1a 6a 17a, 11a 12a 19a, 4a 10a 16b,
  13a 1b 13b, 0a 4b 19b, 7a 9b 10b, 9a 0b 2b, 18a 12b 15b, 15a 5b 11b, 7b 14b 18b.
45 at 3, modulo 15: 0a 5b 6b, 5a 6a 0c, 0b 5c 6c, 1a 12a 8b, 8a 1c 12c, 1b 12b 8c, 11a 14a 13c,
  13a 11b 14b, 13b 11c 14c, 2a 7a 9a, 2b 7b 9b, 2c 7c 9c, 3a 4c 10c, 4a 10a 3b, 4b 10b 3c.
  Singles: 0a 0b 12c, 0a 3b 3c, 0a 12b 0c, 0a 2b 6c, 0a 4b 13c, 0a 9b 11c, 0a 10b 5c.
48 at 3, modulo 23: 12a 14b X, 18a 10b Y, 16a 20a 9b, 10a 15a 6b, 2a 9a 12b, 13a 19a 7b, 6a 14a
  13b, 3a 4a 17a, 5a 7a 11b, 1a 21a 22b, 11a 22a 19b, 0a 5b 18b, 8a 17b 21b, 4b 15b 20b, 0b 1b 3b,
  2b 8b 16b.
51 at 3, modulo 25: 8a 20b X, 9a 10a 10b, 4a 19a 1b, 1a 6a 14a, 3a 17a 19b, 12a 16a 0b, 7a 13a
  21b, 18a 21a 16b, 15a 24a 9b, 2a 20a 6b, 0a 23a 15b, 22a 2b 18b, 11a 14b 17b, 5a 4b 23b, 5b 12b
  22b, 3b 7b 8b, 11b 13b 24b.
54 at 3, modulo 26: 12a 6b X, 19a 14b Y, 15a 21a 12b, 7a 25a 11b, 3a 5a 6a, 1a 8a 23a, 13a 18a
  18b, 0a 9a 2b, 4a 20a 5b, 2a 16a 8b, 24a 13b 22b, 14a 4b 10b, 22a 9b 25b, 11a 19b 20b, 10a 17b
  24b, 17a 1b 16b, 3b 7b 15b, 0b 21b 23b.
57 at 3, modulo 19: 0a 0b 0c, 4a 12a 18c, 6a 18a 8c, 8a 9a 12c, 5a 10a 4b, 13a 16a 9b, 15a 17a 6b,
  1a 7a 11a, 2a 13b 14c, 3a 10b 2c, 14a 15b 3c, 1b 3b 12b, 2b 7b 8b, 11b 14b 18b, 5b 9c 17c, 16b
  5c 6c, 17b 4c 16c, 1c 7c 11c, 10c 13c 15c. Singles: 0a 2b 17c, 0a 3b 16c, 0a 14b 5c, 0a 5b 10c,
  0a 16b 13c, 0a 17b 15c, 0a 4b 7c, 0a 6b 1c, 0a 9b 11c.
60 at 3, modulo 29: 25a 20b X, 4a 27b Y, 0a 13a 4b, 24a 26a 3b, 17a 27a 0b, 8a 15a 20a, 22a 23a
  9b, 1a 7a 26b, 6a 21a 13b, 2a 10a 28a, 5a 14a 2b, 12a 16a 5b, 18a 21b 23b, 19a 18b 28b, 9a 10b
  19b, 11a 22b 25b, 3a 1b 16b, 7b 14b 15b, 8b 12b 24b, 6b 11b 17b.
24 at 4, modulo 7: 0a 1c 2c 4c, 1a 2a 4a 0b, 1b 2b 4b 0c, 3a 5b 6c X, 5a 6b 3c Y, 6a 3b 5c Z.
28 at 4, modulo 9: 0a 0b 0c X, 1a 8a 4b 5b, 4a 5a 3b 6b, 3a 6a 2c 7c, 2a 7a 4c 5c, 1b 8b 3c 6c, 2b
  7b 1c 8c.
32 at 4, modulo 5: 1a 4b 0e Y, 3c 2d 0f X, 2e 3e 1f 4f, 3a 2b 4c 1d, 4a 0d 4d 4e, 1b 0c 1c 1e, 0a
  2a 2c 2f, 0b 3b 3d 3f; 1c 4d 0f Y, 2a 3b 0e X, 2c 3d 1e 4e, 0a 1a 4c 2e, 0b 4b 1d 3e, 4a 1b 2f
  3f, 3a 0d 2d 4f, 2b 0c 3c 1f.
36 at 4, modulo 11: 1a 7b 9c Z, 7a 9b 1c Y, 9a 1b 7c X, 3a 5a 8a 4b, 4a 3c 5c 8c, 3b 5b 8b 4c, 0a
  10a 2c 6c, 2a 6a 0b 10b, 2b 6b 0c 10c.
40 at 4, modulo 13: 0a 0b 0c X, 1a 4a 10b 11b, 3a 12a 4b 7b, 9a 10a 8b 12b, 2a 7a 4c 5c, 5a 11a 6c
  10c, 6a 8a 2c 12c, 1b 6b 9c 11c, 2b 9b 3c 8c, 3b 5b 1c 7c.
48 at 4, modulo 15: 0a 13b 4c Z, 4a 0b 13c X, 13a 4b 0c Y, 2a 9b 10b 12c, 9a 10a 12b 2c, 12a 2b 9c
  10c, 1a 5a 7a 6c, 6a 1b 5b 7b, 6b 1c 5c 7c, 3a 8a 11a 14c, 14a 3b 8b 11b, 14b 3c 8c 11c.
52 at 4, modulo 17: 0a 0b 0c X, 1a 16a 8b 9b, 8a 9a 5b 12b, 2a 15a 3b 14b, 4a 13a 2b 15b, 3a 14a
  6c 11c, 5a 12a 7c 10c, 6a 11a 5c 12c, 7a 10a 3c 14c, 1b 16b 2c 15c, 4b 13b 8c 9c, 6b 11b 4c 13c,
  7b 10b 1c 16c.
60 at 4, modulo 19: 2a 11b 4c X, 7a 6b 3c Z, 9a 14b 1c Y, 10a 15a 16a 12b, 18a 5c 13c 15c, 10b 13b
  17b 8c, 0a 3a 7b 10c, 1a 15b 0c 14c, 13a 0b 2b 11c, 5a 17a 8b 18b, 8a 12a 16c 17c, 5b 16b 12c
  18c, 4a 6a 14a 7c, 11a 3b 4b 9b, 1b 2c 6c 9c.
"""
"""Base rounds by number of players and table size; several, separated by ``;``, take turns."""

STARTERS = {
    (int(players), int(size)): Starter(
        int(modulus), tuple(" ".join(rounds.split()).split("; ")), " ".join(singles.split())
    )
    for players, size, modulus, rounds, singles in re.findall(
        r"(\d+) at (\d+), modulo (\d+):\s([^.]*)\.(?:\s+Singles:\s+([^.]*)\.)?", STARTERS_TEXT
    )
}


Points = tuple[tuple[int, ...], ...]
"""The tables of a round, players counted from 0."""


@cache
def starter_rounds(players: int, size: int) -> tuple[Points, ...]:
    """Return the whole design, players counted from 0; empty if there is no base round."""
    starter = STARTERS.get((players, size))
    if starter is None:
        return ()
    places, circles = starter.modulus, players // starter.modulus
    bases = [_read(text) for text in starter.rounds]
    rounds = [
        tuple(tuple(_moved(name, turn, places, circles) for name in table) for table in base)
        for base in bases
        for turn in range(places)
    ]
    singles = [
        tuple(
            tuple(_moved(name, turn, places, circles) for name in table) for turn in range(places)
        )
        for table in _read(starter.singles)
    ]
    return (*rounds, *singles)


def _read(text: str) -> list[list[str]]:
    return [table.split() for table in text.split(", ") if table]


def _moved(name: str, turn: int, places: int, circles: int) -> int:
    """Return the number of the player that ``name`` means after this many rounds."""
    if name.isupper():
        return circles * places + "XYZ".index(name)
    circle = "abcdef".index(name[-1])
    return circle * places + (int(name[:-1]) + turn) % places


FIELDS: dict[int, tuple[int, tuple[int, ...]]] = {
    # order: characteristic, and what x to the degree is in lower powers (an irreducible
    # polynomial): x² = 1+x, x³ = 1+x, x² = 2 and x⁴ = 1+x; in a prime field x = 0.
    3: (3, (0,)),
    4: (2, (1, 1)),
    5: (5, (0,)),
    7: (7, (0,)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 0)),
    11: (11, (0,)),
    13: (13, (0,)),
    16: (2, (1, 1, 0, 0)),
    17: (17, (0,)),
    19: (19, (0,)),
}


def plane_rounds(order: int, players: int) -> tuple[Points, ...]:
    """``order`` rounds of ``order`` tables over the first ``players`` points of the plane, in
    whole rows.

    If the players fill the plane, their rows are the tables of one more round. Raises ``KeyError``
    for an order without a field here.
    """
    times, plus = field_tables(order)
    rows = players // order
    rounds = []
    for slope in range(order):
        tables: list[list[int]] = [[] for _ in range(order)]
        for row in range(rows):
            for x in range(order):
                tables[plus[x][times[slope][row]]].append(row * order + x)
        rounds.append(tuple(tuple(table) for table in tables))
    if rows == order:
        rounds.append(tuple(tuple(range(at, at + order)) for at in range(0, players, order)))
    return tuple(rounds)


@cache
def field_tables(order: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return the field's products and sums; an element is its coefficients written in base p."""
    prime, power = FIELDS[order]
    elements = [_digits(number, prime, len(power)) for number in range(order)]
    plus = [
        [
            _number([(a + b) % prime for a, b in zip(element, other, strict=True)], prime)
            for other in elements
        ]
        for element in elements
    ]
    times = [
        [_number(_product(element, other, prime, power), prime) for other in elements]
        for element in elements
    ]
    return times, plus


def _digits(number: int, prime: int, length: int) -> list[int]:
    return [number // prime**place % prime for place in range(length)]


def _number(digits: list[int], prime: int) -> int:
    return sum(digit * prime**place for place, digit in enumerate(digits))


def _product(factor: list[int], other: list[int], prime: int, power: tuple[int, ...]) -> list[int]:
    """Horner's rule in x: multiply by x, write its highest power in lower ones, add a multiple.

    A prime field has x = 0, so that the first digit alone counts.
    """
    total = [0] * len(factor)
    for digit in reversed(other):
        top, shifted = total[-1], [0, *total[:-1]]
        total = [
            (low + top * carried + digit * a) % prime
            for low, carried, a in zip(shifted, power, factor, strict=True)
        ]
    return total


def design(players: int, shape: RoundShape) -> tuple[PlannedRound, ...]:
    """Return rounds over the players 0, 1, 2 and so on; empty if no design is known.

    With one player missing, it is the design for one more without the last: their table-mates of a
    round sit out, each of them once. There is none with larger tables: as lines of a plane they
    would have the same players all evening.
    """
    if shape.larger:
        return ()
    if shape.sitting == 0:
        return tuple(PlannedRound(tables) for tables in _rounds(players, shape))
    if shape.sitting == shape.size - 1:
        full = RoundShape(shape.size, shape.tables + 1, 0, 0)
        return tuple(_without(players, tables) for tables in _rounds(players + 1, full))
    return ()


def _rounds(players: int, shape: RoundShape) -> tuple[Points, ...]:
    started, order = starter_rounds(players, shape.size), shape.tables
    planar = plane_rounds(order, players) if order in FIELDS and shape.size <= order else ()
    return max(started, planar, key=len)


def _without(missing: int, tables: Points) -> PlannedRound:
    short = next(table for table in tables if missing in table)
    return PlannedRound(
        tuple(table for table in tables if table is not short),
        tuple(player for player in short if player != missing),
    )


WHIST_STARTERS: dict[int, str] = {
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
"""The cost of two repeated opponents in the order of rounds, relative to a repeated meeting."""


@cache
def whist_rounds(players: int) -> Rounds:
    """Return the whole tournament over players 0, 1, 2 and so on; empty if none is known here.

    In every prefix of it nobody repeats a partner, and opponents recur as late as the order of
    rounds allows.
    """
    if players in WHIST_STARTERS:
        return _spread(_circle_rounds(players))
    if players % 4 == 1 and players in FIELDS:
        return _spread(_field_rounds(players))
    return ()


def _circle_rounds(players: int) -> Rounds:
    places = players if players % 4 else players - 1
    base = [_read_whist(text, places) for text in WHIST_STARTERS[players].split(", ")]
    return tuple(
        PlannedRound(
            tuple(
                tuple(player if player == places else (player + turn) % places for player in table)
                for table in base
            ),
            (turn,) if players % 4 else (),
        )
        for turn in range(places)
    )


def _read_whist(text: str, places: int) -> Table:
    """Return a table written ``a b v c d``; ``X`` stays put and has the last number."""
    first, partner, _versus, other, opposite = text.split()
    return tuple(places if name == "X" else int(name) for name in (first, other, partner, opposite))


def _field_rounds(order: int) -> Rounds:
    times, plus = field_tables(order)
    minus = next(element for element in range(2, order) if times[element][element] == 1)
    turn = next(element for element in range(2, order) if times[element][element] == minus)
    base, seen = [], {0}
    for element in range(1, order):
        if element not in seen:
            table = (
                element,
                times[turn][element],
                times[minus][element],
                times[turn][times[minus][element]],
            )
            base.append(table)
            seen.update(table)
    return tuple(
        PlannedRound(
            tuple(tuple(plus[element][added] for element in table) for table in base), (added,)
        )
        for added in range(order)
    )


def _spread(rounds: Rounds) -> Rounds:
    """Order the rounds so that opponents, and all who met, meet again late: the next round is
    always the one that shares least with those before it."""
    against = [
        {pair for table in planned.tables for pair in opponents_at(table)} for planned in rounds
    ]
    met = [set(meetings([planned])) for planned in rounds]

    def shared(first: int, other: int) -> int:
        return OPPONENTS_AGAIN * len(against[first] & against[other]) + len(met[first] & met[other])

    order, left = [0], list(range(1, len(rounds)))
    cost = {number: shared(number, 0) for number in left}
    while left:
        order.append(min(left, key=cost.__getitem__))
        left.remove(order[-1])
        for number in left:
            cost[number] += shared(number, order[-1])
    return tuple(rounds[number] for number in order)
