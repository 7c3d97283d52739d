"""Ways to spoil a record: each changes one thing, and leaves the shape sound."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

from tests.rules.dummy_spades import naive

Record = dict[str, Any]

NO_CARDS = ("AS", "S1", "h2", "", "10S")


def another_bid(rng: Random, record: Record) -> None:
    """Some bid replaced by any other, or by a word."""
    rng.choice(record["auction"])["bid"] = rng.choice([*map(str, range(14)), "14", "07", "pass"])


def another_bidder(rng: Random, record: Record) -> None:
    """Some bid by any seat, the dummy's too."""
    rng.choice(record["auction"])["seat"] = rng.randrange(4)


def other_nils(rng: Random, record: Record) -> None:
    """Nils on any hands, perhaps one of them twice."""
    rng.choice(record["auction"])["nil"] = [rng.randrange(4) for _ in range(rng.randrange(4))]


def another_number_of_bids(rng: Random, record: Record) -> None:
    """A bid too many, or one too few."""
    if rng.random() < 0.5:
        record["auction"].append(dict(record["auction"][0]))
    else:
        record["auction"].pop()


def two_plays_swapped(rng: Random, record: Record) -> None:
    """Two cards of the play change places."""
    (t, i), (u, j) = _place(rng, record), _place(rng, record)
    plays = record["plays"]
    plays[t][i], plays[u][j] = plays[u][j], plays[t][i]


def two_plays_of_one_seat_swapped(rng: Random, record: Record) -> None:
    """A seat plays two of its cards the other way round, which may be a revoke."""
    hand = rng.choice([hand for hand in record["deal"] if hand])
    places = [
        (t, i)
        for t, trick in enumerate(record["plays"])
        for i, name in enumerate(trick)
        if naive.spelt(name) in hand
    ]
    (t, i), (u, j) = rng.sample(places, 2)
    plays = record["plays"]
    plays[t][i], plays[u][j] = plays[u][j], plays[t][i]


def a_spade_led_early(rng: Random, record: Record) -> None:
    """The first trick changes places with the first that a spade was led to."""
    plays = record["plays"]
    u = next((u for u, trick in enumerate(plays) if trick and trick[0][0] == "S"), 0)
    t = rng.randrange(u + 1)
    plays[t], plays[u] = plays[u], plays[t]


def one_play_repeated(rng: Random, record: Record) -> None:
    """A card stands twice in the play."""
    (t, i), (u, j) = _place(rng, record), _place(rng, record)
    record["plays"][t][i] = record["plays"][u][j]


def a_word_that_is_no_card(rng: Random, record: Record) -> None:
    """In the play, the deal or among the cards turned up."""
    lists = [*record["plays"], *(hand for hand in record["deal"] if hand)]
    cards = rng.choice([cards for cards in (*lists, record.get("flipped", [])) if cards])
    cards[rng.randrange(len(cards))] = rng.choice(NO_CARDS)


def a_trick_of_another_size(rng: Random, record: Record) -> None:
    """A card too many or too few in some trick."""
    trick = rng.choice(record["plays"])
    if rng.random() < 0.5 and trick:
        trick.pop()
    else:
        trick.append(rng.choice(naive.PACK))


def another_number_of_tricks(rng: Random, record: Record) -> None:
    """Tricks cut off, or one more, perhaps empty."""
    if rng.random() < 0.7:
        del record["plays"][rng.randrange(13) :]
    else:
        record["plays"].append(rng.choice(([], ["SA"], ["SA", "SK", "SQ", "SJ"])))


def two_hands_swapped(rng: Random, record: Record) -> None:
    """Two seats hold each other's cards."""
    a, b = rng.sample(range(4), 2)
    deal = record["deal"]
    deal[a], deal[b] = deal[b], deal[a]


def a_card_dealt_elsewhere(rng: Random, record: Record) -> None:
    """A hand has a card of another, or one too many or too few."""
    deal = [hand for hand in record["deal"] if hand]
    first, other = rng.choice(deal), rng.choice(deal)
    match rng.randrange(3):
        case 0:
            first[rng.randrange(len(first))] = rng.choice(other)
        case 1:
            first.append(rng.choice(naive.PACK))
        case _:
            first.pop()


def some_hands_left_out(rng: Random, record: Record) -> None:
    """The table did not write down all hands; a thing that spoils nothing."""
    for seat in rng.sample(range(4), rng.choice((1, 1, 2, 3))):
        record["deal"][seat] = None


def other_cards_turned_up(rng: Random, record: Record) -> None:
    """Other cards, or another number of them."""
    count = rng.choice((0, 1, 3, 6, 9, 12, len(record.get("flipped", []))))
    record["flipped"] = [rng.choice(naive.PACK) for _ in range(count)]
    if rng.random() < 0.6 and record["deal"][naive.DUMMY]:
        record["flipped"] = rng.sample(record["deal"][naive.DUMMY], min(12, count))


def a_claim(rng: Random, record: Record) -> None:
    """A claim, which means nothing where every trick is recorded."""
    record["claim"] = rng.choice(("declarer", "defence"))


def some_tally(rng: Random, record: Record) -> None:
    """A sheet that may say anything."""
    cuts = sorted(rng.randrange(14) for _ in range(3))
    ends = [0, *cuts, rng.choice((13, 13, 13, 12, 14))]
    tricks = [abs(b - a) for a, b in pairwise(ends)]
    keys = {"tricks": tricks, "declarer_side": rng.randrange(15)}
    record["tally"] = {key: keys[key] for key in rng.sample(sorted(keys), rng.randrange(3))}


SPOILERS: tuple[Callable[[Random, Record], None], ...] = (
    another_bid,
    another_bidder,
    other_nils,
    another_number_of_bids,
    two_plays_swapped,
    two_plays_of_one_seat_swapped,
    a_spade_led_early,
    one_play_repeated,
    a_word_that_is_no_card,
    a_trick_of_another_size,
    another_number_of_tricks,
    two_hands_swapped,
    a_card_dealt_elsewhere,
    some_hands_left_out,
    other_cards_turned_up,
    a_claim,
    some_tally,
)
SHEET_SPOILERS = (other_nils, a_claim, some_tally)
"""Those that also fit records without plays and deal."""


def _place(rng: Random, record: Record) -> tuple[int, int]:
    tricks = [t for t, trick in enumerate(record["plays"]) if trick]
    trick = rng.choice(tricks)
    return trick, rng.randrange(len(record["plays"][trick]))
