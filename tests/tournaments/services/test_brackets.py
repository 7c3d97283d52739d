"""Events of elimination through the services, from the entries to the champion."""

from collections.abc import Callable

import pytest

from clubs.models import Player, User
from engine.pairings.state import draw
from scoring.models import Hand, Match
from scoring.services.hands import hand_correct
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, begin_next, entry, record
from tournaments.events.models import Event, Round, RoundState, Table
from tournaments.events.selectors.brackets import bracket_view
from tournaments.events.selectors.next_step import plan_is_outdated
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.services.decisions import table_forfeit
from tournaments.events.services.entries import entry_add, entry_restore, entry_withdraw
from tournaments.events.services.rounds import round_undo_begin, rounds_plan
from tournaments.events.services.standings import standings_refresh

Win = Callable[..., Match]


def sitting(table: Table) -> list[int]:
    return list(table.seats.order_by("place").values_list("entry__number", flat=True))


def begun(event: Event) -> Round:
    """Draw the next round where none is drawn, and begin it."""
    if not event.rounds.filter(state=RoundState.PLANNED).exists():
        rounds_plan(event=event)
    return begin_next(event)


def give_up(round_: Round) -> None:
    """At each table the higher number gives the meeting up."""
    for table in round_.tables.filter(is_bye=False).order_by("number"):
        table_forfeit(table=table, entry=entry(round_.event, max(sitting(table))))


def played_out(event: Event) -> None:
    """Play until nothing follows."""
    while champion(event) is None or Table.objects.filter(
        round__event=event, round__state=RoundState.PLANNED
    ):
        give_up(begun(event))


def drawn(event: Event) -> list[list[str]]:
    """Every table and bye of every round with its slot."""
    return [
        [f"{table.section}{table.slot} {sitting(table)}" for table in round_.tables.all()]
        for round_ in event.rounds.order_by("number")
    ]


def places(event: Event) -> dict[int, int]:
    standings_refresh(event_id=event.pk)
    return dict(event.standings.values_list("entry__number", "values__bracket_place"))


def champion(event: Event) -> int | None:
    view = bracket_view(event)
    assert view is not None
    return view.bracket.champion


@pytest.mark.parametrize(
    ("format_", "options", "games"),
    [
        ("single_elimination", {}, {6}),
        ("single_elimination", {"third": 1, "consolation": 1}, {9}),
        ("double_elimination", {"final": 1}, {12}),
        ("double_elimination", {"final": 2}, {12, 13}),
        ("two_boxes", {"final": 2}, {12, 13}),
    ],
)
def test_seven_pairs_play_until_one_is_left(
    make_event: EventMaker, format_: str, options: dict[str, int], games: set[int]
) -> None:
    event = make_event(7, format=format_, format_options=options)
    played_out(event)
    assert Table.objects.filter(round__event=event, is_bye=False).count() in games
    places_now = places(event)
    assert sorted(places_now) == [1, 2, 3, 4, 5, 6, 7]
    assert places_now[1] == 1
    assert champion(event) == 1


def test_groups_of_three_send_two_each_to_a_double_elimination(make_event: EventMaker) -> None:
    options = {"group_size": 3, "advance_each": 2, "bracket": 2, "final": 2, "consolation": 1}
    event = make_event(9, format="qualifying", format_options=options)
    assert len(rounds_plan(event=event)) == 3
    for _ in range(3):
        give_up(begun(event))
    assert [round_.stage for round_ in event.rounds.all()] == ["groups"] * 3
    give_up(begun(event))
    first = event.rounds.get(number=4)
    assert first.stage == "brackets"
    sections = set(first.tables.values_list("section", flat=True))
    assert sections == {"winners", "consolation.winners"}
    played_out(event)
    assert champion(event) == 1
    assert sorted(places(event)) == list(range(1, 10))


def test_a_final_of_three_games_is_won_by_hands(make_event: EventMaker, win: Win) -> None:
    event = make_event(3, format="single_elimination", format_options={"final_best_of": 3})
    first = begun(event)
    win(first.tables.get(is_bye=False).games.get().match, 0)
    final = begun(event)
    table = final.tables.get()
    assert (table.best_of, table.games.count()) == (3, 3)
    win(table.games.get(number=1).match, 0)
    win(table.games.get(number=2).match, 1)
    assert champion(event) is None
    win(table.games.get(number=3).match, 1)
    assert champion(event) == sitting(table)[1]


def test_a_table_waits_for_nobody_but_the_two_who_come_to_it(make_event: EventMaker) -> None:
    event = make_event(8, format="double_elimination")
    first = begun(event)
    tables = list(first.tables.order_by("number"))
    table_forfeit(table=tables[0], entry=entry(event, max(sitting(tables[0]))))
    with refused("still_playing"):
        rounds_plan(event=event)
    table_forfeit(table=tables[1], entry=entry(event, max(sitting(tables[1]))))
    second = begun(event)
    assert [table.section for table in second.tables.all()] == ["winners", "losers"]
    losers = second.tables.get(section="losers")
    table_forfeit(table=losers, entry=entry(event, max(sitting(losers))))
    with refused("still_playing"):
        rounds_plan(event=event)
    for table in (*tables[2:], second.tables.get(section="winners")):
        table_forfeit(table=table, entry=entry(event, max(sitting(table))))
    played_out(event)
    assert champion(event) == 1


def test_no_two_tables_that_play_at_the_same_time_have_the_same_number(
    make_event: EventMaker,
) -> None:
    event = make_event(8, format="double_elimination")
    first = begun(event)
    for table in list(first.tables.order_by("number"))[:2]:
        table_forfeit(table=table, entry=entry(event, max(sitting(table))))
    second = begun(event)
    assert [table.in_room for table in second.tables.order_by("number")] == [1, 2]
    for table in list(first.tables.order_by("number"))[2:]:
        table_forfeit(table=table, entry=entry(event, max(sitting(table))))
    third = begun(event)
    assert [table.in_room for table in third.tables.order_by("number")] == [3, 4]


def test_as_many_tables_are_drawn_as_the_room_has_free(make_event: EventMaker) -> None:
    event = make_event(8, format="double_elimination", tables_in_room=3)
    first = begun(event)
    firsts = {table.number: table for table in first.tables.all()}
    assert sorted(table.shift for table in firsts.values()) == [1, 1, 1, 2]
    for number in (1, 2):
        table_forfeit(table=firsts[number], entry=entry(event, max(sitting(firsts[number]))))
    playing = {firsts[number].in_room for number in (3, 4)}
    [second] = rounds_plan(event=event)
    assert {table.in_room for table in second.tables.all()} == {1, 2, 3} - playing


def test_a_round_drawn_while_others_play_is_not_outdated_when_more_can_begin(
    make_event: EventMaker,
) -> None:
    event = make_event(8, format="double_elimination")
    first = begun(event)
    tables = list(first.tables.order_by("number"))
    for table in tables[:2]:
        table_forfeit(table=table, entry=entry(event, max(sitting(table))))
    rounds_plan(event=event)
    for table in tables[2:]:
        table_forfeit(table=table, entry=entry(event, max(sitting(table))))
    assert not plan_is_outdated(event)
    rounds_plan(event=event)
    assert event.rounds.get(number=2).tables.count() == 4


def test_nobody_comes_in_once_the_bracket_has_begun(
    make_event: EventMaker, players: list[Player]
) -> None:
    event = make_event(4, format="single_elimination")
    rounds_plan(event=event)
    entry_add(event=event, players=players[8:10])
    assert event.rounds.get().tables.count() == 4
    entry_withdraw(entry=entry(event, 5))
    begin_next(event)
    with refused("bracket_begun"):
        entry_add(event=event, players=players[10:12])
    with refused("bracket_begun"):
        entry_restore(entry=entry(event, 5))


@pytest.mark.parametrize("format_", ["single_elimination", "double_elimination"])
def test_a_latecomer_takes_a_bye_that_nobody_has_gone_on_from(
    format_: str, make_event: EventMaker, players: list[Player]
) -> None:
    """Those of the worst seeds first; the best seed keeps its bye longest, and its line."""
    event = make_event(5, format=format_)
    first = begun(event)
    late = [entry_add(event=event, players=players[at : at + 2]) for at in (10, 12)]
    tables = [one.table_seats.get().table for one in late]
    assert [sitting(table) for table in tables] == [[3, 6], [2, 7]]
    assert all(table.games.get().match.seats.count() == 4 for table in tables)
    playing = first.tables.filter(is_bye=False)
    assert sorted(table.in_room for table in playing) == [1, 2, 3]
    for table in playing:  # the latecomer of the second table beats its seed
        out = max(sitting(table)) if 7 not in sitting(table) else 2
        table_forfeit(table=table, entry=entry(event, out))
    second = begun(event)
    seated = {frozenset(sitting(table)) for table in second.tables.filter(section="winners")}
    assert seated == {frozenset({1, 4}), frozenset({3, 7})}
    with refused("bracket_begun"):
        entry_add(event=event, players=players[14:16])


def test_latecomers_join_groups_but_not_the_bracket_after_them(
    make_event: EventMaker, players: list[Player]
) -> None:
    event = make_event(5, format="qualifying", format_options={"group_size": 3})
    rounds_plan(event=event)
    give_up(begin_next(event))
    entry_add(event=event, players=players[10:12])
    while event.rounds.filter(state=RoundState.PLANNED).exists():
        give_up(begin_next(event))
    met = {
        frozenset(table) for round_ in stored_rounds(event.rounds.all()) for table in round_.tables
    }
    assert len(met) == 6
    give_up(begun(event))
    with refused("bracket_begun"):
        entry_add(event=event, players=players[12:14])


def test_who_drops_out_mid_bracket_leaves_a_walkover_and_no_hole(make_event: EventMaker) -> None:
    event = make_event(8, format="double_elimination")
    give_up(begun(event))
    entry_withdraw(entry=entry(event, 2))
    entry_withdraw(entry=entry(event, 7))
    second = begun(event)
    assert sorted(map(sitting, second.tables.filter(is_bye=True))) == [[3], [6]]
    assert all(not {2, 7} & set(sitting(table)) for table in second.tables.all())
    give_up(second)
    played_out(event)
    places_now = places(event)
    assert champion(event) == 1
    assert {entry: places_now[entry] for entry in (1, 2, 3, 7)} == {1: 1, 2: 5, 3: 2, 7: 7}


def test_a_planned_round_must_follow_a_correction_and_a_begun_one_stays(
    make_event: EventMaker, win: Win, owner: User
) -> None:
    event = make_event(4, format="single_elimination")
    first = begun(event)
    matches = [table.games.get().match for table in first.tables.order_by("number")]
    for match in matches:
        win(match, 0)
    rounds_plan(event=event)
    before = sitting(event.rounds.get(number=2).tables.get())
    reverse(matches[0], owner, revision=1)
    assert plan_is_outdated(event)
    with refused("draw_outdated"):
        begin_next(event)
    rounds_plan(event=event)
    after = sitting(event.rounds.get(number=2).tables.get())
    assert after != before
    begin_next(event)
    assert not plan_is_outdated(event)
    reverse(matches[0], owner, revision=2)
    assert sitting(event.rounds.get(number=2).tables.get()) == after
    view = bracket_view(event)
    assert view is not None
    marked = [box.number for part in view.bracket.parts for box in part.boxes if box.is_overruled]
    assert marked == [1]


def reverse(match: Match, author: User, *, revision: int) -> None:
    """Every hand turns out to have been won by the other side."""
    match.refresh_from_db()
    side = 1 - (match.winner or 0)
    hands = Hand.objects.filter(match=match).order_by("number")
    for hand, marks in zip(hands, (2, 2, 2, 1), strict=True):
        hand_correct(
            match_id=match.pk,
            number=hand.number,
            record=record((match.first_dealer + hand.number - 1) % 4, side, marks=marks),
            author=author,
            reason="the other way round",
            revision=revision,
        )


def test_a_beginning_taken_back_is_drawn_the_same_again(make_event: EventMaker) -> None:
    event = make_event(9, format="two_boxes")
    give_up(begun(event))
    second = begun(event)
    before = drawn(event)
    round_undo_begin(round=second)
    begun(event)
    assert drawn(event) == before


def test_the_recorded_lots_draw_the_two_boxes_again(make_event: EventMaker) -> None:
    event = make_event(9, format="two_boxes")
    played_out(event)
    for round_ in event.rounds.all():
        lot = event.lots.get(purpose=f"round.{round_.number}")
        order = draw(lot.seed, lot.purpose, lot.outcome["options"])
        assert lot.outcome["order"] == order
        for table in round_.tables.filter(is_bye=False).exclude(section="final"):
            first, other = (order.index(number) for number in sitting(table))
            assert first < other
