"""Tables from the lines of a finite plane.

Players are the points (row, x) of some rows of the affine plane over a field of ``order``
elements, tables the lines x + m·row = c. Two points of different rows lie on one line, two of a
row on none: the lines of a slope m are a round, and over all slopes nobody meets twice. This is
the plane with the lines of one direction taken as rows (R. C. Bose, "On the application of the
properties of Galois fields to the construction of hyper-Graeco-Latin squares", Sankhya 3, 1938).
"""

from functools import cache

from pairings.table_mates.starters import Points

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
    """The field's products and sums; an element is its coefficients written in base p."""
    prime, power = FIELDS[order]
    elements = [_digits(number, prime, len(power)) for number in range(order)]
    plus = [
        [
            _number([(a + b) % prime for a, b in zip(one, other, strict=True)], prime)
            for other in elements
        ]
        for one in elements
    ]
    times = [
        [_number(_product(one, other, prime, power), prime) for other in elements]
        for one in elements
    ]
    return times, plus


def _digits(number: int, prime: int, length: int) -> list[int]:
    return [number // prime**place % prime for place in range(length)]


def _number(digits: list[int], prime: int) -> int:
    return sum(digit * prime**place for place, digit in enumerate(digits))


def _product(one: list[int], other: list[int], prime: int, power: tuple[int, ...]) -> list[int]:
    """Horner's rule in x: multiply by x, write its highest power in lower ones, add a multiple.

    A prime field has x = 0, so that the first digit alone counts.
    """
    total = [0] * len(one)
    for digit in reversed(other):
        top, shifted = total[-1], [0, *total[:-1]]
        total = [
            (low + top * carried + digit * a) % prime
            for low, carried, a in zip(shifted, power, one, strict=True)
        ]
    return total
