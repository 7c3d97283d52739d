"""Ways to spoil a good record: each takes a record in full detail and changes one thing."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.rules.texas42 import naive

Record = dict[str, Any]


def another_call(rng: Random, record: Record) -> None:
    """Some call replaced by any other."""
    calls = naive.MARKS_CALLS if rng.random() < 0.5 else naive.POINTS_CALLS
    rng.choice(record["auction"])["bid"] = rng.choice(calls)


def another_contract(rng: Random, record: Record) -> None:
    """A contract that may not be allowed."""
    words: list[Record] = [
        {"kind": "doubles"},
        {"kind": "sevens"},
        {"kind": "trump", "trump": rng.randrange(7)},
        {"kind": "no_trump", "doubles": rng.choice(("high", "low"))},
        {"kind": "nello", "doubles": rng.choice(("own", "own_low", "high", "low"))},
    ]
    chosen = rng.choice(words)
    if rng.random() < 0.4:
        named = {"trump": chosen["trump"]} if chosen["kind"] == "trump" else {"as": chosen}
        chosen = {"kind": rng.choice(("plunge", "splash")), **named}
    was, now = record.get("contract", {}), naive.played_as(chosen)
    if naive.played_as(was)["kind"] != "nello" and now["kind"] != "nello":
        record["contract"] = chosen


def two_plays_swapped(rng: Random, record: Record) -> None:
    """Two dominoes of the play change places."""
    (t, i), (u, j) = _place(rng, record), _place(rng, record)
    plays = record["plays"]
    plays[t][i], plays[u][j] = plays[u][j], plays[t][i]


def two_plays_of_one_seat_swapped(rng: Random, record: Record) -> None:
    """A seat plays two of its dominoes the other way round, which may be a revoke."""
    hand = [naive.spelt(name) for name in rng.choice(record["deal"])]
    places = [
        (t, i)
        for t, trick in enumerate(record["plays"])
        for i, name in enumerate(trick)
        if naive.spelt(name) in hand
    ]
    if len(places) >= 2:
        (t, i), (u, j) = rng.sample(places, 2)
        plays = record["plays"]
        plays[t][i], plays[u][j] = plays[u][j], plays[t][i]


def one_play_repeated(rng: Random, record: Record) -> None:
    """A domino stands twice in the play."""
    (t, i), (u, j) = _place(rng, record), _place(rng, record)
    record["plays"][t][i] = record["plays"][u][j]


def two_hands_swapped(rng: Random, record: Record) -> None:
    """Two seats hold each other's dominoes."""
    a, b = rng.sample(range(4), 2)
    deal = record["deal"]
    deal[a], deal[b] = deal[b], deal[a]


SPOILERS: tuple[Callable[[Random, Record], None], ...] = (
    another_call,
    another_contract,
    two_plays_swapped,
    two_plays_of_one_seat_swapped,
    two_plays_of_one_seat_swapped,
    one_play_repeated,
    two_hands_swapped,
)


def _place(rng: Random, record: Record) -> tuple[int, int]:
    trick = rng.randrange(7)
    return trick, rng.randrange(len(record["plays"][trick]))
