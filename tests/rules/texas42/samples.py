"""What tests that go through all games need of Texas 42."""

from random import Random
from typing import Any

from tests.games.samples import Sample
from tests.rules.texas42.dealing import match_record, options_of


def totals(rules: dict[str, Any], rng: Random) -> list[int]:
    """One side at its target, the other behind by anything."""
    target = options_of(rules)["target"]
    both = [target, rng.randrange(target)]
    rng.shuffle(both)
    return both


SAMPLE = Sample(
    match=lambda rng: match_record(rng, {"target": 1000}),
    totals=totals,
    follows_marks=frozenset({"points"}),  # made or set is enough
)
