"""The longest movement known here in which nobody meets twice."""

from pairings.base import PlannedRound
from pairings.table_mates.base import Shape
from pairings.table_mates.planes import FIELDS, plane_rounds
from pairings.table_mates.starters import Points, starter_rounds


def design(players: int, shape: Shape) -> tuple[PlannedRound, ...]:
    """Rounds over the players 0, 1, 2 and so on; empty where no design is known.

    Where one player is missing at the tables, it is the design for one more without the last:
    his companions of a round sit out, each of them once. With larger tables there is none: as the
    lines of a plane they would be the same people's all evening.
    """
    if shape.larger:
        return ()
    if shape.sitting == 0:
        return tuple(PlannedRound(tables) for tables in _rounds(players, shape))
    if shape.sitting == shape.size - 1:
        full = Shape(shape.size, shape.tables + 1, 0, 0)
        return tuple(_without(players, tables) for tables in _rounds(players + 1, full))
    return ()


def _rounds(players: int, shape: Shape) -> tuple[Points, ...]:
    started, order = starter_rounds(players, shape.size), shape.tables
    planar = plane_rounds(order, players) if order in FIELDS and shape.size <= order else ()
    return max(started, planar, key=len)


def _without(missing: int, tables: Points) -> PlannedRound:
    short = next(table for table in tables if missing in table)
    return PlannedRound(
        tuple(table for table in tables if table is not short),
        tuple(player for player in short if player != missing),
    )
