"""The short way, from the tricks on: roem, stuk, the sheet and the verdict."""

from typing import Any, Final, NamedTuple

from rules.pandoeren.announcements import is_denied, standing_roem
from rules.pandoeren.contracts import Bid
from rules.pandoeren.course import Ending, is_made
from rules.pandoeren.options import Options
from rules.pandoeren.pieces import NUMBERS, TRICKS
from rules.pandoeren.roem import roem_value
from rules.pandoeren.shape import STUK
from rules.pandoeren.tally import is_sum_of_roem
from rules.pandoeren.trumps import LAST_TRICK, TRUMPS, Trumps

POINTS: Final = {
    word: {name: trumps.points[card] for name, card in NUMBERS.items()}
    for word, trumps in TRUMPS.items()
}
"""Card points by trumps and the name of a card in any spelling."""


Entries = list[dict[str, Any]]


class Hand(NamedTuple):
    """The hand after the exchange. `hands` are eight cards each; `side` the declaring seats."""

    declarer: int
    partner: int | None
    side: tuple[int, ...]
    bid: Bid
    bidders: int
    trumps: Trumps
    hands: list[int]


# Announcements


def _entries(record: dict[str, Any], key: str) -> Entries:
    entries = record.get(key, [])
    if type(entries) is not list:
        raise TypeError
    return entries


def _announced(roem: Entries, denials: Entries, hand: Hand) -> int | None:
    """The roem that counts; None where an announcement is not in order."""
    values: dict[int, int] = {}
    for entry in roem:
        seat = entry["seat"]
        value = roem_value(hand.hands[seat])
        named = entry.get("value", value)
        right = value > 0 and named == value and type(named) is int and type(seat) is int
        if not right or seat not in hand.side or seat in values:
            return None
        if len(entry) != 1 + ("value" in entry):
            return None
        values[seat] = value
    denied = _denied(denials, values, hand)
    if denied is None:
        return None
    first, partner = values.get(hand.declarer), hand.partner
    second = None if partner is None or partner in denied else values.get(partner)
    return standing_roem(first, denied=hand.declarer in denied, partners=second)


def _denied(denials: Entries, values: dict[int, int], hand: Hand) -> set[int] | None:
    """The seats whose roem was denied; None where somebody was not entitled to try."""
    denied, attempted = set(), set()
    for entry in denials:
        by, against = entry["by"], entry["against"]
        if type(by) is not int or type(against) is not int or len(entry) != 2:
            return None
        if by in hand.side or not hand.bidders >> by & 1 or against not in values:
            return None
        attempted.add(against)
        if is_denied(hand.hands[against], hand.hands[by]):
            denied.add(against)
    declarer_stands = hand.declarer in values and hand.declarer not in denied
    return None if declarer_stands and hand.partner in attempted else denied


def _stuk(record: dict[str, Any], hand: Hand) -> int | None:
    """What stuk counts; None where it was announced out of order."""
    seat = record.get("stuk")
    if seat is None:
        return 0
    marriage = hand.trumps.marriage
    if type(seat) is not int or seat not in hand.side:
        return None
    return STUK if hand.hands[seat] & marriage == marriage else None


def _extras(record: dict[str, Any], hand: Hand) -> tuple[int, int] | None:
    """Roem and stuk; what is not announced is as the sheet says."""
    roem, stuk = 0, 0
    if "roem" in record or "denials" in record or "stuk" in record:
        entries, denials = _entries(record, "roem"), _entries(record, "denials")
        anything = bool(entries or denials)
        if not hand.bid.counts_roem and (anything or record.get("stuk") is not None):
            return None
        announced = _announced(entries, denials, hand) if anything else 0
        named = _stuk(record, hand)
        if announced is None or named is None:
            return None
        roem, stuk = announced, named
    return _by_the_sheet(record, roem, stuk) if "tally" in record else (roem, stuk)


def _by_the_sheet(record: dict[str, Any], roem: int, stuk: int) -> tuple[int, int] | None:
    tally = record["tally"]
    roem = roem if "roem" in record else tally.get("roem", 0)
    stuk = stuk if "stuk" in record else tally.get("stuk", 0)
    if type(roem) is not int or type(stuk) is not int:
        return None
    return (roem, stuk) if is_sum_of_roem(roem) and stuk in (0, STUK) else None


# Result


def short_verdict(
    record: dict[str, Any], options: Options, hand: Hand, winners: list[int]
) -> dict[str, Any] | None:
    """The verdict of tricks without a fault; None where anything else is out of order."""
    extras = _extras(record, hand)
    if extras is None:
        return None
    if len(winners) < TRICKS:
        lost = "tally" not in record and _is_lost(hand, winners, options)
        return _as_dict(hand, winners, None, made=False) if lost else None
    if not hand.bid.is_number and "tally" not in record:
        made = _is_made(hand, winners, 0, sum(extras), options)
        return _as_dict(hand, winners, None, made=made)
    roem, stuk = extras
    cards = _cards(record["plays"], hand, winners)
    total = cards + roem + stuk
    made = _is_made(hand, winners, total, roem + stuk, options)
    points = {"cards": cards, "roem": roem, "stuk": stuk, "total": total}
    if "tally" in record and not _agrees(record["tally"], hand, winners, points, made=made):
        return None
    return _as_dict(hand, winners, points if hand.bid.is_number else None, made=made)


def _cards(plays: list[list[str]], hand: Hand, winners: list[int]) -> int:
    """The card points of the declaring side over eight tricks."""
    side, points = hand.side, POINTS[hand.trumps.word]
    cards = LAST_TRICK if winners[-1] in side else 0
    for winner, (first, second, third, fourth) in zip(winners, plays, strict=True):
        if winner in side:
            cards += points[first] + points[second] + points[third] + points[fourth]
    return cards


def _ending(hand: Hand, winners: list[int], more: int = 0) -> Ending:
    """The ending with so many more tricks, as good as it can still be for the declarer."""
    declarer = hand.declarer
    won = winners.count(declarer)
    if hand.partner is not None:
        won += winners.count(hand.partner)
    four = winners[:4]
    first = not winners or winners[0] == declarer
    return Ending(won + more, first, four.count(declarer) == len(four))


def _is_made(hand: Hand, winners: list[int], total: int, extra: int, options: Options) -> bool:
    if hand.bid.is_number:
        return total >= hand.bid.needed
    alone = hand.partner is None
    ending = _ending(hand, winners)
    return is_made(hand.bid, ending, extra, any_one=options.any_one, alone=alone)


def _is_lost(hand: Hand, winners: list[int], options: Options) -> bool:
    """Whether no number of the missing tricks can still make the contract."""
    bid, alone = hand.bid, hand.partner is None
    return not bid.is_number and not any(
        is_made(bid, _ending(hand, winners, more), bid.needed, any_one=options.any_one, alone=alone)
        for more in range(TRICKS - len(winners) + 1)
    )


def _agrees(
    tally: dict[str, Any], hand: Hand, winners: list[int], points: dict[str, int], *, made: bool
) -> bool:
    """Whether the sheet says of the whole hand what the tricks say, in the same types."""
    ending = _ending(hand, winners)
    truth = {
        "made": made,
        **points,
        "tricks": ending.tricks,
        "first": ending.first,
        "first_four": ending.first_four,
    }
    return "total" not in tally and all(
        value == truth[key] and type(value) is type(truth[key]) for key, value in tally.items()
    )


def _as_dict(
    hand: Hand, winners: list[int], points: dict[str, int] | None, *, made: bool
) -> dict[str, Any]:
    worth = hand.bid.contract.worth if made else -hand.bid.contract.worth
    score = [0, 0, 0, 0]
    for seat in hand.side:
        score[seat] = worth
    count = winners.count
    return {
        "ok": True,
        "problems": [],
        "warnings": [],
        "outcome": "made" if made else "set",
        "declarer": hand.declarer,
        "partner": hand.partner,
        "bid": hand.bid.name,
        "tricks": [count(0), count(1), count(2), count(3)] if winners else None,
        "points": points,
        "score": score,
    }
