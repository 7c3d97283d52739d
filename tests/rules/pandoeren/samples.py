"""What tests that go through all games need of Pandoeren."""

from random import Random
from typing import Any

from tests.games.samples import Sample
from tests.rules.pandoeren.dealing import full_hand


def match_record(rng: Random) -> dict[str, Any]:
    """A match of eight hands."""
    hands = [full_hand(rng, {}, dealer % 4) for dealer in range(8)]
    bare = [
        {k: v for k, v in hand.items() if k not in {"format", "game", "rules"}} for hand in hands
    ]
    players = ["Ann", "Bea", "Carl", "Dan"]
    return {"format": "match-record/1", "game": "pandoeren", "players": players, "hands": bare}


def totals(_rules: dict[str, Any], rng: Random) -> list[int]:
    """Points that sum to zero."""
    points = [rng.randint(-12, 12) for _seat in range(3)]
    return [*points, -sum(points)]


SAMPLE = Sample(match=match_record, totals=totals)
