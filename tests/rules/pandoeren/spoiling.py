"""Ways to change a record in full detail: each takes one and changes one thing about it."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.rules.pandoeren import naive

Record = dict[str, Any]
CARDS = sorted(naive.PACK)


def another_call(rng: Random, record: Record) -> None:
    """Some call replaced by any other."""
    rng.choice(record["auction"])["bid"] = rng.choice((*naive.LIST, "pass", "pass", "130x"))


def another_caller(rng: Random, record: Record) -> None:
    """Some call out of turn, maybe."""
    rng.choice(record["auction"])["seat"] = rng.randrange(4)


def a_call_more_or_less(rng: Random, record: Record) -> None:
    """The auction too long or too short."""
    calls = record["auction"]
    if rng.random() < 0.5:
        calls.pop()
    else:
        seat = (calls[-1]["seat"] + 1) % 4
        calls.append({"seat": seat, "bid": rng.choice(("pass", "prive"))})


def another_contract(rng: Random, record: Record) -> None:
    """Other trumps, which changes who may play what and who wins."""
    record["contract"]["trump"] = rng.choice(("S", "H", "D", "C", None, "X"))


def another_call_card(rng: Random, record: Record) -> None:
    high = [card for card in CARDS if card[1] in "AKJ"]
    record["contract"]["call"] = rng.choice((*high, *high, "DQ", "S11", None))


def another_discard(rng: Random, record: Record) -> None:
    """Another card thrown out."""
    record["discard"] = rng.choice(CARDS)


def _place(rng: Random, record: Record) -> tuple[int, int]:
    t = rng.randrange(len(record["plays"]))
    return t, rng.randrange(len(record["plays"][t]))


def two_plays_swapped(rng: Random, record: Record) -> None:
    """Two cards of the play change places."""
    (t, i), (u, j) = _place(rng, record), _place(rng, record)
    plays = record["plays"]
    plays[t][i], plays[u][j] = plays[u][j], plays[t][i]


def two_plays_of_one_seat_swapped(rng: Random, record: Record) -> None:
    """A seat plays two of its cards the other way round, which may be a revoke."""
    hand = rng.choice(record["deal"])
    places = [
        (t, i)
        for t, trick in enumerate(record["plays"])
        for i, card in enumerate(trick)
        if card in hand
    ]
    if len(places) >= 2:
        (t, i), (u, j) = rng.sample(places, 2)
        plays = record["plays"]
        plays[t][i], plays[u][j] = plays[u][j], plays[t][i]


def one_play_changed(rng: Random, record: Record) -> None:
    """A card replaced by any other, or by no card at all."""
    t, i = _place(rng, record)
    record["plays"][t][i] = rng.choice((*CARDS, "S6", "10H", "XX"))


def a_trick_of_another_size(rng: Random, record: Record) -> None:
    """A card left out of a trick, or one too many."""
    t, i = _place(rng, record)
    if rng.random() < 0.6:
        del record["plays"][t][i]
    else:
        record["plays"][t].append(rng.choice(CARDS))


def a_trick_too_many(rng: Random, record: Record) -> None:
    """A ninth trick."""
    record["plays"].append(rng.choice(([], [rng.choice(CARDS)], ["SA", "SK", "SQ", "SJ"])))


def cut_short(rng: Random, record: Record) -> None:
    """The record stops somewhere."""
    keep = rng.randrange(9)
    record["plays"] = record["plays"][:keep]
    if record["plays"] and rng.random() < 0.3:
        del record["plays"][-1][rng.randrange(4) :]


def claimed(rng: Random, record: Record) -> None:
    """The record stops and a side claims the rest."""
    cut_short(rng, record)
    record["claim"] = rng.choice(("declarer", "defence"))


def ruled(rng: Random, record: Record) -> None:
    """The director rules, maybe after a revoke, and the record may stop."""
    record["ruling"] = {"against": rng.choice(("declarer", "defence")), "reason": "revoke"}
    if rng.random() < 0.5:
        two_plays_of_one_seat_swapped(rng, record)
    if rng.random() < 0.5:
        cut_short(rng, record)


def more_roem(rng: Random, record: Record) -> None:
    """An announcement that may be out of place."""
    entry: Record = {"seat": rng.randrange(4)}
    if rng.random() < 0.4:
        entry["value"] = rng.choice((20, 40, 50, 70, 100, 120))
    record.setdefault("roem", []).append(entry)


def more_denials(rng: Random, record: Record) -> None:
    """An attempt at denying by anybody."""
    entry = {"by": rng.randrange(4), "against": rng.randrange(4)}
    record.setdefault("denials", []).append(entry)


def other_stuk(rng: Random, record: Record) -> None:
    """Stuk by somebody else, or nobody."""
    record["stuk"] = rng.choice((0, 1, 2, 3, None))


def spelt_the_long_way(rng: Random, record: Record) -> None:
    """The tens with two digits."""
    record["deal"] = [
        [card.replace("T", "10") if card[1] == "T" else card for card in hand]
        for hand in record["deal"]
    ]


PLAIN_SPOILERS: tuple[Callable[[Random, Record], None], ...] = (
    another_call,
    another_caller,
    a_call_more_or_less,
    another_contract,
    another_call_card,
    another_discard,
    two_plays_swapped,
    two_plays_of_one_seat_swapped,
    two_plays_of_one_seat_swapped,
    one_play_changed,
    a_trick_of_another_size,
    a_trick_too_many,
    cut_short,
    claimed,
    ruled,
    more_roem,
    more_denials,
    other_stuk,
    spelt_the_long_way,
)


def spoil(rng: Random, record: Record) -> None:
    """One change, seldom two. What another change left nothing of is left alone."""
    for change in rng.sample(PLAIN_SPOILERS, rng.choice((1, 1, 1, 2))):
        if all(record["plays"]) and record["plays"] and record["auction"]:
            change(rng, record)
