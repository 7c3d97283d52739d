"""Groups, then brackets: groups exchanged, tables pinned and places changed by the director."""

from collections.abc import Callable
from itertools import combinations

import pytest

from clubs.models import Player, User
from engine.pairings.groups import groups_of
from engine.pairings.qualifying import GROUPS
from scoring.models import Match
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, begin_next, match_of
from tests.tournaments.pages import Pages, as_shown, at_field, messages_of, words
from tournaments.events.models import Event, Round, Table
from tournaments.events.selectors.pairing_state import pairing_state_of, stored_rounds
from tournaments.events.services.entries import entry_add, entry_remove, entry_withdraw
from tournaments.events.services.events import event_update
from tournaments.events.services.plan_changes import entries_seed, plan_undo, seats_swap, table_pin
from tournaments.events.services.rounds import rounds_plan

Groups = tuple[tuple[int, ...], ...]


@pytest.fixture
def planned(make_event: EventMaker) -> Event:
    """Eight pairs in two groups of four: 1, 4, 5, 8 and 2, 3, 6, 7."""
    event = make_event(pairs=8, format="qualifying", format_options={"advance_each": 2})
    rounds_plan(event=event)
    assert groups(event) == ((1, 4, 5, 8), (2, 3, 6, 7))
    return event


def groups(event: Event) -> Groups:
    event.refresh_from_db()
    return groups_of(pairing_state_of(event))


def first(event: Event) -> Round:
    return event.rounds.get(number=1)


def met(event: Event) -> set[frozenset[int]]:
    """Who meets in all rounds; nobody twice."""
    tables = [
        frozenset(table) for round_ in stored_rounds(event.rounds.all()) for table in round_.tables
    ]
    assert len(tables) == len(set(tables))
    return set(tables)


def all_pairs(of: Groups) -> set[frozenset[int]]:
    return {frozenset(pair) for group in of for pair in combinations(group, 2)}


def test_two_exchange_their_groups_in_every_round(planned: Event, owner: User) -> None:
    seats_swap(round=planned.rounds.get(number=2), entry=4, other=3, by=owner)
    assert groups(planned) == ((1, 3, 5, 8), (2, 4, 6, 7))
    assert planned.rounds.count() == 3
    assert met(planned) == all_pairs(groups(planned))
    sections = {
        table.section
        for table in Table.objects.filter(round__event=planned, seats__entry__number=3)
    }
    assert sections == {"group.1"}


def test_an_exchange_is_undone(planned: Event, owner: User) -> None:
    before = stored_rounds(planned.rounds.all())
    seats_swap(round=first(planned), entry=4, other=3, by=owner)
    seats_swap(round=first(planned), entry=1, other=2, by=owner)
    assert groups(planned) == ((2, 3, 5, 8), (1, 4, 6, 7))
    undone = plan_undo(round=first(planned))
    assert (undone.kind, undone.values) == ("groups", {"first": 1, "other": 2})
    assert groups(planned) == ((1, 3, 5, 8), (2, 4, 6, 7))
    plan_undo(round=first(planned))
    assert groups(planned) == ((1, 4, 5, 8), (2, 3, 6, 7))
    assert stored_rounds(planned.rounds.all()) == before


def test_exchanged_groups_stay_when_somebody_comes_or_goes(
    planned: Event, owner: User, players: list[Player]
) -> None:
    seats_swap(round=first(planned), entry=4, other=3, by=owner)
    entry_remove(entry=planned.entries.get(number=8))
    assert groups(planned) == ((1, 3, 5), (2, 4, 6, 7))
    entry_add(event=planned, players=players[16:18])
    assert groups(planned) == ((1, 3, 5, 8), (2, 4, 6, 7))
    entry_withdraw(entry=planned.entries.get(number=7))
    assert met(planned) == all_pairs(((1, 3, 5, 8), (2, 4, 6)))


@pytest.mark.parametrize(
    "deal_anew",
    [
        lambda event: rounds_plan(event=event, shuffle=True, seed="2"),
        lambda event: entries_seed(event=event, seeds={2: 1}),
        lambda event: event_update(event=event, format_options={"groups": 2, "advance_each": 1}),
    ],
)
def test_a_new_draw_deals_the_groups_anew(
    deal_anew: Callable[[Event], object], planned: Event, owner: User
) -> None:
    seats_swap(round=first(planned), entry=4, other=3, by=owner)
    deal_anew(planned)
    planned.refresh_from_db()
    assert planned.groups == []


def test_once_a_round_has_begun_groups_stay(planned: Event, owner: User) -> None:
    begin_next(planned)
    with refused("groups_fixed"):
        seats_swap(round=planned.rounds.get(number=2), entry=4, other=3, by=owner)


@pytest.mark.parametrize("number", [1, 2])
def test_two_of_a_group_change_places_and_all_still_meet_once(
    number: int, planned: Event, owner: User
) -> None:
    round_ = planned.rounds.get(number=number)
    tables = stored_rounds([round_])[0].tables
    first, other = tables[0][0], tables[1][0]
    before = met(planned)
    seats_swap(round=round_, entry=first, other=other, by=owner)
    now = stored_rounds([round_])[0].tables
    assert now[0] == (other, tables[0][1])
    assert now[1] == (first, tables[1][1])
    if number == 1:
        assert met(planned) == before
    assert {round_.stage for round_ in stored_rounds(planned.rounds.all())} == {GROUPS}
    plan_undo(round=round_)
    assert met(planned) == before
    assert stored_rounds([round_])[0].tables == tables


def test_a_pinned_table_stays_when_somebody_comes(
    planned: Event, owner: User, players: list[Player]
) -> None:
    second = planned.rounds.get(number=2)
    pinned = second.tables.get(number=3)
    sitting = stored_rounds([second])[0].tables[2]
    table_pin(table=pinned, pinned=True, by=owner)
    entry_add(event=planned, players=players[16:18])
    again = planned.rounds.get(number=2)
    table = again.tables.get(is_pinned=True)
    assert tuple(seat.entry.number for seat in table.seats.all()) == sitting
    dealt = enumerate(groups(planned), start=1)
    (number,) = (number for number, group in dealt if set(sitting) <= set(group))
    assert table.section == f"group.{number}"
    assert met(planned) <= all_pairs(groups(planned))
    seated = [
        entry
        for section in again.tables.all()
        for entry in section.seats.values_list("entry__number", flat=True)
    ]
    assert sorted(seated) == sorted(set(seated))


def test_from_swapped_groups_the_bracket_is_drawn(
    planned: Event, owner: User, win: Callable[..., Match]
) -> None:
    seats_swap(round=first(planned), entry=8, other=2, by=owner)
    entry, other = (table[0] for table in stored_rounds([first(planned)])[0].tables[:2])
    seats_swap(round=first(planned), entry=entry, other=other, by=owner)
    for number in (1, 2, 3):
        begin_next(planned)
        for table, sitting in enumerate(
            stored_rounds([planned.rounds.get(number=number)])[0].tables, 1
        ):
            win(match_of(planned, number, table), sitting.index(min(sitting)))
    assert planned.rounds.count() == 3
    rounds_plan(event=planned)
    bracket = planned.rounds.get(number=4)
    field = {entry for table in stored_rounds([bracket])[0].tables for entry in table}
    assert field == {1, 2, 3, 6}, "the first two of 1, 2, 4, 5 and of 3, 6, 7, 8"
    with refused("bracket_fixed"):
        seats_swap(round=bracket, entry=1, other=2, by=owner)


def test_the_plan_page_exchanges_groups(planned: Event, pages_of: Callable[[Event], Pages]) -> None:
    pages = pages_of(planned)
    shown = words(pages.get("round-plan", 1))
    assert "Group 1" in shown
    assert "Two from different groups swap" in shown
    answer = pages.post("round-plan-swap", 1, entry=[4, 3])
    assert messages_of(answer) == ["4 and 3 have swapped groups in all rounds."]
    assert "4 and 3 swapped groups" in words(answer)
    pages.post("round-plan-undo", 1)
    assert groups(planned) == ((1, 4, 5, 8), (2, 3, 6, 7))


def test_a_bracket_round_says_that_it_follows_from_the_draw(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(pairs=4, format="single_elimination")
    rounds_plan(event=event)
    assert "The draw and the results decide who meets" in words(
        pages_of(event).get("round-plan", 1)
    )


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"group_size": 0, "advance_each": 1}, "advance_each"),
        ({"groups": 1, "advance_each": 1}, "advance_each"),
        ({"groups": 1, "advance_each": 1, "advance_total": 1}, "advance_each"),
        ({"advance_each": 0, "advance_total": 1}, "advance_total"),
    ],
)
def test_one_who_goes_on_alone_is_refused_beside_the_setting(
    options: dict[str, int], field: str, make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(pairs=0, format="qualifying")
    pages = pages_of(event)
    sent = as_shown(pages.get("event-settings").context["form"])
    sent |= {f"setting_{key}": value for key, value in options.items()}
    answer = pages.post("event-settings", **sent | {"best_of": ""})
    assert answer.status_code == 422
    assert "bracket needs" in at_field(answer, f"setting_{field}")[0]


def test_in_a_field_too_small_for_two_groups_the_first_two_play_for_it(
    make_event: EventMaker, win: Callable[..., Match]
) -> None:
    event = make_event(pairs=3, format="qualifying", format_options={"advance_each": 1})
    rounds_plan(event=event)
    for number in (1, 2, 3):
        begin_next(event)
        (sitting,) = stored_rounds([event.rounds.get(number=number)])[0].tables
        win(match_of(event, number, 1), sitting.index(min(sitting)))
    rounds_plan(event=event)
    assert stored_rounds([event.rounds.get(number=4)])[0].tables == ((1, 2),)
