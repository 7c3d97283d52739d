"""What is to be planned, and whose turn it is to sit out or at a larger table."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from pairings.base import PlannedRound
from pairings.table_mates.base import Pair, Shape, larger_counts


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
class Turns:
    """Who sat out how often and who did last, who sat at larger tables, as rounds are added."""

    size: int
    sat_out: Counter[int]
    larger: Counter[int]
    rested: Collection[int]

    @classmethod
    def after(cls, task: Task, rounds: Iterable[PlannedRound]) -> "Turns":
        """The state after these rounds of a task's plan."""
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
        """Who sits out next: nobody twice running, then who did so least, then in order.

        As long as at least as many play as sit out, and all began alike, the counts of any two
        differ by at most one: those with the fewest never fill the last round's places alone.
        """
        return tuple(sorted(among, key=self.claim)[:number])

    def claim(self, player: int) -> tuple[bool, int]:
        """The less, the sooner a player has to sit out."""
        return player in self.rested, self.sat_out[player]

    def larger_first(self, among: Sequence[int], number: int) -> list[int]:
        """So many at the front who were at larger tables least; otherwise in the order given."""
        front = sorted(among, key=lambda player: self.larger[player])[:number]
        return front + [player for player in among if player not in front]
