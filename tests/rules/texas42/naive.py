"""A second scorer of Texas 42, slow and plain, to differ from.

It shares nothing with `rules/`: dominoes stay words, suits are sets of words, and every question
is answered by looking at all dominoes. It judges records with auction, contract, seven whole
tricks and any of the four hands, and gives the first problem as (code, place), or the facts of
the verdict.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

PACK = [f"{high}-{low}" for low, high in combinations_with_replacement(range(7), 2)]
MARKS_CALLS = ["pass", *map(str, range(30, 42)), *(f"{n}m" for n in range(1, 11))]
POINTS_CALLS = ["pass", *map(str, range(30, 43)), "84", "168", "low-no"]
DOUBLES_SUIT = "doubles"


def spelt(name: str) -> str:
    """Higher end first."""
    return "-".join(sorted(name.split("-"), reverse=True))


def ends(name: str) -> tuple[int, int]:
    """The two ends, higher first."""
    high, low = name.split("-")
    return int(high), int(low)


def is_double(name: str) -> bool:
    """Both ends alike."""
    return name[0] == name[2]


def points(name: str) -> int:
    """5-5 and 6-4 are 10, 5-0, 4-1 and 3-2 are 5."""
    return {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}.get(name, 0)


def played_as(contract: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is really played: of a plunge or splash, what the partner named."""
    if contract["kind"] in ("plunge", "splash"):
        if "as" in contract:
            return contract["as"]
        return {"kind": "trump", "trump": contract["trump"]}
    return contract


def is_trump(name: str, played: Mapping[str, Any]) -> bool:
    """Every domino with the trump number, or every double where doubles are trumps."""
    if played["kind"] == "trump":
        return played["trump"] in ends(name)
    return played["kind"] == "doubles" and is_double(name)


def doubles_apart(played: Mapping[str, Any]) -> bool:
    """Whether doubles are a suit of their own."""
    return played["kind"] == "doubles" or played.get("doubles") in ("own", "own_low")


def answers(name: str, played: Mapping[str, Any]) -> set[object]:
    """The suits to which a domino belongs when it follows."""
    if is_trump(name, played):
        return {"trumps"}
    if doubles_apart(played) and is_double(name):
        return {DOUBLES_SUIT}
    return set(ends(name))


def calls_for(name: str, played: Mapping[str, Any]) -> object:
    """The suit that a domino stands for when it is led."""
    (suit,) = answers(name, played) if len(answers(name, played)) == 1 else {ends(name)[0]}
    return suit


def may_play(name: str, hand: Sequence[str], led: str | None, played: Mapping[str, Any]) -> bool:
    """Whether a hand may play this domino to that lead, or lead it."""
    if played["kind"] == "sevens":
        return abs(sum(ends(name)) - 7) == min(abs(sum(ends(other)) - 7) for other in hand)
    if led is None:
        return True
    suit = calls_for(led, played)
    return suit in answers(name, played) or all(suit not in answers(x, played) for x in hand)


def may_lead_first(
    name: str, hand: Sequence[str], played: Mapping[str, Any], options: Mapping[str, Any]
) -> bool:
    """The first lead, where the rules ask for a trump."""
    holds_trump = any(is_trump(other, played) for other in hand)
    return options["opening_lead"] == "any" or is_trump(name, played) or not holds_trump


def rank(name: str, suit: object, played: Mapping[str, Any]) -> int:
    """Height within a suit."""
    high, low = ends(name)
    if doubles_apart(played) and is_double(name):
        return -high if played.get("doubles") == "own_low" else high
    if is_double(name):
        return -1 if played.get("doubles") == "low" else 7
    number = played["trump"] if suit == "trumps" else suit
    return low if number == high else high


def winning_place(trick: Sequence[str], played: Mapping[str, Any]) -> int:
    """Which of the dominoes wins the trick."""
    if played["kind"] == "sevens":
        away = [abs(sum(ends(name)) - 7) for name in trick]
        return away.index(min(away))
    suit = "trumps" if any(is_trump(x, played) for x in trick) else calls_for(trick[0], played)
    able = [name for name in trick if suit in answers(name, played)]
    return trick.index(max(able, key=lambda name: rank(name, suit, played)))


def sitting_out(contract: Mapping[str, Any], declarer: int) -> int | None:
    """The seat whose hand is turned down."""
    return (declarer + 2) % 4 if played_as(contract)["kind"] == "nello" else None


def first_leader(contract: Mapping[str, Any], declarer: int, options: Mapping[str, Any]) -> int:
    """Who leads the first trick."""
    partner = (declarer + 2) % 4
    if played_as(contract)["kind"] == "nello":
        return declarer
    if contract["kind"] == "splash":
        return partner
    if contract["kind"] == "plunge" and options["plunge_leader"] == "partner":
        return partner
    return declarer


def order_from(leader: int, out: int | None) -> list[int]:
    """The seats of a trick, clockwise."""
    return [seat % 4 for seat in range(leader, leader + 4) if seat % 4 != out]


# Bids


def marks(bid: str) -> int:
    """Marks of a bid; nothing under 1 mark."""
    return int(bid[:-1]) if bid.endswith("m") else 0


def height(bid: str) -> int:
    """A number that grows with the bid."""
    return 41 + marks(bid) if bid.endswith("m") else int(bid)


def spelt_bid(bid: str, options: Mapping[str, Any]) -> str:
    """In marks 42 is 1 mark."""
    return "1m" if bid == "42" and options["scoring"] == "marks" else bid


def is_jump(bid: str, before: Sequence[str], options: Mapping[str, Any]) -> bool:
    """More marks than may be opened with, and not one more than the best so far."""
    most_so_far = max((marks(other) for other in before), default=0)
    if marks(bid) <= options["max_opening_marks"]:
        return False
    return most_so_far == 0 or marks(bid) != most_so_far + 1


def call_problem(  # noqa: PLR0911 - one way out for each line of the rule book
    bid: str, before: Sequence[str], options: Mapping[str, Any]
) -> str | None:
    """What is wrong with the next call in turn; `before` are the calls so far."""
    in_marks = options["scoring"] == "marks"
    if bid not in (MARKS_CALLS if in_marks else POINTS_CALLS):
        return "auction.unknown_bid"
    real = [other for other in before if other != "pass"]
    stuck = len(before) == 3 and not real
    if bid == "pass":
        forced = stuck and options["all_pass"] == "dealer_must_bid"
        return "auction.must_bid" if forced else None
    if bid == "low-no":
        return None if stuck and options["low_no"] else "auction.not_allowed"
    if any(height(bid) <= height(other) for other in real):
        return "auction.not_higher"
    if bid == "168" and "84" not in real:
        return "auction.not_allowed"
    plunging = options["plunge"] and marks(bid) == options["plunge_marks"]
    if in_marks and is_jump(bid, real, options) and not plunging:
        return "auction.not_allowed"
    return None


# Contracts


def contract_problem(
    contract: Mapping[str, Any],
    calls: Sequence[str],
    hand: Sequence[str] | None,
    options: Mapping[str, Any],
) -> str | None:
    """What is wrong with a contract of known words after these calls."""
    bids = [call for call in calls if call != "pass"]
    bid = bids[-1]
    kind = contract["kind"]
    if not may_name(contract, calls, options):
        return "contract.not_allowed"
    if marks(bid) and is_jump(bid, bids[:-1], options) and kind != "plunge":
        return "contract.must_plunge"
    doubles = 7 if hand is None else sum(is_double(name) for name in hand)
    if doubles < {"plunge": 4, "splash": 3}.get(kind, 0):
        return "contract.needs_doubles"
    return None


def may_name(  # noqa: PLR0911 - one way out for each contract
    contract: Mapping[str, Any], calls: Sequence[str], options: Mapping[str, Any]
) -> bool:
    """Whether the options and the bid permit the contract."""
    bids = [call for call in calls if call != "pass"]
    bid, kind = bids[-1], contract["kind"]
    worth = marks(bid) or (1 if bid in ("42", "84", "168") else 0)
    if bid == "low-no":
        return contract == {"kind": "nello", "doubles": "own"}
    with_bid = {"never": False, "mark_bids": worth >= 1, "any": True}
    if kind == "trump":
        return True
    if kind == "no_trump":
        return with_bid[options["no_trump"]] and contract["doubles"] in options["no_trump_doubles"]
    if kind == "doubles":
        return with_bid[options["doubles_trump"]]
    if kind == "sevens":
        return options["sevens"] and worth >= 1
    if kind == "nello":
        dealer_stuck = len(bids) == 1 and calls[3] == bid
        forced = dealer_stuck and options["all_pass"] == "dealer_must_bid"
        when = {"never": False, "dealer_forced": forced, "any": True}[options["nello"]]
        return when and worth >= 1 and contract["doubles"] in options["nello_doubles"]
    if not options[kind] or worth < options[f"{kind}_marks"]:
        return False
    return "as" not in contract or partner_may_name(contract["as"], options)


def partner_may_name(chosen: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """What the partner may name in place of a trump number."""
    if chosen["kind"] not in options["partner_may_choose"]:
        return False
    if chosen["kind"] == "sevens":
        return bool(options["sevens"])
    if chosen["kind"] == "doubles":
        return bool(options["doubles_trump"] != "never")
    allowed = options[f"{chosen['kind']}_doubles"]
    return options[chosen["kind"]] != "never" and chosen["doubles"] in allowed


# The whole record


def judge(record: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """`{"problem": (code, at)}`, or the facts of the verdict, of a record in full detail."""
    calls: list[str] = []
    for i, entry in enumerate(record["auction"]):
        call = spelt_bid(entry["bid"], options)
        wrong = call_problem(call, calls, options)
        if wrong:
            return {"problem": (wrong, f"/auction/{i}")}
        calls.append(call)
    if calls == ["pass"] * 4:
        return {"outcome": "passed_out", "score": [0, 0]}
    bid = [call for call in calls if call != "pass"][-1]
    declarer = (record["dealer"] + 1 + calls.index(bid)) % 4
    deal = record.get("deal") or [None] * 4
    hands = [hand and [spelt(name) for name in hand] for hand in deal]
    wrong = contract_problem(record["contract"], calls, hands[declarer], options)
    if wrong:
        return {"problem": (wrong, "/contract")}
    tricks = play(record, hands, declarer, options)
    if isinstance(tricks, dict):
        return tricks
    return score(record["contract"], bid, declarer, tricks, options)


def shown_by_play(
    record: Mapping[str, Any], declarer: int, options: Mapping[str, Any]
) -> list[tuple[int, str]]:
    """Who plays what, going by the tricks as written."""
    contract = record["contract"]
    leader = first_leader(contract, declarer, options)
    seen: list[tuple[int, str]] = []
    for words in record["plays"]:
        order = order_from(leader, sitting_out(contract, declarer))
        trick = [spelt(word) for word in words]
        seen += zip(order, trick, strict=True)
        leader = order[winning_place(trick, played_as(contract))]
    return seen


def what_they_hold(hands: list[list[str] | None], seen: list[tuple[int, str]]) -> list[list[str]]:
    """The hands as dealt, the fourth as the rest of the pack, others as their play shows them."""
    dealt = [name for hand in hands if hand for name in hand]
    if len(dealt) == 21:
        rest = [name for name in PACK if name not in dealt]
        return [hand or rest for hand in hands]
    first: dict[str, int] = {}
    for seat, name in seen:
        first.setdefault(name, seat)
    return [
        list(hand) if hand else [n for n, who in first.items() if who == seat and n not in dealt]
        for seat, hand in enumerate(hands)
    ]


def play(
    record: Mapping[str, Any],
    hands: list[list[str] | None],
    declarer: int,
    options: Mapping[str, Any],
) -> list[tuple[int, int]] | dict[str, Any]:
    """Winner and points of each trick, or the first problem."""
    contract = record["contract"]
    played = played_as(contract)
    leader = first_leader(contract, declarer, options)
    held = what_they_hold(hands, shown_by_play(record, declarer, options))
    gone: list[str] = []
    tricks: list[tuple[int, int]] = []
    for t, words in enumerate(record["plays"]):
        order = order_from(leader, sitting_out(contract, declarer))
        trick: list[str] = []
        for i, (seat, word) in enumerate(zip(order, words, strict=True)):
            name = spelt(word)
            left = [other for other in held[seat] if other not in gone]
            wrong = None
            if name in gone:
                wrong = "play.duplicate"
            elif cannot_hold(name, seat, hands):
                wrong = "play.not_held"
            elif not may_play(name, [*left, name], trick[0] if trick else None, played):
                wrong = "play.revoke"
            elif not gone and not may_lead_first(name, left, played, options):
                wrong = "play.bad_lead"
            if wrong:
                return {"problem": (wrong, f"/plays/{t}/{i}")}
            gone.append(name)
            trick.append(name)
        leader = order[winning_place(trick, played)]
        tricks.append((leader, 1 + sum(points(name) for name in trick)))
    return tricks


def cannot_hold(name: str, seat: int, hands: list[list[str] | None]) -> bool:
    """A domino of another's hand, or one that is missing in the seat's own."""
    tiles = hands[seat]
    return (tiles is not None and name not in tiles) or any(
        name in hand for other, hand in enumerate(hands) if hand and other != seat
    )


def score(
    contract: Mapping[str, Any],
    bid: str,
    declarer: int,
    tricks: Sequence[tuple[int, int]],
    options: Mapping[str, Any],
) -> dict[str, Any]:
    """The facts of seven tricks."""
    team = declarer % 2
    taken = [sum(count for winner, count in tricks if winner % 2 == side) for side in (0, 1)]
    won = sum(winner % 2 == team for winner, _ in tricks)
    if played_as(contract)["kind"] == "nello":
        made = won == 0
    elif marks(bid) or bid in ("42", "84", "168"):
        made = won == 7
    else:
        made = taken[team] >= int(bid)
    result = [0, 0]
    winners = team if made else 1 - team
    if options["scoring"] == "marks":
        result[winners] = max(1, marks(bid))
    elif bid in ("42", "84", "168", "low-no"):
        result[winners] = 42 if bid == "low-no" else int(bid)
    elif made:
        result = list(taken)
    else:
        result[winners] = taken[winners] + int(bid)
    return {
        "outcome": "made" if made else "set",
        "declarer": declarer,
        "bid": bid,
        "tricks": [sum(winner == seat for winner, _ in tricks) for seat in range(4)],
        "points": taken,
        "score": result,
        "set_team": None if made else team,
    }
