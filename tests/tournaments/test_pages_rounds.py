"""Setting an event up, drawing its rounds, beginning them, ending it: the organiser's evening."""

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, User
from core.languages import date_text
from games.presets import DealPlan
from scoring.models import Match
from tests.conftest import ClientFor
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, match_of
from tests.tournaments.pages import Pages, at_field, messages_of, text, words
from tournaments.deals.models import DealSet
from tournaments.events.models import Event, TableSeat
from tournaments.events.presets import TEMPLATES
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.services.entries import entry_add
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh


@pytest.fixture
def client(organiser: User, client_for: ClientFor) -> Client:
    return client_for(organiser)


# --- setting up


def test_name_and_date_are_filled_in_and_one_click_sets_an_evening_up(
    club: Club, client: Client
) -> None:
    form = client.get(reverse("event-new", args=[club.slug])).context["form"]
    given = {name: form[name].value() for name in form.fields}
    answer = client.post(reverse("event-new", args=[club.slug]), given, follow=True)
    event = Event.objects.get()
    assert (event.name, event.date) == (given["name"], given["date"])
    assert (event.format, event.format_options["rounds"]) == ("round_robin", 6)
    assert messages_of(answer) == ["The event is set up. Who is here?"]
    assert answer.request["PATH_INFO"] == reverse("event-entries", args=[club.slug, event.pk])


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_kind_of_evening_sets_up_what_it_promises(
    template: str, club: Club, client: Client
) -> None:
    given = {"template": template, "name": "Friday", "date": "2026-11-27"}
    client.post(reverse("event-new", args=[club.slug]), given)
    event, wanted = Event.objects.get(), TEMPLATES[template]
    assert event.date == datetime.date(2026, 11, 27)
    assert event.rules == wanted.rules
    assert (event.stakes is None) == (wanted.stakes is None)
    assert tuple(event.tie_breaks) == wanted.tie_breaks
    assert event.format == wanted.format
    made = DealSet.objects.filter(event=event).first()
    assert (made and DealPlan(event.deals_per_round, made.count)) == wanted.deals
    assert wanted.format_options.items() <= event.format_options.items()
    assert {name: getattr(event, name) for name in wanted.scoring} == wanted.scoring


def test_what_is_wrong_with_a_new_event_stands_beside_its_field_and_what_was_typed_stays(
    club: Club, client: Client
) -> None:
    given = {"template": "poker", "name": "x" * 121, "date": "tomorrow"}
    answer = client.post(reverse("event-new", args=[club.slug]), given)
    assert answer.status_code == 422
    for field, problem in {
        "template": "not one of the available choices",
        "name": "at most 120 characters",
        "date": "Enter a valid date.",
    }.items():
        assert problem in at_field(answer, field)[0]
        assert answer.context["form"][field].value() == given[field]
    assert not Event.objects.exists()


# --- what is next


def test_the_page_leads_from_step_to_step(
    make_event: EventMaker,
    players: list[Player],
    pages_of: Callable[[Event], Pages],
    win: Callable[..., Match],
) -> None:
    event = make_event(pairs=0)
    pages = pages_of(event)
    assert "Enter at least two pairs" in words(pages.get("event"))
    for number in (0, 1):
        entry_add(event=event, players=players[2 * number : 2 * number + 2])
    assert "2 pairs are entered. at random Draw the rounds" in words(pages.get("event"))
    assert "1 round is drawn." in words(pages.post("event-plan"))
    answer = pages.post("round-begin", 1)
    assert messages_of(answer) == ["Round 1 has begun. First shakers are drawn."]
    assert "The last round is under way: 1 table is still playing." in words(answer)
    win(match_of(event, 1, 1), 0)
    assert "All rounds are complete. Finish the event" in words(pages.get("event"))
    answer = pages.post("event-end")
    assert messages_of(answer) == ["The event is finished; its standings are final."]
    standings_refresh(event_id=event.pk)
    assert "Final standings" in words(pages.get("event-standings"))
    page = words(pages.get("event"))
    assert "Finish the event" not in page
    assert "The event is finished. Reopen this event Winners and final standings" in page
    assert messages_of(pages.post("event-reopen", reason="a slip was misread")) == [
        "The event is open again."
    ]
    assert event.state != "finished"


def test_the_round_that_is_played_comes_first_then_those_to_come_then_the_old_ones(
    event: Event, pages: Pages, win: Callable[..., Match]
) -> None:
    drawn_and_begun(event)
    begin_next(event)
    page = words(pages.get("event"))
    assert sorted((1, 2, 3), key=lambda n: page.index(f"Round {n} ")) == [2, 1, 3]
    assert "4 tables are still playing. Begin round 3" in page
    assert "Those tables can still be recorded afterwards." in page
    for table in (1, 2):
        win(match_of(event, 1, table), 0)
    page = words(pages.get("event"))
    assert sorted((1, 2, 3), key=lambda n: page.index(f"Round {n} ")) == [2, 3, 1]


def test_the_end_is_offered_only_when_nothing_is_left_to_play(
    running: Event, pages_of: Callable[[Event], Pages], win: Callable[..., Match]
) -> None:
    pages = pages_of(running)
    for number in (1, 2, 3):
        assert "Finish the event" not in words(pages.get("event"))
        for table in (1, 2):
            win(match_of(running, number, table), 0)
        if number < 3:
            begin_next(running)
    assert "All rounds are complete. Finish the event" in words(pages.get("event"))


def test_settings_ask_before_they_end_what_is_still_played(
    running: Event, pages_of: Callable[[Event], Pages], win: Callable[..., Match]
) -> None:
    pages = pages_of(running)
    assert "Tables 1, 2 of round 1 are still playing. The standings become final" in words(
        pages.get("event-settings")
    )
    for table in (1, 2):
        win(match_of(running, 1, table), 0)
    assert "still playing" not in words(pages.get("event-settings"))


@pytest.mark.parametrize(
    ("page", "more", "title", "trail"),
    [
        ("event", (), "Night ·", ["Events", "Night"]),
        ("event-standings", (), "Standings · Night ·", ["Events", "Night", "Standings"]),
        ("event-draw", (), "The draw · Night ·", ["Events", "Night", "The draw"]),
        ("event-seeds", (), "Seeds · Night ·", ["Events", "Night", "Pairs", "Seeds"]),
        (
            "round-plan",
            (1,),
            "Who sat where in round 1 · Night ·",
            ["Events", "Night", "Who sat where in round 1"],
        ),
        ("round-plan", (2,), "Plan of round 2 · Night ·", ["Events", "Night", "Plan of round 2"]),
        (
            "entry-substitute",
            (2,),
            "Substitute in pair 2 · Night ·",
            ["Events", "Night", "Pairs", "Substitute in pair 2"],
        ),
    ],
)
def test_every_page_of_an_event_says_which_it_is_and_leads_back(
    page: str,
    more: tuple[int, ...],
    title: str,
    trail: list[str],
    running: Event,
    pages_of: Callable[[Event], Pages],
) -> None:
    answer = pages_of(running).get(page, *more)
    assert f"<title>{title}" in answer.content.decode()
    heading = re.search("<h1>(.*?)</h1>", answer.content.decode(), re.DOTALL)
    assert heading
    assert text(heading[1]) == trail[-1]
    crumbs = answer.context["crumbs"]
    assert [str(crumb["label"]) for crumb in crumbs] == trail
    assert [bool(crumb["href"]) for crumb in crumbs] == [True] * (len(trail) - 1) + [False]


def test_once_there_are_enough_the_way_to_the_draw_is_the_blue_button_at_the_top(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    for pairs, blue in ((0, "Enter"), (4, "Go to the draw")):
        page = pages_of(make_event(pairs=pairs)).get("event-entries").content.decode()
        buttons = re.findall(r'class="button button--primary[^>]*>(.*?)</(?:a|button)>', page, re.S)
        assert [text(button).strip() for button in buttons] == [blue]
    assert page.index("Go to the draw") < page.index('id="entry-form"')


def test_a_running_round_shows_each_table_once_with_its_score_and_the_way_to_its_match(
    running: Event, pages_of: Callable[[Event], Pages], win: Callable[..., Match]
) -> None:
    over = win(match_of(running, 1, 1), 1, loser_marks=3)
    page = pages_of(running).get("event")
    tables = [text(table) for table in hall_tables(page.content.decode())]
    home, away = (entrant.name for entrant in event_overview(running).rounds[0].tables[0].entrants)
    assert tables[0].startswith(f"Table 1 {home} 3 {away} 7 finished")
    assert page.content.decode().count('aria-label="won"') == 1
    assert "not begun" in tables[1]
    assert len(tables) == 2
    for match in (over, match_of(running, 1, 2)):
        way = reverse("match", args=[match.club.slug, match.pk])
        assert page.content.decode().count(f'href="{way}"') == 1


@pytest.mark.parametrize(
    ("changes", "games"),
    [({"best_of": [3]}, 3), ({"games_per_meeting": 2}, 2)],
    ids=["best of three", "two games"],
)
def test_of_several_games_only_the_open_one_is_offered(
    changes: dict[str, object],
    games: int,
    make_event: EventMaker,
    pages_of: Callable[[Event], Pages],
    win: Callable[..., Match],
) -> None:
    event = make_event(pairs=2, **changes)
    drawn_and_begun(event)
    for number in range(1, games + 1):
        matches = [match_of(event, 1, 1, game).pk for game in range(1, number + 1)]
        assert ways_to_games(pages_of(event)) == [matches[-1], *matches[:-1]]
        win(match_of(event, 1, 1, number), number % 2)


def ways_to_games(pages: Pages) -> list[int]:
    """The matches that a table leads to, the one to record first."""
    page = pages.get("event").content.decode()
    return [int(key) for key in re.findall(r'id="match-(\d+)"', page)]


def hall_tables(page: str) -> list[str]:
    """The HTML of each table of the hall."""
    return re.findall(r'<li class="card hall__table[^>]*>(.*?)</li>', page, re.DOTALL)


def test_a_table_that_sits_out_is_said_to(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(pairs=3)
    rounds_plan(event=event)
    assert words(pages_of(event).get("event")).count("sits out") == 3


# --- drawing


def test_rounds_are_drawn_by_lot_and_may_be_drawn_again(pages: Pages) -> None:
    assert messages_of(pages.post("event-plan", shuffle="1")) == ["The rounds are drawn."]
    assert "Draw again" in words(pages.get("event"))
    pages.post("event-plan", shuffle="1")
    assert [lot.purpose for lot in pages.event.lots.all()] == ["order", "order.2"]
    assert pages.event.rounds.count() == 3


def test_rounds_are_drawn_in_the_order_of_the_pairs_without_a_lot(pages: Pages) -> None:
    pages.post("event-plan")
    assert not pages.event.lots.exists()
    seats = TableSeat.objects.filter(table__round__event=pages.event, table__round__number=1)
    first = seats.order_by("table__number", "place").values_list("entry__number", flat=True)
    assert list(first) == [1, 4, 2, 3]


def test_the_order_is_not_drawn_anew_once_a_round_has_begun(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    answer = pages_of(running).post("event-plan", shuffle="1")
    assert messages_of(answer) == ["The order must be drawn before the first round begins."]


def test_the_draw_shows_every_round_and_every_lot_in_words(pages: Pages) -> None:
    pages.post("event-plan", shuffle="1")
    pages.post("round-begin", 1)
    page = words(pages.get("event-draw"))
    assert all(f"Round {number}" in page for number in (1, 2, 3))
    assert "Order of the pairs" in page
    for table in (1, 2):
        lot = pages.event.lots.get(purpose=f"shaker.1.{table}")
        shaker = match_of(pages.event, 1, table).seats.get(number=lot.outcome["order"][0]).name
        row = (f"First shaker, round 1, table {table}", shaker, date_text(lot.drawn_at, "moment"))
        assert " ".join((*row, lot.purpose, lot.seed)) in page


def test_drawn_pairs_and_lots_at_the_end_are_told_by_name(
    make_event: EventMaker, players: list[Any], pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(pairs=0, tie_breaks=["games_won", "lot"])
    pages = pages_of(event)
    pages.post("event-entries-draw", players=[player.pk for player in players[:4]])
    pages.post("event-plan")
    pages.post("round-begin", 1)
    pages.post("event-end", unfinished="1")
    standings_refresh(event_id=event.pk)
    page = words(pages.get("event-draw"))
    names = [
        " , ".join(player.name for player in sorted(players[:4], key=lambda p: order.index(p.pk)))
        for order in [event.lots.get(purpose="pairs").outcome["order"]]
    ]
    drawn_at = date_text(event.lots.get(purpose="pairs").drawn_at, "moment")
    assert f"Who plays with whom {names[0]} {drawn_at} pairs" in page
    assert "Those still level at the end" in page


def test_nothing_drawn_is_said_on_the_draw(pages: Pages) -> None:
    assert "No round is drawn yet" in words(pages.get("event-draw"))


# --- beginning, and taking it back


def test_rounds_are_begun_in_their_order(pages: Pages) -> None:
    pages.post("event-plan")
    assert messages_of(pages.post("round-begin", 2)) == ["Rounds must begin in order."]
    assert messages_of(pages.post("round-begin", 1))[0].startswith("Round 1 has begun.")
    assert messages_of(pages.post("round-begin", 1)) == ["This round has already begun."]


def test_a_beginning_is_taken_back_until_a_hand_is_recorded(
    pages: Pages, bid: Callable[..., Match]
) -> None:
    pages.post("event-plan")
    pages.post("round-begin", 1)
    assert messages_of(pages.post("round-undo", 1)) == ["Round 1 is planned again."]
    assert not Match.objects.exists()
    pages.post("round-begin", 1)
    bid(match_of(pages.event, 1, 1), 0)
    assert messages_of(pages.post("round-undo", 1)) == [
        "Something has been recorded in this round, so its start cannot be taken back."
    ]


# --- deleting


def test_an_event_never_begun_is_deleted_and_a_begun_one_stays(
    pages: Pages, running: Event
) -> None:
    answer = pages.client.post(pages.url("event-delete"), follow=True)
    assert messages_of(answer) == ["This event has begun, so it cannot be deleted."]
    pages.post("round-undo", 1)
    answer = pages.client.post(pages.url("event-delete"), follow=True)
    assert messages_of(answer) == ["“Night” has been deleted."]
    assert "No event yet" in words(answer)
    assert not Event.objects.exists()


# --- the page that follows by itself


def test_the_rounds_are_sent_again_only_when_something_has_changed(
    running: Event, pages_of: Callable[[Event], Pages], bid: Callable[..., Match]
) -> None:
    pages = pages_of(running)
    url = pages.url("event-live")
    first = pages.client.get(url)
    assert first["Cache-Control"] == "private, no-cache"
    assert pages.client.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 304
    bid(match_of(running, 1, 1), 1, marks=2)
    second = pages.client.get(url, headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert "2 hand 2" in words(second)


def test_the_list_of_events_is_paged_and_the_newest_is_first(
    make_event: EventMaker, club: Club, client: Client
) -> None:
    for number in range(31):
        make_event(pairs=0, name=f"Night {number:02}")
    first = words(client.get(reverse("events", args=[club.slug])))
    assert "Night 30" in first
    assert "Night 00" not in first
    assert "Night 00" in words(client.get(reverse("events", args=[club.slug]), {"page": 2}))
