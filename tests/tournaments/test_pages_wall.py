"""The wall: where to sit, how it stands, the bracket, the clock, who has won; page by page."""

import datetime
from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from scoring.models import Match
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, entry, match_of
from tests.tournaments.naive import result
from tests.tournaments.pages import Pages, messages_of, wall, words
from tournaments.events.models import Clock, Event, Table
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.services.clocks import clock_start
from tournaments.events.services.decisions import table_forfeit
from tournaments.events.services.entries import entry_add
from tournaments.events.services.events import event_create, event_finish
from tournaments.events.services.plan_changes import seats_swap
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")

WALL, LIVE = "event-projector", "event-projector-live"
PagesOf = Callable[[Event], Pages]
Bid = Callable[..., Match]


@pytest.fixture
def shown(running: Event, pages_of: PagesOf) -> Pages:
    """The pages of the event whose first round is on."""
    return pages_of(running)


@pytest.fixture
def hall(club: Club, owner: User) -> Callable[[int], Event]:
    """An event of so many pairs whose first round is on, with a hand at its first table."""

    def make(pairs: int) -> Event:
        names = [f"{first} {number}" for number in range(pairs) for first in ("Ann", "Bob")]
        crowd: Iterator[Player] = iter(players_add_many(club=club, names=names))
        event = event_create(
            club=club,
            name="Hall",
            date=timezone.localdate(),
            created_by=owner,
            rules={"preset": "marks"},
            format_options={"rounds": 1},
        )
        for pair in zip(crowd, crowd, strict=True):
            entry_add(event=event, players=pair)
        drawn_and_begun(event)
        result(match_of(event, 1, 1), 1, 0, over=False)
        standings_refresh(event_id=event.pk)
        return event

    return make


def play_round(event: Event) -> None:
    """Plan and begin the next round; whoever sits first wins everywhere."""
    rounds_plan(event=event)
    for table in begin_next(event).tables.filter(is_bye=False):
        result(table.games.get().match, 7, 3)


def changed(pages: Pages, tags: list[str]) -> bool:
    """Whether the wall has news for who has the last of these tags, which is noted then."""
    answer = pages.client.get(pages.url(LIVE), headers={"If-None-Match": tags[-1]})
    if answer.status_code == 200:
        tags.append(answer["ETag"])
    return bool(answer.status_code == 200)


# --- what it shows when


def test_before_the_first_round_the_wall_tells_where_to_sit_in_it(
    make_event: EventMaker, pages_of: PagesOf
) -> None:
    event = make_event(5)
    rounds_plan(event=event)
    (page,) = wall(pages_of(event))
    assert page.startswith("Next: round 1 Table 1")
    assert "sits out" in page
    for name in ("Ada & Ben", "Cleo & Dan", "Eva & Fay", "Gus & Hal", "Ida & Jon"):
        assert name in page


def test_until_the_first_hand_a_round_tells_where_to_sit_and_nothing_else(
    shown: Pages, running: Event, bid: Bid
) -> None:
    (page,) = wall(shown)
    assert page.startswith("Round 1 · 2 tables playing Table 1")
    assert "Rank" not in page
    bid(match_of(running, 1, 1), 0, marks=2)
    standings_refresh(event_id=running.pk)
    tables, places = wall(shown)
    assert " 2 " in tables
    assert places.startswith("Round 1 · 2 tables playing Rank")


def test_a_series_tells_games_won_and_one_who_gave_up(
    make_event: EventMaker, pages_of: PagesOf, win: Bid
) -> None:
    event = make_event(best_of=[3])
    drawn_and_begun(event)
    win(match_of(event, 1, 1), 1)
    given = Table.objects.get(round__event=event, round__number=1, number=2)
    table_forfeit(table=given, entry=given.seats.get(place=0).entry)
    tables, *_places = wall(pages_of(event))
    home, away = (entrant.name for entrant in event_overview(event).rounds[0].tables[0].entrants)
    assert f"{home} 0 {away} 1" in tables
    assert tables.count("forfeited") == 1


def test_between_rounds_the_next_draw_comes_first(
    make_event: EventMaker, pages_of: PagesOf
) -> None:
    event = make_event(format="swiss")
    play_round(event)
    standings_refresh(event_id=event.pk)
    (places,) = wall(pages_of(event))
    assert places.startswith("Round 1 · complete Rank")
    rounds_plan(event=event)
    draw, places = wall(pages_of(event))
    assert draw.startswith("Next: round 2 Table 1")
    assert "Rank" in places


def test_a_finished_event_shows_its_winners_then_everybody(
    shown: Pages, running: Event, win: Bid
) -> None:
    for table in (1, 2):
        win(match_of(running, 1, table), 0)
    event_finish(event=running)
    standings_refresh(event_id=running.pk)
    winners, places = wall(shown)
    assert winners == "The winners 1 Ada & Ben 1 Cleo & Dan 3 Eva & Fay 3 Gus & Hal"
    assert places.startswith("Final standings Rank")


def test_a_bracket_stands_on_the_wall_from_where_it_is_open(
    make_event: EventMaker, pages_of: PagesOf
) -> None:
    event = make_event(8, format="double_elimination")
    play_round(event)
    rounds_plan(event=event)
    tables = begin_next(event).tables.filter(is_bye=False)
    result(tables[0].games.get().match, 7, 3)
    winners, losers, *_others = wall(pages_of(event))
    assert winners.startswith("Winners' bracket Round 2 Winners' final")
    assert "Round 1" not in winners
    assert "Second final" not in winners, "two boxes are written large, not four small"
    assert losers.startswith("Losers' bracket Losers' round 1 Losers' round 2")


# --- pages


@pytest.mark.parametrize(
    ("pairs", "pages"),
    [(2, [1, 2]), (16, [8, 16]), (17, [9, 16, 1]), (40, [16, 4, 16, 16, 8])],
)
def test_the_wall_turns_pages_of_sixteen_tables_or_places(
    pairs: int, pages: list[int], hall: Callable[[int], Event], pages_of: PagesOf
) -> None:
    shown = pages_of(hall(pairs))
    seen: list[int] = []
    places: list[int] = []
    for number in range(1, len(pages) + 1):
        answer = shown.get(LIVE, page=number)
        page = answer.context["page"]
        assert answer.context["number"] == number
        assert f'data-pages="{len(pages)}"' in answer.content.decode()
        assert answer.content.decode().count('<li aria-current="page"') == 1
        seen.append(len(page.tables or page.rows))
        places += [row.entrant.number for row in page.rows]
    assert seen == pages
    assert sorted(places) == list(range(1, pairs + 1))


@pytest.mark.parametrize(
    ("page", "shows"), [("4", 1), ("0", 1), ("nonsense", 1), ("", 1), ("-1", 1), ("99999", 1)]
)
def test_any_page_number_shows_a_page(
    page: str, shows: int, hall: Callable[[int], Event], pages_of: PagesOf
) -> None:
    answer = pages_of(hall(17)).get(LIVE, page=page)
    assert (answer.status_code, answer.context["number"]) == (200, shows)


def test_each_page_of_the_wall_has_a_tag_of_its_own(
    hall: Callable[[int], Event], pages_of: PagesOf
) -> None:
    shown = pages_of(hall(17))
    tag = {"If-None-Match": shown.get(LIVE, page=1)["ETag"]}
    assert shown.client.get(shown.url(LIVE), {"page": 1}, headers=tag).status_code == 304
    assert shown.client.get(shown.url(LIVE), {"page": 2}, headers=tag).status_code == 200


def test_the_wall_says_which_round_is_on_and_how_many_tables_play(
    shown: Pages, running: Event, win: Bid
) -> None:
    assert "Round 1 · 2 tables playing" in words(shown.get(WALL))
    win(match_of(running, 1, 1), 0)
    assert "Round 1 · 1 table playing" in words(shown.get(LIVE))
    assert messages_of(shown.post("event-end", unfinished="1")) == [
        "The event is finished; its standings are final."
    ]
    standings_refresh(event_id=running.pk)
    assert "Final standings" in wall(shown)[-1]


def test_the_wall_follows_a_draw_and_a_change_of_it_by_hand(
    make_event: EventMaker, pages_of: PagesOf, owner: User
) -> None:
    event = make_event(4)
    pages = pages_of(event)
    tags = [pages.get(LIVE)["ETag"]]
    assert not changed(pages, tags)
    rounds_plan(event=event)
    assert changed(pages, tags)
    first, second = event.rounds.get(number=1).tables.order_by("number")
    number, other = (table.seats.get(place=0).entry.number for table in (first, second))
    seats_swap(round=event.rounds.get(number=1), entry=number, other=other, by=owner)
    assert changed(pages, tags)
    assert not changed(pages, tags)


# --- the clock


def test_the_wall_is_told_when_the_time_runs_out(shown: Pages, running: Event) -> None:
    clock = clock_start(round=running.rounds.get(number=1), minutes=1)
    assert "Time! Finish the hand." not in words(shown.get(LIVE))
    tags = [shown.get(LIVE)["ETag"]]
    assert not changed(shown, tags)
    Clock.objects.update(running_since=timezone.now() - datetime.timedelta(seconds=61))
    assert changed(shown, tags)
    assert "Time! Finish the hand." in words(shown.get(LIVE))
    assert clock.seconds == 60


def test_a_clock_that_stands_is_shown_as_paused(shown: Pages, running: Event) -> None:
    shown.post("clock-start", 1, minutes="25")
    assert "paused" not in words(shown.get(LIVE))
    shown.post("clock-pause", 1)
    assert "paused 25:00" in words(shown.get(LIVE))


def test_once_every_table_has_finished_the_wall_calls_no_time(
    shown: Pages, running: Event, win: Bid
) -> None:
    shown.post("clock-start", 1, minutes="25")
    shown.post("clock-call", 1)
    assert "Time! Finish the hand." in words(shown.get(LIVE))
    for number in (1, 2):
        table = Table.objects.get(round__event=running, round__number=1, number=number)
        table_forfeit(table=table, entry=entry(running, table.seats.get(place=0).entry.number))
    assert "Time!" not in words(shown.get(LIVE))
