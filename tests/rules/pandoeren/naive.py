"""A second scorer of Pandoeren, slow and plain, to differ from.

It shares nothing with `rules/`: cards stay words, hands are sets of words, and every question is
answered by looking at all cards. It judges records in full detail (four hands, centre, discard,
auction, contract, plays, announcements, a claim or a ruling) and gives the first problem as
(code, place), or the facts of the verdict.
"""

from itertools import product
from typing import Any

Record = dict[str, Any]
SUITS = "SHDC"
RANKS = "AKQJT987"
TRUMP_RANKS = "J9AKQT876"
PACK = {suit + rank for suit in SUITS for rank in RANKS} | {"H6"}
PLAIN = {"A": 11, "T": 10, "K": 3, "Q": 2, "J": 1}
TRUMP = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 3, "Q": 2}

LIST = [
    *("120", "130", "140", "piccolo", "misere", "150", "160", "kereltje", "zwabber"),
    *("170", "180", "190", "solo_zwabber", "piccolo_ouvert"),
    *(str(points) for points in range(200, 301, 10)),
    *("misere_ouvert", "stil_praatje", "pandoer"),
    *(f"pandoer+{roem}" for roem in range(20, 401, 20)),
    *("praatje", "prive"),
]
"""Every bid from low to high."""

WORTH = {
    **dict.fromkeys(("120", "130", "140"), 1),
    **dict.fromkeys(("150", "160", "kereltje", "zwabber"), 2),
    **dict.fromkeys(("170", "180", "190", "piccolo", "misere"), 3),
    **dict.fromkeys((str(points) for points in range(200, 301, 10)), 4),
    **dict.fromkeys(("solo_zwabber", "pandoer"), 5),
    **dict.fromkeys((f"pandoer+{roem}" for roem in range(20, 401, 20)), 5),
    **dict.fromkeys(("piccolo_ouvert", "misere_ouvert"), 6),
    **dict.fromkeys(("stil_praatje", "praatje"), 9),
    "prive": 10,
}
CALLING_AN_ACE = {b for b in LIST if b.isdigit() or b == "zwabber" or b.startswith("pandoer")}
WITHOUT_TRUMPS = {"zwabber", "solo_zwabber"}
EVERY_TRICK = {"kereltje", "solo_zwabber", "prive", *(b for b in LIST if b.startswith("pandoer"))}
NO_TRICK = {"misere", "misere_ouvert", "stil_praatje", "praatje"}
ONE_TRICK = {"piccolo", "piccolo_ouvert"}


class WrongError(Exception):
    """The first problem: code and place."""


def spelt(name: str) -> str:
    return name[0] + "T" if name[1:] == "10" else name


# Auction


def is_over(calls: list[Record], final: bool) -> bool:
    bids = [call["bid"] for call in calls]
    if all(bid == "pass" for bid in bids):
        return len(bids) == 4
    if final:
        return len({call["seat"] for call in calls if call["bid"] == "pass"}) == 3
    return bids[-3:] == ["pass"] * 3


def next_to_call(calls: list[Record], dealer: int, final: bool) -> int:
    seat = calls[-1]["seat"] if calls else dealer
    passed = {call["seat"] for call in calls if call["bid"] == "pass"} if final else set()
    order = [(seat + step) % 4 for step in (1, 2, 3, 4)]
    return next(other for other in order if other not in passed)


def higher(bid: str, calls: list[Record]) -> bool:
    made = [LIST.index(call["bid"]) for call in calls if call["bid"] != "pass"]
    return not made or LIST.index(bid) > max(made)


def check_auction(record: Record, final: bool) -> None:
    calls = record["auction"]
    for i, call in enumerate(calls):
        before = calls[:i]
        if before and is_over(before, final):
            raise WrongError("auction.after_end", f"/auction/{i}")
        if call["bid"] not in (*LIST, "pass"):
            raise WrongError("auction.unknown_bid", f"/auction/{i}")
        if call["seat"] != next_to_call(before, record["dealer"], final):
            raise WrongError("auction.out_of_turn", f"/auction/{i}")
        if call["bid"] != "pass" and not higher(call["bid"], before):
            raise WrongError("auction.not_higher", f"/auction/{i}")
    if not calls or not is_over(calls, final):
        raise WrongError("auction.incomplete", "/auction")


# Contract


def check_call(
    bid: str, trump: str | None, call: str | None, nine: set[str], discard: str
) -> str | None:
    """The called card, or None where the declarer plays alone."""
    at = "/contract/call"
    dealt, nine = nine, nine | {discard}
    jacks = {suit + "J" for suit in SUITS}
    if bid == "kereltje" and f"{trump}J" in nine and not jacks <= nine:
        raise WrongError("call.own_card", "/contract/trump")
    if call is not None and call not in PACK:
        raise WrongError("contract.unknown", at)
    if bid == "kereltje":
        if call not in (None, f"{trump}J"):
            raise WrongError("call.not_allowed", at)
        if not jacks <= nine:
            return f"{trump}J"
        if call is not None:
            raise WrongError("call.own_card", at)
        return None
    if bid not in CALLING_AN_ACE:
        if call is not None:
            raise WrongError("call.not_allowed", at)
        return None
    aces, kings = ({suit + rank for suit in SUITS} for rank in "AK")
    if call is None:
        if not aces | kings <= nine:
            raise WrongError("call.missing", at)
        return None
    if call[1] not in "AK":
        raise WrongError("call.not_allowed", at)
    if call in nine:
        raise WrongError("call.own_card", at)
    if call in kings and not aces <= dealt:
        raise WrongError("call.king_only", at)
    return call


def check_contract(record: Record, bid: str, declarer: int) -> tuple[int | None, list[set[str]]]:
    """The partner and the four hands after the exchange."""
    if "contract" not in record:
        raise WrongError("contract.missing", "/contract")
    trump, call = record["contract"].get("trump"), record["contract"].get("call")
    if trump is not None and trump not in list(SUITS):
        raise WrongError("contract.unknown", "/contract/trump")
    if (trump is None) != (bid in WITHOUT_TRUMPS):
        raise WrongError("contract.not_allowed", "/contract/trump")
    hands = [{spelt(card) for card in hand} for hand in record["deal"]]
    nine = hands[declarer] | {spelt(record["centre"])}
    discard = spelt(record["discard"])
    called = check_call(bid, trump, None if call is None else spelt(call), nine, discard)
    if discard not in nine:
        raise WrongError("deal.bad_discard", "/discard")
    hands[declarer] = nine - {discard}
    holders = [seat for seat in range(4) if called in hands[seat]]
    return (holders[0] if called is not None else None), hands


# Play


def order_of(trump: str | None, led: str) -> list[str]:
    """The cards that can win, from high to low."""
    trumps = [] if trump is None else [trump + rank for rank in TRUMP_RANKS]
    return trumps + ([] if led == trump else [led + rank for rank in RANKS + "6"])


def winner_of(trick: list[str], trump: str | None) -> int:
    return next(trick.index(card) for card in order_of(trump, trick[0][0]) if card in trick)


def breach_of(card: str, hand: set[str], trick: list[str], trump: str | None) -> str | None:
    """What is wrong with playing a card of the hand to a trick, by the letter of the rules."""
    if not trick:
        return None
    led = trick[0][0]
    jass = "" if trump is None else trump + "J"
    could_follow = any(other[0] == led and other != jass for other in hand)
    if card[0] != led and card[0] != trump and could_follow:
        return "play.revoke"
    if led != trump and card[0] == trump:
        trumps = [trump + rank for rank in TRUMP_RANKS]
        best = min((trumps.index(other) for other in trick if other[0] == trump), default=99)
        lower = set(trumps[best + 1 :])
        if card in lower and not hand - {jass} <= lower:
            return "play.undertrump"
    return None


def legal_cards(hand: set[str], trick: list[str], trump: str | None) -> list[str]:
    return sorted(card for card in hand if breach_of(card, hand, trick, trump) is None)


def check_play(
    record: Record, hands: list[set[str]], declarer: int, forgiven: set[int]
) -> tuple[list[int], list[list[str]], list[tuple[str, str]]]:
    """Winners and cards of the complete tricks, and the breaches that a ruling forgave."""
    trump, leader = record["contract"].get("trump"), declarer
    left = [set(hand) for hand in hands]
    played: set[str] = set()
    winners, tricks, warnings = [], [], []
    for t, names in enumerate(record["plays"]):
        if t == 8:
            raise WrongError("play.too_many", f"/plays/{t}")
        if len(names) > 4 or (len(names) < 4 and t < len(record["plays"]) - 1):
            raise WrongError("play.wrong_size", f"/plays/{t}")
        trick: list[str] = []
        for i, name in enumerate(names):
            at, seat = f"/plays/{t}/{i}", (leader + i) % 4
            if name == "" or spelt(name) not in PACK:
                raise WrongError("play.unknown_piece", at)
            card = spelt(name)
            if card in played:
                raise WrongError("play.duplicate", at)
            if card not in hands[seat]:
                raise WrongError("play.not_held", at)
            breach = breach_of(card, left[seat], trick, trump)
            if breach and seat not in forgiven:
                raise WrongError(breach, at)
            if breach:
                warnings.append((breach, at))
            trick.append(card)
            played.add(card)
            left[seat].discard(card)
        if len(trick) == 4:
            leader = (leader + winner_of(trick, trump)) % 4
            winners.append(leader)
            tricks.append(trick)
    return winners, tricks, warnings


# Roem


def _ladder() -> list[tuple[set[str], int]]:
    """Every run and four of a kind with its value, from low to high."""

    def runs(length: int, value: int) -> list[tuple[set[str], int]]:
        combinations = []
        for start, suit in product(reversed(range(9 - length + 1)), reversed(SUITS)):
            cards = {suit + rank for rank in (RANKS + "6")[start : start + length]}
            if cards <= PACK:
                combinations.append((cards, value))
        return combinations

    def four(rank: str, value: int) -> list[tuple[set[str], int]]:
        return [({suit + rank for suit in SUITS}, value)]

    return [
        *runs(3, 20), *runs(4, 50), *runs(5, 100),
        *four("Q", 100), *four("K", 100), *four("A", 100),
        *runs(6, 120), *runs(7, 140), *runs(8, 160), *four("J", 200),
    ]  # fmt: skip


LADDER = _ladder()


def best_of(hand: set[str]) -> int:
    """The place on the ladder of the best roem; -1 without any."""
    return max((place for place, (cards, _) in enumerate(LADDER) if cards <= hand), default=-1)


def value_of(hand: set[str]) -> int:
    """Fours, and those runs that are part of no longer run in the hand."""
    held = [(cards, value) for cards, value in LADDER if cards <= hand]
    runs = [(cards, value) for cards, value in held if len({card[0] for card in cards}) == 1]
    fours = [value for cards, value in held if len({card[0] for card in cards}) == 4]
    longest = [value for cards, value in runs if not any(cards < other for other, _ in runs)]
    return sum(fours) + sum(longest)


def counts_roem(bid: str) -> bool:
    return bid.isdigit() or bid.startswith("pandoer+")


def check_roem(
    record: Record, bid: str, declarer: int, partner: int | None, hands: list[set[str]]
) -> int:
    """What roem counts, after everything that was announced and denied."""
    side = {declarer, partner}
    roem, denials = record.get("roem", []), record.get("denials", [])
    bidders = {call["seat"] for call in record["auction"] if call["bid"] != "pass"}
    announced: list[int] = []
    for i, entry in enumerate(roem):
        seat = entry["seat"]
        if not counts_roem(bid) or seat not in side or seat in announced:
            raise WrongError("roem.not_allowed", f"/roem/{i}")
        if value_of(hands[seat]) == 0:
            raise WrongError("roem.none", f"/roem/{i}")
        if entry.get("value", value_of(hands[seat])) != value_of(hands[seat]):
            raise WrongError("roem.wrong_value", f"/roem/{i}")
        announced.append(seat)
    entitled = bidders - side if counts_roem(bid) else set()

    def beaten(seat: int) -> bool:
        tried = {e["by"] for e in denials if e["against"] == seat} & entitled
        return any(best_of(hands[by]) > best_of(hands[seat]) for by in tried)

    stands = declarer in announced and not beaten(declarer)
    for i, entry in enumerate(denials):
        late = entry["against"] == partner and stands
        if entry["by"] not in entitled or entry["against"] not in announced or late:
            raise WrongError("denial.not_entitled", f"/denials/{i}")
    both = sum(value_of(hands[seat]) for seat in announced)
    if stands:
        return both
    return both if partner in announced and not beaten(partner) else 0


def check_stuk(record: Record, bid: str, side: set[int | None], hands: list[set[str]]) -> int:
    seat = record.get("stuk")
    if seat is None:
        return 0
    if not counts_roem(bid) or seat not in side:
        raise WrongError("stuk.not_allowed", "/stuk")
    trump = record["contract"]["trump"]
    if not {trump + "K", trump + "Q"} <= hands[seat]:
        raise WrongError("stuk.not_held", "/stuk")
    return 20


# Result


def points_of(trick: list[str], trump: str | None) -> int:
    return sum((TRUMP if card[0] == trump else PLAIN).get(card[1], 0) for card in trick)


def is_made(bid: str, by: list[str], total: int, extra: int, *, any_trick: bool) -> bool:
    """`by` says of each of eight tricks who won it: declarer, partner or foe."""
    ours = [who for who in by if who != "foe"]
    if bid.isdigit():
        return total >= int(bid)
    if bid in NO_TRICK:
        return not ours
    if bid in ONE_TRICK:
        return len(ours) == 1 and (any_trick or by[0] == "declarer")
    if bid == "zwabber":
        return len(ours) == 8 and by[:4] == ["declarer"] * 4
    needed = int(bid[len("pandoer+") :]) if bid.startswith("pandoer+") else 0
    return len(ours) == 8 and extra >= needed


def endings(by: list[str], claim: str | None, alone: bool) -> list[list[str]]:
    """Every way in which the tricks may go on."""
    rest = 8 - len(by)
    who = ["declarer", "foe"] if alone else ["declarer", "partner", "foe"]
    if claim == "defence":
        who = ["foe"]
    elif claim == "declarer":
        who.remove("foe")
    return [by + list(more) for more in product(who, repeat=rest)]


def settle(record: Record, any_trick: bool, final: bool) -> Record:
    check_auction(record, final)
    bids = [call for call in record["auction"] if call["bid"] != "pass"]
    if not bids:
        return {
            "outcome": "passed_out", "declarer": None, "partner": None, "bid": None,
            "tricks": None, "points": None, "score": [0, 0, 0, 0], "warnings": [],
        }  # fmt: skip
    declarer, bid = bids[-1]["seat"], bids[-1]["bid"]
    partner, hands = check_contract(record, bid, declarer)
    trump = record["contract"].get("trump")
    side = {declarer, partner} - {None}
    ruling = record.get("ruling", {}).get("against")
    guilty = {"declarer": side, "defence": {0, 1, 2, 3} - side}.get(ruling, set())
    winners, tricks, warnings = check_play(record, hands, declarer, guilty)
    claim = record.get("claim") if len(winners) < 8 else None
    names = {declarer: "declarer", partner: "partner"}
    by = [names.get(winner, "foe") for winner in winners]
    ways = endings(by, claim, partner is None)
    free = "claim" in record or "ruling" in record
    could = {is_made(bid, way, 0, 10**6, any_trick=any_trick) for way in ways if not bid.isdigit()}
    if len(winners) < 8 and not free and could != {False}:
        raise WrongError("play.incomplete", "/plays")
    roem = check_roem(record, bid, declarer, partner, hands)
    stuk = check_stuk(record, bid, side, hands)
    cards = None
    if len(winners) == 8 or claim is not None:
        taken = [points_of(trick, trump) for trick in tricks]
        everything = points_of(sorted(set().union(*hands)), trump) + 5
        ours = sum(p for p, winner in zip(taken, winners, strict=True) if winner in side)
        if claim == "declarer" or (len(winners) == 8 and winners[-1] in side):
            theirs = sum(taken) - ours
            cards = everything - theirs
        else:
            cards = ours
    total = (cards or 0) + roem + stuk
    made = {is_made(bid, way, total, roem + stuk, any_trick=any_trick) for way in ways}
    if ruling is not None:
        made = {ruling == "defence"}
    if len(made) > 1:
        raise WrongError("claim.ambiguous", "/claim")
    sign = 1 if made == {True} else -1
    known = bid.isdigit() and cards is not None
    return {
        "outcome": "made" if sign == 1 else "set",
        "declarer": declarer,
        "partner": partner,
        "bid": bid,
        "tricks": [winners.count(s) for s in range(4)] if winners and claim is None else None,
        "points": {"cards": cards, "roem": roem, "stuk": stuk, "total": total} if known else None,
        "score": [sign * WORTH[bid] if seat in side else 0 for seat in range(4)],
        "warnings": warnings,
    }


def judge(record: Record, *, any_trick: bool = False, final: bool = False) -> Record:
    """The facts of the verdict, or {"problem": (code, place)}."""
    try:
        return settle(record, any_trick, final)
    except WrongError as wrong:
        return {"problem": wrong.args}
