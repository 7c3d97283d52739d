"""Ranking by metrics in order, over plain sums."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.standings.metrics import METRICS, tie_breaks
from engine.standings.ranking import ranked, tied_before_lot, with_lots
from engine.standings.results import Results, Sums
from games import PRESENTERS
from tests.standings.summing import summed

Score = tuple[int, int, int, int]  # entry, its marks, the other's marks, the other entry


def results(*scores: Score, sets: dict[int, int] | None = None) -> Results:
    """The sums of finished games; whoever has more marks won."""
    against: dict[tuple[int, int], Sums] = {}
    for entry_, points, opponents, other in scores:
        for entry, rival, mine, theirs in (
            (entry_, other, points, opponents),
            (other, entry_, opponents, points),
        ):
            level = int(mine == theirs)
            game = summed(
                games_played=1,
                games_won=int(mine > theirs),
                games_lost=int(mine < theirs),
                points=mine,
                points_against=theirs,
                games_drawn=level,
            )
            against[entry, rival] = against.get((entry, rival), summed()).plus(game)
    for entry, times in (sets or {}).items():
        rival = next(other for entry_, other in against if entry_ == entry)
        against[entry, rival] = against[entry, rival].plus(summed(hands_set=times))
    totals: dict[int, Sums] = {}
    for (entry, _rival), sums in against.items():
        totals[entry] = totals.get(entry, summed()).plus(sums)
    return Results(tuple(sorted(totals)), totals, against)


CIRCLE: tuple[Score, ...] = ((1, 7, 4, 2), (2, 7, 4, 3), (3, 7, 4, 1))  # each beat the next, 7-4
TABLE = [
    # order of metrics, games, expected ranks by entry, expected tie flags
    ("games_won", CIRCLE, {1: 1, 2: 1, 3: 1}, {1, 2, 3}),
    ("games_won", ((1, 7, 4, 2), (2, 7, 4, 3), (1, 7, 0, 3)), {1: 1, 2: 2, 3: 3}, set()),
    ("games_won points", ((1, 7, 4, 2), (3, 7, 5, 4)), {1: 1, 3: 1, 4: 3, 2: 4}, {1, 3}),
    ("games_won points_against", ((1, 7, 4, 2), (3, 7, 5, 4)), {1: 1, 3: 2, 2: 3, 4: 3}, {2, 4}),
    ("games_won difference", ((1, 7, 4, 2), (3, 7, 5, 4)), {1: 1, 3: 2, 4: 3, 2: 4}, set()),
    # 1 and 2 have two wins each; 2 beat 1, although 1 has more marks
    (
        "games_won head_to_head",
        ((2, 7, 6, 1), (1, 7, 0, 3), (1, 7, 0, 4), (2, 7, 6, 4), (4, 7, 6, 3)),
        {2: 1, 1: 2, 4: 3, 3: 4},
        set(),
    ),
]


@pytest.mark.parametrize(("order", "games", "ranks", "tied"), TABLE)
def test_entries_rank_by_the_metrics_in_order(
    order: str, games: tuple[Score, ...], ranks: dict[int, int], tied: set[int]
) -> None:
    rows = ranked(results(*games), order.split())
    assert {row.entry: row.rank for row in rows} == ranks
    assert {row.entry for row in rows if row.tied} == tied


def test_head_to_head_looks_only_at_games_among_the_tied() -> None:
    # 1, 2 and 3 won two each; among them 3 won two, 1 one, 2 none. 4 lost to 1 and twice to 2.
    games = ((3, 7, 0, 1), (3, 7, 0, 2), (1, 7, 0, 2), (1, 7, 0, 4), (2, 7, 0, 4), (2, 7, 0, 4))
    rows = ranked(results(*games), ["games_won", "head_to_head"])
    assert [(row.entry, row.values["head_to_head"]) for row in rows] == [
        (3, 2),
        (1, 1),
        (2, 0),
        (4, None),
    ]


def test_head_to_head_says_nothing_where_two_of_the_tied_have_not_met() -> None:
    games = ((1, 7, 0, 2), (2, 7, 0, 4), (3, 7, 0, 4))  # 1, 2, 3 won one each; 3 met neither
    rows = ranked(results(*games), ["games_won", "head_to_head", "points_against"])
    assert all(row.values["head_to_head"] is None for row in rows if row.entry in {1, 2, 3})
    assert [row.rank for row in rows] == [1, 1, 3, 4]


def test_head_to_head_counts_every_game_of_a_meeting() -> None:
    games = ((1, 7, 6, 2), (1, 7, 6, 2), (2, 7, 0, 1), (2, 7, 0, 3))
    rows = ranked(results(*games), ["games_won", "head_to_head"])
    assert [(row.entry, row.rank) for row in rows][:2] == [(1, 1), (2, 2)]


def test_fewer_times_set_come_first() -> None:
    rows = ranked(
        results((1, 7, 4, 2), (3, 7, 4, 4), sets={1: 2, 3: 1}), ["games_won", "times_set"]
    )
    assert [row.entry for row in rows][:2] == [3, 1]


def test_a_lot_decides_only_between_those_who_all_drew() -> None:
    order = ["games_won", "lot"]
    tie = results(*CIRCLE)
    assert [row.rank for row in ranked(with_lots(tie, {1: 3, 2: 1}), order)] == [1, 1, 1]
    two = with_lots(results((1, 7, 4, 3), (2, 7, 4, 4)), {1: 2, 2: 1})
    assert [row.entry for row in ranked(two, order)][:2] == [2, 1]
    rows = ranked(with_lots(tie, {1: 3, 2: 1, 3: 2}), order)
    assert [(row.entry, row.rank, row.tied) for row in rows] == [
        (2, 1, False),
        (3, 2, False),
        (1, 3, False),
    ]


def test_a_lot_is_needed_by_those_whom_everything_before_it_leaves_tied() -> None:
    tie = results(*CIRCLE, (4, 7, 0, 5))
    assert tied_before_lot(tie, ["games_won", "points", "lot", "difference"]) == [(1, 2, 3)]
    assert tied_before_lot(tie, ["games_won", "points"]) == []
    two = results((1, 7, 4, 3), (2, 7, 4, 4))
    assert tied_before_lot(two, ["games_won", "lot"]) == [(1, 2), (3, 4)]


def test_as_long_as_one_of_the_tied_has_no_lot_none_is_shown() -> None:
    drawn = with_lots(results(*CIRCLE), {1: 3, 2: 1})
    assert METRICS["lot"].values([1, 2, 3], drawn) == {1: None, 2: None, 3: None}
    assert METRICS["lot"].values([1, 2], drawn) == {1: 3, 2: 1}


def test_entries_without_a_game_are_ranked_with_nothing() -> None:
    rows = ranked(Results((1, 2), {}, {}), list(PRESENTERS["texas42"].usual_order))
    assert [(row.entry, row.rank, row.tied) for row in rows] == [(1, 1, True), (2, 1, True)]
    assert rows[0].values["games_played"] == 0


def test_an_event_without_entries_has_no_rows() -> None:
    assert ranked(Results((), {}, {}), list(PRESENTERS["texas42"].usual_order)) == []


def test_metrics_are_found_by_their_keys() -> None:
    assert METRICS
    for key, metric in METRICS.items():
        assert metric.key == key
    for presenter in PRESENTERS.values():
        offered = set(presenter.tie_breaks(has_places=True))
        assert set(presenter.usual_order) < offered <= set(tie_breaks())
        assert set(presenter.metrics) <= set(METRICS)
    assert {"games_played", "games_lost"}.isdisjoint(tie_breaks())


games = st.lists(
    st.tuples(st.integers(1, 5), st.integers(0, 7), st.integers(0, 7), st.integers(6, 9)),
    min_size=1,
    max_size=20,
)


@given(games, st.permutations(tie_breaks()), st.integers(1, len(tie_breaks())))
def test_ranks_count_those_ahead_and_flags_tell_who_shares(
    played: list[Score], keys: list[str], length: int
) -> None:
    rows = ranked(results(*played), keys[:length])
    for row in rows:
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        assert row.tied == (sum(other.rank == row.rank for other in rows) > 1)


@given(games)
def test_the_order_of_the_games_is_nothing(played: list[Score]) -> None:
    order = list(PRESENTERS["texas42"].usual_order)
    assert ranked(results(*played), order) == ranked(results(*reversed(played)), order)


# --- single players

AVERAGES = [
    # points, hands, hundredths that are shown
    (10, 64, 16),  # 15.625
    (1, 200, 1),  # a half is rounded away from zero
    (-1, 200, -1),  # below zero too
    (-16, 64, -25),
    (902, 46, 1961),  # 1960.87
    (0, 0, None),
]


@pytest.mark.parametrize(("points", "hands", "hundredths"), AVERAGES)
def test_points_a_hand_are_shown_in_hundredths(
    points: int, hands: int, hundredths: int | None
) -> None:
    sums = summed(points_in_hands=points, hands=hands)
    (row,) = ranked(Results((1,), {1: sums}, {}), ["average"])
    assert row.stored_values["average"] == hundredths


def test_points_a_hand_are_compared_before_they_are_rounded() -> None:
    totals = {
        1: summed(points_in_hands=1, hands=3),
        2: summed(points_in_hands=33, hands=100),
        3: summed(points_in_hands=2, hands=6),
    }
    rows = ranked(Results((1, 2, 3), totals, {}), ["average"])
    assert [(row.entry, row.rank, row.stored_values["average"]) for row in rows] == [
        (1, 1, 33),
        (3, 1, 33),
        (2, 3, 33),
    ]


def test_who_has_no_hands_counted_comes_behind_all_rates_and_not_among_them() -> None:
    totals = {
        1: summed(points=-120, games_begun=1),
        2: summed(points_in_hands=-22, hands=10, games_begun=1, games_counted=1),
        3: summed(points_in_hands=5, hands=10, games_begun=1, games_counted=1),
        4: summed(points=40, games_begun=1),
    }
    rows = ranked(Results((1, 2, 3, 4), totals, {}), ["average", "points"])
    assert [(row.entry, row.stored_values["average"]) for row in rows] == [
        (3, 50),
        (2, -220),
        (4, None),
        (1, None),
    ]


def test_bids_that_nobody_wrote_down_are_not_known_and_part_nobody() -> None:
    game = {"games_played": 1, "games_begun": 1}
    totals = {
        1: summed(**game),
        2: summed(**game, games_counted=1, games_written=1, hands_set=2),
        3: summed(),
    }
    rows = ranked(Results((1, 2, 3), totals, {}), ["times_set"], shown=METRICS)
    assert [row.rank for row in rows] == [1, 1, 3]
    known = [
        [row.values[key] for key in ("times_set", "times_bid", "times_made", "hands_played")]
        for row in rows
    ]
    assert known == [[None] * 4, [2, 0, -2, 0], [None, None, None, 0]]


def test_one_whose_hands_are_written_in_part_keeps_those_who_are_level_together() -> None:
    hands = {"games_played": 2, "games_begun": 2, "games_counted": 2}
    totals = {
        1: summed(**hands, games_written=2, hands_set=2),
        2: summed(**hands, games_written=1, hands_set=1),
    }
    assert [row.rank for row in ranked(Results((1, 2), totals, {}), ["times_set"])] == [1, 1]
    totals[2] = summed(**hands, games_written=2, hands_set=1)
    assert [row.entry for row in ranked(Results((1, 2), totals, {}), ["times_set"])] == [2, 1]


def test_a_draw_ranks_above_a_defeat_and_below_a_win() -> None:
    drawn_and_decided = results((1, 1, 1, 2), (3, 7, 3, 4))
    rows = ranked(drawn_and_decided, ["games_won"])
    assert [(row.entry, row.rank, row.stored_values["games_won"]) for row in rows] == [
        (3, 1, 1),
        (1, 2, "0.5"),
        (2, 2, "0.5"),
        (4, 4, 0),
    ]


def test_those_whom_head_to_head_leaves_level_are_compared_again_among_themselves() -> None:
    # Two wins each of 1 and 2, one each of 3 and 4: 2 beat 1, 4 beat 3. All level on games won.
    circle = ((2, 7, 0, 1), (1, 7, 0, 3), (1, 7, 0, 4), (4, 7, 0, 3), (2, 7, 0, 4), (3, 7, 0, 2))
    more = ((3, 7, 0, 5), (4, 7, 0, 5))
    rows = ranked(results(*circle, *more), ["games_won", "head_to_head"])
    assert [(row.entry, row.rank, row.values["head_to_head"]) for row in rows] == [
        (2, 1, 2),
        (1, 2, 2),
        (4, 3, 1),
        (3, 4, 1),
        (5, 5, None),
    ]


def test_a_circle_within_head_to_head_stays_level() -> None:
    # 1, 2 and 3 each beat one another in turn and all beat 4, who had two easy games elsewhere.
    circle = ((1, 7, 0, 2), (2, 7, 0, 3), (3, 7, 0, 1), (1, 7, 0, 4), (2, 7, 0, 4), (3, 7, 0, 4))
    more = ((4, 7, 0, 5), (4, 7, 0, 5))
    rows = ranked(results(*circle, *more), ["games_won", "head_to_head"])
    assert [(row.entry, row.rank) for row in rows] == [(1, 1), (2, 1), (3, 1), (4, 4), (5, 5)]


MEETINGS = st.lists(
    st.tuples(st.integers(1, 5), st.integers(0, 2), st.integers(0, 2), st.integers(1, 5)).filter(
        lambda game: game[0] != game[3]
    ),
    min_size=1,
    max_size=16,
)


def again(group: list[int], played: list[Score]) -> list[list[int]]:
    """A slow second head to head: games among the group in halves, then each part once more."""
    pairs = {frozenset((home, other)) for home, _points, _theirs, other in played}
    if len(group) < 2 or not all(
        frozenset((home, other)) in pairs for home in group for other in group if home < other
    ):
        return [group]
    halves = dict.fromkeys(group, 0)
    for home, points, theirs, other in played:
        if home in group and other in group:
            halves[home] += 1 + (points > theirs) - (points < theirs)
            halves[other] += 1 + (theirs > points) - (theirs < points)
    parts = [
        [entry for entry in group if halves[entry] == number]
        for number in sorted(set(halves.values()), reverse=True)
    ]
    return parts if len(parts) == 1 else [last for part in parts for last in again(part, played)]


@given(MEETINGS)
def test_head_to_head_is_what_a_slow_second_count_gives(played: list[Score]) -> None:
    evening_results = results(*played)
    halves = dict.fromkeys(evening_results.entries, 0)
    for home, points, theirs, other in played:
        halves[home] += 1 + (points > theirs) - (points < theirs)
        halves[other] += 1 + (theirs > points) - (theirs < points)
    expected = [
        sorted(part)
        for number in sorted(set(halves.values()), reverse=True)
        for part in again(
            [entry for entry in evening_results.entries if halves[entry] == number], played
        )
    ]
    rows = ranked(evening_results, ["games_won", "head_to_head"])
    assert [
        [row.entry for row in level] for _rank, level in groupby(rows, key=lambda row: row.rank)
    ] == expected


def at_tables(*tables: dict[int, int]) -> Results:
    """Finished games of any number of entries, by their points; winners are nothing here."""
    totals: dict[int, Sums] = {}
    against: dict[tuple[int, int], Sums] = {}
    for table in tables:
        for entry, points in table.items():
            game = summed(games_played=1, points=points)
            totals[entry] = totals.get(entry, summed()).plus(game)
            for other in table.keys() - {entry}:
                against[entry, other] = against.get((entry, other), summed()).plus(game)
    return Results(tuple(sorted(totals)), totals, against)


AT_ONE_TABLE = [
    # tables by points, who is tied, points more than the others of them
    ([{1: 5, 2: 3, 3: -8}], [1, 2], {1: 2, 2: -2}),
    ([{1: 5, 2: 3, 3: -8}], [1, 2, 3], {1: 15, 2: 9, 3: -24}),
    ([{1: 5, 2: 3}, {1: 0, 2: 4}], [1, 2], {1: -2, 2: 2}),
    ([{1: 5, 3: 0}, {2: 5, 4: 0}], [1, 2], {1: None, 2: None}),  # never sat together
    ([{1: 1, 2: 1}, {1: 2, 3: 0}, {2: 2, 4: 0}], [1, 2], {1: 0, 2: 0}),  # elsewhere is nothing
    ([{1: 5, 2: 3}], [1], {1: None}),
]


@pytest.mark.parametrize(("tables", "tied", "expected"), AT_ONE_TABLE)
def test_only_points_at_shared_tables_part_those_who_are_level(
    tables: list[dict[int, int]], tied: list[int], expected: dict[int, int | None]
) -> None:
    assert METRICS["at_one_table"].values(tied, at_tables(*tables)) == expected


def test_a_total_counts_each_table_once_however_many_sat_there() -> None:
    rows = ranked(at_tables({1: 5, 2: 3, 3: 1, 4: 0}), ["points"])
    assert [row.values["points"] for row in rows] == [5, 3, 1, 0]
    assert [row.values["games_played"] for row in rows] == [1, 1, 1, 1]
