"""Whole evenings for the search to begin with."""

from collections.abc import Sequence
from itertools import cycle, islice

from pairings.base import PlannedRound, Table
from pairings.lots import draw
from pairings.table_mates.base import dealt
from pairings.table_mates.designs import design
from pairings.table_mates.task import Task, Turns

Rounds = tuple[PlannedRound, ...]


def start_by_lot(task: Task, begun: Rounds = ()) -> Rounds:
    """After the rounds ``begun``, everybody's place is drawn for each round."""
    turns = Turns.after(task, begun)
    rounds = list(begun)
    for number in range(len(begun), task.rounds):
        byes = turns.next_out(task.order, task.shape.sitting)
        playing = [player for player in task.order if player not in byes]
        drawn = draw(task.seed, f"tables.{number}", playing)
        in_turn = turns.larger_first(drawn, task.shape.places_larger)
        rounds.append(PlannedRound(dealt(in_turn, task.shape.sizes), byes))
        turns.add(rounds[-1])
    return tuple(rounds)


def design_named(task: Task) -> Rounds:
    """As much of a design for these numbers as there is, up to the rounds to be planned."""
    return tuple(
        PlannedRound(
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


def start_as_announced(task: Task, announced: Sequence[PlannedRound]) -> Rounds:
    """The rounds announced, with the tables that people came to or left made up again."""
    turns = Turns.after(task, ())
    rounds = []
    for planned in announced[: task.rounds]:
        repaired = _repaired(task, planned, turns)
        turns.add(repaired)
        rounds.append(repaired)
    return start_by_lot(task, tuple(rounds))


def _repaired(task: Task, planned: PlannedRound, turns: Turns) -> PlannedRound:
    """A round with its whole tables kept.

    Those without a table sit out if it is no less their turn than that of others; otherwise
    whoever has to sit out leaves his table, and that is made up from those without one.
    """
    kept = _whole(task, planned.tables)
    spare = _spare(task, planned, kept)
    fair = turns.next_out(task.order, task.shape.sitting)
    byes = turns.next_out(spare, task.shape.sitting)
    if sorted(map(turns.claim, byes)) != sorted(map(turns.claim, fair)):
        byes = fair
        kept = [table for table in kept if not set(table) & set(byes)]
        spare = _spare(task, planned, kept)
    kept, spare = _in_turn(task, kept, [one for one in spare if one not in byes], turns)
    sizes = list(task.shape.sizes)
    for table in kept:
        sizes.remove(len(table))
    places = sum(size for size in sizes if size > task.shape.size)
    made_up = dealt(turns.larger_first(spare, places), sizes)
    return PlannedRound((*kept, *made_up), byes)


def _in_turn(
    task: Task, kept: list[Table], spare: list[int], turns: Turns
) -> tuple[list[Table], list[int]]:
    """The larger tables are kept only if it is no less the turn of those there than of others.

    Else those whose turn it is leave their tables, and these are made up again.
    """
    larger = [player for table in kept if len(table) > task.shape.size for player in table]
    among = [*(player for table in kept for player in table), *spare]
    places = task.shape.places_larger
    front = [*larger, *turns.larger_first(spare, places)[: places - len(larger)]]
    fair = turns.larger_first(among, places)[:places]
    if sorted(turns.larger[one] for one in front) == sorted(turns.larger[one] for one in fair):
        return kept, spare
    usual = [
        table for table in kept if len(table) == task.shape.size and not set(table) & set(fair)
    ]
    seated = {player for table in usual for player in table}
    return usual, [player for player in among if player not in seated]


def _whole(task: Task, tables: Sequence[Table]) -> list[Table]:
    """The tables at which all are still here, as far as tables of their size are needed."""
    here, sizes, kept = set(task.order), list(task.shape.sizes), []
    for table in tables:
        if here.issuperset(table) and len(table) in sizes:
            sizes.remove(len(table))
            kept.append(table)
    return kept


def _spare(task: Task, planned: PlannedRound, kept: Sequence[Table]) -> list[int]:
    """Everybody without a table; who was to sit together stands together."""
    seated = {player for table in kept for player in table}
    spare = [player for table in planned.tables for player in table if player not in seated]
    here = set(task.order)
    known = [player for player in spare if player in here]
    return known + [player for player in task.order if player not in seated | set(known)]
