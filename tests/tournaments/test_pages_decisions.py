"""Penalties, ties, forfeits, byes and series as pages show and take them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Player, User
from scoring.models import Match
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, entry, match_of
from tests.tournaments.naive import result
from tests.tournaments.pages import Pages, as_shown, at_field, messages_of, wall, words
from tournaments.events.models import DecisionKind, Event, Table
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.selectors.standings import cross_table, standings_for
from tournaments.events.services.decisions import adjustment_make, play_off_record, table_forfeit
from tournaments.events.services.entries import entry_add, entry_substitute, entry_withdraw
from tournaments.events.services.locking import standings_mark_stale
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")

PAGE = "event-decisions"
Bid = Callable[..., Match]


@pytest.fixture
def on(running: Event, pages_of: Callable[[Event], Pages]) -> Pages:
    """The pages of four pairs in their first round, seen by an organiser."""
    return pages_of(running)


def computed(event: Event) -> None:
    standings_mark_stale(event_id=event.pk)
    standings_refresh(event_id=event.pk)


def table_at(event: Event, number: int = 1, table: int = 1) -> Table:
    return Table.objects.get(round__event=event, round__number=number, number=table)


# --- penalties and bonuses


def test_a_penalty_is_noted_shown_and_taken_back(on: Pages) -> None:
    given = {"entry": "2", "marks": "-3", "games": "", "reason": "Talked <b>across</b> the table"}
    answer = on.post("adjustment-new", **given)
    assert messages_of(answer) == ["It is recorded and counts right away."]
    computed(on.event)
    for name in (PAGE, "event-standings"):
        shown = on.get(name).content.decode()
        assert "Talked &lt;b&gt;across&lt;/b&gt; the table" in shown
        assert "−3 marks" in words(on.get(name))
    table_forfeit(table=table_at(on.event), entry=entry(on.event, 1))
    assert "Cleo & Dan −3 marks" in wall(on)[-1]
    made = on.event.adjustments.get()
    assert messages_of(on.post("adjustment-revoke", made.pk)) == [
        "It is taken back and no longer counts."
    ]
    computed(on.event)
    assert "taken back by organiser" in words(on.get(PAGE))
    assert "−3 marks" not in words(on.get("event-standings"))
    again = on.post("adjustment-revoke", made.pk)
    assert messages_of(again) == ["This has been taken back already."]


def test_what_is_wrong_with_a_penalty_stands_beside_it(on: Pages) -> None:
    answer = on.post("adjustment-new", entry="9", marks="many", games="-100", reason=" ")
    assert answer.status_code == 422
    for field, problem in {
        "entry": "not one of the available choices",
        "marks": "Enter a whole number.",
        "games": "greater than or equal to -99",
        "reason": "This field is required.",
    }.items():
        assert problem in at_field(answer, field)[0]
    answer = on.post("adjustment-new", entry="1", marks="", games="", reason="late")
    assert at_field(answer, "marks") == ["Give games, marks or both."]
    assert 'value="late"' in answer.content.decode(), "what was typed stays"
    assert not on.event.adjustments.exists()


def test_points_are_called_points_where_a_game_counts_them(
    evening: Event, pages_of: Callable[[Event], Pages], owner: User
) -> None:
    adjustment_make(entry=entry(evening, 1), by=owner, reason="cake", marks=1, games=-2)
    computed(evening)
    assert "+1 point , −2 games" in words(pages_of(evening).get("event-standings"))


# --- ties


def level(event: Event) -> None:
    """1 and 2 have won 7-4, 4 and 3 have lost."""
    result(match_of(event, 1, 1), 7, 4)
    result(match_of(event, 1, 2), 7, 4)
    computed(event)


def test_those_who_are_tied_are_offered_and_who_won_the_hand_is_first(on: Pages) -> None:
    level(on.event)
    page = words(on.get(PAGE))
    assert "These are tied: Ada & Ben · Cleo & Dan" in page
    assert "The event does not rank by play-offs yet" in page
    answer = on.post("play-off-new", entries="1,2", place_1="2", kind="hand", note="one hand")
    assert messages_of(answer) == ["The tie is decided."]
    computed(on.event)
    assert [row.entrant.number for row in standings_for(on.event).rows][:2] == [2, 1]
    page = words(on.get(PAGE))
    assert "These are tied: Ada & Ben" not in page
    assert "Cleo & Dan Ada & Ben one hand played: one hand" in page
    made = on.event.play_offs.get()
    question = on.post("play-off-revoke", made.pk)
    on.post("play-off-revoke", made.pk, agreed=question.context["weighed"].mark)
    computed(on.event)
    assert "These are tied: Ada & Ben" in words(on.get(PAGE))


def test_three_who_are_tied_are_put_in_order(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(pairs=6)
    drawn_and_begun(event)
    for table in (1, 2, 3):
        result(match_of(event, 1, table), 7, 4)
    computed(event)
    pages = pages_of(event)
    tied = [entrant.number for form in pages.get(PAGE).context["ties"] for entrant in form.tied][:3]
    given = {"entries": ",".join(map(str, tied)), "kind": "domino", "note": ""}
    twice = pages.post("play-off-new", **given, place_1=tied[2], place_2=tied[2])
    assert twice.status_code == 422
    assert "This entry has already been named." in words(twice)
    pages.post("play-off-new", **given, place_1=tied[2], place_2=tied[0])
    assert event.play_offs.get().order == [tied[2], tied[0], tied[1]]


def test_a_tie_of_nobody_is_not_taken(on: Pages) -> None:
    answer = on.post("play-off-new", entries="x,y", place_1="1", kind="hand")
    assert messages_of(answer) == ["Choose two or more who are tied."]


def test_before_a_game_is_played_nobody_is_offered_to_play_off(on: Pages) -> None:
    computed(on.event)
    assert on.get(PAGE).context["ties"] == []


# --- forfeits, series and byes on the event's page


def test_a_table_is_given_up_and_taken_back_from_the_event_s_page(on: Pages) -> None:
    answer = on.post("table-forfeit", 1, 1, 4)
    assert messages_of(answer) == ["Table 1 is forfeited."]
    page = words(on.get("event"))
    assert "Ada & Ben Gus & Hal forfeited finished 7–0" in page
    assert "1 table is still playing." in page
    assert "Game 1" not in page
    assert messages_of(on.post("table-forfeit", 1, 1, 4)) == ["This meeting is already forfeited."]
    (cell,) = cross_table(on.event)[0].cells[3]
    assert (cell.total, cell.against, cell.won, cell.by_forfeit) == (7, 0, True, True)
    assert "7–0 by forfeit" in words(on.get("event-standings"))
    assert messages_of(on.post("table-forfeit-undo", 1, 1)) == ["Table 1 counts as it was played."]
    assert "forfeited" not in words(on.get("event"))
    assert on.client.post(on.url("table-forfeit", 1, 1, 9)).status_code == 404
    assert on.client.post(on.url("table-forfeit", 1, 9, 1)).status_code == 404


@pytest.fixture
def series(make_event: EventMaker) -> Event:
    """Two pairs in the best of three: the first leads by a game."""
    event = make_event(pairs=3, best_of=[3], bye_rule="fixed")
    drawn_and_begun(event)
    result(match_of(event, 1, 1, 1), 7, 4)
    return event


def test_a_series_shows_how_it_stands_and_which_game_is_on(
    series: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(series)
    page = words(pages.get("event"))
    assert "Cleo & Dan 1 Eva & Fay 0 game 2, hand 1" in page
    assert "Ada & Ben sits out · 7–4" in page
    table = event_overview(series).rounds[0].tables[0]
    assert table.open_game is table.games[1]
    assert [team.total for team in table.teams] == [1, 0]
    assert [game.is_offered for game in table.games] == [False, True, True]
    assert not table.is_over


def test_games_that_a_series_does_not_need_are_not_offered(
    series: Event, pages_of: Callable[[Event], Pages]
) -> None:
    result(match_of(series, 1, 1, 2), 7, 6)
    table = event_overview(series).rounds[0].tables[0]
    assert (table.is_over, table.open_game) == (True, None)
    assert [winner.number for winner in table.winners] == [2]
    page = pages_of(series).get("event")
    assert "Game 3 0–0 not needed" in words(page)
    third = match_of(series, 1, 1, 3)
    assert f'id="match-{third.pk}"' not in page.content.decode()
    assert [cell.total for cell in cross_table(series)[1].cells[2]] == [7, 7]


def test_a_table_s_code_leads_to_the_game_of_the_series_that_is_on(
    series: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(series)
    second = match_of(series, 1, 1, 2)
    assert pages.client.get(pages.url("event-table", 1))["Location"].endswith(f"/{second.pk}/")
    result(second, 7, 6)
    assert pages.client.get(pages.url("event-table", 1))["Location"].endswith(f"/{second.pk}/")


def test_a_decided_series_leaves_what_was_played_beyond_it_to_be_looked_at(
    series: Event, pages_of: Callable[[Event], Pages]
) -> None:
    result(match_of(series, 1, 1, 2), 7, 6)
    third = result(match_of(series, 1, 1, 3), 0, 7)
    page = pages_of(series).get("event").content.decode()
    assert f'id="match-{third.pk}"' in page
    assert [cell.counts for cell in cross_table(series)[1].cells[2]] == [True, True, False]


def test_single_players_with_changing_partners_are_shown_as_sides(
    make_event: EventMaker, players: list[Player], pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(pairs=0, format="rotating_partners")
    for player in players[:4]:
        entry_add(event=event, players=[player])
    drawn_and_begun(event)
    result(match_of(event, 1, 1), 3, 7)
    table = event_overview(event).rounds[0].tables[0]
    home, away = table.teams
    assert [len(team.entrants) for team in (home, away)] == [2, 2]
    assert away.won
    names = " & ".join(entrant.name for entrant in away.entrants)
    assert f"3 – 7 {names} Open" in words(pages_of(event).get("event"))
    game = table.games[0]
    assert [entrant.number for entrant in game.winners] == [
        entrant.number for entrant in away.entrants
    ]
    partner = home.entrants[1].number
    row = cross_table(event)[home.entrants[0].number - 1]
    assert row.cells[partner - 1] == ()


def test_who_may_not_run_events_sees_reasons_and_no_buttons(
    running: Event, viewer: User, owner: User, client_for: Callable[[User], Client]
) -> None:
    adjustment_make(entry=entry(running, 1), by=owner, reason="Reconciliation the cake", marks=1)
    play_off_record(event=running, order=[1, 2], kind=DecisionKind.CARD, by=owner, note="king")
    computed(running)
    pages = Pages(client_for(viewer), running)
    page = words(pages.get(PAGE))
    assert "Reconciliation the cake" in page
    assert "a card drawn: king" in page
    assert "<form" not in pages.get(PAGE).content.decode().split("<main")[1].split("</main>")[0]


# --- who played


def test_standings_name_all_who_played_for_an_entry(
    running: Event, players: list[Player], pages_of: Callable[[Event], Pages]
) -> None:
    entry_substitute(entry=entry(running, 1), place=1, player=players[12])
    assert "Ada & Ben" in words(pages_of(running).get("event-standings"))
    begin_next(running)
    computed(running)
    page = words(pages_of(running).get("event-standings"))
    assert f"Ada & {players[12].name} ( Ben )" in page
    entry_substitute(entry=entry(running, 1), place=1, player=players[1])
    begin_next(running)
    computed(running)
    page = words(pages_of(running).get("event-standings"))
    assert f"Ada & Ben ( {players[12].name} )" in page


def test_a_substitute_who_never_came_to_play_is_not_named(
    running: Event, players: list[Player]
) -> None:
    entry_substitute(entry=entry(running, 1), place=0, player=players[12])
    entry_withdraw(entry=entry(running, 1))
    computed(running)
    rows = {row.entrant.number: row.entrant for row in standings_for(running).rows}
    assert rows[1].name == "Ada & Ben"
    assert rows[1].others == ()


# --- settings


def sent(pages: Pages, **more: Any) -> Any:
    """The settings with something changed."""
    form = pages.get("event-settings").context["form"]
    return pages.post("event-settings", **as_shown(form) | more)


def test_what_counts_beside_hands_is_set_in_the_settings(pages: Pages) -> None:
    answer = sent(
        pages,
        best_of=" 5 3 ",
        round_minutes="50",
        time_rule="sudden_death",
        bye_rule="average",
        bye_for="6",
        bye_against="5",
        forfeit_for="5",
        forfeit_against="1",
        cap="4",
    )
    assert messages_of(answer) == ["Saved."]
    event = pages.event
    assert (event.best_of, event.round_minutes, event.time_rule) == ([5, 3], 50, "sudden_death")
    assert (event.bye_rule, event.bye_for, event.bye_against) == ("average", 6, 5)
    assert (event.forfeit_for, event.forfeit_against, event.cap) == (5, 1, 4)
    assert pages.get("event-settings").context["form"]["best_of"].value() == "5, 3"
    sent(pages, best_of="", round_minutes="")
    assert (pages.event.best_of, pages.event.round_minutes) == ([], None)


def test_wrong_numbers_are_said_beside_them(pages: Pages) -> None:
    wrong = {"cap": "0", "round_minutes": "0", "bye_rule": "luck", "forfeit_for": "-1"}
    answer = sent(pages, **wrong, best_of="2")
    assert answer.status_code == 422
    for field, problem in {
        "cap": "greater than or equal to 1",
        "round_minutes": "greater than or equal to 1",
        "bye_rule": "not one of the available choices",
        "forfeit_for": "greater than or equal to 0",
    }.items():
        assert problem in at_field(answer, field)[0]
    for series in ("2", "3, x", "11"):
        answer = sent(pages, best_of=series)
        assert "Type odd numbers of games up to 9" in at_field(answer, "best_of")[0]


def test_single_players_are_not_asked_what_means_nothing_to_them(
    evening: Event, pages_of: Callable[[Event], Pages]
) -> None:
    form = pages_of(evening).get("event-settings").context["form"]
    assert {"bye_rule", "bye_for", "round_minutes"} <= form.fields.keys()
    assert not {"best_of", "forfeit_for", "cap", "bye_against"} & form.fields.keys()


def test_tie_breaks_are_one_list_in_their_order_each_with_what_it_is(
    pages: Pages, event: Event
) -> None:
    page = pages.get("event-settings")
    rows = page.context["form"]["tie_breaks"].subwidgets[0].data["rows"]
    chosen = [row["name"] for row in rows if row["place"]]
    assert chosen == [f"tie_breaks-{key}" for key in event.tie_breaks]
    assert rows[0]["help"] == "Finished games that were won; a draw counts as half a win."
    offered = {row["name"].removeprefix("tie_breaks-") for row in rows}
    assert {"buchholz", "capped_difference", "play_off", "lot"} < offered
    assert "bracket_place" not in offered


def test_settings_are_folded_under_what_holds_now(pages: Pages) -> None:
    page = pages.get("event-settings")
    groups = {group.key: group for group in page.context["groups"]}
    assert groups["counting"].now.startswith("a bye scores: nothing; a forfeit counts 7–0")
    assert groups["ranking"].now.startswith("Games won, Marks for")
    assert not any(group.is_open for group in groups.values())


# --- what it costs


def test_the_page_asks_no_more_often_for_more_decisions(
    on: Pages, owner: User, running: Event
) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert on.get(PAGE).status_code == 200
        return len(captured)

    def decide() -> None:
        for number in (1, 2, 3):
            adjustment_make(entry=entry(running, number), by=owner, reason="x", marks=1)
            play_off_record(event=running, order=[number, 4], kind=DecisionKind.HAND, by=owner)

    decide()
    table_forfeit(table=table_at(running), entry=entry(running, 1))
    level(running)
    cost()  # what is kept for all requests is read once
    few = cost()
    decide()
    assert cost() == few <= 20
