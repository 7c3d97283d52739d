"""A planned round as the director looks at it before announcing it, and how even the plan is."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from engine.pairings.balance import Balance, Relation, balance
from engine.pairings.formats import FORMATS
from engine.pairings.groups import group_number
from engine.pairings.tables import meetings, partners_at, partnerships
from tournaments.events.models import Event, Round, RoundState, Table
from tournaments.events.selectors.events import Entrant, lineup
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.selectors.rounds import pairing_reasons

FINE = 64
"""Up to this many entries the squares of pairs who never met are drawn, too."""


@dataclass(frozen=True, slots=True)
class RepeatedPair:
    """Two players at one table who were partners or met ``times`` before."""

    entrant: Entrant
    other: Entrant
    as_partners: bool
    times: int


@dataclass(frozen=True, slots=True)
class PlannedView:
    """A table of a planned round with its players, repeated meetings, and the reason ``why``.

    ``group`` is the number of its group, 0 without groups.
    """

    table: Table
    entrants: tuple[Entrant, ...]
    again: tuple[RepeatedPair, ...]
    why: str

    @property
    def group(self) -> int:
        return group_number(self.table.section)


@dataclass(frozen=True, slots=True)
class PlanView:
    """A planned round. ``last_change`` is the change that undo would revert; empty if there is
    none.
    """

    round: Round
    tables: tuple[PlannedView, ...]
    last_change: str
    may_change: bool
    may_redraw: bool

    @property
    def repeats(self) -> int:
        """How many pairs at its tables were together before."""
        return sum(len(view.again) for view in self.tables)


def plan_view(event: Event, round_: Round) -> PlanView:
    """The round with everything that its director may change.

    Nine queries, and those of ``pairing_reasons``.
    """
    format_ = FORMATS[event.format]
    seated = lineup(event).entrants(list(event.entries.all()), round_.number)
    entrants = {entrant.number: entrant for entrant in seated.values()}
    earlier = stored_rounds(event.rounds.filter(number__lt=round_.number).order_by("number"))
    sides = format_.sides_shared(event.game)
    met, partnered = meetings(earlier), partnerships(earlier, sides)
    why = pairing_reasons(event, [round_])
    views = []
    for table in round_.tables.prefetch_related("seats__entry"):
        sitting = tuple(seat.entry.number for seat in table.seats.all())
        partners = {frozenset(pair) for pair in partners_at(sitting, sides)}
        again = (
            RepeatedPair(
                entrants[first], entrants[other], pair in partners and partnered[pair] > 0, times
            )
            for first, other in combinations(sitting, 2)
            if (times := met[pair := frozenset((first, other))])
        )
        sitters = tuple(entrants[number] for number in sitting)
        views.append(
            PlannedView(table, sitters, tuple(again), why.get((round_.number, table.number), ""))
        )
    step = round_.steps.last()
    is_planned = round_.state == RoundState.PLANNED
    return PlanView(
        round_,
        tuple(views),
        last_change=str(step) if step and is_planned else "",
        may_change=is_planned and format_.may_change(round_.stage),
        may_redraw=is_planned and format_.draws_rounds,
    )


class MatrixSquare(NamedTuple):
    """The square of two players who were together ``times`` in all, in shade ``level``, 1 to 4."""

    x: int
    y: int
    times: int
    level: int


class Shade(NamedTuple):
    """All squares of one shade (0: never together) as an SVG path."""

    level: int
    path: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix to be drawn: its squares below and beside the entries' numbers.

    ``squares`` are those with a count. The squares of a shade make one path: three matrices of 64
    would have twelve thousand squares to draw one by one.
    """

    key: str
    relation: Relation
    entries: tuple[int, ...]
    shades: tuple[Shade, ...]
    squares: tuple[MatrixSquare, ...]
    size: int

    @property
    def is_coarse(self) -> bool:
        """Whether there are too many for a square each."""
        return self.size > FINE

    @property
    def width(self) -> int:
        """Pixels at which a square is as large as a touch target, if there is room."""
        return 30 * (self.size + 2)


def matrices_of(relations: Balance) -> tuple[Matrix, ...]:
    """Return partners and opponents in formats with partners, otherwise table-mates."""
    by_key = {
        "partners": relations.partners,
        "opponents": relations.opponents,
        "together": relations.together,
    }
    return tuple(
        _matrix(key, relation, relations.entries) for key, relation in by_key.items() if relation
    )


def balance_of_plan(event: Event) -> Balance | None:
    """The balance of all rounds, begun and planned; none before the draw. Three queries."""
    rounds = stored_rounds(event.rounds.order_by("number"))
    if not rounds:
        return None
    numbers = list(event.entries.values_list("number", flat=True))
    return balance(numbers, rounds, sides=FORMATS[event.format].sides_shared(event.game))


def _matrix(key: str, relation: Relation, entries: tuple[int, ...]) -> Matrix:
    most = max(relation.most, 1)
    paths: dict[int, list[str]] = defaultdict(list)
    squares = []
    for y, row in enumerate(relation.counts):
        for x, count in enumerate(row):
            level = 1 + 3 * (count - 1) // max(most - 1, 1) if count else 0
            if x != y and (count or len(entries) <= FINE):
                paths[level].append(f"M{x} {y}h1v1h-1z")
            if count and x != y:
                squares.append(MatrixSquare(x, y, count, level))
    shades = tuple(Shade(level, "".join(path)) for level, path in sorted(paths.items()))
    return Matrix(key, relation, entries, shades, tuple(squares), len(entries))
