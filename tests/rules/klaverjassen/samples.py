"""What tests that go through all games need of Klaverjassen."""

from random import Random
from typing import Any

from tests.games.samples import Sample
from tests.rules.klaverjassen.dealing import match_record, options_of


def totals(rules: dict[str, Any], rng: Random) -> list[int]:
    """All card points of the hands and some roem, shared by anything."""
    both = 162 * options_of(rules)["hands"] + 20 * rng.randrange(40)
    first = rng.randrange(both + 1)
    return [first, both - first]


SAMPLE = Sample(match=lambda rng: match_record(rng, {}, 8), totals=totals)
