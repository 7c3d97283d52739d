"""What tests that go through all games need of Dummy-Hand Spades."""

from random import Random
from typing import Any

from tests.games.samples import Sample
from tests.rules.dummy_spades.dealing import match_record, options_of


def totals(rules: dict[str, Any], rng: Random) -> list[int]:
    """One has reached what is played to."""
    target = options_of(rules)["target"]
    all_three = [target + rng.randrange(60), *(rng.randrange(-90, target) for _seat in range(2))]
    rng.shuffle(all_three)
    return all_three


SAMPLE = Sample(
    match=lambda rng: match_record(rng, {}, most=8),
    totals=totals,
    follows=frozenset({"tricks_3", "declarer_side"}),  # the dummy took the rest of the thirteen
)
