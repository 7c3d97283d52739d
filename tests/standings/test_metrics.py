"""Each metric over a small event that was counted by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.standings.criteria import Value
from engine.standings.metric import OwnTotal
from engine.standings.metrics import COMPARED, METRICS, metrics_of
from engine.standings.ranking import ranked
from engine.standings.results import Outcome, Results, Sums
from games import PRESENTERS
from rules import GAMES
from tests.standings.summing import summed
from tests.standings.test_ranking import Score, results

# Four pairs, everybody once: 1 beats 2, 3, 4; 2 beats 3, 4; 3 and 4 draw 5-5 when time is called.
EVENING: tuple[Score, ...] = (
    *((1, 7, 4, 2), (1, 7, 5, 3), (1, 7, 0, 4)),
    *((2, 7, 3, 3), (2, 7, 6, 4), (3, 5, 5, 4)),
)


def evening() -> Results:
    """The four pairs, each opponent met at one table."""
    evening_results = results(*EVENING)
    against = {
        pair: sums.replaced({Outcome.MEETINGS: 1}) for pair, sums in evening_results.against.items()
    }
    return replace(evening_results, against=against)


TABLE = [
    # metric, value by entry in the order of numbers, counted by hand
    ("games_played", [3, 3, 3, 3]),
    ("games_won", [3, 2, Fraction(1, 2), Fraction(1, 2)]),
    ("games_lost", [0, 1, 2, 2]),
    ("points", [21, 18, 13, 11]),
    ("points_against", [9, 16, 19, 19]),
    ("difference", [12, 2, -6, -8]),
    # Games won by those whom one met: 2+½+½, 3+½+½, 3+2+½, 3+2+½.
    ("buchholz", [3, 4, Fraction(11, 2), Fraction(11, 2)]),
    # 1: beat 2 (2), 3, 4 (½ each); 2: beat 3, 4; 3 and 4 drew: half of a half.
    ("sonneborn_berger", [3, 1, Fraction(1, 4), Fraction(1, 4)]),
    ("bracket_place", [None, None, None, None]),
    ("best_hand", [None, None, None, None]),
]


@pytest.mark.parametrize(("key", "expected"), TABLE)
def test_a_metric_gives_what_was_counted_by_hand(key: str, expected: list[Value]) -> None:
    values = METRICS[key].values([1, 2, 3, 4], evening())
    assert [values[entry] for entry in (1, 2, 3, 4)] == expected


@pytest.mark.parametrize("key", METRICS)
def test_no_figure_of_games_is_0_for_an_entry_that_played_nothing(key: str) -> None:
    counts = {"games_played": 0, "hands_played": 0}
    values = METRICS[key].values([1], Results((1,), {1: Sums()}, {}))
    assert values == {1: counts.get(key)}


def test_who_played_nothing_ranks_behind_all_who_lost_and_before_none_by_a_bonus() -> None:
    lost = summed(games_played=1, games_begun=1, points=-8)
    totals = {2: lost, 3: summed(points=-2), 4: summed(points=3)}
    rows = ranked(Results((1, 2, 3, 4), totals, {}), ["points"], shown=())
    assert [(row.entry, row.rank) for row in rows] == [(2, 1), (4, 2), (1, 3), (3, 4)]


def test_a_draw_gives_half_of_the_opponent_s_games() -> None:
    # 1 drew with 2, who won three and a half games; and 2 with 1, who won half a game.
    games: tuple[Score, ...] = ((1, 5, 5, 2), (2, 7, 0, 3), (2, 7, 1, 3), (2, 7, 2, 3))
    values = METRICS["sonneborn_berger"].values([1, 2, 3], results(*games))
    assert values == {1: Fraction(7, 4), 2: Fraction(1, 4), 3: 0}


def test_a_bye_is_measured_as_a_meeting_with_somebody_who_stands_as_one_does() -> None:
    # 1 sat out for a win and beat 2; 2 sat out for nothing, and drew with 3.
    won, drawn = summed(games_won=1, meetings=1), summed(games_drawn=1, meetings=1)
    against = {(1, 2): won, (2, 1): summed(meetings=1), (2, 3): drawn, (3, 2): drawn}
    totals = {1: summed(games_won=2), 2: summed(games_drawn=1), 3: summed(games_drawn=1)}
    byes = {1: won, 2: summed(meetings=1)}
    evening_results = Results((1, 2, 3), totals, against, byes=byes)
    half = Fraction(1, 2)
    # The opponent's games and, for the bye, one's own: 1: ½ + 2, 2: 2 + ½ + ½, 3: ½.
    assert METRICS["buchholz"].values([1, 2, 3], evening_results) == {1: 2 + half, 2: 3, 3: half}
    # 1: a win over ½ and one over 2; 2: half of ½, nothing for the bye.
    expected = {1: 2 + half, 2: Fraction(1, 4), 3: Fraction(1, 4)}
    assert METRICS["sonneborn_berger"].values([1, 2, 3], evening_results) == expected


def test_who_was_met_twice_counts_twice_for_buchholz() -> None:
    against = {(1, 2): summed(meetings=2), (1, 3): summed(meetings=1), (2, 1): summed(meetings=2)}
    totals = {2: summed(games_won=4), 3: summed(games_won=1)}
    values = METRICS["buchholz"].values([1, 2], Results((1, 2, 3), totals, against))
    assert values == {1: 9, 2: 0}


def test_whom_one_has_not_met_yet_is_no_opponent() -> None:
    against = {(1, 2): summed(hands_set=1), (2, 1): summed(games_played=1)}
    totals = {1: summed(games_won=1), 2: summed(games_won=4)}
    values = METRICS["buchholz"].values([1, 2], Results((1, 2), totals, against))
    assert values[1] is None
    assert values[2] is not None


def test_sums_are_equal_by_their_numbers() -> None:
    assert summed(games_won=1) == summed(games_won=1, games_lost=0)
    assert summed(games_won=1) != summed(games_won=2)
    assert summed() != {}


SUMS = [
    # metric, sums, value
    ("capped_for", summed(capped_for=12), 12),
    ("capped_difference", summed(capped_difference=-4), -4),
    ("meetings_won", summed(games_won=5, meetings_won=2), 2),
    ("points", summed(points=-3), -3),
    ("games_won", summed(games_won=1, games_drawn=3), Fraction(5, 2)),
    ("meetings_won", summed(meetings_won=1, meetings_drawn=1), Fraction(3, 2)),
    ("average", summed(points_in_hands=10, hands=3), Fraction(10, 3)),
    (
        "average",
        summed(points=17, points_in_hands=10, hands=3),
        Fraction(10, 3),
    ),  # a bye has no hands
    ("average", summed(points=-120, games_begun=1), None),  # nobody counted them
    ("points_a_hand", summed(points_in_hands=7, hands=8), Fraction(7, 8)),
    ("hands_played", summed(hands=16), 16),
    ("hands_played", summed(games_begun=1), None),
    ("hands_played", summed(games_begun=2, games_counted=1, hands=8), 8),
    ("times_bid", summed(games_begun=1, games_counted=1, hands=16), None),
    ("times_bid", summed(hands_declared=5, hands_set=2), 5),
    ("times_made", summed(hands_declared=5, hands_set=2), 3),
    ("times_set", summed(hands_declared=5, hands_set=2), 2),
]


@pytest.mark.parametrize(("key", "sums", "value"), SUMS)
def test_a_total_is_read_off_an_entry_s_own_sums(key: str, sums: Sums, value: Value) -> None:
    assert METRICS[key].values([1], Results((1,), {1: sums}, {})) == {1: value}


PLAY_OFFS = [
    # play-offs as recorded, who is tied, places
    ([], [1, 2], {1: None, 2: None}),
    ([(2, 1)], [1, 2], {1: 2, 2: 1}),
    ([(2, 1)], [1, 2, 3], {1: None, 2: None, 3: None}),  # 3 took no part
    ([(3, 1, 2)], [1, 2], {1: 1, 2: 2}),  # three played, two are still tied
    ([(2, 1), (1, 2)], [1, 2], {1: 1, 2: 2}),  # the newest holds
    ([(2, 1), (3, 4)], [1, 2], {1: 2, 2: 1}),
    ([(2, 1)], [1], {1: None}),
]


@pytest.mark.parametrize(("play_offs", "tied", "places"), PLAY_OFFS)
def test_a_play_off_parts_those_who_all_took_part(
    play_offs: list[tuple[int, ...]], tied: list[int], places: dict[int, int | None]
) -> None:
    evening_results = Results((1, 2, 3, 4), {}, {}, play_offs=tuple(play_offs))
    assert METRICS["play_off"].values(tied, evening_results) == places


class Looked(Sums):
    """Sums that note which outcomes are looked at, beside those that say what is known."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(Outcome, 1))
        self.at: set[Outcome] = set()

    def __getitem__(self, outcome: Outcome) -> int:
        self.at.add(outcome)
        return super().__getitem__(outcome)


def test_a_total_looks_at_no_sum_that_it_does_not_name() -> None:
    totals = [metric for metric in METRICS.values() if isinstance(metric, OwnTotal)]
    assert totals
    for metric in totals:
        sums = Looked()
        metric.of(sums)
        assert sums.at == set(metric.sums), metric.key


def test_who_was_never_in_the_bracket_comes_behind_all_who_were() -> None:
    evening_results = Results((1, 2, 3, 4), {1: summed(games_won=3)}, {}, places={2: 1, 4: 2})
    rows = ranked(evening_results, ["bracket_place", "games_won"])
    assert [(row.entry, row.rank) for row in rows] == [(2, 1), (4, 2), (1, 3), (3, 4)]


def test_the_best_hand_is_the_one_that_was_told() -> None:
    evening_results = Results((1, 2), {}, {}, best_hands={1: 4})
    assert METRICS["best_hand"].values([1, 2], evening_results) == {1: 4, 2: None}


def test_what_an_event_does_not_rank_by_is_not_noted_where_it_costs() -> None:
    row = ranked(evening(), ["games_won"], shown=PRESENTERS["texas42"].metrics)[0]
    assert "points" in row.values
    assert not {"buchholz", "best_hand", "meetings_won", "play_off"} & row.values.keys()


@pytest.mark.parametrize("game", PRESENTERS)
def test_the_bracket_s_place_is_offered_and_usual_only_where_there_is_a_bracket(game: str) -> None:
    presenter = PRESENTERS[game]
    assert "bracket_place" not in presenter.tie_breaks(has_places=False)
    assert presenter.order(has_places=False) == presenter.usual_order
    assert set(presenter.usual_order) <= set(presenter.tie_breaks(has_places=False))


@pytest.mark.parametrize("game", PRESENTERS)
def test_no_game_has_measures_of_compared_deals_or_of_another_game(game: str) -> None:
    metrics = metrics_of(GAMES[game])
    assert not {*COMPARED} & {*metrics}
    assert all(METRICS[key].suits(GAMES[game]) for key in metrics)


def test_a_bracket_is_ranked_by_its_places_first() -> None:
    presenter = PRESENTERS["texas42"]
    order = presenter.order(has_places=True)
    assert order == ("bracket_place", *presenter.usual_order)
    assert set(order) <= set(presenter.tie_breaks(has_places=True))
