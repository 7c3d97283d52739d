"""The search against a naive one that tries every play, on thousands of endings."""

from pathlib import Path
from random import Random

import pytest

from engine.analysis.search import Position, Search
from games.texas42 import solver as texas42
from rules.texas42.dominoes import (
    DOUBLES_SUITS,
    ENDS,
    NO_TRUMP_SUITS,
    NUMBERS,
    PACK,
    SEVENS_SUITS,
    Suits,
)
from tests import wasm
from tests.analysis import naive
from tests.dealing import dealt_masks
from tests.tables import table

SIDES = ({0, 2}, {1, 3})
POINTS = tuple(texas42.DECLARATIONS.items())
NELLO = tuple(NO_TRUMP_SUITS.items())


def size_of(rng: Random) -> int:
    return rng.choices((1, 2, 3, 4), (2, 12, 7, 0.2))[0]


@table(("name", "suits"), POINTS)
def test_points_of_endings_are_those_of_a_naive_search(name: str, suits: Suits) -> None:
    rng = Random(f"points {name}")
    for _ in range(28):
        hands, leader, side = (
            dealt_masks(rng, range(28), size_of(rng)),
            rng.randrange(4),
            rng.choice(SIDES),
        )
        search = Search(
            hands, texas42.ranking_of(suits), texas42.points_aim(sum(1 << s for s in side))
        )
        game = naive.texas42(suits, naive.domino_points(side), side)
        assert search.worth(search.start(leader)) == game.best(naive.as_sets(hands), leader)


@table(("doubles", "suits"), NELLO)
def test_a_declarer_of_nello_can_lose_all_when_a_naive_search_says_so(
    doubles: str, suits: Suits
) -> None:
    rng, lost = Random(f"nello {doubles}"), 0
    for _ in range(150):
        hands, declarer = dealt_masks(rng, range(28), size_of(rng)), rng.randrange(4)
        leader = rng.choice([declarer, (declarer + 1) % 4])
        away = (declarer + 2) % 4
        others = {0, 1, 2, 3} - {declarer, away}
        search = Search(hands, texas42.ranking_of(suits), texas42.no_trick_aim(declarer))
        game = naive.texas42(suits, naive.trick_count({declarer}), others, turned_down=away)
        sets = naive.as_sets([0 if seat == away else hand for seat, hand in enumerate(hands)])
        is_lost = search.worth(search.start(leader)) == 0
        assert is_lost == (game.best(sets, leader) == 0)
        lost += is_lost
    assert 20 < lost < 130


def test_sevens_is_made_when_a_naive_search_says_so() -> None:
    rng, made = Random("sevens"), 0
    for _ in range(300):
        hands, leader, side = (
            dealt_masks(rng, range(28), size_of(rng)),
            rng.randrange(4),
            rng.choice(SIDES),
        )
        others = {0, 1, 2, 3} - side
        aim = texas42.every_trick_aim(sum(1 << s for s in side))
        search = Search(hands, texas42.ranking_of(SEVENS_SUITS), aim)
        game = naive.texas42(SEVENS_SUITS, naive.trick_count(others), others)
        is_made = search.worth(search.start(leader)) == 0
        assert is_made == (game.best(naive.as_sets(hands), leader) == 0)
        made += is_made
    assert 20 < made < 280


@table(("name", "suits"), [*POINTS, *NELLO])
def test_every_legal_play_is_worth_what_a_naive_search_says(name: str, suits: Suits) -> None:
    rng = Random(f"options {name}")
    for _ in range(35):
        hands, leader, side = dealt_masks(rng, range(28), 3), rng.randrange(4), rng.choice(SIDES)
        search = Search(
            hands, texas42.ranking_of(suits), texas42.points_aim(sum(1 << s for s in side))
        )
        game = naive.texas42(suits, naive.domino_points(side), side)
        position, sets, order = search.start(leader), naive.as_sets(hands), game.order(leader)
        for i in range(rng.randrange(4)):
            piece = rng.choice(search.legal(position))
            position = search.play(position, piece)
            sets = naive.without(sets, order[i], piece)
        assert search.options(position) == game.after_each(sets, order, position.laid)


def test_nobody_loses_anything_in_a_best_line() -> None:
    rng = Random("lines")
    for _ in range(3):
        hands = dealt_masks(rng, range(28), 7)
        search = Search(hands, texas42.ranking_of(DOUBLES_SUITS), texas42.points_aim(0b0101))
        position = search.start(rng.randrange(4))
        worth = search.worth(position)
        for seat, piece in search.best_line(position):
            assert search.turn(position) == seat
            assert piece in search.legal(position)
            position = search.play(position, piece)
            assert search.worth(position) == worth
        assert position == Position(0, position.leader, taken=worth)


def test_a_bound_lies_on_the_side_of_the_worth() -> None:
    rng = Random("bounds")
    for _ in range(30):
        hands, bid = dealt_masks(rng, range(28), 6), rng.randrange(37)
        search = Search(hands, texas42.ranking_of(DOUBLES_SUITS), texas42.points_aim(0b0101))
        bound = search.within(search.start(0), bid, bid + 1)
        assert (bound > bid) == (search.worth(search.start(0)) > bid)


@table(("name", "suits"), [POINTS[3]])
def test_whole_deals_are_worth_what_another_search_says(name: str, suits: Suits) -> None:
    rng = Random(f"whole {name}")
    hands = dealt_masks(rng, range(28), 7)
    assert sum(hands) == PACK
    search = Search(hands, texas42.ranking_of(suits), texas42.points_aim(0b0101))
    worth = search.worth(search.start(0))
    game = naive.texas42(suits, naive.domino_points({0, 2}), {0, 2})
    assert game.reaches(naive.as_sets(hands), 0, worth)
    assert not game.reaches(naive.as_sets(hands), 0, worth + 1)


def test_the_search_is_compiled_from_the_source_beside_it() -> None:
    assert wasm.problem() == ""


@pytest.mark.skipif(not wasm.has_compiler(), reason="make wasm fetches the compiler")
def test_a_compiled_search_with_another_program_under_the_right_label_is_found_out(
    tmp_path: Path,
) -> None:
    other, compiled = tmp_path / "search.c", tmp_path / "search.wasm"
    other.write_text(wasm.SOURCE.read_text().replace("#define MOST 255", "#define MOST 254"))
    assert wasm.label_of(other) != wasm.label_of(wasm.SOURCE)
    wasm.build(other, compiled, fetch=False)
    right, wrong = (wasm.label_of(source).encode() for source in (wasm.SOURCE, other))
    compiled.write_bytes(compiled.read_bytes().replace(wrong, right))
    assert "is not what search.c compiles to" in wasm.problem(target=compiled)


# What has to hold whatever the numbers are


def test_turning_the_seats_turns_the_table() -> None:
    hands = dealt_masks(Random("turning"), range(28), 7)
    table_of, turned = texas42.table(hands), texas42.table([*hands[1:], hands[0]])
    for part in ("points", "nello"):
        for name, row in table_of[part].items():
            assert turned[part][name] == [*row[1:], row[0]]
    assert turned["sevens"] == [*table_of["sevens"][1:], table_of["sevens"][0]]


@table(("name", "suits"), POINTS)
def test_both_views_of_an_ending_come_to_all_points(name: str, suits: Suits) -> None:
    rng = Random(f"views {name}")
    for _ in range(3):
        hands, leader = dealt_masks(rng, range(28), 7), rng.randrange(4)
        ours, theirs = (
            Search(hands, texas42.ranking_of(suits), texas42.points_aim(side))
            for side in (0b0101, 0b1010)
        )
        assert ours.worth(ours.start(leader)) + theirs.worth(theirs.start(leader)) == 42


def test_twos_and_threes_can_be_exchanged_where_they_do_not_meet() -> None:
    """No counter parts them but 3-2 itself; who holds 4-2 must not meet 4-3, and so on."""
    rng, exchanged = Random("twos"), 0
    while exchanged < 60:
        hands = dealt_masks(rng, range(28), 3)
        both = {frozenset(ENDS[n]) for hand in hands for n in range(28) if hand >> n & 1}
        if any({other, 2} in both and {other, 3} in both for other in (0, 1, 4, 5, 6)):
            continue
        if {2, 3} in both or ({2} in both and {3} in both):
            continue
        turned = [sum(1 << exchange(n) for n in range(28) if hand >> n & 1) for hand in hands]
        for name, other in (("2", "3"), ("5", "5"), ("follow_me_high", "follow_me_high")):
            first, second = (
                Search(
                    held,
                    texas42.ranking_of(texas42.DECLARATIONS[word]),
                    texas42.points_aim(0b0101),
                )
                for held, word in ((hands, name), (turned, other))
            )
            assert first.worth(first.start(1)) == second.worth(second.start(1))
        exchanged += 1


def exchange(domino: int) -> int:
    """The domino with twos for threes and threes for twos."""
    high, low = ({2: 3, 3: 2}.get(end, end) for end in ENDS[domino])
    return NUMBERS[f"{high}-{low}"]


# Cases by hand


def hands_of(*words: str) -> list[int]:
    return [sum(1 << NUMBERS[name] for name in word.split()) for word in words]


@table(
    ("hands", "declaration", "side", "expected"),
    [
        # The double five draws everybody's five: 10 and 5 and a trick, then 6-6 takes 6-4.
        (("5-5 6-6", "5-0 1-1", "5-1 0-0", "5-2 6-4"), "5", 0b0101, 27),
        # The other side's two trumps take both tricks.
        (("1-0 2-0", "5-5 5-4", "2-1 3-0", "3-1 6-0"), "5", 0b0101, 0),
        # 3-1 led: the partner has no three and trumps with 3-3; then his 0-0 takes 5-0.
        (("2-0 3-1", "6-0 4-3", "0-0 3-3", "5-0 6-3"), "doubles", 0b0101, 7),
    ],
)
def test_small_cases_by_hand(
    hands: tuple[str, ...], declaration: str, side: int, expected: int
) -> None:
    suits = texas42.DECLARATIONS[declaration]
    search = Search(hands_of(*hands), texas42.ranking_of(suits), texas42.points_aim(side))
    assert search.worth(search.start(0)) == expected


def test_the_dominoes_of_a_suit_each_for_a_hand_of_sevens() -> None:
    """Nearest to seven in every trick: who holds all of 4-3, 5-2, 6-1 and near ones is first."""
    hands = hands_of(
        "4-3 5-2 6-1 6-2 5-3 4-4 6-0",
        "5-1 4-2 3-3 6-3 5-4 5-0 4-1",
        "3-2 6-4 5-5 4-0 3-1 2-2 6-5",
        "3-0 2-1 2-0 1-1 6-6 1-0 0-0",
    )
    assert texas42.sevens(hands) == [True, False, True, False]
