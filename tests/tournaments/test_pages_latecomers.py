"""Coming late and dropping out: what follows is said first, and then it is so."""

from collections.abc import Callable

import pytest

from clubs.models import Club
from clubs.services.players import players_add_many
from engine.pairings.keeping import unchanged_tables
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, entry
from tests.tournaments.pages import Pages, messages_of, words
from tournaments.events.models import Event, RoundState
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.services.entries import entries_add, entry_withdraw
from tournaments.events.services.rounds import rounds_plan

PagesOf = Callable[[Event], Pages]


@pytest.fixture
def nine(make_event: EventMaker) -> Event:
    """Nine pairs in a round robin, the first round on."""
    event = make_event(9)
    drawn_and_begun(event)
    return event


def planned(event: Event) -> tuple[object, ...]:
    return stored_rounds(event.rounds.filter(state=RoundState.PLANNED))


def test_a_tenth_pair_keeps_all_tables_and_this_is_said_before_it_is_entered(
    nine: Event, pages_of: PagesOf
) -> None:
    before = stored_rounds(nine.rounds.filter(state=RoundState.PLANNED))
    pages = pages_of(nine)
    page = words(pages.post("event-entries", first="Sam", second="Tess"))
    assert "Keeps all 32 announced tables. No round is added. 1 catch-up meeting." in page
    assert "Nobody sits out twice." in page
    assert "Keeps 3 of 32 announced tables. 1 round is added." in page
    assert nine.entries.count() == 9
    assert planned(nine) == before
    answer = pages.post("event-entries", first="Sam", second="Tess", how="keep")
    assert messages_of(answer) == ["Pair 10 is entered."]
    after = stored_rounds(nine.rounds.filter(state=RoundState.PLANNED))
    assert unchanged_tables(before, after) == 32
    assert "Meetings caught up" in words(pages.get("event"))


def test_the_director_may_have_the_rounds_drawn_evenly_instead(
    nine: Event, pages_of: PagesOf
) -> None:
    before = stored_rounds(nine.rounds.filter(state=RoundState.PLANNED))
    pages_of(nine).post("event-entries", first="Sam", second="Tess", how="even")
    after = stored_rounds(nine.rounds.filter(state=RoundState.PLANNED))
    assert nine.entries.count() == 10
    assert unchanged_tables(before, after) < 32


def test_who_drops_out_forfeits_the_running_table_in_the_same_step(
    nine: Event, pages_of: PagesOf
) -> None:
    pages = pages_of(nine)
    page = words(pages.post("entry-withdraw", 2))
    assert "of round 1 is still playing: forfeit it now" in page
    assert entry(nine, 2).is_active
    pages.post("entry-withdraw", 2, how="keep", gives_up=1)
    assert not entry(nine, 2).is_active
    [seat] = entry(nine, 2).table_seats.filter(table__round__state=RoundState.BEGUN)
    assert seat.forfeited


def test_who_finishes_first_keeps_the_running_table(nine: Event, pages_of: PagesOf) -> None:
    pages_of(nine).post("entry-withdraw", 2, how="keep")
    [seat] = entry(nine, 2).table_seats.filter(table__round__state=RoundState.BEGUN)
    assert not seat.forfeited


def test_one_more_than_a_bracket_has_lines_is_told_what_it_means(
    make_event: EventMaker, pages_of: PagesOf, club: Club
) -> None:
    event = make_event(8, format="single_elimination")
    rounds_plan(event=event)
    pages = pages_of(event)
    page = words(pages.post("event-entries", first="Sam", second="Tess"))
    assert "round 1 has 1 table, and 7 have a bye." in page
    for word in ("Play-in:", "Waiting list:", "Consolation:", "New draw:"):
        assert word in page
    assert event.entries.count() == 8
    pages.post("event-entries", first="Sam", second="Tess", how="keep")
    assert event.entries.count() == 9
    begin_next(event)
    rounds_plan(event=event)
    assert event.rounds.get(number=2).tables.filter(is_bye=False).count() == 3


def test_once_the_bracket_has_begun_the_page_does_not_ask_for_latecomers(
    make_event: EventMaker, pages_of: PagesOf
) -> None:
    event = make_event(4, format="single_elimination")
    drawn_and_begun(event)
    page = words(pages_of(event).get("event-entries"))
    assert "The bracket has begun: nobody can join any more." in page
    for offer in ("A latecomer plays from the next round on", "Paste a list", "Draw pairs by lot"):
        assert offer not in page


def test_whoever_drops_out_is_told_apart_from_those_who_play(
    running: Event, pages_of: PagesOf
) -> None:
    entry_withdraw(entry=running.entries.earliest("number"))
    page = words(pages_of(running).get("event-entries"))
    assert "4 pairs are entered" in page
    assert "1 has dropped out." in page


def test_seventeen_after_a_round_of_sixteen_keep_most_of_what_hangs_on_the_wall(
    make_event: EventMaker, club: Club
) -> None:
    event = make_event(10)
    more = players_add_many(club=club, names=[f"Late {number}" for number in range(14)])
    entries_add(event=event, lineups=list(zip(more[0:12:2], more[1:12:2], strict=True)))
    drawn_and_begun(event)
    before = stored_rounds(event.rounds.filter(state=RoundState.PLANNED))
    entries_add(event=event, lineups=[more[12:14]])
    after = stored_rounds(event.rounds.filter(state=RoundState.PLANNED))
    assert sum(len(round_.tables) for round_ in before) == 112
    assert unchanged_tables(before, after) >= 90
    assert len(after) == len(before) + 2
