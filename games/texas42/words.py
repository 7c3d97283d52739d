"""Bids, contracts and results of Texas 42 in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.base import ContractWords
from games.numbers import read_whole

SEAT_KEYS: Final = ("A", "B", "C", "D")

SUITS: Final = (
    gettext_lazy("blanks"),
    gettext_lazy("ones"),
    gettext_lazy("twos"),
    gettext_lazy("threes"),
    gettext_lazy("fours"),
    gettext_lazy("fives"),
    gettext_lazy("sixes"),
)

KINDS: Final = {
    "doubles": gettext_lazy("doubles"),
    "no_trump": gettext_lazy("follow me"),
    "nello": gettext_lazy("nello"),
    "sevens": gettext_lazy("sevens"),
    "plunge": gettext_lazy("plunge"),
    "splash": gettext_lazy("splash"),
}

RANKINGS: Final = {
    "high": gettext_lazy("doubles high"),
    "low": gettext_lazy("doubles low"),
    "own": gettext_lazy("doubles a suit of their own"),
    "own_low": gettext_lazy("doubles a suit of their own, low"),
}

OUTCOMES: Final = {
    "made": gettext_lazy("made"),
    "set": gettext_lazy("set"),
    "passed_out": gettext_lazy("passed out"),
}


def bid_words(bid: str) -> str:
    """``"2m"`` is "2 marks", ``"low-no"`` and ``"pass"`` are said, points are digits."""
    if bid == "pass":
        return _("pass")
    if bid == "low-no":
        return _("low-no")
    count = read_whole(bid[:-1]) if bid.endswith("m") else None
    if count is not None:
        return ngettext("%(count)d mark", "%(count)d marks", count) % {"count": count}
    return bid


def suit_words(suit: int) -> str:
    """A suit's name; the number itself where there is no such suit."""
    return str(SUITS[suit]) if suit in range(len(SUITS)) else str(suit)


def kind_words(kind: str) -> str:
    """A contract's name; the word itself where it is none."""
    return str(KINDS.get(kind, kind))


def contract_words(contract: Mapping[str, Any] | None) -> ContractWords:
    """A contract, played here or not; empty for a hand that was passed out."""
    if contract is None:
        return ContractWords("")
    kind = contract["kind"]
    if kind == "doubles":
        return ContractWords(kind_words(kind), piece="6-6")
    if "trump" in contract:
        suit = contract["trump"]
        named = suit_words(suit)
        text = named if kind == "trump" else f"{kind_words(kind)}, {named}"
        return ContractWords(text, end=suit)
    if "as" in contract:
        return ContractWords(f"{kind_words(kind)}, {_ranked(contract['as'])}")
    return ContractWords(_ranked(contract))


def _ranked(contract: Mapping[str, Any]) -> str:
    kind, ranking = contract["kind"], contract.get("doubles")
    usual = {"no_trump": "high", "nello": "own"}.get(kind)
    if ranking is None or ranking == usual:
        return kind_words(kind)
    return f"{kind_words(kind)}, {RANKINGS.get(ranking, ranking)}"


def auction_words(auction: Sequence[Mapping[str, Any]]) -> str:
    """The calls in their order, from the shaker's left."""
    return " · ".join(bid_words(call["bid"]) for call in auction)
