"""Rounds from which a search for evenings with few repeats starts: a design, lots, or what was
announced."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from engine.pairings.designs import design
from engine.pairings.state import Pair, PlannedRound, Rounds, Table, draw
from engine.pairings.tables import RoundShape, by_entry, dealt, larger_counts


@dataclass(frozen=True, slots=True)
class Task:
    """Rounds to be planned for players in drawn ``order``, after earlier ones.

    ``met``, ``sat_out`` and ``turns`` at larger tables count earlier rounds; ``rested`` sat out in
    the last of these.
    """

    order: tuple[int, ...]
    shape: RoundShape
    rounds: int
    seed: str
    met: Counter[Pair]
    sat_out: Counter[int]
    turns: Counter[int]
    rested: frozenset[int]

    @property
    def fresh(self) -> bool:
        """Whether nothing earlier distinguishes the players."""
        players = set(self.order)
        return (
            not any(times and pair <= players for pair, times in self.met.items())
            and len({self.sat_out[player] for player in players}) == 1
            and not any(self.turns[player] for player in players)
            and not self.rested & players
        )


@dataclass(slots=True)
class Turns:
    """Numbers of byes and of turns at larger tables, and who sat out last."""

    size: int
    sat_out: Counter[int]
    larger: Counter[int]
    rested: Collection[int]

    @classmethod
    def after(cls, task: Task, rounds: Iterable[PlannedRound]) -> "Turns":
        """Return the state after these rounds of a task's plan."""
        turns = cls(task.shape.size, Counter(task.sat_out), Counter(task.turns), task.rested)
        for planned in rounds:
            turns.add(planned)
        return turns

    def add(self, planned: PlannedRound) -> None:
        """One more round."""
        self.sat_out.update(planned.byes)
        self.larger.update(larger_counts([planned], self.size))
        self.rested = planned.byes

    def next_out(self, among: Sequence[int], number: int) -> tuple[int, ...]:
        """Return who sits out next: nobody twice running, then those who sat out least, then in
        order.

        While at least as many play as sit out, and all began alike, the counts of any two differ by
        at most one: those with the fewest never fill the last round's places alone.
        """
        return tuple(sorted(among, key=self.claim)[:number])

    def claim(self, player: int) -> tuple[bool, int]:
        """Return a sort key: the lowest sits out first."""
        return player in self.rested, self.sat_out[player]

    def larger_first(self, among: Sequence[int], number: int) -> list[int]:
        """Move those who were at larger tables least to the front; otherwise keep the order."""
        front = sorted(among, key=lambda player: self.larger[player])[:number]
        return front + [player for player in among if player not in front]


def start_by_lot(task: Task, begun: Rounds = ()) -> Rounds:
    """Draw everybody's place by lot for each round after those ``begun``."""
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
    """Return the design for these numbers, as far as there is one and rounds are planned."""
    return by_entry(design(len(task.order), task.shape)[: task.rounds], task.order)


def start_by_design(task: Task, named: Rounds) -> Rounds:
    """Return a repeated design if nobody sits out, else a random start."""
    if task.shape.sitting:
        return start_by_lot(task, named)
    return tuple(islice(cycle(named), task.rounds))


def start_as_announced(task: Task, announced: Sequence[PlannedRound]) -> Rounds:
    """Return the announced rounds, with tables filled again where players came or left."""
    turns = Turns.after(task, ())
    rounds = []
    for planned in announced[: task.rounds]:
        repaired = _repaired(task, planned, turns)
        turns.add(repaired)
        rounds.append(repaired)
    return start_by_lot(task, tuple(rounds))


def _repaired(task: Task, planned: PlannedRound, turns: Turns) -> PlannedRound:
    """Return a round with its whole tables kept.

    Players without a table sit out if that is as fair as can be; otherwise those whose turn it is
    leave their tables, which are made up from players without one.
    """
    whole = _whole(task, planned.tables)
    spare = _spare(task, planned, whole)
    fair = turns.next_out(task.order, task.shape.sitting)
    byes = turns.next_out(spare, task.shape.sitting)
    if sorted(map(turns.claim, byes)) != sorted(map(turns.claim, fair)):
        byes = fair
        whole = [table for table in whole if not set(table) & set(byes)]
        spare = _spare(task, planned, whole)
    whole, spare = _in_turn(task, whole, [player for player in spare if player not in byes], turns)
    sizes = list(task.shape.sizes)
    for table in whole:
        sizes.remove(len(table))
    places = sum(size for size in sizes if size > task.shape.size)
    made_up = dealt(turns.larger_first(spare, places), sizes)
    return PlannedRound((*whole, *made_up), byes)


def _in_turn(
    task: Task, whole: list[Table], spare: list[int], turns: Turns
) -> tuple[list[Table], list[int]]:
    """Keep larger tables only if it is the turn of their players.

    Otherwise those whose turn it is leave their tables, which are filled again.
    """
    larger = [player for table in whole if len(table) > task.shape.size for player in table]
    among = [*(player for table in whole for player in table), *spare]
    places = task.shape.places_larger
    front = [*larger, *turns.larger_first(spare, places)[: places - len(larger)]]
    fair = turns.larger_first(among, places)[:places]
    if sorted(turns.larger[player] for player in front) == sorted(
        turns.larger[player] for player in fair
    ):
        return whole, spare
    usual = [
        table for table in whole if len(table) == task.shape.size and not set(table) & set(fair)
    ]
    seated = {player for table in usual for player in table}
    return usual, [player for player in among if player not in seated]


def _whole(task: Task, tables: Sequence[Table]) -> list[Table]:
    """Return the tables with all players still here, as far as their size is needed."""
    here, sizes, whole = set(task.order), list(task.shape.sizes), []
    for table in tables:
        if here.issuperset(table) and len(table) in sizes:
            sizes.remove(len(table))
            whole.append(table)
    return whole


def _spare(task: Task, planned: PlannedRound, whole: Sequence[Table]) -> list[int]:
    """Return everybody without a table, table-mates together."""
    seated = {player for table in whole for player in table}
    spare = [player for table in planned.tables for player in table if player not in seated]
    here = set(task.order)
    known = [player for player in spare if player in here]
    return known + [player for player in task.order if player not in seated | set(known)]
