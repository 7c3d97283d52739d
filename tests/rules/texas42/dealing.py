"""Random legal hands of Texas 42 out of a seed, played as a sensible player might.

    hand = full_hand(Random(7), {"preset": "everything"})

gives a record in full detail. `less_detail` cuts one down to what another table would have
written. Legality comes from the naive scorer, not from the rule book that is tested with it.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from rules import GAMES
from tests.dealing import dealt
from tests.rules.texas42 import naive

Record = dict[str, Any]
Options = Mapping[str, Any]

REASONS = ("revoke", "led out of turn", "talking across the table", "domino shown")


def options_of(rules: Mapping[str, Any]) -> Options:
    """Every option's value under these rules."""
    return GAMES["texas42"].options.values(rules)


def full_hand(
    rng: Random, rules: Mapping[str, Any] | None = None, dealer: int | None = None
) -> Record:
    """A legal hand with four hands, auction, contract and all tricks, or a passed-out one."""
    rules = {} if rules is None else rules
    options = options_of(rules)
    dealer = rng.randrange(4) if dealer is None else dealer
    hands = dealt(rng, naive.PACK, 7)
    calls = bid_round(rng, hands, dealer, options)
    record: Record = {
        "format": "hand-record/1",
        "game": "texas42",
        "rules": dict(rules),
        "dealer": dealer,
        "deal": [list(hand) for hand in hands],
        "auction": [{"seat": (dealer + 1 + i) % 4, "bid": call} for i, call in enumerate(calls)],
    }
    bids = [call for call in calls if call != "pass"]
    if not bids:
        return record
    declarer = (dealer + 1 + calls.index(bids[-1])) % 4
    record["contract"] = name_contract(rng, hands, calls, declarer, options)
    record["plays"] = play_out(rng, hands, record["contract"], declarer, options)
    return record


def played_hand(
    rng: Random, rules: Mapping[str, Any] | None = None, dealer: int | None = None
) -> Record:
    """The same, never passed out."""
    while "plays" not in (record := full_hand(rng, rules, dealer)):
        pass
    return record


# The auction


def bid_round(
    rng: Random, hands: Sequence[Sequence[str]], dealer: int, options: Options
) -> list[str]:
    """Four calls, each allowed, by players who look at their hands."""
    calls: list[str] = []
    for i in range(4):
        hand = hands[(dealer + 1 + i) % 4]
        wishes = [*wished_bids(rng, hand, options), "pass"]
        some_bid = rng.choice(("30", "30", "30", "31"))
        allowed = [
            call
            for call in [*wishes, some_bid]
            if naive.call_problem(call, calls, options) is None
            and is_playable(hand, calls, call, options)
        ]
        calls.append(allowed[0])
    return calls


def is_playable(hand: Sequence[str], calls: Sequence[str], call: str, options: Options) -> bool:
    """Nobody jumps as if to plunge without the doubles for it."""
    bids = [other for other in calls if other != "pass"]
    return not naive.is_jump(call, bids, options) or count_doubles(hand) >= 4


def wished_bids(rng: Random, hand: Sequence[str], options: Options) -> list[str]:
    """What this hand would like to bid, best first."""
    tricks = strength(hand, best_trump(hand)) + rng.choice((-1, 0, 0, 0, 1))
    in_marks = options["scoring"] == "marks"
    wishes: list[str] = []
    if in_marks and count_doubles(hand) >= 4 and rng.random() < 0.25:
        wishes.append(f"{options['plunge_marks']}m")
    if not in_marks and tricks <= 2 and rng.random() < 0.5:
        wishes.append("low-no")
    if tricks >= 7 or rng.random() < 0.02:
        wishes += ["1m", "2m"] if in_marks else ["42", "84"]
    if tricks >= 7 and rng.random() < 0.3:
        wishes.insert(0, "3m" if in_marks else "168")
    if tricks >= 5:
        first = 30 if tricks == 5 else rng.randrange(30, 33)
        wishes += [str(bid) for bid in range(first, first + 2 * tricks - 8)]
    return wishes


def count_doubles(hand: Sequence[str]) -> int:
    """How many doubles a hand holds."""
    return sum(naive.is_double(name) for name in hand)


def best_trump(hand: Sequence[str]) -> int:
    """The number that would make the best trumps."""
    return max(range(7), key=lambda trump: (strength(hand, trump), trump))


def strength(hand: Sequence[str], trump: int) -> int:
    """A rough count of tricks: trumps, and doubles beside them."""
    trumps = sum(trump in naive.ends(name) for name in hand)
    trumps -= f"{trump}-{trump}" not in hand
    other = sum(naive.is_double(name) and trump not in naive.ends(name) for name in hand)
    return trumps + other


# The contract


def name_contract(
    rng: Random,
    hands: Sequence[Sequence[str]],
    calls: Sequence[str],
    declarer: int,
    options: Options,
) -> Record:
    """A contract that the rules, the bid and the doubles permit; mostly a plain trump."""
    hand, partner = hands[declarer], hands[(declarer + 2) % 4]
    plain = {"kind": "trump", "trump": best_trump(hand)}
    special = [*fancy(), *partner_calls(rng, partner)]
    rng.shuffle(special)
    # Bids of a mark or more are where special contracts pay.
    often = 0.5 if any(call.endswith("m") for call in calls) else 0.15
    wishes = [*special, plain] if rng.random() < often else [plain, *special]
    return next(
        wish for wish in wishes if naive.contract_problem(wish, calls, hand, options) is None
    )


def fancy() -> list[Record]:
    """Every contract in which the partner has no say, plain trumps apart."""
    return [
        {"kind": "doubles"},
        {"kind": "sevens"},
        *({"kind": "no_trump", "doubles": way} for way in ("high", "low")),
        *({"kind": "nello", "doubles": way} for way in ("own", "own_low", "high", "low")),
    ]


def partner_calls(rng: Random, partner: Sequence[str]) -> list[Record]:
    """Plunge and splash, with the partner's trumps or what he may choose instead."""
    named: list[Record] = [{"trump": best_trump(partner)}]
    if rng.random() < 0.5:
        named = [{"as": chosen} for chosen in rng.sample(fancy(), 4)] + named
    return [{"kind": kind, **words} for words in named for kind in ("plunge", "splash")]


# The play


def play_out(
    rng: Random,
    hands: Sequence[Sequence[str]],
    contract: Mapping[str, Any],
    declarer: int,
    options: Options,
) -> list[list[str]]:
    """Seven tricks."""
    left = [list(hand) for hand in hands]
    played = naive.played_as(contract)
    out = naive.sitting_out(contract, declarer)
    leader = naive.first_leader(contract, declarer, options)
    tricks: list[list[str]] = []
    for t in range(7):
        order = naive.order_from(leader, out)
        trick: list[str] = []
        for seat in order:
            legal = [
                name
                for name in left[seat]
                if naive.may_play(name, left[seat], trick[0] if trick else None, played)
                and (t or trick or naive.may_lead_first(name, left[seat], played, options))
            ]
            partners = [place for place, other in enumerate(order) if (seat - other) % 2 == 0]
            draws = (seat - declarer) % 2 == 0
            name = choose(rng, legal, trick, partners, played, draws=draws)
            left[seat].remove(name)
            trick.append(name)
        tricks.append([turned(rng, name) for name in trick])
        leader = order[naive.winning_place(trick, played)]
    return tricks


def choose(
    rng: Random,
    legal: Sequence[str],
    trick: Sequence[str],
    partners: Sequence[int],
    played: Mapping[str, Any],
    *,
    draws: bool,
) -> str:
    """A domino that a sensible player might play: win cheaply, give counters to the partner.

    `partners` are the places of the player's side in the trick; `draws` leads trumps first.
    """
    if rng.random() < 0.03:
        return rng.choice(legal)
    lowest = min(legal, key=lambda name: (naive.points(name), sum(naive.ends(name))))
    if played["kind"] == "nello" and draws:
        losing = [name for name in legal if not wins_now(name, trick, played)]
        return max(losing, key=lambda name: sum(naive.ends(name)), default=lowest)
    if not trick:
        return lead(rng, legal, lowest, played, draws=draws)
    winning = [name for name in legal if wins_now(name, trick, played)]
    if naive.winning_place(trick, played) in partners:
        return max(legal, key=naive.points)
    return rng.choice(winning) if winning else lowest


def wins_now(name: str, trick: Sequence[str], played: Mapping[str, Any]) -> bool:
    """Whether the domino would win the trick as it lies."""
    return naive.winning_place([*trick, name], played) == len(trick)


def lead(
    rng: Random, legal: Sequence[str], lowest: str, played: Mapping[str, Any], *, draws: bool
) -> str:
    """The side that named trumps draws them from the top; then doubles; then something low."""
    trumps = [name for name in legal if naive.is_trump(name, played)]
    if trumps and draws:
        return max(trumps, key=lambda name: naive.rank(name, "trumps", played))
    doubles = [name for name in legal if naive.is_double(name)]
    return rng.choice(doubles) if doubles and played.get("doubles") != "low" else lowest


def turned(rng: Random, name: str) -> str:
    """Now and then a domino written lower end first."""
    return name[::-1] if rng.random() < 0.05 else name


# Less detail


def as_results(record: Record, options: Options) -> Record:
    """The same hand with only the winners and points of its tricks."""
    less = {key: value for key, value in record.items() if key != "plays"}
    hands: list[list[str] | None] = [
        [naive.spelt(name) for name in hand] for hand in record["deal"]
    ]
    declarer = declarer_of(record)
    tricks = naive.play(record, hands, declarer, options)
    assert isinstance(tricks, list)
    less["trick_results"] = [{"winner": winner, "points": taken} for winner, taken in tricks]
    return less


def as_tally(record: Record, facts: Mapping[str, Any]) -> Record:
    """The same hand with only the sheet of its table."""
    less = {key: value for key, value in record.items() if key not in ("plays", "deal")}
    tricks = facts["tricks"]
    less["tally"] = {
        "made": facts["outcome"] == "made",
        "points": list(facts["points"]),
        "tricks": [tricks[0] + tricks[2], tricks[1] + tricks[3]],
    }
    return less


def declarer_of(record: Mapping[str, Any]) -> int:
    """Who made the last bid of a legal auction."""
    bidders = [call["seat"] for call in record["auction"] if call["bid"] != "pass"]
    return int(bidders[-1])


# Rules


def some_rules(rng: Random) -> Record:
    """Random rules that go together."""
    preset = rng.choice(("marks", "points", "straight", "tournament", "splash", "everything"))
    rules: Record = {"preset": preset}
    table = GAMES["texas42"].options
    for option in rng.sample(table.options, rng.randrange(6)):
        drawn: dict[str, Callable[..., Any]] = {
            "boolean": lambda: rng.random() < 0.5,
            "integer": lambda low=option.low, high=option.high: rng.randint(low, high),
            "choice": lambda words=option.choices: rng.choice(words),
            "choices": lambda words=option.choices: rng.sample(words, rng.randint(1, len(words))),
        }
        tried = {**rules, option.name: drawn[option.kind.value]()}
        if not isinstance(table.resolve(tried), tuple):
            rules = tried
    return rules


def match_record(rng: Random, rules: Record, stakes: Record | None = None) -> Record:
    """A match of random hands, played until it is won or twelve hands are over."""
    dealer = rng.randrange(4)
    hands = []
    for i in range(12):
        hand = full_hand(rng, rules, (dealer + i) % 4)
        hands.append({k: v for k, v in hand.items() if k not in ("format", "game", "rules")})
    record: Record = {
        "format": "match-record/1",
        "game": "texas42",
        "rules": rules,
        "players": ["Ann", "Bob", "Cleo", "Dirk"],
        "hands": hands,
    }
    if stakes is not None:
        record["stakes"] = stakes
    return record
