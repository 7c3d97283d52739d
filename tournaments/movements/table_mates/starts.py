"""Whole evenings for the search to begin with."""

from collections.abc import Sequence
from itertools import cycle, islice

from tournaments.lots import draw
from tournaments.movements.table_mates.base import PlannedTables, Table, dealt
from tournaments.movements.table_mates.designs import design
from tournaments.movements.table_mates.task import Task, Waiting

Rounds = tuple[PlannedTables, ...]


def start_by_lot(task: Task, begun: Rounds = ()) -> Rounds:
    """After the rounds ``begun``, everybody's place is drawn for each round."""
    waiting = Waiting.after(task, begun)
    rounds = list(begun)
    for number in range(len(begun), task.rounds):
        byes = waiting.next(task.order, task.shape.sitting)
        playing = [player for player in task.order if player not in byes]
        drawn = draw(task.seed, f"tables.{number}", playing)
        rounds.append(PlannedTables(dealt(drawn, task.shape.sizes), byes))
        waiting.add(byes)
    return tuple(rounds)


def design_named(task: Task) -> Rounds:
    """As much of a design for these numbers as there is, up to the rounds to be planned."""
    return tuple(
        PlannedTables(
            tuple(tuple(task.order[place] for place in table) for table in planned.tables),
            tuple(task.order[place] for place in planned.byes),
        )
        for planned in design(len(task.order), task.shape)[: task.rounds]
    )


def start_by_design(task: Task, named: Rounds) -> Rounds:
    """A design too short: played again from its first round where nobody sits out, else by lot."""
    if task.shape.sitting:
        return start_by_lot(task, named)
    return tuple(islice(cycle(named), task.rounds))


def start_as_announced(task: Task, announced: Sequence[PlannedTables]) -> Rounds:
    """The rounds announced, with the tables that people came to or left made up again."""
    waiting = Waiting.after(task, ())
    rounds = []
    for planned in announced[: task.rounds]:
        repaired = _repaired(task, planned, waiting)
        waiting.add(repaired.byes)
        rounds.append(repaired)
    return start_by_lot(task, tuple(rounds))


def _repaired(task: Task, planned: PlannedTables, waiting: Waiting) -> PlannedTables:
    """A round with its whole tables kept.

    Those without a table sit out if it is no less their turn than that of others; otherwise
    whoever has to sit out leaves his table, and that is made up from those without one.
    """
    kept = _whole(task, planned.tables)
    spare = _spare(task, planned, kept)
    fair = waiting.next(task.order, task.shape.sitting)
    byes = waiting.next(spare, task.shape.sitting)
    if sorted(map(waiting.claim, byes)) != sorted(map(waiting.claim, fair)):
        byes = fair
        kept = [table for table in kept if not set(table) & set(byes)]
        spare = _spare(task, planned, kept)
    sizes = list(task.shape.sizes)
    for table in kept:
        sizes.remove(len(table))
    made_up = dealt([player for player in spare if player not in byes], sizes)
    return PlannedTables((*kept, *made_up), byes)


def _whole(task: Task, tables: Sequence[Table]) -> list[Table]:
    """The tables at which all are still here, as far as tables of their size are needed."""
    here, sizes, kept = set(task.order), list(task.shape.sizes), []
    for table in tables:
        if here.issuperset(table) and len(table) in sizes:
            sizes.remove(len(table))
            kept.append(table)
    return kept


def _spare(task: Task, planned: PlannedTables, kept: Sequence[Table]) -> list[int]:
    """Everybody without a table; who was to sit together stands together."""
    seated = {player for table in kept for player in table}
    spare = [player for table in planned.tables for player in table if player not in seated]
    here = set(task.order)
    known = [player for player in spare if player in here]
    return known + [player for player in task.order if player not in seated | set(known)]
