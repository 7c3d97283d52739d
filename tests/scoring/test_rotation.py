"""Who plays which hand where players take turns, beside a table of people who walk round."""

from collections import deque
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.game import MatchStanding
from scoring.running_score import Rotation, RunningScore, TimeCall, may_rotate, rules_for

Score = tuple[int, ...]


def walked(players: int, first_dealer: int, hands: int) -> list[tuple[int, list[int]]]:
    """Hand by hand who deals and who plays, by moving the deal button from one to the next."""
    circle = deque(range(players))
    while circle[0] != first_dealer:
        circle.rotate(-1)
    deals = []
    for _hand in range(hands):
        dealer, *playing = circle
        deals.append((dealer, playing))
        circle.rotate(-1)
    return deals


TABLES = [(seats, first) for seats in (3, 4) for first in range(seats + 1)]


@pytest.mark.parametrize(("seats", "first"), TABLES)
def test_the_deal_walks_round_and_whoever_has_it_sits_out(seats: int, first: int) -> None:
    rotation = Rotation(seats, seats + 1, first)
    for hand, (dealer, playing) in enumerate(walked(seats + 1, first, 30), start=1):
        assert rotation.resting(hand) == dealer
        assert list(rotation.seated(hand)) == playing


@pytest.mark.parametrize(("seats", "first"), TABLES)
def test_everybody_is_counted_in_the_hands_that_he_played(seats: int, first: int) -> None:
    rotation = Rotation(seats, seats + 1, first)
    for hands in range(31):
        course = walked(seats + 1, first, hands)
        for player in range(seats + 1):
            played = sum(player in playing for _dealer, playing in course)
            assert rotation.hands_played(player, hands) == played


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_at_a_usual_table_a_player_is_a_seat(seats: int, first: int) -> None:
    rotation = Rotation(seats, seats, first)
    values = tuple(range(10, 10 + seats))
    assert not rotation.rotates
    for hand in range(1, 9):
        assert rotation.resting(hand) is None
        assert rotation.seated(hand) == tuple(range(seats))
        assert rotation.gathered(values, hand) == values
        assert rotation.scattered((0,) * seats, values, hand) == values
        assert rotation.hands_played(0, hand) == hand


@pytest.mark.parametrize(("seats", "first"), TABLES)
def test_what_is_gathered_is_scattered_back(seats: int, first: int) -> None:
    rotation = Rotation(seats, seats + 1, first)
    values = tuple(range(100, 101 + seats))
    for hand, (dealer, playing) in enumerate(walked(seats + 1, first, 12), start=1):
        gathered = rotation.gathered(values, hand)
        assert gathered == tuple(values[player] for player in playing)
        more = rotation.scattered(values, tuple(value + 1 for value in gathered), hand)
        assert [after - before for before, after in zip(values, more, strict=True)] == [
            int(player != dealer) for player in range(seats + 1)
        ]


@pytest.mark.parametrize(
    ("game", "players", "may"),
    [
        ("pandoeren", 4, False),
        ("pandoeren", 5, True),
        ("pandoeren", 6, False),
        ("dummy_spades", 3, False),
        ("dummy_spades", 4, True),
        ("dummy_spades", 5, False),
        ("texas42", 5, False),
    ],
)
def test_one_more_may_play_where_everybody_plays_for_himself(
    game: str, players: int, may: bool
) -> None:
    assert may_rotate(game, players) is may


@pytest.mark.parametrize(
    ("game", "rules", "players", "hands"),
    [
        ("pandoeren", {"hands": 16}, 4, 16),
        ("pandoeren", {"hands": 16}, 5, 20),
        ("pandoeren", {"hands": 8, "piccolo": "any_one"}, 5, 10),
        ("pandoeren", {"hands": 10}, 5, 13),
        ("pandoeren", {"hands": 1}, 5, 2),
        ("pandoeren", {"hands": 1000}, 5, 1000),
        ("pandoeren", {}, 5, None),
        ("dummy_spades", {"target": 300}, 4, None),
    ],
)
def test_five_play_so_many_hands_that_nobody_has_fewer_than_four_would(
    game: str, rules: dict[str, Any], players: int, hands: int | None
) -> None:
    resolved = rules_for(game, rules, players)
    assert resolved.get("hands") == hands
    assert resolved | {"hands": None} == rules | {"hands": None}
    if hands is not None and players == 5 and hands < 1000:
        rotation = Rotation(4, 5)
        fewest = min(rotation.hands_played(player, hands) for player in range(5))
        assert (
            fewest
            >= rules["hands"]
            > min(rotation.hands_played(player, hands - 1) for player in range(5))
        )


# A whole match, added up a second time with everybody's account on a slip of his own.

PANDOEREN = st.lists(st.tuples(*[st.integers(-5, 5)] * 4), max_size=24)
SPADES = st.lists(
    st.tuples(st.tuples(*[st.integers(-130, 260)] * 3), st.tuples(*[st.integers(0, 7)] * 3)),
    max_size=16,
)


def accounts(players: int, first: int, scores: list[Score]) -> list[dict[int, int]]:
    """What everybody has after each hand."""
    have = dict.fromkeys(range(players), 0)
    totals_so_far = []
    for (_dealer, playing), score in zip(walked(players, first, len(scores)), scores, strict=True):
        for player, points in zip(playing, score, strict=True):
            have[player] += points
        totals_so_far.append(dict(have))
    return totals_so_far


@settings(max_examples=80)
@given(st.integers(0, 4), st.integers(1, 12), PANDOEREN)
def test_five_at_pandoeren_add_up_as_on_slips(first: int, hands: int, scores: list[Score]) -> None:
    running = RunningScore("pandoeren", {"hands": hands}, rotation=Rotation(4, 5, first))
    climbed = [running.add_hand({"score": score}) for score in scores]
    assert climbed == [number < hands for number in range(len(scores))]
    counted = accounts(5, first, scores[:hands])
    standing = running.standing
    assert list(standing.totals) == list((counted or [dict.fromkeys(range(5), 0)])[-1].values())
    assert standing.hands == len(counted)
    assert standing.over == (len(counted) == hands)
    best = [player for player in range(5) if standing.totals[player] == max(standing.totals)]
    assert standing.winner == (best[0] if standing.over and len(best) == 1 else None)


@settings(max_examples=80)
@given(st.integers(0, 3), SPADES)
def test_four_at_spades_add_up_as_on_slips(first: int, played: list[tuple[Score, Score]]) -> None:
    target, limit, penalty = 300, 10, 100
    running = RunningScore("dummy_spades", {"target": target}, rotation=Rotation(3, 4, first))
    points, bags = dict.fromkeys(range(4), 0), dict.fromkeys(range(4), 0)
    winner: int | None = None
    course = walked(4, first, len(played))
    for (_dealer, playing), (score, filled) in zip(course, played, strict=True):
        assert running.add_hand({"score": score, "bags": filled}) == (winner is None)
        if winner is not None:
            continue
        for player, made, more in zip(playing, score, filled, strict=True):
            points[player] += made
            bags[player] += more
            while bags[player] >= limit:
                bags[player] -= limit
                points[player] -= penalty
        ahead = sorted(points, key=lambda player: -points[player])
        if points[ahead[0]] >= target and points[ahead[0]] > points[ahead[1]]:
            winner = ahead[0]
    standing = running.standing
    assert standing.totals == tuple(points.values())
    assert standing.bags == tuple(bags.values())
    assert (standing.over, standing.winner) == (winner is not None, winner)


def test_who_sits_out_may_win_when_another_falls_behind() -> None:
    running = RunningScore("dummy_spades", {"target": 300}, rotation=Rotation(3, 4, 3))
    running.add_hand({"score": (300, 300, 0), "bags": (0, 0, 0)})
    assert not running.standing.over, "two are level at the target"
    running.add_hand({"score": (-50, 0, 0), "bags": (0, 0, 0)})
    assert running.standing.totals == (300, 250, 0, 0)
    assert running.standing.winner == 0


def test_level_with_who_sits_out_play_goes_on_at_spades() -> None:
    running = RunningScore("dummy_spades", {"target": 300}, rotation=Rotation(3, 4, 3))
    running.add_hand({"score": (300, 300, 0), "bags": (0, 0, 0)})
    running.add_hand({"score": (0, 70, 70), "bags": (0, 0, 0)})
    assert running.standing.totals == (300, 300, 70, 70)
    assert not running.standing.over, "the first sat out and is level still"
    running.add_hand({"score": (0, 0, 10), "bags": (0, 0, 0)})
    assert running.standing.winner == 0


def test_time_ends_a_match_of_five_with_the_best_of_all() -> None:
    called = TimeCall(2)
    running = RunningScore("pandoeren", {}, called=called, rotation=Rotation(4, 5, 0))
    running.add_hand({"score": (0, 0, 0, 3)})
    assert not running.standing.over
    running.add_hand({"score": (1, 1, 0, 0)})
    assert running.standing.totals == (0, 0, 1, 1, 3)
    assert running.standing.winner == 4
    assert not running.add_hand({"score": (9, 9, 9, 9)})


STAKES = {"currency": "EUR", "per_point": "0.10", "per_game": "2.00"}


def test_four_settle_at_spades_every_two_and_a_game_from_each_loser() -> None:
    running = RunningScore("dummy_spades", {"target": 100}, rotation=Rotation(3, 4, 0))
    assert running.settlement(STAKES) is None
    running.add_hand({"score": (120, 40, -30), "bags": (0, 0, 0)})
    totals, owed = running.standing.totals, [0, 0, 0, 0]
    assert totals == (0, 120, 40, -30)
    for player in range(4):
        for other in range(4):
            owed[player] += 10 * (totals[player] - totals[other])
        owed[player] += 600 if player == 1 else -200
    settled = running.settlement(STAKES)
    assert settled is not None
    assert [round(float(amount) * 100) for amount in settled["players"]] == owed
    assert sum(owed) == 0


@pytest.mark.parametrize("game", ["pandoeren", "dummy_spades"])
def test_the_books_end_any_number_of_totals(game: str) -> None:
    book, options = GAMES[game].match, GAMES[game].options.resolve({})
    many = MatchStanding(totals=(0, 900, 0, 0, 0, 899), hands=3)
    ended = book.ended(many, options)
    assert ended.totals == many.totals
    assert ended.winner == (1 if game == "dummy_spades" else None)
