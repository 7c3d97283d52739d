"""The pot of cents: filled by all, paid out and in by hands, and nothing lost or made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.pandoeren.scoring import PotPlay, pot_played

POTS = [
    # hands by player, ante, point, received, rounds, left at the end
    ([], 10, 1, (0, 0, 0, 0), 0, 0, "nobody plays, nobody puts in"),
    ([(3, 0, 0, 0)], 10, 1, (3, -1, -1, -1), 1, 37, "the odd cent to the highest total"),
    ([(1, 1, 0, 0)], 10, 1, (1, 1, -1, -1), 1, 38, "even shares, odd cents to the two highest"),
    ([(-3, -3, 0, 0)], 10, 1, (-2, -2, 2, 2), 1, 46, "the lost hand is paid in and shared"),
    ([(20, 20, 0, 0)], 10, 1, (10, 10, -10, -10), 1, 0, "a hand that takes the pot to the cent"),
    (
        [(20, 20, 0, 0), (0, 0, 1, 0)],
        10,
        1,
        (10, 10, -9, -11),
        2,
        39,
        "an empty pot is filled again before the next hand",
    ),
    ([(9, 0, 0, 0)], 2, 1, (7, -2, -2, -3), 2, 7, "a pot that is short is filled until it can pay"),
]


@pytest.mark.parametrize(("hands", "ante", "point", "received", "rounds", "left", "why"), POTS)
def test_a_pot_is_played_as_the_table_says(
    hands: list[tuple[int, ...]],
    ante: int,
    point: int,
    received: tuple[int, ...],
    rounds: int,
    left: int,
    why: str,
) -> None:
    pot = pot_played(hands, players=4, ante=ante, point=point)
    assert pot == (received, rounds, left), why
    assert sum(pot.received) == 0


hands_of_four = st.lists(
    st.sampled_from([(1, 1, 0, 0), (-1, -1, 0, 0), (0, 9, 0, 0), (0, 0, -10, 0), (0, 0, 0, 0)]),
    max_size=20,
)


def naive(hands: list[tuple[int, ...]], ante: int, point: int) -> PotPlay:
    """The pot as it lies on the table, coin by coin."""
    pot, rounds, purses = 0, 0, [0, 0, 0, 0]

    def fill() -> None:
        nonlocal pot, rounds
        rounds += 1
        for player in range(4):
            purses[player] -= ante
            pot += ante

    for hand in hands:
        if pot == 0:
            fill()
        while pot < sum(hand) * point:
            fill()
        for player, score in enumerate(hand):
            purses[player] += score * point
            pot -= score * point
    left = pot
    totals = [sum(hand[player] for hand in hands) for player in range(4)]
    order = sorted(range(4), key=lambda player: (-totals[player], player))
    turn = 0
    while pot:
        purses[order[turn % 4]] += 1
        pot -= 1
        turn += 1
    return PotPlay(tuple(purses), rounds, left)


@given(hands_of_four, st.integers(1, 30), st.integers(0, 7))
def test_it_comes_to_what_lies_on_the_table(
    hands: list[tuple[int, ...]], ante: int, point: int
) -> None:
    assert pot_played(hands, players=4, ante=ante, point=point) == naive(hands, ante, point)
