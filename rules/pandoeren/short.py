"""The short way to the verdict on a record in full detail.

Most records of a club that writes everything down are legal and whole: four hands, the centre
card and the card thrown out, the auction, the contract and the tricks. For those this module
gives the verdict in one pass over bit masks, by the tables that the careful way reads too. Of
anything else it says None, and the careful way finds out what is wrong.
"""

from typing import Any, Final

from rules.pandoeren.contracts import BIDS, PASS, Bid
from rules.pandoeren.options import Options
from rules.pandoeren.partnership import called_card
from rules.pandoeren.pieces import ACES, BIT_OF, NUMBERS, TRICKS, WHOLE_PACK
from rules.pandoeren.short_result import Hand, Tricks, short_verdict
from rules.pandoeren.trumps import TRUMPS, Trumps
from rules.problems import Problem

REQUIRED: Final = 7
"""The keys of a whole record; announcements and tally may stand beside them."""
SHAPES: Final = (LookupError, TypeError, ValueError, AttributeError)
"""What a record of another shape raises when it is read without asking first."""


def quick(record: dict[str, Any], options: Options, size: int) -> dict[str, Any] | None:
    """The verdict on a legal record in full detail, of `size` keys; else None."""
    announced = ("roem" in record) + ("denials" in record) + ("stuk" in record)
    if size != REQUIRED + announced + ("tally" in record):
        return None
    try:
        hand = _hand(record, options)
        if hand is None:
            return None
        tricks = _play(record["plays"], list(hand.hands), hand.declarer, hand.trumps)
        return None if tricks is None else short_verdict(record, options, hand, tricks)
    except SHAPES:
        return None


# Auction, deal and contract


def _auction(calls: Any, dealer: Any, options: Options) -> tuple[int, Bid, int] | None:
    """Declarer, bid, and the seats that bid as a mask."""
    if type(calls) is not list or type(dealer) is not int or not 0 <= dealer <= 3:
        return None
    turn, declarer, passes, out, bidders, over = dealer, 0, 0, 0, 0, False
    highest, level = None, 0
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
            if options.pass_is_final:
                out |= 1 << turn
        else:
            highest = BIDS[name]
            if highest.level <= level:
                return None
            level, declarer, passes = highest.level, turn, 0
            bidders |= 1 << turn
        over = passes == 3 if level else passes == 4
        if level and out:
            over = out.bit_count() == 3
    return (declarer, highest, bidders) if over and highest is not None else None


def _hand(record: dict[str, Any], options: Options) -> Hand | None:
    auction = _auction(record["auction"], record["dealer"], options)
    dealt = _dealt(record["deal"], BIT_OF[record["centre"]])
    words = record["contract"]
    if auction is None or dealt is None or type(words) is not dict:
        return None
    declarer, bid, bidders = auction
    if len(words) != ("trump" in words) + ("call" in words):
        return None
    trumps = TRUMPS[words.get("trump")]
    nine, discard = dealt[declarer] | BIT_OF[record["centre"]], BIT_OF[record["discard"]]
    if bool(trumps.cards) is not bid.contract.trumps or not nine & discard:
        return None
    called = called_card(words.get("call"), bid, trumps, nine, ace_is_free=ACES & ~nine != 0)
    if isinstance(called, Problem):
        return None
    dealt[declarer] = nine & ~discard
    if called is None:
        return Hand(declarer, None, (declarer,), bid, bidders, trumps, dealt)
    partner = 0
    while not dealt[partner] & called:
        partner += 1
    return Hand(declarer, partner, (declarer, partner), bid, bidders, trumps, dealt)


def _dealt(deal: Any, centre: int) -> list[int] | None:
    """Four hands of eight that make up the pack with the centre card, so none is there twice."""
    if type(deal) is not list or len(deal) != 4:
        return None
    hands, seen, bits = [], centre, BIT_OF
    for hand in deal:
        if type(hand) is not list:
            return None
        a, b, c, d, e, f, g, h = hand
        mask = bits[a] | bits[b] | bits[c] | bits[d] | bits[e] | bits[f] | bits[g] | bits[h]
        seen |= mask
        hands.append(mask)
    return hands if seen == WHOLE_PACK else None


# Play


def _play(plays: Any, hands: list[int], leader: int, trumps: Trumps) -> Tricks | None:
    """Whole tricks in which every card was held and allowed; `hands` are played empty."""
    if type(plays) is not list or len(plays) > TRICKS:
        return None
    winners, points, numbers = [], [], NUMBERS
    for trick in plays:
        if type(trick) is not list:
            return None
        first, second, third, fourth = trick
        cards = (numbers[first], numbers[second], numbers[third], numbers[fourth])
        winner = _trick(cards, hands, leader, trumps)
        if winner is None:
            return None
        leader = winner
        worth = trumps.points
        winners.append(leader)
        points.append(worth[cards[0]] + worth[cards[1]] + worth[cards[2]] + worth[cards[3]])
    return Tricks(winners, points)


def _trick(cards: tuple[int, ...], hands: list[int], seat: int, trumps: Trumps) -> int | None:
    """Who wins; None where a card was not held or not allowed. The rules: `play.py`."""
    lead, trump_cards, plain = cards[0], trumps.cards, ~trumps.jack
    led, worth = trumps.follow[lead], trumps.strength[lead]
    best, beaten, winner = 0, 0, seat
    for card in cards:
        hand, bit = hands[seat], 1 << card
        if not hand & bit:
            return None
        hands[seat] = hand ^ bit
        if not bit & led:
            if bit & trump_cards:
                if bit & beaten and hand & plain & ~beaten:
                    return None
                beaten |= trumps.lower[card]
            elif hand & led & plain:
                return None
        if worth[card] > best:
            best, winner = worth[card], seat
        seat = (seat + 1) & 3
    return winner
