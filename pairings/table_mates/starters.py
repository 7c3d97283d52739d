"""Movements that go round: a base round, and every player moves one place after each round.

A player is written as a place on a circle and the circle's letter (``3b``), or as a capital who
stays put. In the n-th round the base round's places are n further on, modulo the places of a
circle. With several base rounds each goes round in its turn. A table of ``singles`` goes round
within one round: its movings are the tables of a round of their own.
"""

from functools import cache

from pairings.table_mates.starters_data import STARTERS

Points = tuple[tuple[int, ...], ...]
"""The tables of a round, players counted from 0."""


@cache
def starter_rounds(players: int, size: int) -> tuple[Points, ...]:
    """The whole movement, players counted from 0; empty where there is no base round."""
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
    """The number of the player that ``name`` means after so many turns."""
    if name.isupper():
        return circles * places + "XYZ".index(name)
    circle = "abcdef".index(name[-1])
    return circle * places + (int(name[:-1]) + turn) % places
