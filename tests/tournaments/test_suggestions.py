"""What a suggestion says will happen is what happens once so many are entered and drawn."""

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from engine.pairings.balance import balance
from engine.pairings.formats import FORMATS
from games import PRESENTERS
from tests.tournaments.conftest import EventMaker, drawn_and_begun
from tournaments.events.models import Event, RoundState
from tournaments.events.presets import templates_of
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create_as_suggested, event_update
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.suggestions import BETWEEN, Expected, Suggestion, suggestions

FIRST = {game: next(iter(templates_of(game).values())).rules for game in PRESENTERS}


def evening(game: str, players: int, minutes: int = 180) -> Expected:
    return Expected(game, players, minutes, FIRST[game])


@pytest.fixture
def client(organiser: User, client_for: Callable[..., Client]) -> Client:
    return client_for(organiser)


def created(club: Club, by: User, suggestion: Suggestion, people: list[Player]) -> Event:
    """Create the event, enter these people and draw it."""
    event = event_create_as_suggested(
        club=club,
        suggestion=suggestion,
        last=None,
        name="Evening",
        date=datetime.date(2026, 11, 20),
        created_by=by,
    )
    lineup = FORMATS[event.format].lineup
    lineups = [people[place : place + lineup] for place in range(0, len(people), lineup)]
    entries_add(event=event, lineups=[each for each in lineups if len(each) == lineup])
    rounds_plan(event=event, shuffle=True)
    return event


@pytest.mark.parametrize(
    ("game", "players"),
    [("texas42", 16), ("texas42", 12), ("pandoeren", 9), ("pandoeren", 16), ("dummy_spades", 10)],
)
def test_the_numbers_of_a_suggestion_are_those_of_its_draw(
    game: str, players: int, club: Club, organiser: User
) -> None:
    people = players_add_many(club=club, names=[f"P{number:02d}" for number in range(players)])
    offered = suggestions(evening(game, players))
    assert len(offered) == 3
    for suggestion in offered:
        event = created(club, organiser, suggestion, people)
        if FORMATS[event.format].from_results:
            continue
        rounds = stored_rounds(event.rounds.filter(state=RoundState.PLANNED))
        entries = tuple(event.entries.values_list("number", flat=True))
        drawn = balance(entries, rounds)
        met = [sum(map(bool, row)) for row in drawn.together.counts]
        text = suggestion.explanation
        assert f"{max(len(planned.tables) for planned in rounds)} table" in text
        assert f" {len(rounds)} round" in text
        if said := re.search(r"meets (at least )?(\d+) of (\d+) others", text):
            assert (min(met), len(entries) - 1) == (int(said[2]), int(said[3]))
            assert bool(said[1]) == (min(met) != max(met))
        else:
            assert min(met) == len(entries) - 1
        assert ("Nobody sits out." in text) == (max(drawn.byes) == 0)


@pytest.mark.parametrize("game", PRESENTERS)
def test_suggestions_fit_the_time_there_is_and_what_cannot_be_is_not_suggested(game: str) -> None:
    for minutes in (60, 150, 240):
        for suggestion in suggestions(evening(game, 17, minutes)):
            text = suggestion.explanation
            rounds, length = re.search(r"(\d+) rounds?", text), re.search(r"(\d+) minutes", text)
            assert rounds
            assert length
            used = int(rounds[1]) * (int(length[1]) + BETWEEN) - BETWEEN
            assert used <= minutes
    assert suggestions(evening(game, 2)) == ()
    assert suggestions(evening(game, 16, 10)) == ()


def test_odd_numbers_are_offered_an_evening_for_everybody_first() -> None:
    assert suggestions(evening("texas42", 17))[0].settings["format"] == "rotating_partners"
    assert suggestions(evening("texas42", 16))[0].settings["format"] == "round_robin"


# --- the page


def offered_by(answer: Any) -> list[str]:
    choices = answer.context["form"]["template"].field.choices
    return [key for key, label in choices if isinstance(label, str)]


def test_the_page_asks_what_is_known_and_creates_what_it_suggests(
    club: Club, client: Client
) -> None:
    address = reverse("event-new", args=[club.slug])
    asked = {"players": "12", "minutes": "120", "game": "pandoeren"}
    page = client.get(address, asked)
    first = offered_by(page)[0]
    assert first == "table_mates-2-16-0"
    assert "12 others" not in page.text
    assert "2 rounds of 16 hands" in page.text
    given = {"template": first, "name": "Friday", "date": "2026-11-27"}
    client.post(f"{address}?players=12&minutes=120&game=pandoeren", given)
    event = Event.objects.get()
    assert (event.game, event.minutes, event.rules["hands"]) == ("pandoeren", 120, 16)
    assert (event.format, event.format_options["rounds"]) == ("table_mates", 2)


def test_the_last_evening_is_remembered_and_offered_again(
    make_event: EventMaker, club: Club, client: Client
) -> None:
    last = make_event(pairs=4, games_per_meeting=2, place="Grange hall")
    event_update(event=last, minutes=210)
    drawn_and_begun(last)
    address = reverse("event-new", args=[club.slug])
    page: Any = client.get(address)
    asked = page.context["evening"]
    assert (asked["players"].value(), asked["minutes"].value()) == ("8", "210")
    like, suggested = offered_by(page)[:2]
    assert like == f"like-{last.pk}"
    for kind, games in ((like, 2), (suggested, 1)):
        client.post(address, {"template": kind, "name": "Friday", "date": "2026-11-27"})
        event = Event.objects.latest("pk")
        assert (event.place, event.games_per_meeting) == ("Grange hall", games)


def test_a_wrong_number_is_said_beside_it_and_all_kinds_stay(club: Club, client: Client) -> None:
    page: Any = client.get(reverse("event-new", args=[club.slug]), {"players": "many"})
    assert page.status_code == 200
    assert page.context["evening"]["players"].errors
    assert offered_by(page) == []
    assert "Swiss tournament" in page.text
