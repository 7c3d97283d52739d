"""What tests that go through all games need of each: a game brings its own.

The sample of a game is `SAMPLE` in `samples.py` of its folder in `tests/rules/`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, Final

from rules import GAMES


@dataclass(frozen=True)
class Sample:
    """Hands of a game, and what its tests cannot know by themselves.

    `match` makes a legal match, some of its hands trick by trick where the game records tricks, and
    `totals` final totals of a match under these rules.
    `follows` are fields of the entry form without a place on an empty sheet: they follow from
    others, those of `follows_marks` where marks are counted.
    """

    match: Callable[[Random], dict[str, Any]]
    totals: Callable[[dict[str, Any], Random], list[int]]
    follows: frozenset[str] = frozenset()
    follows_marks: frozenset[str] = frozenset()


SAMPLES: Final[Mapping[str, Sample]] = {
    game: import_module(f"tests.rules.{game}.samples").SAMPLE for game in GAMES
}
