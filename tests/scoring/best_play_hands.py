"""A whole hand of Texas 42 whose plays cost something."""

from copy import deepcopy
from random import Random
from typing import Any

from engine.analysis.deals import make_deal
from engine.analysis.recorded import RecordedHand
from engine.analysis.search import Search
from games.texas42.solver import read_hand
from rules.texas42.dominoes import NAMES

SEED, NUMBER = "walk", 3


def whole_hand(**changes: Any) -> dict[str, Any]:
    """A legal record, seat 0 dealing, seat 1 bidding 30 on fives; legal plays by lot."""
    deal = make_deal("texas42", SEED, NUMBER)["deal"]
    record: dict[str, Any] = {
        "dealer": 0,
        "deal": deal,
        "auction": [{"seat": s, "bid": "30" if s == 1 else "pass"} for s in (1, 2, 3, 0)],
        "contract": {"kind": "trump", "trump": 5},
        "plays": [],
    }
    return deepcopy(record | {"plays": plays_by_lot(record)} | changes)


def plays_by_lot(record: dict[str, Any]) -> list[list[str]]:
    """Seven tricks of legal plays."""
    hand, chance = read_hand(record), Random(SEED)
    assert isinstance(hand, RecordedHand)
    tricks: list[list[str]] = [[]]
    position = hand.positions[0]
    search = Search(hand.hands, hand.ranking, hand.aim)
    while position.left:
        piece = chance.choice(search.legal(position))
        tricks[-1].append(NAMES[piece])
        position = search.play(position, piece)
        if not position.laid and position.left:
            tricks.append([])
    return tricks
