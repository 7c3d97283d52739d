"""The short way to the verdict on a record in full detail.

Most records of a club that writes everything down are legal and whole: four hands, the centre
card and the card thrown out, the auction, the contract and the tricks. For those this module
gives the verdict in one pass over bit masks, by the tables that the careful way reads too. Of
anything else it says None, and the careful way finds out what is wrong.
"""

from collections.abc import Mapping
from typing import Any, Final

from rules.pandoeren.contracts import BIDS, PASS, Bid
from rules.pandoeren.options import Options
from rules.pandoeren.partnership import called_card
from rules.pandoeren.pieces import ACES, BIT_OF, HAND_SIZE, NUMBERS, SUITS, TRICKS, WHOLE_PACK
from rules.pandoeren.short_result import Hand, short_verdict
from rules.pandoeren.trumps import TRUMPS, Trumps
from rules.problems import Problem

REQUIRED: Final = 5
"""The keys of a whole record; all others that it knows may stand beside them."""
THREE: Final = frozenset({0b0111, 0b1011, 0b1101, 0b1110})
"""Three seats of four, as masks."""
SHAPES: Final = (LookupError, TypeError, ValueError, AttributeError)
"""What a record of another shape raises when it is read without asking first."""


def quick(record: dict[str, Any], options: Options, size: int) -> dict[str, Any] | None:
    """The verdict on a legal record in full detail, of `size` keys; else None."""
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
    """Who plays what with whom, after the exchange."""
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
    """The card thrown out; where it is not named, the one that nobody plays in eight tricks."""
    if "discard" in record:
        return BIT_OF[record["discard"]]
    played = 0
    for trick in record["plays"]:
        for name in trick:
            played |= BIT_OF[name]
    return WHOLE_PACK & ~played


def _dealt(deal: Any) -> list[int] | None:
    """Four hands of eight in which no card is there twice."""
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
    """The winners of whole tricks in which every card was held and allowed."""
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
    """Who wins the tricks, by the rules in `play.py`; `hands` are played empty."""
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
