"""What the event's page says of the next round where it follows from results."""

from collections.abc import Callable

import pytest

from clubs.models import Club, Player, User
from tests.tournaments.changing import night
from tests.tournaments.conftest import EventMaker, begin_next, entry, match_of
from tests.tournaments.naive import result
from tests.tournaments.pages import Pages, messages_of, words
from tournaments.events.models import DecisionKind, Event, Table
from tournaments.events.selectors.next_step import next_step_of
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.services.decisions import play_off_record
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.locking import standings_mark_stale
from tournaments.events.services.plan_changes import seats_swap
from tournaments.events.services.rounds import rounds_plan

CHANGED = "The draw of round 2 no longer follows from the results."
PagesOf = Callable[[Event], Pages]


def play_round(event: Event) -> None:
    """Plan and begin the next round; whoever sits first wins everywhere."""
    rounds_plan(event=event)
    for table in begin_next(event).tables.filter(is_bye=False):
        result(table.games.get().match, 7, 3)


@pytest.fixture
def drawn(make_event: EventMaker) -> Event:
    """Four pairs in a Swiss event, one round played, the second drawn."""
    event = make_event(format="swiss")
    play_round(event)
    rounds_plan(event=event)
    return event


def test_where_all_who_are_left_have_met_the_page_says_so(
    make_event: EventMaker, pages_of: PagesOf
) -> None:
    event = make_event(format="swiss", format_options={"rounds": 5})
    play_round(event)
    for number in (2, 4):
        entry_withdraw(entry=entry(event, number))
    assert "No further round is possible" in words(pages_of(event).get("event"))


@pytest.mark.parametrize("format_", ["progressive", "by_standing", "ladder"])
def test_where_too_few_are_left_for_a_table_the_page_says_so(
    format_: str, club: Club, owner: User, players: list[Player], pages_of: PagesOf
) -> None:
    event = night(club, owner, players[:5], format_)
    play_round(event)
    for number in (1, 2):
        entry_withdraw(entry=entry(event, number))
    page = words(pages_of(event).get("event"))
    assert "At least 4" in page
    assert "All rounds are complete." not in page


def test_after_the_last_round_all_are_complete(make_event: EventMaker, pages_of: PagesOf) -> None:
    event = make_event(format="swiss", format_options={"rounds": 1})
    play_round(event)
    assert "All rounds are complete." in words(pages_of(event).get("event"))


def test_a_round_drawn_before_a_correction_is_begun_or_drawn_again(
    drawn: Event, pages_of: PagesOf
) -> None:
    pages = pages_of(drawn)
    assert CHANGED not in words(pages.get("event"))
    before = stored_rounds(drawn.rounds.filter(number=2))
    result(match_of(drawn, 1, 1), 3, 7)
    standings_mark_stale(event_id=drawn.pk)
    page = words(pages.get("event"))
    assert CHANGED in page
    assert "Draw again" in page
    assert "Begin round 2" in page
    pages.post("event-plan")
    assert stored_rounds(drawn.rounds.filter(number=2)) != before
    assert CHANGED not in words(pages.get("event"))


def test_a_round_changed_by_hand_is_the_directors_own(
    drawn: Event, owner: User, pages_of: PagesOf
) -> None:
    (planned,) = stored_rounds(drawn.rounds.filter(number=2))
    first, other = planned.tables[0][0], planned.tables[1][0]
    seats_swap(round=drawn.rounds.get(number=2), entry=first, other=other, by=owner)
    assert CHANGED not in words(pages_of(drawn).get("event"))


# --- a meeting that needs a winner


def is_complete(event: Event) -> bool:
    return next_step_of(event, event_overview(event), None).is_complete


@pytest.fixture
def waiting(make_event: EventMaker) -> Event:
    """Eight pairs in a double elimination; in round 2 a losers' table ended level, 3 is over."""
    event = make_event(8, format="double_elimination")
    play_round(event)
    rounds_plan(event=event)
    tables = begin_next(event).tables.filter(is_bye=False)
    losers = tables.filter(section="losers")[0]
    for table in tables:
        result(table.games.get().match, 7, 7 if table == losers else 3)
    play_round(event)
    return event


def test_a_level_meeting_of_an_earlier_round_is_decided_in_its_round(
    waiting: Event, pages_of: PagesOf
) -> None:
    (level,) = [
        table
        for table in Table.objects.filter(round__event=waiting, round__number=2)
        if table.games.get().match.totals == [7, 7]
    ]
    pages = pages_of(waiting)
    answer = pages.get("event")
    assert f"Table {level.number} of round 2 ended level" in words(answer)
    target = pages.url("table-decide", 2, level.number)
    assert f'action="{target}"' in answer.content.decode()
    decided = pages.client.post(target, {"kind": "hand", "side": "1"}, follow=True)
    assert messages_of(decided) == [f"Table {level.number} is decided."]
    assert "ended level" not in words(decided)
    level.refresh_from_db()
    assert level.decided_side == 1


def test_a_bracket_is_complete_once_nothing_is_left_to_play_or_decide(
    waiting: Event, make_event: EventMaker
) -> None:
    assert not is_complete(waiting), "a meeting waits for its winner"
    event = make_event(4, format="single_elimination")
    assert not is_complete(event), "nothing is drawn yet"
    rounds_plan(event=event)
    assert not is_complete(event), "the first round is to come"
    for table in begin_next(event).tables.all():
        assert not is_complete(event), "a table is playing"
        result(table.games.get().match, 7, 3)
    assert not is_complete(event), "the final is to be drawn"
    play_round(event)
    assert is_complete(event)


def test_a_round_robin_is_complete_after_its_last_round(make_event: EventMaker) -> None:
    event = make_event(2)
    rounds_plan(event=event)
    assert not is_complete(event)
    (table,) = begin_next(event).tables.all()
    result(table.games.get().match, 7, 3)
    assert is_complete(event)


# --- level in the groups


@pytest.fixture
def level(make_event: EventMaker) -> Event:
    """Six pairs in one group of a single round, the three winners level; the best two go on."""
    event = make_event(
        6,
        format="qualifying",
        format_options={"group_size": 0, "group_rounds": 1, "advance_each": 0, "advance_total": 2},
        tie_breaks=["bracket_place", "games_won", "points", "play_off", "lot"],
    )
    play_round(event)
    return event


def winners(event: Event) -> list[int]:
    tables = event.rounds.get(number=1).tables.all()
    return sorted(table.seats.get(place=0).entry.number for table in tables)


def test_those_level_in_the_groups_go_on_by_a_lot_that_is_kept(
    level: Event, pages_of: PagesOf
) -> None:
    pages = pages_of(level)
    page = words(pages.get("event"))
    assert "2 places are shared: have them decided at a table first" in page
    assert "Decide ties" in page
    rounds_plan(event=level, seed="a")
    lot = level.lots.get(purpose="seeding")
    drawn = [number for number in lot.outcome["order"] if number in winners(level)]
    (final,) = stored_rounds(level.rounds.filter(number=2))
    assert [set(table) for table in final.tables] == [set(drawn[:2])]
    assert "Those level in the groups" in words(pages.get("event-draw"))
    before = lot.outcome
    rounds_plan(event=level)
    assert level.lots.get(purpose="seeding").outcome == before
    assert stored_rounds(level.rounds.filter(number=2)) == (final,)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_who_was_level_and_played_it_off_needs_no_lot(seed: str, level: Event, owner: User) -> None:
    first, other, third = winners(level)
    order = [third, first, other]
    play_off_record(event=level, order=order, kind=DecisionKind.DOMINO, by=owner)
    rounds_plan(event=level, seed=seed)
    (final,) = stored_rounds(level.rounds.filter(number=2))
    assert [set(table) for table in final.tables] == [{third, first}]


def test_the_places_that_are_shared_follow_the_seed(level: Event) -> None:
    fields = set()
    for seed in "abcdefgh":
        level.lots.filter(purpose="seeding").delete()
        rounds_plan(event=level, seed=seed)
        (final,) = stored_rounds(level.rounds.filter(number=2))
        fields |= {frozenset(table) for table in final.tables}
    assert len(fields) > 1
