"""A second scorer of Dummy-Hand Spades, slow and plain, to differ from.

It shares nothing with `rules/`: cards stay words, hands are lists of words, the table is a list of
seats. It judges whole records of sound shape (deal, auction, plays, results, claim, tally,
flipped) and gives the first problem as (code, place), or the facts of the verdict.
"""

from collections.abc import Mapping, Sequence
from typing import Any

SUITS = "SHDC"
RANKS = "AKQJT98765432"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
DUMMY = 3

Fault = tuple[str, str]
Options = Mapping[str, Any]
Record = Mapping[str, Any]


def spelt(name: str) -> str:
    """The ten with one letter."""
    return name[0] + "T" if name[1:] == "10" else name


def spelt_hand(hand: Sequence[str] | None) -> list[str] | None:
    """A hand as its cards are written."""
    return None if hand is None else [spelt(name) for name in hand]


# The deal


def deal_fault(record: Record, options: Options) -> Fault | None:
    """The first thing wrong with the hands or the cards turned up."""
    seen: list[str] = []
    for seat, hand in enumerate(record.get("deal", ())):
        if hand is not None:
            fault = cards_fault(hand, f"/deal/{seat}", 13, seen)
            if fault:
                return fault
    if "flipped" not in record:
        return None
    peek = options["peek"]
    wanted = 3 * int(peek[4:]) if peek.startswith("flip") else 0
    return cards_fault(record["flipped"], "/flipped", wanted, [])


def cards_fault(cards: Sequence[str], at: str, wanted: int, seen: list[str]) -> Fault | None:
    """Unknown cards, then their number, then cards seen before."""
    for i, name in enumerate(cards):
        if spelt(name) not in PACK:
            return "deal.unknown_piece", f"{at}/{i}"
    if len(cards) != wanted:
        return "deal.wrong_size", at
    for i, name in enumerate(cards):
        if spelt(name) in seen:
            return "deal.duplicate", f"{at}/{i}"
        seen.append(spelt(name))
    return None


# The auction


def call_fault(
    call: Record, i: int, dealer: int, hand: Sequence[str] | None, options: Options
) -> str | None:
    """What is wrong with one bid, if anything; `hand` is the bidder's where the deal gives it."""
    nils = call.get("nil", [])
    if i >= 3:
        return "auction.after_end"
    if call["bid"] not in [str(n) for n in range(14)]:
        return "auction.unknown_bid"
    if call["seat"] != (dealer + 1 + i) % 3:
        return "auction.out_of_turn"
    twice = any(nils.count(hand) > 1 for hand in nils)
    no_suicide = options["bidding"] == "suicide" and not nils
    no_mirror = False
    if options["bidding"] == "mirror" and hand is not None:
        spades = len([name for name in hand if name[0] == "S"])
        no_mirror = int(call["bid"]) != spades or (spades == 0 and call["seat"] not in nils)
    return "auction.not_allowed" if twice or no_suicide or no_mirror else None


def declarer_of(record: Record) -> int:
    """The first of the highest bidders."""
    highest = max(int(call["bid"]) for call in record["auction"])
    return next(int(call["seat"]) for call in record["auction"] if int(call["bid"]) == highest)


def same_side(seat: int, other: int, declarer: int) -> bool:
    """Declarer and dummy are one side, the two others the other."""
    declarers = {declarer, DUMMY}
    return (seat in declarers) == (other in declarers)


def nils_that_apply(record: Record, declarer: int) -> list[tuple[int, int]]:
    """Bidder and hand, in the order of the record."""
    return [
        (call["seat"], hand)
        for call in record["auction"]
        for hand in call.get("nil", [])
        if same_side(call["seat"], hand, declarer)
    ]


# The play


def table(declarer: int) -> list[int]:
    """The seats clockwise; the dummy sits opposite the declarer."""
    return [declarer, (declarer + 1) % 3, DUMMY, (declarer + 2) % 3]


def order_from(leader: int, declarer: int) -> list[int]:
    """The seats of a trick."""
    seats = table(declarer)
    while seats[0] != leader:
        seats.append(seats.pop(0))
    return seats


def winning_place(trick: Sequence[str]) -> int:
    """The highest spade, else the highest card of the suit led."""
    suit = "S" if any(name[0] == "S" for name in trick) else trick[0][0]
    candidates = [name for name in trick if name[0] == suit]
    return trick.index(min(candidates, key=lambda name: RANKS.index(name[1])))


def may_play(
    name: str, hand: Sequence[str], led: str | None, *, broken: bool, options: Options
) -> str | None:
    """The fault of playing a card from this hand, if any."""
    if led is not None:
        could_follow = any(other[0] == led[0] for other in hand)
        return "play.revoke" if name[0] != led[0] and could_follow else None
    if name[0] != "S" or broken or not options["break_spades"]:
        return None
    return "play.bad_lead" if any(other[0] != "S" for other in hand) else None


def hands_known(record: Record, declarer: int) -> tuple[list[list[str]], list[list[str]]]:
    """What each seat is taken to hold, and what it cannot hold."""
    deal = [spelt_hand(hand) for hand in record.get("deal", [None] * 4)]
    dealt = [name for hand in deal if hand for name in hand]
    if deal.count(None) == 1:
        deal = [hand or [name for name in PACK if name not in dealt] for hand in deal]
    held = [list(hand or []) for hand in deal]
    cannot = [[n for n in PACK if n not in hand] if hand else dealt for hand in deal]
    seen: list[str] = []
    for seat, name in as_written(record, declarer):
        if deal[seat] is None and name not in seen and name not in cannot[seat]:
            held[seat].append(name)
        seen.append(name)
    return held, cannot


def as_written(record: Record, declarer: int) -> list[tuple[int, str]]:
    """Who plays what, up to the first trick that proves nothing."""
    said: list[tuple[int, str]] = []
    leader = (record["dealer"] + 1) % 3
    plays = record.get("plays", [])
    for t, words in enumerate(plays[:13]):
        trick = [spelt(name) for name in words]
        short = len(trick) < 4 and t < len(plays) - 1
        if short or len(trick) > 4 or any(name not in PACK for name in trick):
            break
        said += zip(order_from(leader, declarer), trick, strict=False)
        if len(trick) == 4:
            leader = order_from(leader, declarer)[winning_place(trick)]
    return said


def play(record: Record, declarer: int, options: Options) -> list[int] | Fault:
    """Who wins each complete trick, or the first fault."""
    held, cannot = hands_known(record, declarer)
    for i, name in enumerate(record.get("flipped", [])):
        if spelt(name) in cannot[DUMMY]:
            return "play.not_held", f"/flipped/{i}"
    if "trick_results" in record:
        winners = [entry["winner"] for entry in record["trick_results"]]
        return winners if len(winners) <= 13 else ("play.too_many", "/trick_results/13")
    leader, gone, winners = (record["dealer"] + 1) % 3, list[str](), list[int]()
    plays = record.get("plays", [])
    for t, words in enumerate(plays):
        if t > 12:
            return "play.too_many", f"/plays/{t}"
        if len(words) > 4 or (len(words) < 4 and t < len(plays) - 1):
            return "play.wrong_size", f"/plays/{t}"
        order, trick = order_from(leader, declarer), list[str]()
        broken = any(name[0] == "S" for name in gone)
        for i, (seat, word) in enumerate(zip(order, words, strict=False)):
            name = spelt(word)
            left = [other for other in held[seat] if other not in gone]
            wrong = piece_fault(name, gone, cannot[seat]) or may_play(
                name, left, trick[0] if trick else None, broken=broken, options=options
            )
            if wrong:
                return wrong, f"/plays/{t}/{i}"
            trick.append(name)
            gone.append(name)
        if len(trick) == 4:
            leader = order[winning_place(trick)]
            winners.append(leader)
    return winners


def piece_fault(name: str, gone: Sequence[str], cannot: Sequence[str]) -> str | None:
    """A card that cannot have been played by that seat now."""
    if name not in PACK:
        return "play.unknown_piece"
    if name in gone:
        return "play.duplicate"
    return "play.not_held" if name in cannot else None


# The result


def judge(record: Record, options: Options) -> dict[str, Any]:
    """`{"problem": (code, place)}`, or the facts."""
    wrong = deal_fault(record, options)
    if wrong:
        return {"problem": wrong}
    deal = [spelt_hand(hand) for hand in record.get("deal", [None] * 4)]
    for i, call in enumerate(record["auction"]):
        fault = call_fault(call, i, record["dealer"], deal[call["seat"]], options)
        if fault:
            return {"problem": (fault, f"/auction/{i}")}
    if len(record["auction"]) < 3:
        return {"problem": ("auction.incomplete", "/auction")}
    declarer = declarer_of(record)
    winners = play(record, declarer, options)
    if isinstance(winners, tuple):
        return {"problem": winners}
    return conclude(record, declarer, [winners.count(hand) for hand in range(4)], options)


def conclude(record: Record, declarer: int, won: list[int], options: Options) -> dict[str, Any]:
    """The facts, by every way in which the hand can have ended: none, one, or many."""
    claim, tally = record.get("claim"), record.get("tally", {})
    left = 13 - sum(won)
    key = "plays" if "plays" in record else "trick_results"
    if left and claim is None and key in record:
        return {"problem": ("play.incomplete", f"/{key}")}
    wrong = tally_fault(tally, declarer)
    if wrong:
        return {"problem": wrong}
    ends = endings(won, left, claim, declarer)
    for name, value in (("tricks", tally.get("tricks")), ("side", tally.get("declarer_side"))):
        place = "/tally/tricks" if name == "tricks" else "/tally/declarer_side"
        wanted = [end for end in ends if value in (None, look(end, name, declarer))]
        if not wanted:
            return {"problem": ("tally.mismatch", place)}
    fitting = [
        end
        for end in ends
        if tally.get("tricks") in (None, end)
        and tally.get("declarer_side") in (None, look(end, "side", declarer))
    ]
    nils = nils_that_apply(record, declarer)
    if claim is None and len({result(end, nils, declarer) for end in fitting}) > 1:
        return {"problem": ("tally.insufficient", "/tally")}
    if claim is not None and len({result(end, nils, declarer) for end in ends}) > 1:
        return {"problem": ("claim.ambiguous", "/claim")}
    return facts(record, declarer, fitting[0], nils, options) | {
        "tricks": fitting[0] if left == 0 else tally.get("tricks")
    }


def tally_fault(tally: Mapping[str, Any], declarer: int) -> Fault | None:
    """What no hand can come to."""
    tricks, side = tally.get("tricks"), tally.get("declarer_side")
    if tricks is not None and sum(tricks) != 13:
        return "tally.impossible", "/tally/tricks"
    if side is not None and side > 13:
        return "tally.impossible", "/tally/declarer_side"
    if tricks is not None and side is not None and look(tricks, "side", declarer) != side:
        return "tally.impossible", "/tally"
    return None


def endings(won: list[int], left: int, claim: str | None, declarer: int) -> list[list[int]]:
    """Every number of tricks by hand that the rest of the play can lead to."""
    if left == 0:
        return [won]
    takers = {
        None: [0, 1, 2, 3],
        "declarer": [declarer, DUMMY],
        "defence": [seat for seat in range(3) if seat != declarer],
    }[claim]
    ends = []
    for shares in splits(left, len(takers)):
        end = list(won)
        for hand, share in zip(takers, shares, strict=True):
            end[hand] += share
        ends.append(end)
    return ends


def splits(total: int, parts: int) -> list[tuple[int, ...]]:
    """Every way to part a number."""
    if parts == 1:
        return [(total,)]
    return [
        (first, *rest) for first in range(total + 1) for rest in splits(total - first, parts - 1)
    ]


def look(end: Sequence[int], name: str, declarer: int) -> Any:
    """The tricks by hand, or those of declarer and dummy."""
    return end if name == "tricks" else end[declarer] + end[DUMMY]


def result(end: Sequence[int], nils: Sequence[tuple[int, int]], declarer: int) -> tuple[Any, ...]:
    """What the score hangs on."""
    return look(end, "side", declarer), tuple(end[hand] == 0 for _, hand in nils)


def facts(
    record: Record,
    declarer: int,
    end: Sequence[int],
    nils: Sequence[tuple[int, int]],
    options: Options,
) -> dict[str, Any]:
    """The score of a hand that ended so."""
    bids = {call["seat"]: int(call["bid"]) for call in record["auction"]}
    points, bags = [0, 0, 0], [0, 0, 0]
    for seat in range(3):
        side = sum(end[hand] for hand in range(4) if same_side(hand, seat, declarer))
        if side < bids[seat]:
            points[seat] -= 10 * bids[seat]
        else:
            points[seat] += 10 * bids[seat] + (side - bids[seat])
            bags[seat] = side - bids[seat]
    for bidder, hand in nils:
        points[bidder] += options["nil_bonus"] if end[hand] == 0 else -options["nil_bonus"]
    return {
        "outcome": "played",
        "declarer": declarer,
        "partner": DUMMY,
        "bid": str(bids[declarer]),
        "score": points,
        "bags": bags,
        "nil": [{"bidder": b, "hand": hand, "made": end[hand] == 0} for b, hand in nils],
    }


# The match


def match_totals(
    verdicts: Sequence[Mapping[str, Any]], options: Options
) -> tuple[list[list[int]], list[int], int | None]:
    """Totals after each hand, bags now standing, and who won."""
    totals, bags, running, winner = [0, 0, 0], [0, 0, 0], [], None
    for verdict in verdicts:
        for player in range(3):
            totals[player] += verdict["score"][player]
            for _ in range(verdict["bags"][player]):
                bags[player] += 1
                if bags[player] == options["bag_limit"]:
                    bags[player] = 0
                    totals[player] -= options["bag_penalty"]
        running.append(list(totals))
        first, second = sorted(totals, reverse=True)[:2]
        winner = totals.index(first) if first >= options["target"] and first > second else None
    return running, bags, winner
