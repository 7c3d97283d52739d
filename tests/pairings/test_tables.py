"""Seats at tables: after rounds that were played, no table alone can be seated more evenly."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from engine.pairings.state import PlannedRound
from engine.pairings.tables import seated


def unevenness(rounds: tuple[PlannedRound, ...]) -> int:
    """The squares of how often each player sat in each seat."""
    counts = Counter(
        (player, seat)
        for planned in rounds
        for table in planned.tables
        for seat, player in enumerate(table)
    )
    return sum(times**2 for times in counts.values())


@pytest.mark.parametrize("seed", range(5))
def test_no_table_of_the_rounds_to_come_can_be_seated_more_evenly(seed: int) -> None:
    chance = Random(seed)
    players = range(1, 9)

    def drawn() -> PlannedRound:
        order = chance.sample(players, 8)
        return PlannedRound((tuple(order[:4]), tuple(order[4:])))

    played = tuple(PlannedRound(((1, 2, 3, 4), (5, 6, 7, 8))) for _round in range(3))
    coming = tuple(drawn() for _round in range(4))
    rounds = seated(coming, 4, played=played)
    for planned, wanted in zip(rounds, coming, strict=True):
        assert list(map(set, planned.tables)) == list(map(set, wanted.tables))
    least = unevenness((*played, *rounds))
    for number, planned in enumerate(rounds):
        first, second = planned.tables
        for order in permutations(first):
            other = PlannedRound((order, second))
            assert unevenness((*played, *rounds[:number], other, *rounds[number + 1 :])) >= least
