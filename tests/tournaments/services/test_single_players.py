"""Evenings of single players: entering, planning, dealing, coming and going, standings."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Player, User
from scoring.models import Match
from tests.refused import refused
from tests.tournaments.conftest import (
    EveningMaker,
    EventMaker,
    begin_next,
    drawn_and_begun,
    entry,
    match_of,
)
from tests.tournaments.single import called, misere, play, spades, thrown_in, win_spades
from tournaments.events.models import Event, EventState, RoundState, TableSeat
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.selectors.rounds import balance_of, event_overview
from tournaments.events.selectors.standings import cross_table, standings_for
from tournaments.events.services.entries import (
    entries_add,
    entry_add,
    entry_remove,
    entry_restore,
    entry_substitute,
    entry_withdraw,
)
from tournaments.events.services.events import event_finish, event_update
from tournaments.events.services.rounds import round_undo_begin, rounds_plan
from tournaments.events.services.standings import standings_refresh

Values = dict[str, int | str | None]


def planned(event: Event) -> list[Any]:
    return list(stored_rounds(event.rounds.filter(state=RoundState.PLANNED)))


def table(event: Event, values: str = "points") -> list[tuple[int, str, int | str | None]]:
    """Rank, name and one metric of everybody, computed anew."""
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    standings = standings_for(event)
    place = [column.metric.key for column in standings.columns].index(values)
    return [(row.rank, row.entrant.name, row.cells[place]) for row in standings.rows]


def values_of(event: Event, name: str) -> Values:
    standings = standings_for(event)
    row = next(row for row in standings.rows if row.entrant.name == name)
    return {c.metric.key: cell for c, cell in zip(standings.columns, row.cells, strict=True)}


# --- entering


def test_players_enter_alone_and_are_numbered_as_they_come(evening: Event) -> None:
    names = [entrant.name for entrant in event_overview(evening).entrants]
    assert names[:3] == ["Ada", "Ben", "Cleo"]
    assert evening.entries.count() == 16


@pytest.mark.parametrize("count", [0, 2])
def test_nobody_enters_but_one_by_one(
    count: int, make_evening: EveningMaker, players: list[Player]
) -> None:
    with refused("wrong_lineup"):
        entry_add(event=make_evening(0), players=players[:count])


def test_a_pair_does_not_enter_alone(make_event: EventMaker, players: list[Player]) -> None:
    with refused("wrong_lineup"):
        entry_add(event=make_event(pairs=0), players=players[:1])


def test_nobody_enters_twice(make_evening: EveningMaker, players: list[Player]) -> None:
    with pytest.raises(ValidationError, match="Ada has another place"):
        entry_add(event=make_evening(3), players=players[:1])


def test_a_list_enters_whole_or_not_at_all(
    make_evening: EveningMaker, players: list[Player]
) -> None:
    event = make_evening(0)
    with pytest.raises(ValidationError, match="Ben has another place"):
        entries_add(event=event, lineups=[[players[0]], [players[1]], [players[1]]])
    assert not event.entries.exists()


def test_a_game_of_pairs_is_not_chosen_while_single_players_are_entered(
    make_evening: EveningMaker,
) -> None:
    pairs: dict[str, Any] = {
        "game": "texas42",
        "rules": {},
        "format": "round_robin",
        "format_options": {},
    }
    with pytest.raises(ValidationError) as error:
        event_update(event=make_evening(4), **pairs, tie_breaks=["games_won"])
    assert set(error.value.message_dict) == {"format"}


def test_another_game_of_single_players_may_be_chosen_and_is_planned_anew(
    make_evening: EveningMaker,
) -> None:
    event = make_evening(12)
    rounds_plan(event=event)
    event_update(event=event, game="dummy_spades", rules={}, tie_breaks=["games_won"])
    assert {len(table) for round_ in planned(event) for table in round_.tables} == {3}


# --- planning


@pytest.mark.parametrize(
    ("game", "count", "size", "byes"),
    [
        ("pandoeren", 16, 4, 0),
        ("pandoeren", 18, 4, 2),
        ("dummy_spades", 9, 3, 0),
        ("dummy_spades", 10, 3, 1),
    ],
)
def test_everybody_sits_at_a_table_of_the_game_or_sits_out(
    game: str, count: int, size: int, byes: int, make_evening: EveningMaker
) -> None:
    event = make_evening(count, game)
    rounds_plan(event=event, shuffle=True, seed="tonight")
    assert len(planned(event)) == 4
    for round_ in planned(event):
        assert {len(table) for table in round_.tables} == {size}
        assert len(round_.byes) == byes


@pytest.mark.parametrize(("game", "least"), [("pandoeren", 4), ("dummy_spades", 3)])
def test_too_few_for_a_table_cannot_be_drawn(
    game: str, least: int, make_evening: EveningMaker
) -> None:
    with pytest.raises(ValidationError, match=f"At least {least} players are needed"):
        rounds_plan(event=make_evening(least - 1, game))


def test_the_lot_says_who_has_which_place(make_evening: EveningMaker) -> None:
    event = make_evening(16)
    rounds_plan(event=event)
    plain = planned(event)
    rounds_plan(event=event, shuffle=True, seed="tonight")
    order = event.lots.get(purpose="order").outcome["order"]
    named = dict(zip(range(1, 17), order, strict=True))
    assert [round_.tables for round_ in planned(event)] == [
        tuple(tuple(named[number] for number in table) for table in round_.tables)
        for round_ in plain
    ]


def test_a_latecomer_plays_from_the_next_round_and_what_began_stays(
    evening: Event, players: list[Player]
) -> None:
    begun = stored_rounds(evening.rounds.filter(state=RoundState.BEGUN))
    late = entry_add(event=evening, players=[players[16]])
    assert stored_rounds(evening.rounds.filter(state=RoundState.BEGUN)) == begun
    assert late.joined_round == 2
    assert [len(round_.byes) for round_ in planned(evening)] == [1, 1, 1]
    byes = Counter(number for round_ in planned(evening) for number in round_.byes)
    assert set(byes.values()) == {1}


def test_who_drops_out_is_planned_for_no_more_and_may_come_back(evening: Event) -> None:
    before = planned(evening)
    entry_withdraw(entry=entry(evening, 5))
    assert all(5 not in table for round_ in planned(evening) for table in round_.tables)
    assert [len(round_.byes) for round_ in planned(evening)] == [3, 3, 3]
    entry_restore(entry=entry(evening, 5))
    assert [len(round_.tables) for round_ in planned(evening)] == [
        len(round_.tables) for round_ in before
    ]


def test_who_never_sat_is_taken_out_and_the_others_keep_their_company(
    make_evening: EveningMaker,
) -> None:
    event = make_evening(17)
    rounds_plan(event=event)
    before = planned(event)
    (resting,) = before[0].byes
    entry_remove(entry=entry(event, resting))
    after = planned(event)
    assert set(map(frozenset, after[0].tables)) == set(map(frozenset, before[0].tables))
    assert all(not round_.byes for round_ in after)


def test_who_sat_at_a_table_is_not_taken_out(evening: Event) -> None:
    with refused("has_played"):
        entry_remove(entry=entry(evening, 1))


def test_the_first_named_deals_first_and_no_lot_is_drawn_for_it(evening: Event) -> None:
    assert not evening.lots.exists()
    for view in event_overview(evening).rounds[0].tables:
        match = view.games[0].match
        assert match.first_dealer == 0
        assert match.seats.get(number=0).name == view.entrants[0].name


def test_in_further_games_of_a_round_the_next_deals_first(make_evening: EveningMaker) -> None:
    event = make_evening(3, "dummy_spades", games_per_meeting=3)
    drawn_and_begun(event)
    dealers = [match_of(event, 1, 1, game).first_dealer for game in (1, 2, 3)]
    assert dealers == [0, 1, 2]


def test_a_beginning_is_taken_back(evening: Event) -> None:
    round_undo_begin(round=evening.rounds.get(number=1))
    evening.refresh_from_db()
    assert evening.state == EventState.DRAFT
    assert not Match.objects.exists()
    assert len(planned(evening)) == 4


def test_a_substitute_sits_down_at_once_where_no_hand_is_recorded(
    evening: Event, players: list[Player]
) -> None:
    seat = TableSeat.objects.get(entry=entry(evening, 7), table__round__number=1)
    match = match_of(evening, 1, seat.table.number)
    entry_substitute(entry=entry(evening, 7), place=0, player=players[17], from_round=1)
    assert match.seats.get(number=seat.place).name == players[17].name


def test_a_single_player_has_one_place(evening: Event, players: list[Player]) -> None:
    with refused("no_such_place"):
        entry_substitute(entry=entry(evening, 7), place=1, player=players[17])


def test_the_balance_of_a_draw_is_told_beside_its_bound(make_evening: EveningMaker) -> None:
    event = make_evening(8, "pandoeren")
    rounds_plan(event=event)
    measured = balance_of(event_overview(event))
    assert measured is not None
    met = Counter(
        frozenset(pair)
        for round_ in planned(event)
        for table in round_.tables
        for pair in combinations(table, 2)
    )
    assert measured.together.repeats == sum(count * (count - 1) // 2 for count in met.values())
    assert 0 < measured.together.lower_bound <= measured.together.repeats


def test_pairs_have_no_balance(event: Event) -> None:
    rounds_plan(event=event)
    assert balance_of(event_overview(event)) is None


# --- standings


def test_points_of_all_tables_are_added_up(evening: Event, owner: User) -> None:
    first, second = match_of(evening, 1, 1), match_of(evening, 1, 2)
    play(first, owner, lambda d: called(d, 0, 2), lambda d: misere(d, 3, made=False))
    play(second, owner, lambda d: misere(d, 1))
    rows = table(evening)
    names = [seat.name for seat in first.seats.all()]
    two = [seat.name for seat in second.seats.all()]
    assert rows[0] == (1, two[1], 3)
    assert set(rows[1:3]) == {(2, names[0], 1), (2, names[2], 1)}
    assert rows[7] == (8, names[3], -3)
    assert {row[::2] for row in rows[8:]} == {(9, None)}, "who has played nothing has no points"


def test_bids_and_what_became_of_them_are_counted(evening: Event, owner: User) -> None:
    match = match_of(evening, 1, 1)
    play(match, owner, lambda d: called(d, 0, 2), lambda d: misere(d, 0, made=False))
    table(evening)
    seats = [seat.name for seat in match.seats.all()]
    declarer, partner = values_of(evening, seats[0]), values_of(evening, seats[2])
    keys = ("times_bid", "times_made", "times_set", "hands_played", "points", "average")
    assert [declarer[key] for key in keys] == [2, 1, 1, 2, -2, -100]
    assert [partner[key] for key in keys] == [0, 0, 0, 2, 1, 50]


def test_a_hand_thrown_in_counts_as_a_hand_and_for_nobody(evening: Event, owner: User) -> None:
    match = play(match_of(evening, 1, 1), owner, thrown_in, lambda d: called(d, 1, 3))
    table(evening)
    winner = values_of(evening, match.seats.get(number=1).name)
    assert (winner["hands_played"], winner["average"], winner["games_played"]) == (2, 50, 1)
    assert winner["games_won"] == "0.5"  # two share the highest total


def test_a_game_of_spades_has_one_winner(make_evening: EveningMaker, owner: User) -> None:
    event = make_evening(9, "dummy_spades")
    drawn_and_begun(event)
    match = win_spades(match_of(event, 1, 2), owner, 1)
    assert (match.is_over, match.winner) == (True, 1)
    rows = table(event, "games_won")
    assert rows[0] == (1, match.seats.get(number=1).name, 1)
    assert [row[2] for row in rows[1:]] == [0] * 2 + [None] * 6


def test_who_is_level_is_parted_by_the_tables_that_were_shared(
    make_evening: EveningMaker, owner: User
) -> None:
    """Both have three points; where they sat together one of them had more."""
    event = make_evening(4, rules={"hands": 1}, tie_breaks=["points", "at_one_table"])
    drawn_and_begun(event)
    match = match_of(event, 1, 1)
    play(match, owner, lambda d: called(d, 0, 1))
    rows = table(event)
    assert [row[0] for row in rows] == [1, 1, 3, 3]
    name = match.seats.get(number=0).name
    assert values_of(event, name)["at_one_table"] == 0


def test_a_lot_parts_those_still_level_when_the_evening_is_finished(
    evening: Event, owner: User
) -> None:
    event_update(event=evening, tie_breaks=["points", "lot"])
    play(match_of(evening, 1, 1), owner, lambda d: misere(d, 0))
    event_finish(event=evening, unfinished=True)
    rows = table(evening)
    assert sorted(row[0] for row in rows) == list(range(1, 17))
    assert len(evening.lots.get(purpose="standings").outcome["order"]) == 15


def test_a_hand_makes_the_standings_of_its_own_evening_stale(
    evening: Event, make_evening: EveningMaker, owner: User
) -> None:
    other = make_evening(0, name="Another")
    standings_refresh(event_id=other.pk)
    play(match_of(evening, 1, 1), owner, thrown_in)
    evening.refresh_from_db()
    other.refresh_from_db()
    assert (evening.is_stale, evening.rules_frozen) == (True, True)
    assert (other.is_stale, other.rules_frozen) == (False, False)


def test_the_cross_table_tells_who_sat_with_whom(evening: Event, owner: User) -> None:
    match = play(match_of(evening, 1, 1), owner, lambda d: called(d, 0, 2))
    rows = {row.entrant.name: row for row in cross_table(evening)}
    order = [row.entrant.name for row in cross_table(evening)]
    names = [seat.name for seat in match.seats.all()]
    for place, player in enumerate(names):
        met = {order[place]: cells for place, cells in enumerate(rows[player].cells) if cells}
        assert set(met) == set(names) - {player}
        for other, name in enumerate(names):
            if name != player:
                (cell,) = met[name]
                assert (cell.total, cell.against) == (match.totals[place], match.totals[other])
                assert (cell.match_id, cell.round_number) == (match.pk, 1)


READS: list[tuple[Callable[[Event], Any], int]] = [
    (event_overview, 6),
    (standings_for, 4),
    (cross_table, 5),
]


@pytest.mark.parametrize(("read", "most"), READS, ids=["overview", "standings", "cross table"])
def test_reading_takes_the_same_queries_as_with_pairs_however_much_was_played(
    read: Callable[[Event], Any], most: int, evening: Event, owner: User
) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            read(evening)
        return len(captured)

    assert cost() == most
    for number in range(1, 5):
        play(match_of(evening, 1, number), owner, thrown_in, lambda d: misere(d, 2))
    begin_next(evening)
    assert cost() == most


def test_standings_take_the_same_queries_however_much_was_played(
    evening: Event, owner: User
) -> None:
    def cost() -> int:
        standings_refresh(event_id=evening.pk)
        with CaptureQueriesContext(connection) as captured:
            evening.refresh_from_db()
            play(match_of(evening, 1, 4), owner, thrown_in)
            before = len(captured)
            standings_refresh(event_id=evening.pk)
        return len(captured) - before

    first = cost()
    for number in range(1, 4):
        play(match_of(evening, 1, number), owner, thrown_in, lambda d: misere(d, 2))
    assert cost() == first


def test_a_hand_of_spades_is_counted_for_all_three(make_evening: EveningMaker, owner: User) -> None:
    event = make_evening(3, "dummy_spades")
    drawn_and_begun(event)
    match = play(match_of(event, 1, 1), owner, lambda d: spades(d, (7, 5, 6), (4, 3, 2, 4)))
    names = [seat.name for seat in match.seats.all()]
    assert {row[1]: row[2] for row in table(event)} == dict(zip(names, (71, 50, -60), strict=True))
