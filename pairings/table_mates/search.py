"""The fewest repeats that exchanges find: a tabu search over whole evenings.

Each step takes somebody who repeats a meeting and makes the best exchange for him that was not
made lately, even one that makes things worse. The moves and the memory follow I. Dotú and
P. Van Hentenryck, "Scheduling social golfers locally" (CPAIOR 2005). The number of steps is fixed,
not the time: the same input gives the same plan on every machine.
"""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from pairings.base import PlannedRound
from pairings.table_mates.base import Pair
from pairings.table_mates.evening import Evening

WORK = 3_000_000
"""Exchanges looked at in one search at most."""

TENURE = 2
"""Steps for which the two of an exchange are not exchanged back, and up to as many more."""


class Exchanging(Protocol):
    """Rounds under exchange: ``cost`` is what they cost with ``before``, which cannot be helped."""

    @property
    def count(self) -> int:
        """How many players there are; inside, they are numbered from 0."""

    @property
    def before(self) -> int:
        """What came before costs."""

    @property
    def cost(self) -> int:
        """What all costs as it stands, ``before`` included."""

    def rounds(self) -> tuple[PlannedRound, ...]:
        """The rounds as they stand."""

    def troubled(self, chance: float) -> tuple[int, int] | None:
        """A round and a player in it whom an exchange may help; ``chance`` below 1 chooses."""

    def exchanges(self, index: int, player: int) -> list[tuple[int, int]]:
        """What exchanges in a round add to the cost: (cost, with whom)."""

    def exchange(self, index: int, player: int, other: int) -> None:
        """The two change places."""


class Found(NamedTuple):
    """The best plan of a search, its cost, and whether none could cost less."""

    rounds: tuple[PlannedRound, ...]
    cost: int
    lowest: bool


def improved(
    rounds: Sequence[PlannedRound],
    *,
    met: Mapping[Pair, int],
    floor: int,
    seed: str,
    work: int = WORK,
) -> Found:
    """The rounds after the best exchanges found.

    Who sits out never changes, nor who sits at larger tables; ``met`` is what came before. Ends
    when the repeats are ``floor``, or when ``work`` exchanges were looked at.
    """
    evening = Evening(rounds, met)
    steps = -(-work // evening.count)
    return searched(evening, len(rounds), floor=floor, seed=seed, steps=steps)


def searched(evening: Exchanging, rounds: int, *, floor: int, seed: str, steps: int) -> Found:
    """The best of what so many ``steps`` make of an evening of so many rounds; see ``improved``."""
    chance = random.Random(seed).random  # noqa: S311 - a search, no secret; stable by contract
    best, best_cost = evening.rounds(), evening.cost
    cost, lowest = best_cost, evening.before + floor
    tabu = [[[0] * evening.count for _ in range(evening.count)] for _ in range(rounds)]
    for step in range(1, steps + 1):
        if best_cost <= lowest:
            break
        troubled = evening.troubled(chance())
        if troubled is None:
            break
        index, player = troubled
        lately = tabu[index][player]
        allowed = [
            (delta, other)
            for delta, other in evening.exchanges(index, player)
            if lately[other] < step or cost + delta < best_cost
        ]
        if not allowed:
            continue
        least = min(allowed)[0]
        ties = [other for delta, other in allowed if delta == least]
        other = ties[int(chance() * len(ties))]
        evening.exchange(index, player, other)
        cost += least
        lately[other] = tabu[index][other][player] = step + TENURE + int(chance() * TENURE)
        if cost < best_cost:
            best, best_cost = evening.rounds(), cost
    return Found(best, best_cost, best_cost <= lowest)
