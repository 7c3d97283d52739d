"""Whist tournaments, each counted out in full with no help of the code that made it."""

from itertools import combinations

import pytest

from engine.pairings.designs import whist_rounds
from tests.pairings.partners.counting import again, opponent_times, partner_times
from tests.pairings.table_mates.counting import check_round

# Every multiple of four and every number one more (R. D. Baker, "Whist tournaments", 1975).
SIZES = [*range(4, 41, 4), *range(5, 42, 4)]


@pytest.mark.parametrize("players", SIZES)
def test_everybody_has_everybody_once_as_partner_and_twice_as_opponent(players: int) -> None:
    rounds = whist_rounds(players)
    everybody = list(combinations(range(players), 2))
    assert partner_times(rounds) == dict.fromkeys(everybody, 1)
    assert opponent_times(rounds) == dict.fromkeys(everybody, 2)


@pytest.mark.parametrize("players", SIZES)
def test_all_play_or_each_sits_out_once(players: int) -> None:
    rounds = whist_rounds(players)
    for planned in rounds:
        check_round(planned, range(players), 4)
    byes = [player for planned in rounds for player in planned.byes]
    assert sorted(byes) == (list(range(players)) if players % 4 else [])


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [
        # What is had again as opponents in the beginnings: measured, and not to get worse.
        (8, 4, 4),
        (12, 7, 24),
        (16, 7, 0),
        (20, 6, 1),
        (24, 6, 0),
        (28, 6, 5),
        (32, 7, 0),
        (36, 6, 3),
        (40, 10, 0),
        (9, 7, 21),
        (21, 7, 3),
        (37, 7, 0),
        (41, 10, 0),
    ],
)
def test_opponents_come_again_late(players: int, rounds: int, most: int) -> None:
    begun = whist_rounds(players)[:rounds]
    assert set(partner_times(begun).values()) == {1}
    assert again(opponent_times(begun)) <= most


@pytest.mark.parametrize("players", [3, 6, 7, 10, 38, 39, 43, 57])
def test_where_none_is_known_there_is_none(players: int) -> None:
    assert whist_rounds(players) == ()
