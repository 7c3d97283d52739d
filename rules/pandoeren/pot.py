"""The pot of cents: another way to play for money, in which hands are settled with a pot.

Everybody puts the same into the pot at the start, and again whenever it is empty. A hand that is
won is paid out of the pot, one that is lost is paid into it. Source: the pot ("lappen") of club
play; what is left at the end is shared, a reading of ours.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules import money


class PotPlay(NamedTuple):
    """How a pot was played: what each player receives in the end, whole units, together zero.

    ``rounds`` counts how often everybody put in, ``left`` is what was shared at the end.
    """

    received: tuple[int, ...]
    rounds: int
    left: int


def pot_played(scores: Iterable[Sequence[int]], *, players: int, ante: int, point: int) -> PotPlay:
    """Play hands with these scores by player out of a pot; ``ante`` is more than nothing."""
    pot = rounds = 0
    received = [0] * players
    totals = [0] * players
    for hand in scores:
        owed = sum(point * score for score in hand)
        # An empty pot is filled before the hand, and once more where it cannot pay the hand.
        needed = max(owed - pot, 1 - pot)
        filled = max(0, -(-needed // (players * ante)))
        rounds += filled
        pot += filled * players * ante - owed
        received = [got + point * score for got, score in zip(received, hand, strict=True)]
        totals = [total + score for total, score in zip(totals, hand, strict=True)]
    shares = shared_out(pot, totals)
    return PotPlay(
        tuple(got + share - rounds * ante for got, share in zip(received, shares, strict=True)),
        rounds,
        pot,
    )


def shared_out(pot: int, totals: Sequence[int]) -> tuple[int, ...]:
    """The rest of the pot in equal parts; odd units go to the highest totals, then first seats."""
    order = sorted(range(len(totals)), key=lambda player: -totals[player])
    shares = dict(zip(order, money.split(pot, len(totals)), strict=True))
    return tuple(shares[player] for player in range(len(totals)))
