"""Pandoeren: endings against a naive search, tables of deals, recorded hands."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from engine.analysis.answers import plays, read_hand
from engine.analysis.answers import table as deal_table
from engine.analysis.recorded import RecordedHand
from engine.analysis.search import Search
from games.pandoeren import solver as pandoeren
from games.pandoeren.solver import Declarer
from rules import verdict
from rules.pandoeren.cards import BIT_OF, TRICKS, TRUMPS, WHOLE_PACK, cards_in
from rules.pandoeren.contracts import BIDS
from rules.pandoeren.contracts import Aim as Undertaking
from rules.trumps import Trumps
from tests.analysis import naive
from tests.rules.pandoeren.dealing import played_hand
from tests.tables import table

Record = dict[str, Any]


def ending(rng: Random, size: int) -> list[int]:
    """So many cards in each hand, mostly of few suits, so that they meet."""
    pack = rng.sample(cards_in(WHOLE_PACK), 33)
    pack.sort(key=lambda card: card // 9 + rng.random() * rng.choice((1, 4)))
    cards = rng.sample(pack[: 4 * size + 4], 4 * size)
    return [sum(1 << card for card in cards[seat::4]) for seat in range(4)]


def as_mask(seats: set[int]) -> int:
    return sum(1 << seat for seat in seats)


@table("word", TRUMPS)
def test_card_points_of_endings_are_those_of_a_naive_search(word: str | None) -> None:
    rng, trumps = Random(f"cards {word}"), TRUMPS[word]
    for _ in range(19):
        size, leader = rng.choices((1, 2, 3), (1, 4, 4))[0], rng.randrange(4)
        hands, side = ending(rng, size), set(rng.sample(range(4), rng.choice((1, 2, 2))))
        aim = pandoeren.aim_of(Undertaking.CARDS, trumps, min(side), as_mask(side))
        search = Search(hands, pandoeren.ranking_of(trumps, aim), aim)
        game = naive.pandoeren(trumps, naive.card_points(trumps, side), side)
        sets, order = naive.as_sets(hands), game.order(leader)
        position = search.start(leader)
        assert search.worth(position) == game.best(sets, leader)
        for i in range(rng.randrange(4)):
            piece = rng.choice(search.legal(position))
            position = search.play(position, piece)
            sets = naive.without(sets, order[i], piece)
        if position.left:
            order = game.order(position.leader)
            values = game.after_each(sets, order, position.laid)
            later = {piece: worth + position.taken for piece, worth in values.items()}
            assert search.options(position) == later


def lost_tricks(undertaking: Undertaking, declarer: int, side: set[int]) -> Callable[..., int]:
    """1 for each trick that goes against the contract, by how many are still to come."""

    def gain(winner: int, _: naive.Trick, to_come: int) -> int:
        number = TRICKS - to_come
        match undertaking:
            case Undertaking.ALL:
                return int(winner not in side)
            case Undertaking.FOUR_THEN_ALL:
                return int(winner != declarer if number <= 4 else winner not in side)
            case Undertaking.ONE:
                return int((winner == declarer) != (number == 1))
            case _:
                return int(winner == declarer)

    return gain


@table(
    "undertaking",
    [Undertaking.ALL, Undertaking.FOUR_THEN_ALL, Undertaking.ONE, Undertaking.NONE],
)
def test_contracts_are_made_when_a_naive_search_says_so(undertaking: Undertaking) -> None:
    rng, made, endings = Random(undertaking.value), 0, 38
    for _ in range(endings):
        trumps = TRUMPS[rng.choice([*TRUMPS])]
        size, leader, declarer = rng.choice((2, 3)), rng.randrange(4), rng.randrange(4)
        alone = undertaking in (Undertaking.ONE, Undertaking.NONE)
        side = {declarer} if alone else {declarer, rng.randrange(4)}
        hands = ending(rng, size)
        aim = pandoeren.aim_of(undertaking, trumps, declarer, as_mask(side))
        search = Search(hands, pandoeren.ranking_of(trumps, aim), aim)
        others = {0, 1, 2, 3} - side
        game = naive.pandoeren(trumps, lost_tricks(undertaking, declarer, side), others)
        is_made = search.worth(search.start(leader)) == 0
        assert is_made == (game.best(naive.as_sets(hands), leader) == 0)
        made += is_made
    assert endings // 30 < made < endings - endings // 30


def test_exactly_one_trick_is_won_when_a_naive_search_says_so() -> None:
    rng, made, endings = Random("one"), 0, 25
    for _ in range(endings):
        trumps = TRUMPS[rng.choice([*TRUMPS])]
        size, leader, declarer = rng.choice((1, 2, 3)), rng.randrange(4), rng.randrange(4)
        hands, aim = ending(rng, size), pandoeren.any_trick_aim(declarer)
        search = Search(hands, pandoeren.ranking_of(trumps, aim), aim)
        is_made = search.worth(search.start(leader)) == 0
        assert is_made == takes_a_single_trick(trumps, naive.as_sets(hands), leader, declarer)
        made += is_made
    assert endings // 10 < made < endings - endings // 10


def takes_a_single_trick(trumps: Trumps, hands: naive.Hands, leader: int, declarer: int) -> bool:
    """By trying every play, the tricks won so far carried along."""
    game = naive.pandoeren(trumps, naive.trick_count({declarer}), set())

    def made(hands: naive.Hands, order: list[int], laid: naive.Trick, won: int) -> bool:
        if len(laid) == 4:
            winner = order[game.place(laid)]
            won += winner == declarer
            return made(hands, game.order(winner), (), won) if any(hands) else won == 1
        seat = order[len(laid)]
        some = (
            made(naive.without(hands, seat, card), order, (*laid, card), won)
            for card in game.allowed(hands[seat], laid)
        )
        return any(some) if seat == declarer else all(some)

    return made(hands, game.order(leader), (), 0)


def test_two_plain_suits_can_be_exchanged() -> None:
    """Of spades, diamonds and clubs, which have the same cards, while neither is trumps."""
    rng = Random("suits")
    for _ in range(60):
        hands, leader = ending(rng, 4), rng.randrange(4)
        swapped = [exchange(hand, 0, 3) for hand in hands]
        aim = pandoeren.aim_of(Undertaking.CARDS, TRUMPS["H"], 0, 0b0011)
        ranking = pandoeren.ranking_of(TRUMPS["H"], aim)
        first, second = Search(hands, ranking, aim), Search(swapped, ranking, aim)
        assert first.worth(first.start(leader)) == second.worth(second.start(leader))


def exchange(hand: int, suit: int, other: int) -> int:
    """A hand with two suits exchanged."""
    suits = {suit: other, other: suit}
    return sum(1 << 9 * suits.get(card // 9, card // 9) + card % 9 for card in cards_in(hand))


def test_both_views_of_an_ending_come_to_all_card_points() -> None:
    rng = Random("views")
    for _ in range(60):
        hands, trumps = ending(rng, 4), TRUMPS[rng.choice([*TRUMPS])]
        worth = 0
        for side in (0b0110, 0b1001):
            aim = pandoeren.aim_of(Undertaking.CARDS, trumps, 1, side)
            search = Search(hands, pandoeren.ranking_of(trumps, aim), aim)
            worth += search.worth(search.start(2))
        assert worth == trumps.worth(sum(hands)) + 5


# The table


def cards(words: str) -> int:
    return sum(BIT_OF[word] for word in words.split())


SURE: Any = {
    "format": "deal/1",
    "game": "pandoeren",
    "deal": [
        ["SA", "SK", "SQ", "SJ", "ST", "S9", "S8", "S7"],
        ["HA", "HK", "HQ", "HJ", "HT", "H9", "H8", "H7"],
        ["DA", "DK", "DQ", "DJ", "DT", "D9", "D8", "D7"],
        ["CA", "CK", "CQ", "CJ", "CT", "C9", "C8", "C7"],
    ],
    "centre": "H6",
}


def test_a_suit_each_is_all_tricks_for_everybody() -> None:
    """With trumps of his own suit, or with none, a declarer wins every trick. He loses them all
    with trumps of another, who has nothing else to play."""
    answer = deal_table(SURE)
    made = [True] * 4
    assert answer["ok"]
    assert answer["cards"] == [146] * 4
    assert answer["contracts"] == {
        **{"pandoer": made, "prive": made, "kereltje": made, "misere": made},
        **{"zwabber": made, "solo_zwabber": made},
        **{"piccolo": [False] * 4, "piccolo_any_one": [False] * 4},
    }


def test_who_may_be_called() -> None:
    hands = [cards("SA HA DA CA SK HK DK S7"), cards("CK HJ"), cards("SJ DJ"), cards("CJ")]
    alone = Declarer(hands, BIT_OF["H7"], 0)
    assert alone.sides_by_ace() == [0b0011]
    assert Declarer(hands, BIT_OF["CK"], 0).sides_by_ace() == [0b0001]
    assert Declarer(hands, BIT_OF["H7"], 1).sides_by_ace() == [0b0011]
    assert alone.sides_by_jass(TRUMPS["D"]) == [0b0101]
    assert Declarer(hands, BIT_OF["H7"], 1).sides_by_jass(TRUMPS["H"]) == []


def test_the_best_choice_is_that_of_a_naive_search() -> None:
    """Small hands, every choice of trumps, call and card to throw out tried."""
    rng = Random("choices")
    for _ in range(4):
        cards = rng.sample(cards_in(WHOLE_PACK), 13)
        hands = [sum(1 << card for card in cards[seat:12:4]) for seat in range(4)]
        seat = Declarer(hands, 1 << cards[12], rng.randrange(4))
        assert seat.most_cards() == max(naive_choices(seat, "120"))
        assert seat.can_make("misere") == (min(naive_choices(seat, "misere")) == 0)
        assert seat.can_make("pandoer") == (min(naive_choices(seat, "pandoer")) == 0)


def naive_choices(declarer: Declarer, bid: str) -> Iterator[int]:
    """What each choice comes to: card points, or tricks that go the wrong way."""
    for plan in declarer.plans(bid):
        side = {seat for seat in range(4) if plan.side >> seat & 1}
        others = {0, 1, 2, 3} - side
        gain, wanted_by = {
            "120": (naive.card_points(plan.trumps, side), side),
            "misere": (naive.trick_count(side), others),
            "pandoer": (naive.trick_count(others), others),
        }[bid]
        game = naive.pandoeren(plan.trumps, gain, wanted_by)
        for card in cards_in(declarer.nine):
            hands = naive.without(naive.as_sets(declarer.hands), declarer.seat, card)
            yield game.best(hands, declarer.seat)


# Recorded hands


@cache
def records() -> list[Record]:
    """A legal hand of each kind of contract, in the order of the rule book's table."""
    records: dict[int, Record] = {}
    for seed in range(300):
        rng = Random(seed)
        record = played_hand(rng, {"piccolo": rng.choice(["first", "any_one"])})
        records.setdefault(BIDS[verdict(record)["bid"]].contract.row, record)
    return [records[row] for row in sorted(records)]


@table("record", records, ids=lambda record: verdict(record)["bid"])
def test_the_declaring_side_can_only_lose_and_the_defence_only_give(record: Record) -> None:
    answer, judgement = plays(record), verdict(record)
    hand = read_hand(record)
    assert isinstance(hand, RecordedHand)
    side = {judgement["declarer"], judgement["partner"]}
    numbers = [numbers for trick in answer["plays"] for numbers in trick]
    assert [len(trick) for trick in answer["plays"]] == [len(trick) for trick in record["plays"]]
    for position, (best, got) in zip(hand.positions, numbers, strict=False):
        assert got <= best if hand.seat_to_play(position) in side else got >= best
    last = numbers[-1][1]
    if judgement["bid"].isdigit():
        assert last == judgement["points"]["cards"]
    elif "pandoer+" not in judgement["bid"]:
        assert last == (judgement["outcome"] == "made")


def test_the_records_are_of_all_kinds() -> None:
    aims = {BIDS[verdict(record)["bid"]].contract.aim for record in records()}
    assert aims == set(Undertaking)


def test_an_unknown_discard_is_refused() -> None:
    record = next(record for record in records() if verdict(record)["bid"].isdigit())
    cut = {**record, "plays": record["plays"][:7], "claim": "defence"}
    assert plays(cut)["ok"]
    short = {key: value for key, value in cut.items() if key not in ("discard", "tally", "roem")}
    answer = plays(short)
    assert not answer["ok"]
    declarer = verdict(record)["declarer"]
    assert answer["problems"][0]["at"] in (f"/deal/{declarer}", "/tally", "/claim")
