"""A fast path to the verdict on a record in full detail.

Most records of a club that records everything are legal and complete: four hands, the centre card
and the discard, the auction, the contract and the tricks. For those this module gives the verdict
in one pass over bit masks, with the tables of the full check. For anything else it returns None,
and the full check finds out what is wrong.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.pandoeren.cards import (
    ACES,
    BIT_OF,
    HAND_SIZE,
    LAST_TRICK,
    NUMBERS,
    SUITS,
    TRICKS,
    TRUMPS,
    WHOLE_PACK,
    Trumps,
)
from rules.pandoeren.contracts import BIDS, PASS, Bid
from rules.pandoeren.course import Ending, is_made
from rules.pandoeren.options import Options
from rules.pandoeren.partnership import called_card
from rules.pandoeren.roem import is_denied, roem_value, standing_roem
from rules.pandoeren.shape import STUK
from rules.pandoeren.tally import is_sum_of_roem
from rules.problems import Problem

# The fast path from the tricks on: roem, stuk, the tally and the verdict.


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
    """Return the roem that counts; None where an announcement is not in order."""
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
    """Return the seats whose roem was denied; None where somebody was not entitled to try."""
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
    """Return what stuk counts; None where it was announced out of order."""
    seat = record.get("stuk")
    if seat is None:
        return 0
    marriage = hand.trumps.marriage
    if type(seat) is not int or seat not in hand.side:
        return None
    return STUK if hand.hands[seat] & marriage == marriage else None


def _extras(record: dict[str, Any], hand: Hand) -> tuple[int, int] | None:
    """Return roem and stuk; what is not announced is taken from the tally."""
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
    """Return the verdict of tricks without a fault; None where anything else is out of order."""
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
    """Return the card points of the declaring side over eight tricks."""
    side, points = hand.side, POINTS[hand.trumps.word]
    cards = LAST_TRICK if winners[-1] in side else 0
    for winner, (first, second, third, fourth) in zip(winners, plays, strict=True):
        if winner in side:
            cards += points[first] + points[second] + points[third] + points[fourth]
    return cards


def _ending(hand: Hand, winners: list[int], more: int = 0) -> Ending:
    """Return the ending with so many more tricks, the best for the declarer that is still
    possible."""
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
    """Return whether no number of the missing tricks can still make the contract."""
    bid, alone = hand.bid, hand.partner is None
    return not bid.is_number and not any(
        is_made(bid, _ending(hand, winners, more), bid.needed, any_one=options.any_one, alone=alone)
        for more in range(TRICKS - len(winners) + 1)
    )


def _agrees(
    tally: dict[str, Any], hand: Hand, winners: list[int], points: dict[str, int], *, made: bool
) -> bool:
    """Return whether the tally agrees with the tricks of the whole hand, in the same types."""
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


REQUIRED: Final = 5
"""The keys of a whole record; all others that it knows may stand beside them."""
THREE: Final = frozenset({0b0111, 0b1011, 0b1101, 0b1110})
"""Three seats of four, as masks."""
SHAPES: Final = (LookupError, TypeError, ValueError, AttributeError)
"""What a record of another shape raises when it is read without asking first."""


def quick(record: dict[str, Any], options: Options, size: int) -> dict[str, Any] | None:
    """Return the verdict on a legal record in full detail, of `size` keys; else None."""
    exchanged = ("centre" in record) + ("discard" in record)
    announced = ("roem" in record) + ("denials" in record) + ("stuk" in record)
    if size != REQUIRED + exchanged + announced + ("tally" in record):
        return None
    try:
        hand = _hand(record, options)
        plays = record["plays"]
        if hand is None or (exchanged < 2 and len(plays) < TRICKS):
            return None
        winners = _winners(plays, hand)
        return None if winners is None else short_verdict(record, options, hand, winners)
    except SHAPES:
        return None


# Auction, deal and contract


def _auction(calls: Any, dealer: Any, options: Options) -> tuple[int, Bid, int] | None:
    """Declarer, bid, and the seats that bid as a mask."""
    if type(calls) is not list or type(dealer) is not int or not 0 <= dealer <= 3:
        return None
    turn, declarer, passes, out, bidders, over = dealer, 0, 0, 0, 0, False
    highest, final = None, options.pass_is_final
    for call in calls:
        if over:
            return None
        turn = (turn + 1) & 3
        while out >> turn & 1:
            turn = (turn + 1) & 3
        seat, name = call["seat"], call["bid"]
        if seat != turn or type(seat) is not int or len(call) != 2:
            return None
        if name == PASS:
            passes += 1
            out |= final << turn
            over = passes == (3 if highest else 4) or (highest is not None and out in THREE)
            continue
        bid = BIDS[name]
        if highest is not None and bid.level <= highest.level:
            return None
        highest, declarer, passes = bid, turn, 0
        bidders |= 1 << turn
        over = out in THREE
    return (declarer, highest, bidders) if over and highest is not None else None


def _hand(record: dict[str, Any], options: Options) -> Hand | None:
    """Return the hand after the exchange: partnership, contract and cards."""
    auction = _auction(record["auction"], record["dealer"], options)
    hands, words = _dealt(record["deal"]), record["contract"]
    if auction is None or hands is None or len(words) != ("trump" in words) + ("call" in words):
        return None
    centre = WHOLE_PACK - sum(hands)
    if "centre" in record and BIT_OF[record["centre"]] != centre:
        return None
    declarer, bid, bidders = auction
    trumps = TRUMPS[words.get("trump")]
    nine = hands[declarer] | centre
    if bool(trumps.cards) is not bid.contract.trumps:
        return None
    called = called_card(words.get("call"), bid, trumps, nine, ace_is_free=ACES & ~nine != 0)
    if isinstance(called, Problem):
        return None
    hands[declarer] = nine & ~_discard(record)
    if called is None:
        return Hand(declarer, None, (declarer,), bid, bidders, trumps, hands)
    partner = 0
    while not hands[partner] & called:
        partner += 1
    return Hand(declarer, partner, (declarer, partner), bid, bidders, trumps, hands)


def _discard(record: dict[str, Any]) -> int:
    """Return the discard; if it is not named, the card that nobody plays in eight tricks."""
    if "discard" in record:
        return BIT_OF[record["discard"]]
    played = 0
    for trick in record["plays"]:
        for name in trick:
            played |= BIT_OF[name]
    return WHOLE_PACK & ~played


def _dealt(deal: Any) -> list[int] | None:
    """Return four hands of eight without a card dealt twice."""
    if type(deal) is not list or len(deal) != 4:
        return None
    hands, seen, bits = [], 0, BIT_OF
    for hand in deal:
        if type(hand) is not list:
            return None
        a, b, c, d, e, f, g, h = hand
        mask = bits[a] | bits[b] | bits[c] | bits[d] | bits[e] | bits[f] | bits[g] | bits[h]
        seen |= mask
        hands.append(mask)
    return hands if seen.bit_count() == 4 * HAND_SIZE else None


# Play

Lead = tuple[int, int, Mapping[str, tuple[int, int, int]]]
"""What a card is when it is led: its mask, its worth, and of every card the mask, what it is
worth in that trick, and the cards with which a hand could have followed instead."""


def leads_by_name(trumps: Trumps) -> Mapping[str, Lead]:
    """By the name of the card led, in any spelling; leads of a suit share their table."""
    tables = {suit: _answers(NUMBERS[suit + "A"], trumps) for suit in SUITS}
    return {
        name: (1 << card, trumps.strength[card][card], tables[name[0]])
        for name, card in NUMBERS.items()
    }


def _answers(lead: int, trumps: Trumps) -> Mapping[str, tuple[int, int, int]]:
    follow, worth = trumps.follow[lead], trumps.strength[lead]
    instead = follow & ~trumps.jack
    return {
        name: (1 << card, worth[card], 0 if follow >> card & 1 else instead)
        for name, card in NUMBERS.items()
    }


LEADS: Final = {word: leads_by_name(trumps) for word, trumps in TRUMPS.items()}


def _winners(plays: Any, hand: Hand) -> list[int] | None:
    """Return the winners of whole tricks in which every card was held and allowed."""
    if type(plays) is not list or len(plays) > TRICKS or not set(map(type, plays)) <= {list}:
        return None
    left = list(hand.hands)
    winners = _replay(plays, left, hand.declarer, hand.trumps)
    # A card that was not in the hand has been added to it.
    to_come = TRICKS - len(plays)
    return winners if all(cards.bit_count() == to_come for cards in left) else None


def _replay(
    plays: list[list[str]], hands: list[int], leader: int, trumps: Trumps
) -> list[int] | None:
    """Return who wins the tricks, by the rules in `play.py`; `hands` are played empty."""
    leads, trump_cards = LEADS[trumps.word], trumps.cards
    winners = []
    for first, second, third, fourth in plays:
        bit, best, table = leads[first]
        hands[leader] ^= bit
        seat, beaten = leader, 0
        for name in (second, third, fourth):
            seat = (seat + 1) & 3
            bit, worth, instead = table[name]
            hand = hands[seat]
            hands[seat] = hand ^ bit
            if instead:
                if bit & trump_cards:
                    if bit & beaten and hand & ~trumps.jack & ~beaten:
                        return None
                    beaten |= trumps.lower[NUMBERS[name]]
                elif hand & instead:
                    return None
            if worth > best:
                best, leader = worth, seat
        winners.append(leader)
    return winners
