"""Planning an evening of tables: a design where one is known, else the best that is found."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pairings.base import PlannedRound
from pairings.lots import draw
from pairings.table_mates.balance import lower_bound
from pairings.table_mates.base import Pair, Remainder, Shape, byes_taken, larger_counts, meetings
from pairings.table_mates.search import WORK, Found, improved
from pairings.table_mates.seats import seated
from pairings.table_mates.starts import (
    Rounds,
    design_named,
    start_as_announced,
    start_by_design,
    start_by_lot,
)
from pairings.table_mates.task import Task


def plan_tables(
    players: Sequence[int],
    size: int,
    rounds: int,
    *,
    seed: str,
    remainder: Remainder = Remainder.SIT_OUT,
    played: Sequence[PlannedRound] = (),
    announced: Sequence[PlannedRound] = (),
    met: Mapping[Pair, int] | None = None,
    sat_out: Mapping[int, int] | None = None,
    work: int = WORK,
) -> tuple[PlannedRound, ...]:
    """So many further rounds for ``players`` at tables of ``size``.

    ``played`` are this evening's rounds that stay: who met, who sat out and in which seats is
    taken from them; ``met`` and ``sat_out`` are what came before these, on earlier evenings or
    otherwise. ``announced`` are rounds planned before somebody came or left: their tables are kept
    where nobody meets oftener for it. Fewer players than a table needs have no round.

    Nobody meets twice if a design is known for these numbers; else as seldom as a search of fixed
    length finds: ``work`` exchanges. The same arguments give the same plan.
    """
    shape = Shape.of(len(players), size, remainder)
    if not shape.tables or rounds < 1:
        return ()
    task = Task(
        order=tuple(draw(seed, "tables", players)),
        shape=shape,
        rounds=rounds,
        seed=seed,
        met=Counter(met or {}) + meetings(played),
        sat_out=Counter(sat_out or {}) + byes_taken(played),
        turns=larger_counts(played, size),
        rested=frozenset(played[-1].byes if played else ()),
    )
    return seated(_planned(task, announced, work), size, played=played)


def _planned(task: Task, announced: Sequence[PlannedRound], work: int) -> Rounds:
    named = design_named(task) if task.fresh and not announced else ()
    if len(named) == task.rounds:
        return named
    starts = list(_starts(task, announced, named))
    return _best(task, starts, work // len(starts))


def _starts(task: Task, announced: Sequence[PlannedRound], named: Rounds) -> Iterator[Rounds]:
    if announced:
        yield start_as_announced(task, announced)
    elif named:
        yield start_by_design(task, named)
    yield start_by_lot(task)


def _best(task: Task, starts: Sequence[Rounds], work: int) -> Rounds:
    """The cheapest of what the starts lead to, each with so much work; the first of equals."""
    found: list[Found] = []
    for start in starts:
        found.append(
            improved(
                start,
                met=task.met,
                floor=lower_bound(task.order, start, task.met),
                seed=task.seed,
                work=work,
            )
        )
        if found[-1].lowest:
            break
    return min(found, key=lambda one: one.cost).rounds
