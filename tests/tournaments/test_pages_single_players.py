"""The pages of an evening of single players speak of players, whoever looks."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Club, Player, User
from tests.tournaments.conftest import EveningMaker, begin_next, drawn_and_begun, entry, match_of
from tests.tournaments.pages import Pages, at_field, messages_of, wall, words
from tests.tournaments.single import called, misere, play, spades, thrown_in, win_spades
from tournaments.events.models import Event
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import event_finish
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

PagesOf = Callable[[Event], Pages]
READ = [
    *("event", "event-live", "event-draw", "event-entries", "event-standings"),
    *("event-standings-live", "event-projector", "event-projector-live"),
]


@pytest.fixture
def door(make_evening: EveningMaker, pages_of: PagesOf) -> Pages:
    """An evening of Pandoeren at which nobody is yet."""
    return pages_of(make_evening(0))


@pytest.fixture
def on(evening: Event, pages_of: PagesOf) -> Pages:
    """Sixteen at Pandoeren, the first round begun."""
    return pages_of(evening)


def test_two_names_where_one_is_expected_are_asked_about(door: Pages) -> None:
    question = door.post("event-entries", name="Joop & Ria")
    assert question.status_code == 422
    assert not door.event.entries.exists()
    ((answer, _label),) = question.context["form"].fields["name_is"].choices
    door.post("event-entries", name="Joop & Ria", name_is=answer)
    assert door.event.entries.get().lineup.get().player.name == "Joop & Ria"


# --- a new evening


@pytest.mark.parametrize(
    ("game", "kinds", "name"),
    [
        ("texas42", 19, "42 night, "),
        ("pandoeren", 3, "Pandoeren evening, "),
        ("dummy_spades", 2, "Spades evening, "),
    ],
)
def test_the_game_is_picked_first_and_the_kinds_of_evening_are_its_own(
    game: str, kinds: int, name: str, club: Club, organiser: User, client_for: Callable[..., Client]
) -> None:
    answer: Any = client_for(organiser).get(reverse("event-new", args=[club.slug]), {"game": game})
    form = answer.context["form"]
    families = [
        family for _key, family in form["template"].field.choices if not isinstance(family, str)
    ]
    offered = [key for family in families for key, _ in family]
    assert len(offered) == len(set(offered)) == kinds
    assert form["name"].value().startswith(name)
    assert all(label in words(answer) for label in ("Texas 42", "Pandoeren", "Dummy-Hand Spades"))


def test_the_game_played_last_is_offered_first(
    make_evening: EveningMaker, club: Club, organiser: User, client_for: Callable[..., Client]
) -> None:
    make_evening(0, "dummy_spades")
    answer: Any = client_for(organiser).get(reverse("event-new", args=[club.slug]))
    assert answer.context["evening"]["game"].value() == "dummy_spades"


# --- the door


def test_a_name_and_enter_is_all_it_takes(door: Pages) -> None:
    assert "Enter a player" in words(door.get("event-entries"))
    answer = door.post("event-entries", name="Ada")
    assert messages_of(answer) == ["Player 1 is entered."]
    answer = door.post("event-entries", name="Zoë Quartermain")
    assert messages_of(answer) == ["Player 2 is entered.", "New on the roster: Zoë Quartermain"]
    assert "pair" not in words(answer).lower()


def test_a_name_close_to_another_is_asked_about(door: Pages) -> None:
    answer = door.post("event-entries", name="Cleoo")
    assert at_field(answer, "name") == ["Choose below which player is meant."]


def test_a_list_is_pasted_one_name_a_line(door: Pages) -> None:
    text = "1. Ada\n2) Ben\n\n 3 Cleo \nMary-Jane O'Neil\nvan der Berg, Jan"
    names = ["Ada", "Ben", "Cleo", "Mary-Jane O'Neil", "Jan van der Berg"]
    answer = door.post("event-entries-paste", text=text, commas="person")
    assert messages_of(answer)[0] == "5 players entered."
    assert [row.name for row in answer.context["list"].entrants] == names


def test_a_list_with_a_name_twice_is_refused(door: Pages) -> None:
    answer = door.post("event-entries-paste", text="Ada\nAda")
    assert at_field(answer, "text") == ["Line 2: Ada is already on line 1"]
    assert not door.event.entries.exists()


def test_no_pairs_are_drawn_where_everybody_plays_alone(door: Pages) -> None:
    assert door.get("event-entries-draw").status_code == 404
    assert "Draw pairs" not in words(door.get("event-entries"))


def test_players_drop_out_come_back_and_are_substituted(on: Pages) -> None:
    assert messages_of(on.post("entry-withdraw", 3, how="keep")) == [
        "Player 3 has dropped out; what was played stays."
    ]
    assert messages_of(on.post("entry-restore", 3, how="keep")) == ["Player 3 is back."]
    page = on.get("entry-substitute", 3)
    assert "Substitute for player 3" in words(page)
    given = {"place": page.context["form"]["place"].value(), "player": "Tess", "from_round": 2}
    assert messages_of(on.post("entry-substitute", 3, **given)) == [
        "Tess substitutes for Cleo from round 2 on."
    ]


# --- rounds


def test_the_rounds_are_drawn_once_a_table_is_full(
    make_evening: EveningMaker, pages_of: PagesOf
) -> None:
    few = pages_of(make_evening(3))
    assert "Enter at least 4 players" in words(few.get("event"))
    pages = pages_of(make_evening(4))
    assert "4 players are entered." in words(pages.get("event"))
    assert messages_of(pages.post("event-plan", shuffle="1")) == ["The rounds are drawn."]
    answer = pages.post("round-begin", 1)
    assert messages_of(answer) == [
        "Round 1 has begun. The player named first at each table deals first."
    ]


def test_every_table_shows_its_players_with_their_totals(on: Pages, owner: User) -> None:
    match = play(match_of(on.event, 1, 1), owner, lambda d: called(d, 0, 2), lambda d: misere(d, 1))
    names = [seat.name for seat in match.seats.all()]
    shown = words(on.get("event"))
    totals = " ".join(f"{name} {total}" for name, total in zip(names, (1, 3, 1, 0), strict=True))
    menu = "Type results Wrong seats"
    assert f"Round 1 of 4 playing {menu} Table 1 {totals} finished" in shown
    (winner,) = on.get("event").context["overview"].rounds[0].tables[0].games[0].winner.players
    assert winner.name == names[1]


def test_a_total_below_zero_has_a_true_minus_sign(on: Pages, owner: User) -> None:
    match = play(match_of(on.event, 1, 1), owner, lambda d: misere(d, 1, made=False))
    assert f"{match.seats.get(number=1).name} −3" in words(on.get("event"))


def test_who_sits_out_is_told(make_evening: EveningMaker, pages_of: PagesOf) -> None:
    event = make_evening(10, "dummy_spades")
    drawn_and_begun(event)
    pages = pages_of(event)
    assert words(pages.get("event")).count("sits out") == 4
    assert words(pages.get("event-draw")).count("sits out") == 4


@pytest.mark.parametrize(
    ("count", "game", "sentence"),
    [
        (16, "pandoeren", "Nobody sits with anybody twice."),
        (9, "dummy_spades", "Nobody sits with anybody twice."),
        (4, "pandoeren", "Meetings of two who have met before: 36, a third meeting counted twice"),
    ],
)
def test_the_draw_says_how_even_it_is(
    count: int, game: str, sentence: str, make_evening: EveningMaker, pages_of: PagesOf
) -> None:
    event = make_evening(count, game)
    rounds_plan(event=event, shuffle=True)
    page = words(pages_of(event).get("event-draw"))
    assert sentence in page
    assert "Order of the players" in page
    assert "Deals first Seat 2 Seat 3" in page


# --- standings


def test_the_standings_count_points_and_tell_who_sat_with_whom(on: Pages, owner: User) -> None:
    match = play(match_of(on.event, 1, 1), owner, lambda d: called(d, 0, 2), thrown_in)
    standings_refresh(event_id=on.event.pk)
    page = words(on.get("event-standings"))
    assert "Rank Player P Pts W H2H Avg Hands Bid Made Set" in page
    assert f"= 1 , shared {match.seats.get(number=0).name} 1 1 ½ 0 0.50 2 1 1 0" in page
    assert "Who sat with whom" in page
    assert "marks" not in page.lower()


def test_the_wall_shows_what_decides(on: Pages, owner: User) -> None:
    play(match_of(on.event, 1, 1), owner, lambda d: misere(d, 0, made=False), thrown_in)
    standings_refresh(event_id=on.event.pk)
    *_tables, page = wall(on)
    assert "Rank Player P Pts W" in page
    assert "−3" in page


def test_an_evening_of_spades_ranks_by_games_won(
    make_evening: EveningMaker, pages_of: PagesOf, owner: User
) -> None:
    event = make_evening(9, "dummy_spades")
    drawn_and_begun(event)
    match = win_spades(match_of(event, 1, 1), owner, 2)
    play(match_of(event, 1, 2), owner, lambda d: spades(d, (7, 5, 6), (4, 3, 2, 4)))
    event_finish(event=event, unfinished=True)
    standings_refresh(event_id=event.pk)
    page = words(pages_of(event).get("event-standings"))
    assert "Final standings Rank Player P W Pts H2H Avg Hands" in page
    assert f"1 {match.seats.get(number=2).name} 1 1 390" in page


def test_the_settings_offer_the_games_own_order(on: Pages) -> None:
    form = on.get("event-settings").context["form"]
    offered = {key for key, _name in form["tie_breaks"].field.choices}
    assert {"points", "average", "times_made", "at_one_table"} < offered
    assert not {"points_against", "head_to_head", "difference"} & offered
    assert [field.value() for field in form.setting_fields()] == [4, 0]


def test_a_long_evening_asks_no_more_than_a_short_one(
    make_evening: EveningMaker, pages_of: PagesOf, owner: User
) -> None:
    def costs(players: int, rounds: int) -> dict[str, int]:
        event = make_evening(players)
        rounds_plan(event=event, shuffle=True)
        for number in range(1, rounds + 1):
            begin_next(event)
            for table in range(1, players // 4 + 1):
                play(match_of(event, number, table), owner, thrown_in, lambda d: misere(d, 1))
        entry_withdraw(entry=entry(event, 1))
        standings_refresh(event_id=event.pk)
        pages = pages_of(event)
        counts = {}
        for name in (*READ, "event-prints", "entry-substitute"):
            keys = (2,) if name == "entry-substitute" else ()
            pages.get(name, *keys)
            with CaptureQueriesContext(connection) as captured:
                assert pages.get(name, *keys).status_code == 200
            counts[name] = len(captured)
        return counts

    long, short = costs(16, 3), costs(5, 1)
    assert long
    # Where numbers of hands differ, as among five, one query more asks whether anybody plays.
    assert {name: cost for name, cost in long.items() if cost > short[name]} == {}


def test_players_of_the_roster_are_offered(on: Pages, players: list[Player]) -> None:
    offered = on.get("event-entries").context["roster"]
    assert set(offered) == set(players)
