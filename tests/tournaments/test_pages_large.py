"""A hall full of people: every format at its largest, and what its pages weigh."""

import datetime
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, User
from clubs.services.players import players_add_many
from engine.pairings.formats import FORMATS
from tests.tournaments.pages import Pages
from tests.tournaments.services.test_drawn_again import RULES
from tournaments.events.models import Event
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create, event_update
from tournaments.events.services.rounds import round_begin, rounds_plan
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.django_db

# What an event of a format can have at most, by its settings; see decision 96.
LARGEST = [
    ("swiss", {}, 200),
    ("progressive", {}, 200),
    ("by_standing", {}, 200),
    ("ladder", {}, 200),
    ("two_boxes", {}, 128),
    ("single_elimination", {}, 128),
    ("single_elimination", {"consolation": 2}, 64),
    ("double_elimination", {}, 64),
    ("qualifying", {"group_size": 8, "advance_each": 0, "advance_total": 64}, 160),
    ("qualifying", {"bracket": 2}, 64),
    ("rotating_partners", {}, 100),
    ("table_mates", {}, 100),
    ("round_robin", {"rounds": 5}, 64),
    ("mitchell", {"rounds": 5}, 100),
    ("howell", {}, 16),
]
PAGES: list[tuple[str | int, ...]] = [
    ("event",),
    ("event-live",),
    ("event-entries",),
    ("event-draw",),
    ("event-standings",),
    ("round-plan", 1),
    ("event-projector",),
    ("event-bracket",),
]
WEIGHT, QUERIES = 500_000, 45


def full(club: Club, owner: User, format_: str, options: dict[str, int], count: int) -> Event:
    game = min(FORMATS[format_].games)
    event = event_create(
        club=club,
        name="Hall",
        date=datetime.date(2026, 11, 20),
        created_by=owner,
        game=game,
        rules=RULES[game],
        format=format_,
        format_options=options,
    )
    lineup = FORMATS[format_].lineup
    before = club.players.count()
    names = [f"Player {before + number:03d}" for number in range(1, count * lineup + 1)]
    players = players_add_many(club=club, names=names)
    ends = range(0, len(players), lineup)
    entries_add(event=event, lineups=[players[at : at + lineup] for at in ends])
    return event


@pytest.mark.parametrize(("format_", "options", "most"), LARGEST[::2])
def test_pages_of_a_full_hall_stay_light_and_nobody_else_comes_in(
    format_: str,
    options: dict[str, int],
    most: int,
    club: Club,
    owner: User,
    pages_of: Callable[[Event], Pages],
) -> None:
    event = full(club, owner, format_, options, most)
    more_players = players_add_many(club=club, names=["One More", "And Another"])
    with pytest.raises(ValidationError, match=f"at most {most} "):
        entries_add(event=event, lineups=[more_players[: FORMATS[format_].lineup]])
    rounds_plan(event=event, shuffle=True)
    round_begin(round=event.rounds.get(number=1))
    standings_refresh(event_id=event.pk)
    pages = pages_of(event)
    for name, *more in PAGES:
        with CaptureQueriesContext(connection) as queries:
            answer = pages.get(str(name), *more)
        assert answer.status_code == 200, name
        assert len(answer.content) < WEIGHT, name
        assert len(queries) < QUERIES, name


def test_a_format_with_less_room_is_not_taken(club: Club, owner: User) -> None:
    event = full(club, owner, "swiss", {}, 65)
    with pytest.raises(ValidationError, match="at most 64 pairs"):
        event_update(event=event, format="double_elimination", format_options={})
    event_update(event=event, format="two_boxes", format_options={})


def test_every_format_has_its_largest_field_here() -> None:
    assert {format_ for format_, _options, _most in LARGEST} == FORMATS.keys()


def test_who_met_whom_is_a_list_that_fits_where_a_table_would_not(
    club: Club, owner: User, pages_of: Callable[[Event], Pages]
) -> None:
    def page(count: int) -> str:
        event = full(club, owner, "round_robin", {"rounds": 5}, count)
        rounds_plan(event=event)
        round_begin(round=event.rounds.get(number=1))
        standings_refresh(event_id=event.pk)
        return str(pages_of(event).get("event-standings").content.decode())

    listed, tabled = page(18), page(8)
    assert "table--cross" not in listed
    assert listed.count('class="met__row"') == 18
    assert listed.count("0–0") == 18
    assert "table--cross" in tabled
    assert 'class="met__row"' not in tabled
