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
from rules.texas42.dominoes import NUMBERS as DOMINO_NUMBERS

FORMAT: Final = "deal/1"
HANDS: Final = required("deal", list_of(list_of(text), length=4))
FIELDS: Final[Mapping[str, tuple[Field, ...]]] = {
    "texas42": (HANDS,),
    "pandoeren": (HANDS, required("centre", text)),
}
"""The keys after format and game, for the games that can be analysed."""
ALL_FIELDS: Final = {**FIELDS, "dummy_spades": (HANDS,)}
"""The same for every game that can be dealt."""


def deal_problems(
    deal: object, fields_by_game: Mapping[str, tuple[Field, ...]] = FIELDS
) -> Problems:
    """Yield the problems of a deal, stage by stage as in hand records."""
    if not isinstance(deal, dict):
        return (not_an_object(""),)
    if wrong := tuple(head_problems(deal, FORMAT)):
        return wrong
    if deal["game"] not in fields_by_game:
        return (not_analysed(deal["game"]),)
    fields = fields_by_game[deal["game"]]
    return tuple(_shape_problems(deal, fields)) or tuple(_piece_problems(deal))


def canonical(deal: Mapping[str, Any]) -> dict[str, Any]:
    """A deal without problems, its pieces spelled and sorted as those of a deal by lot."""
    names, numbers, _size = PACKS[deal["game"]]
    place = {numbers[name]: at for at, name in enumerate(names)}

    def spelled(piece: str) -> str:
        return names[place[numbers[piece]]]

    hands = [
        [spelled(piece) for piece in sorted(hand, key=lambda piece: place[numbers[piece]])]
        for hand in deal["deal"]
    ]
    centre = {"centre": spelled(deal["centre"])} if "centre" in deal else {}
    return {**deal, "deal": hands, **centre}


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


def _shape_problems(deal: Mapping[str, Any], fields: tuple[Field, ...]) -> Iterator[Problem]:
    yield from keys(deal, "", fields)
    yield from unknown_keys(deal, "", frozenset({"format", "game", *(f.name for f in fields)}))


def _piece_problems(deal: Mapping[str, Any]) -> Iterator[Problem]:
    match deal["game"]:
        case "texas42":
            yield from texas42.deal_problems(deal["deal"])
        case "pandoeren":
            yield from pandoeren.deal_problems(deal)
        case _:
            yield from spades.PACK.deal_problems(deal["deal"])


def other_hands(game: str, dealt: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[str]:
    """Return where a sound record contradicts the deal, as JSON Pointers.

    Unrecorded hands agree with everything.
    """
    _names, numbers, _size = PACKS[game]
    for seat, (own, written) in enumerate(zip(dealt["deal"], record.get("deal", ()), strict=False)):
        if written is not None and {numbers[x] for x in own} != {numbers[x] for x in written}:
            yield f"/deal/{seat}"
    if "centre" in record and numbers[record["centre"]] != numbers[dealt["centre"]]:
        yield "/centre"


# By lot

CARDS: Final = [pandoeren.NAMES[card] for card in pandoeren.cards_in(pandoeren.WHOLE_PACK)]
PACKS: Final[Mapping[str, tuple[Sequence[str], Mapping[str, int], int]]] = {
    "texas42": (DOMINOES, DOMINO_NUMBERS, 7),
    "pandoeren": (CARDS, pandoeren.NUMBERS, 8),
    "dummy_spades": (spades.NAMES, spades.NUMBERS, 13),
}
"""By game: the pieces in the order in which the shuffle finds them, every spelling of each with its
number, and how many a hand has."""
RANGE: Final = 1 << 32


def seed_hash(seed: str) -> str:
    """Return the hash published before play: SHA-256 of the seed, in hexadecimal."""
    return sha256(seed_bytes(seed)).hexdigest()


def seed_bytes(seed: str) -> bytes:
    """The seed as it was typed."""
    return seed.encode(errors="surrogateescape")


def make_deals(game: str, seed: str, number: int) -> Iterator[dict[str, Any]]:
    """Return the first deals of a seed; each depends only on its own number."""
    for i in range(1, number + 1):
        yield make_deal(game, seed, i)


def make_deal(game: str, seed: str, number: int) -> dict[str, Any]:
    """The deal of that number, counted from 1."""
    names, _numbers, size = PACKS[game]
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
    """Yield 32-bit numbers, eight from each SHA-256 of purpose, block number and seed.

    The seed comes last, so that nothing follows from its published hash.
    """
    for block in count():
        digest = sha256(f"{purpose} {block}\n".encode() + seed_bytes(seed)).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
