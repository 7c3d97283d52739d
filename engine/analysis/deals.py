"""Deals: checked, and made by lot from a seed so that anybody can make them again.

A deal is a JSON object, `{"format": "deal/1", "game": …, "deal": [four hands]}`, with `"centre"`
in games that turn up a card in the middle. The lot depends on SHA-256 alone and is described in
`docs/analysis.md`.
"""

from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from itertools import count
from typing import Any, Final

from engine.analysis.solver import not_analysed
from rules import GAMES
from rules.pack import Dealing
from rules.problems import Problem, Problems
from rules.records import head_problems
from rules.shape import Field, keys, list_of, not_an_object, required, text, unknown_keys

FORMAT: Final = "deal/1"
HANDS: Final = required("deal", list_of(list_of(text), length=4))
CENTRE: Final = required("centre", text)


def dealt_games() -> tuple[str, ...]:
    return tuple(name for name, game in GAMES.items() if game.dealing is not None)


def dealing_of(game: str) -> Dealing:
    """Return how a game is dealt; KeyError for a game without deals."""
    dealing = GAMES[game].dealing
    if dealing is None:
        raise KeyError(game)
    return dealing


def deal_fields(dealing: Dealing) -> tuple[Field, ...]:
    """Return a deal's keys after format and game."""
    return (HANDS, CENTRE) if dealing.centre else (HANDS,)


def deal_problems(deal: object, among: Collection[str] | None = None) -> Problems:
    """Return the problems of a deal, stage by stage as in hand records.

    ``among`` are the games that it may be of; None for all that can be dealt.
    """
    if not isinstance(deal, dict):
        return (not_an_object(""),)
    if wrong := tuple(head_problems(deal, FORMAT)):
        return wrong
    dealing = GAMES[deal["game"]].dealing
    if dealing is None or (among is not None and deal["game"] not in among):
        return (not_analysed(deal["game"]),)
    return tuple(_shape_problems(deal, deal_fields(dealing))) or tuple(dealing.problems(deal))


def canonical(deal: Mapping[str, Any]) -> dict[str, Any]:
    """Return a deal without problems, its pieces spelled and sorted as those of a deal by lot."""
    dealing = dealing_of(deal["game"])
    names, numbers = dealing.pack.names, dealing.pack.numbers
    place = {number: at for at, number in enumerate(dealing.order)}
    hands = [
        [
            str(names[piece])
            for piece in sorted((numbers[name] for name in hand), key=place.__getitem__)
        ]
        for hand in deal["deal"]
    ]
    centre = {"centre": str(names[numbers[deal["centre"]]])} if "centre" in deal else {}
    return {**deal, "deal": hands, **centre}


def _shape_problems(deal: Mapping[str, Any], fields: tuple[Field, ...]) -> Iterator[Problem]:
    yield from keys(deal, "", fields)
    yield from unknown_keys(deal, "", frozenset({"format", "game", *(f.name for f in fields)}))


def other_hands(game: str, dealt: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[str]:
    """Yield where a sound record contradicts the deal, as JSON Pointers.

    Unrecorded hands agree with everything.
    """
    numbers = dealing_of(game).pack.numbers
    for seat, (hand, written) in enumerate(
        zip(dealt["deal"], record.get("deal", ()), strict=False)
    ):
        if written is not None and {numbers[x] for x in hand} != {numbers[x] for x in written}:
            yield f"/deal/{seat}"
    if "centre" in record and numbers[record["centre"]] != numbers[dealt["centre"]]:
        yield "/centre"


# By lot


RANGE: Final = 1 << 32


def seed_hash(seed: str) -> str:
    """Return the hash published before play: SHA-256 of the seed, in hexadecimal."""
    return sha256(seed_bytes(seed)).hexdigest()


def seed_bytes(seed: str) -> bytes:
    """The seed as it was typed."""
    return seed.encode(errors="surrogateescape")


def make_deals(game: str, seed: str, number: int) -> Iterator[dict[str, Any]]:
    """Yield the first deals of a seed; each depends only on its own number."""
    for i in range(1, number + 1):
        yield make_deal(game, seed, i)


def make_deal(game: str, seed: str, number: int) -> dict[str, Any]:
    """The deal of that number, counted from 1."""
    dealing = dealing_of(game)
    size = dealing.pack.hand_size
    names = [str(dealing.pack.names[piece]) for piece in dealing.order]
    order = shuffled(len(names), random_numbers(f"{FORMAT} {game} {number}", seed))
    hands = [sorted(order[seat * size : (seat + 1) * size]) for seat in range(4)]
    deal: dict[str, Any] = {
        "format": FORMAT,
        "game": game,
        "deal": [[names[piece] for piece in hand] for hand in hands],
    }
    if dealing.centre:
        deal["centre"] = names[order[-1]]
    return deal


def shuffled(size: int, numbers: Iterator[int]) -> list[int]:
    """All orders are equally likely: from the last place down, each takes one of those before it
    or its own. A number that would favour some of them is skipped."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        fair = RANGE - RANGE % (last + 1)
        chosen = next(number for number in numbers if number < fair) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def random_numbers(purpose: str, seed: str) -> Iterator[int]:
    """Yield 32-bit numbers, eight from each SHA-256 of purpose, block number and seed.

    The seed comes last, so that nothing follows from its published hash.
    """
    for block in count():
        digest = sha256(f"{purpose} {block}\n".encode() + seed_bytes(seed)).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
