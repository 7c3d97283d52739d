"""Random legal hands of Dummy-Hand Spades out of a seed, played as a sensible player might.

    hand = full_hand(Random(7), {"preset": "mirror"})

gives a record in full detail; `less_detail` cuts one down to what another table would have
written. Legality comes from the naive scorer, not from the rule book that is tested with it.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rules import GAMES
from tests.dealing import dealt
from tests.rules.dummy_spades import naive

Record = dict[str, Any]
Options = Mapping[str, Any]

HONOURS = {"A": 1.0, "K": 0.7, "Q": 0.3}
HEAD = ("format", "game", "rules")
PLAYERS = ("Ann", "Bob", "Cleo")


def options_of(rules: Mapping[str, Any]) -> Options:
    """Every option's value under these rules."""
    return GAMES["dummy_spades"].options.values(rules)


def full_hand(
    rng: Random,
    rules: Mapping[str, Any] | None = None,
    dealer: int | None = None,
    *,
    spades_last: bool = False,
) -> Record:
    """A legal hand: four hands, three bids, the cards turned up, thirteen tricks.

    With `spades_last` nobody leads a spade from a hand with anything else, broken or not.
    """
    rules = {} if rules is None else rules
    options = options_of(rules)
    dealer = rng.randrange(3) if dealer is None else dealer
    hands = dealt(rng, naive.PACK, 13)
    record: Record = {
        "format": "hand-record/1",
        "game": "dummy_spades",
        "rules": dict(rules),
        "dealer": dealer,
        "deal": [list(hand) for hand in hands],
        "auction": bid_round(rng, hands, dealer, options),
    }
    record["plays"] = play_out(rng, hands, record, options, spades_last=spades_last)
    peek = options["peek"]
    if peek.startswith("flip"):
        record["flipped"] = rng.sample(record["deal"][naive.DUMMY], 3 * int(peek[4:]))
    return record


# The auction


def bid_round(
    rng: Random, hands: Sequence[Sequence[str]], dealer: int, options: Options
) -> list[Record]:
    """Three bids, each allowed, by players who look at their hands and expect a fair dummy."""
    calls: list[Record] = []
    for i in range(3):
        seat = (dealer + 1 + i) % 3
        hand = hands[seat]
        call: Record = {"seat": seat, "bid": str(wished_bid(rng, hand, options))}
        nils = wished_nils(rng, seat, hand, options)
        if nils or rng.random() < 0.1:
            call["nil"] = nils
        calls.append(call)
    return calls


def wished_bid(rng: Random, hand: Sequence[str], options: Options) -> int:
    """The tricks of the hand and three of a partner's, more or less; in mirror the spades."""
    if options["bidding"] == "mirror":
        return count_suit(hand, "S")
    wish = strength(hand) + 3 + rng.choice((-2, -1, 0, 0, 0, 1, 1))
    return max(0, min(13, round(wish)))


def wished_nils(rng: Random, seat: int, hand: Sequence[str], options: Options) -> list[int]:
    """His own nil on a weak hand; now and then another's, where the rules want one always."""
    nils = []
    weak = strength(hand) < 1.5 and "SA" not in hand and "SK" not in hand
    none_to_mirror = options["bidding"] == "mirror" and count_suit(hand, "S") == 0
    if none_to_mirror or (weak and rng.random() < 0.6):
        nils.append(seat)
    others = [other for other in range(4) if other != seat]
    nils += (other for other in others if rng.random() < 0.05)
    if options["bidding"] == "suicide" and not nils:
        nils.append(rng.choice((seat, *others)))
    return nils


def count_suit(hand: Sequence[str], suit: str) -> int:
    """How many cards of a suit a hand holds."""
    return sum(name[0] == suit for name in hand)


def strength(hand: Sequence[str]) -> float:
    """A rough count of tricks: honours, and long spades."""
    honours = sum(HONOURS.get(name[1], 0.0) for name in hand)
    return honours + 0.7 * max(0, count_suit(hand, "S") - 3)


# The play


def play_out(
    rng: Random,
    hands: Sequence[Sequence[str]],
    record: Record,
    options: Options,
    *,
    spades_last: bool,
) -> list[list[str]]:
    """Thirteen tricks."""
    declarer = naive.declarer_of(record)
    shy = {hand for _, hand in naive.nils_that_apply(record, declarer)}
    left = [list(hand) for hand in hands]
    leader, tricks, broken = (record["dealer"] + 1) % 3, list[list[str]](), False
    for _ in range(13):
        order, trick = naive.order_from(leader, declarer), list[str]()
        for seat in order:
            led = trick[0] if trick else None
            legal = [
                name
                for name in left[seat]
                if not naive.may_play(name, left[seat], led, broken=broken, options=options)
            ]
            partner = [naive.same_side(seat, other, declarer) for other in order]
            name = choose(rng, legal, trick, partner, shy=seat in shy)
            left[seat].remove(name)
            trick.append(name)
        broken = not spades_last and (broken or any(name[0] == "S" for name in trick))
        leader = order[naive.winning_place(trick)]
        tricks.append([written(rng, name) for name in trick])
    return tricks


def choose(
    rng: Random, legal: Sequence[str], trick: Sequence[str], ours: Sequence[bool], *, shy: bool
) -> str:
    """A card that a sensible player might play: win as cheaply as possible, leave the partner
    his tricks, and with a nil to keep get rid of the highest card that does not win."""
    if rng.random() < 0.03:
        return rng.choice(legal)
    low_first = sorted(legal, key=weight)
    if not trick:
        return low_first[0] if shy or rng.random() < 0.5 else low_first[-1]
    winning = [name for name in low_first if naive.winning_place([*trick, name]) == len(trick)]
    losing = [name for name in low_first if name not in winning]
    if shy:
        return losing[-1] if losing else winning[0]
    if ours[naive.winning_place(trick)] and losing:
        return losing[0]
    return winning[0] if winning else low_first[0]


def weight(name: str) -> tuple[bool, int]:
    """Spades above the rest, then by rank."""
    return name[0] == "S", -naive.RANKS.index(name[1])


def written(rng: Random, name: str) -> str:
    """Now and then a ten in figures."""
    return f"{name[0]}10" if name[1] == "T" and rng.random() < 0.2 else name


# Less detail


def less_detail(rng: Random, record: Record, taken: Sequence[int]) -> Record:
    """The same hand as another table would have written it; `taken` are its tricks by hand.

    A claim may leave a nil open, as it may at the table.
    """
    less = {key: value for key, value in record.items() if key != "plays"}
    if rng.random() < 0.5:
        del less["deal"]
    declarer = naive.declarer_of(record)
    side = taken[declarer] + taken[naive.DUMMY]
    match rng.randrange(6):
        case 0:
            less["tally"] = {"tricks": list(taken)}
        case 1:
            less["tally"] = {"tricks": list(taken), "declarer_side": side}
        case 2:
            less["tally"] = {"declarer_side": side}
        case 3:
            less["trick_results"] = results(rng, taken)
        case 4:
            less["trick_results"] = results(rng, taken)[: rng.randrange(13)]
            less["claim"] = rng.choice(("declarer", "defence"))
        case _:
            end = rng.randrange(13)
            less["plays"] = [list(trick) for trick in record["plays"][: end + 1]]
            less["plays"][end] = less["plays"][end][: rng.randrange(5)]
            less["claim"] = rng.choice(("declarer", "defence"))
    return less


def results(rng: Random, taken: Sequence[int]) -> list[Record]:
    """Winners of thirteen tricks, in some order."""
    winners = [hand for hand, tricks in enumerate(taken) for _ in range(tricks)]
    rng.shuffle(winners)
    return [{"winner": winner} for winner in winners]


# Rules and matches


def some_rules(rng: Random) -> Record:
    table = GAMES["dummy_spades"].options
    rules: Record = {}
    if rng.random() < 0.8:
        rules["preset"] = rng.choice(list(table.presets))
    for option in rng.sample(table.options, rng.randrange(4)):
        values = {
            "boolean": (True, False),
            "integer": (option.low, option.high, rng.randint(option.low, option.high)),
            "choice": option.choices,
        }[option.kind.value]
        rules[option.name] = rng.choice(values)
        if option.nullable and rng.random() < 0.3:
            rules[option.name] = None
    return rules


def match_record(
    rng: Random, rules: Record, stakes: Record | None = None, most: int = 30
) -> Record:
    """A match of random hands, played until it is won or `most` hands are over."""
    options, dealer = options_of(rules), rng.randrange(3)
    hands: list[Record] = []
    verdicts: list[Record] = []
    while len(hands) < most:
        hand = full_hand(rng, rules, (dealer + len(hands)) % 3)
        hands.append({key: value for key, value in hand.items() if key not in HEAD})
        verdicts.append(naive.judge(hand, options))
        if naive.match_totals(verdicts, options)[2] is not None:
            break
    record: Record = {
        "format": "match-record/1",
        "game": "dummy_spades",
        "rules": rules,
        "players": list(PLAYERS),
        "hands": hands,
    }
    if stakes is not None:
        record["stakes"] = stakes
    return record
