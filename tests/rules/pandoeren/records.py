"""Short ways to write a record down in a test."""

from typing import Any

Record = dict[str, Any]


def calls(words: str, dealer: int = 3) -> list[Record]:
    """Calls clockwise from the dealer's left."""
    return [{"seat": (dealer + 1 + i) % 4, "bid": bid} for i, bid in enumerate(words.split())]


def cards(words: str) -> list[str]:
    """A hand or a trick."""
    return words.split()


def tricks(text: str) -> list[list[str]]:
    """Tricks, divided by strokes."""
    return [cards(trick) for trick in text.split("/")]


def results(text: str) -> list[Record]:
    """Trick results: `0:25 1 2:10` is won by seat 0 with 25 points, by 1, by 2 with 10."""
    results = []
    for word in text.split():
        winner, colon, points = word.partition(":")
        results.append({"winner": int(winner), **({"points": int(points)} if colon else {})})
    return results


def hand(auction: str, contract: str | None = None, **more: Any) -> Record:
    """A record with dealer 3, so that seat 0 calls first.

    `contract` is a suit or `-` for none, and the called card where there is one. Other keys may
    be given as text where `tricks`, `results` or `cards` can read it.
    """
    dealer = more.pop("dealer", 3)
    record: Record = {
        "format": "hand-record/1",
        "game": "pandoeren",
        "dealer": dealer,
        "auction": calls(auction, dealer),
    }
    if contract is not None:
        trump, _, call = contract.partition(" ")
        record["contract"] = {"trump": None if trump == "-" else trump, "call": call or None}
    readers = {"plays": tricks, "trick_results": results}
    for key, value in more.items():
        record[key] = readers[key](value) if key in readers and isinstance(value, str) else value
    if isinstance(record.get("deal"), dict):
        record["deal"] = [
            cards(record["deal"][seat]) if seat in record["deal"] else None for seat in range(4)
        ]
    return record


def without(record: Record, *keys: str) -> Record:
    """The record with some keys left out."""
    return {key: value for key, value in record.items() if key not in keys}
