"""What is to be planned, and who has to sit out next."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.movements.table_mates.base import Pair, PlannedTables, Shape


@dataclass(frozen=True, slots=True)
class Task:
    """So many rounds for players in the ``order`` drawn, after all that came before.

    ``met``, ``sat_out`` and ``turns`` at larger tables count what was before the first round to
    be planned; ``rested`` sat out in the last of these.
    """

    order: tuple[int, ...]
    shape: Shape
    rounds: int
    seed: str
    met: Counter[Pair]
    sat_out: Counter[int]
    turns: Counter[int]
    rested: frozenset[int]

    @property
    def fresh(self) -> bool:
        """Whether nothing came before that tells one player from another."""
        players = set(self.order)
        return (
            not any(times and pair <= players for pair, times in self.met.items())
            and len({self.sat_out[player] for player in players}) == 1
            and not any(self.turns[player] for player in players)
            and not self.rested & players
        )


@dataclass(slots=True)
class Waiting:
    """Who sat out how often and who did last, as rounds are added."""

    counts: Counter[int]
    last: Collection[int] = field(default=frozenset())

    @classmethod
    def after(cls, task: Task, rounds: Iterable[PlannedTables]) -> "Waiting":
        """The state after these rounds of a task's plan."""
        waiting = cls(Counter(task.sat_out), task.rested)
        for planned in rounds:
            waiting.add(planned.byes)
        return waiting

    def add(self, byes: Collection[int]) -> None:
        """One more round, in which these sat out."""
        self.counts.update(byes)
        self.last = byes

    def next(self, among: Sequence[int], number: int) -> tuple[int, ...]:
        """Who sits out next: nobody twice running, then who did so least, then in order.

        As long as at least as many play as sit out, and all began alike, the counts of any two
        differ by at most one: those with the fewest never fill the last round's places alone.
        """
        return tuple(sorted(among, key=self.claim)[:number])

    def claim(self, player: int) -> tuple[bool, int]:
        """The less, the sooner a player has to sit out."""
        return player in self.last, self.counts[player]
