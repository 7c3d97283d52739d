"""The director's pages: the plan before it is announced, the clock, level meetings."""

from collections.abc import Callable

import pytest

from clubs.models import User
from scoring.models import Match
from tests.tables import table
from tests.tournaments.conftest import EventMaker, begin_next, match_of
from tests.tournaments.pages import Pages, words
from tournaments.events.models import Clock, Event, Round, Table
from tournaments.events.services.rounds import rounds_plan


@pytest.fixture
def planned(make_event: EventMaker) -> Event:
    event = make_event(pairs=6)
    rounds_plan(event=event)
    return event


def sitting(event: Event, number: int) -> list[list[int]]:
    tables = Round.objects.get(event=event, number=number).tables.filter(is_bye=False)
    return [[seat.entry.number for seat in table.seats.all()] for table in tables]


@pytest.mark.parametrize(("number", "leads"), [(1, [2]), (2, [1, 3]), (5, [4])])
def test_plans_are_looked_through_from_round_to_round(
    number: int, leads: list[int], planned: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(planned)
    page = pages.get("round-plan", number).content.decode()
    links = [other for other in range(1, 7) if f'href="{pages.url("round-plan", other)}"' in page]
    assert links == leads


def test_the_plan_shows_its_tables_and_its_balance(
    planned: Event, pages_of: Callable[[Event], Pages]
) -> None:
    answer = pages_of(planned).get("round-plan", 2)
    assert "Settings no rematches Table 1" in words(answer)
    assert "At one table No repeats." in words(answer)
    assert answer.content.count(b"h1v1h-1z") == 30
    assert answer.content.count(b'class="matrix__count"') == 30


def test_two_are_ticked_and_change_places(
    planned: Event, pages_of: Callable[[Event], Pages]
) -> None:
    (first, other), (third, fourth), *_rest = sitting(planned, 1)
    pages = pages_of(planned)
    pages.post("round-plan-swap", 1, entry=[first, third])
    assert sitting(planned, 1)[:2] == [[third, other], [first, fourth]]
    page = words(pages.get("round-plan", 1))
    assert f"{first} and {third} swapped places" in page
    pages.post("round-plan-undo", 1)
    assert sitting(planned, 1)[:2] == [[first, other], [third, fourth]]


def test_a_begun_round_offers_no_undo(planned: Event, pages_of: Callable[[Event], Pages]) -> None:
    (first, _other), (third, _fourth), *_rest = sitting(planned, 1)
    pages = pages_of(planned)
    pages.post("round-plan-swap", 1, entry=[first, third])
    begin_next(planned)
    assert "swapped places" not in words(pages.get("round-plan", 1))


@table("ticked", [[], [1], [1, 2, 3], ["x", 1], ["9" * 5000, 1]])
def test_ticking_other_than_two_says_so_and_keeps_the_ticks(
    ticked: list[int | str], planned: Event, pages_of: Callable[[Event], Pages]
) -> None:
    answer = pages_of(planned).post("round-plan-swap", 1, entry=ticked)
    assert answer.status_code == 422
    assert "Tick the two who are to swap places." in words(answer)
    numbers = [number for number in ticked if isinstance(number, int)]
    assert answer.content.count(b" checked") == len(numbers)


def test_a_table_is_pinned_and_freed(planned: Event, pages_of: Callable[[Event], Pages]) -> None:
    pages = pages_of(planned)
    for given, stands in (({"pinned": "1"}, True), ({}, False)):
        pages.post("round-plan-pin", 2, 1, **given)
        assert (
            Table.objects.get(round__event=planned, round__number=2, number=1).is_pinned is stands
        )


def test_the_length_of_a_series_is_set_beside_its_table(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(best_of=[3])
    rounds_plan(event=event)
    pages = pages_of(event)
    pages.post("round-plan-series", 1, 1, best_of="5")
    assert Table.objects.get(round__event=event, round__number=1, number=1).best_of == 5
    assert pages.post("round-plan-series", 1, 1, best_of="many").status_code == 422


def test_who_meets_again_is_said_beside_the_table(
    planned: Event, pages_of: Callable[[Event], Pages]
) -> None:
    begin_next(planned)
    met = sitting(planned, 1)[0]
    second = sitting(planned, 2)
    partner = next(a if b == met[0] else b for a, b in second if met[0] in (a, b))
    pages = pages_of(planned)
    pages.post("round-plan-swap", 2, entry=[met[1], partner])
    assert "have met before." in words(pages.get("round-plan", 2))


def test_the_clock_is_started_paused_and_called(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    assert "Start the clock" in words(pages.get("event"))
    pages.post("clock-start", 1, minutes="25")
    page = pages.get("event")
    assert "Pause" in words(page)
    assert b"data-running" in page.content
    pages.post("clock-more", 1)
    pages.post("clock-pause", 1)
    clock = Clock.objects.get()
    assert (clock.seconds, clock.running_since) == (26 * 60, None)
    pages.post("clock-call", 1)
    assert "Time: finish the hand" in words(pages.get("event"))
    assert "Time! Finish the hand." in words(pages.get("event-projector"))
    pages.post("clock-uncall", 1)
    assert not Match.objects.filter(called_after__isnull=False).exists()


def test_the_wall_is_told_when_the_clock_changes(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    before = pages.get("event-projector-live")["ETag"]
    pages.post("clock-start", 1, minutes="25")
    assert pages.get("event-projector-live")["ETag"] != before


def test_a_table_in_play_says_how_far_it_is(
    running: Event, bid: Callable[..., Match], pages_of: Callable[[Event], Pages], owner: User
) -> None:
    bid(match_of(running, 1, 2), 0)
    page = words(pages_of(running).get("event"))
    assert "hand 2" in page
    assert "not begun" in page
