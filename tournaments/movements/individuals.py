"""Single players at tables of three or four, everybody with as many others as can be."""

from collections.abc import Iterable, Mapping

from tournaments.movements.base import PlannedRound, Situation
from tournaments.movements.table_mates import PlannedTables, plan_tables

ROUNDS = 4
SEED = "table_mates"
"""The movement is fixed, as the Berger tables are: lots say who has which place in it."""
WORK = 400_000
"""Exchanges tried: about half a second, as the event is locked meanwhile. For four rounds ten times
as many find nothing better; for six a repeat or two less."""


def individuals(situation: Situation) -> tuple[PlannedRound, ...]:
    """The rounds still to be played, of ``rounds`` (4) in all, at tables of ``situation.size``.

    What was played stays and counts: who met, who sat out, who had which seat. Those left over sit
    out in turn. The first of a table deals first; that comes round as evenly as the seats do.
    """
    place = {entry: number for number, entry in enumerate(situation.entries)}
    plan = plan_tables(
        [place[entry] for entry in situation.active],
        situation.size,
        situation.options.get("rounds", ROUNDS) - len(situation.played),
        seed=SEED,
        played=_by_place(situation.played, place),
        announced=_by_place(situation.announced, place),
        work=WORK,
    )
    return tuple(
        PlannedRound(
            tuple(tuple(situation.entries[number] for number in table) for table in planned.tables),
            tuple(situation.entries[number] for number in planned.byes),
        )
        for planned in plan
    )


def _by_place(
    rounds: Iterable[PlannedRound], place: Mapping[int, int]
) -> tuple[PlannedTables, ...]:
    """Rounds with the places of the movement instead of entries."""
    return tuple(
        PlannedTables(
            tuple(tuple(place[entry] for entry in table) for table in planned.tables),
            tuple(place[entry] for entry in planned.byes),
        )
        for planned in rounds
    )
