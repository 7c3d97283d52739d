"""How much slow tests try: a part in everyday runs, everything in ``make thorough``."""

import os
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import TypeVar

THOROUGH = os.environ.get("ALLMARK_THOROUGH") == "1"

Value = TypeVar("Value")


def examples(full: int) -> int:
    """Of a property's examples an eighth in everyday runs."""
    return full if THOROUGH else (full + 7) // 8


def crossed(values: Sequence[Value], place: int, *, of: int) -> Sequence[Value]:
    """Of what is tried with each row of another table every ``of``-th, from the row's place on.

    In everyday runs; with all rows together each value is tried.
    """
    return values if THOROUGH else values[place % of :: of]


def in_turns(values: Sequence[Value], count: int) -> Callable[[], list[Value]]:
    """What to try at each of many places: in everyday runs the next ``count`` of the values.

    All places together see all values.
    """
    turn = cycle(values)
    return lambda: list(values) if THOROUGH else list(islice(turn, count))
