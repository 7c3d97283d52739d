"""Deals: checked, and made by lot from a seed so that anybody can make them again.

A deal is a JSON object, `{"format": "deal/1", "game": …, "deal": [four hands]}`, in Pandoeren with
`"centre"`. The lot depends on SHA-256 alone and is described in `docs/analysis.md`.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Any, Final

import rules.dummy_spades.cards as spades
import rules.pandoeren.cards as pandoeren
import rules.texas42.deal as texas42
from rules.problems import Code, Problem, Problems, Seat, problem, shown
from rules.records import head_problems
from rules.shape import Field, keys, list_of, not_an_object, required, text, unknown_keys
from rules.texas42.dominoes import NAMES as DOMINOES

FORMAT: Final = "deal/1"
HANDS: Final = required("deal", list_of(list_of(text), length=4))
FIELDS: Final[Mapping[str, tuple[Field, ...]]] = {
    "texas42": (HANDS,),
    "pandoeren": (HANDS, required("centre", text)),
}
"""The keys after format and game, for the games that can be analysed."""


def deal_problems(deal: object) -> Problems:
    """What is wrong with a deal, stage by stage as in hand records."""
    if not isinstance(deal, dict):
        return (not_an_object(""),)
    for stage in (_head_problems, _shape_problems, _piece_problems):
        if wrong := tuple(stage(deal)):
            return wrong
    return ()


def not_analysed(game: str) -> Problem:
    """A game of the rule book that has no solver."""
    return problem(
        Code.RECORD_UNKNOWN_GAME,
        "/game",
        "Best play is not computed for the game “{game}”.",
        game=shown(game),
    )


def hand_missing(seat: int) -> Problem:
    """A hand of a record that was not written down and does not follow from the others."""
    return problem(
        Code.RECORD_MALFORMED,
        f"/deal/{seat}",
        "Best play needs all four hands; that of {seat} is not known.",
        seat=Seat(seat),
    )


def _head_problems(deal: Mapping[str, Any]) -> Iterator[Problem]:
    yield from head_problems(deal, FORMAT)


def _shape_problems(deal: Mapping[str, Any]) -> Iterator[Problem]:
    if deal["game"] not in FIELDS:
        yield not_analysed(deal["game"])
        return
    fields = FIELDS[deal["game"]]
    yield from keys(deal, "", fields)
    yield from unknown_keys(deal, "", frozenset({"format", "game", *(f.name for f in fields)}))


def _piece_problems(deal: Mapping[str, Any]) -> Iterator[Problem]:
    if deal["game"] == "texas42":
        yield from texas42.deal_problems(deal["deal"])
    else:
        yield from pandoeren.deal_problems(deal)


# By lot

PACKS: Final[Mapping[str, tuple[Sequence[str], int]]] = {
    "texas42": (DOMINOES, 7),
    "pandoeren": ([pandoeren.NAMES[card] for card in pandoeren.cards_in(pandoeren.WHOLE_PACK)], 8),
    "dummy_spades": (spades.NAMES, 13),
}
"""By game: the pieces in the order in which the shuffle finds them, and how many a hand has."""
RANGE: Final = 1 << 32


def seed_hash(seed: str) -> str:
    """What is published before the deals are played: SHA-256 of the seed, in hexadecimal."""
    return sha256(seed_bytes(seed)).hexdigest()


def seed_bytes(seed: str) -> bytes:
    """The seed as it was typed."""
    return seed.encode(errors="surrogateescape")


def make_deals(game: str, seed: str, number: int) -> Iterator[dict[str, Any]]:
    """The first so many deals of a seed; each depends on its own number alone."""
    for i in range(1, number + 1):
        yield make_deal(game, seed, i)


def make_deal(game: str, seed: str, number: int) -> dict[str, Any]:
    """The deal of that number, counted from 1."""
    names, size = PACKS[game]
    numbers = random_numbers(f"{FORMAT} {game} {number}", seed)
    order = shuffled(len(names), numbers)
    hands = [sorted(order[seat * size : (seat + 1) * size]) for seat in range(4)]
    deal: dict[str, Any] = {
        "format": FORMAT,
        "game": game,
        "deal": [[names[piece] for piece in hand] for hand in hands],
    }
    if game == "pandoeren":
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
    """Numbers of 32 bits, eight from each SHA-256 of purpose, block number and seed.

    The seed stands last, so that nothing follows from its published hash.
    """
    for block in count():
        digest = sha256(f"{purpose} {block}\n".encode() + seed_bytes(seed)).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
