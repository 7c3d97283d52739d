"""Hands of Dummy-Hand Spades at the table of Ann, Bea and Carl."""

from collections.abc import Sequence
from typing import Any

from games.base import HandTable
from rules import GAMES

THREE = ("Ann", "Bea", "Carl")


def spades_table(dealer: int = 0, **rules: Any) -> HandTable:
    """Their table under the standard rules, or others."""
    return HandTable(GAMES["dummy_spades"].options.resolve(rules), THREE, dealer)


def spades_hand(
    bids: Sequence[str | tuple[str, list[int]]], *, dealer: int = 0, **rest: Any
) -> dict[str, Any]:
    """A record with these bids from the dealer's left: "4", or ("5", [nils])."""
    calls = []
    for step, said in enumerate(bids, start=1):
        bid, nils = said if isinstance(said, tuple) else (said, [])
        call: dict[str, Any] = {"seat": (dealer + step) % 3, "bid": bid}
        calls.append(call | {"nil": nils} if nils else call)
    return {"dealer": dealer, "auction": calls} | rest


def whole(record: dict[str, Any], **rules: Any) -> dict[str, Any]:
    """The record as the rule book takes it."""
    return {"format": "hand-record/1", "game": "dummy_spades", "rules": rules} | record
