"""The way back from a match to its event, and what is said of its series."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player, User
from scoring.host import HostNote, host_of
from scoring.models import Match
from tests.scoring.matches import match_create
from tests.tournaments.conftest import EventMaker, drawn_and_begun, entry, match_of
from tests.tournaments.naive import result
from tests.tournaments.pages import words
from tournaments.events.models import Event
from tournaments.events.services.decisions import table_forfeit

pytestmark = pytest.mark.django_db


def test_a_match_of_an_event_leads_back_to_it(running: Event) -> None:
    match = Match.objects.filter(game_of__table__round__event=running)[0]
    slug = running.club.slug
    assert [(crumb.label, crumb.href) for crumb in host_of(match).breadcrumbs()] == [
        ("Events", reverse("events", args=[slug])),
        (running.name, reverse("event", args=[slug, running.pk])),
    ]


def test_the_way_says_the_name_of_the_event_once(
    running: Event, owner: User, client_for: Callable[[User], Client]
) -> None:
    match = Match.objects.filter(game_of__table__round__event=running).earliest("pk")
    page = client_for(owner).get(reverse("match", args=[running.club.slug, match.pk]))
    assert page.context["crumbs"][-1].label == "Round 1, table 1"


def test_a_match_outside_any_event_leads_nowhere(event: Event, players: list[Player]) -> None:
    alone = match_create(
        club=event.club, game="texas42", rules={}, stakes=None, players=players[:4]
    )
    assert not host_of(alone).breadcrumbs()


def test_a_match_of_a_series_says_how_that_stands(
    make_event: EventMaker, owner: User, client_for: Callable[[User], Client]
) -> None:
    event = make_event(pairs=2, best_of=[3])
    drawn_and_begun(event)
    first, second, third = (match_of(event, 1, 1, game) for game in (1, 2, 3))
    assert host_of(second).note() == HostNote("Game 2, best of 3: it stands 0–0.")
    result(first, 7, 4)
    assert host_of(second).note() == HostNote("Game 2, best of 3: it stands 1–0.")
    result(second, 7, 4)
    note = host_of(third).note()
    assert note is not None
    assert note.is_void
    page = client_for(owner).get(reverse("match", args=[event.club.slug, third.pk]))
    assert "The series is decided. What is recorded here does not count." in words(page)


def test_a_match_of_a_meeting_given_up_says_so(running: Event) -> None:
    match = match_of(running, 1, 1)
    assert host_of(match).note() is None
    table_forfeit(table=match.game_of.table, entry=entry(running, 1))
    assert host_of(match).note() == HostNote(
        "This meeting was forfeited. What is recorded here does not count.", is_void=True
    )


def test_nothing_is_said_of_a_match_outside_any_event(event: Event, players: list[Player]) -> None:
    alone = match_create(
        club=event.club, game="texas42", rules={}, stakes=None, players=players[:4]
    )
    assert host_of(alone).note() is None


def test_after_a_match_the_next_table_of_the_round_without_a_result_comes(
    make_event: EventMaker, owner: User, client_for: Callable[[User], Client]
) -> None:
    event = make_event(pairs=6)
    drawn_and_begun(event)
    first, second, third = (match_of(event, 1, number, 1) for number in (1, 2, 3))
    result(second, 7, 4)
    match = host_of(second).next_match()
    assert match is not None
    assert (match.label, match.href) == (
        "Next: table 3",
        reverse("match", args=[event.club.slug, third.pk]),
    )
    assert " against " in match.about
    result(third, 7, 4)
    match = host_of(third).next_match()
    assert match is not None
    assert match.label == "Next: table 1"
    result(first, 7, 4)
    match = host_of(first).next_match()
    assert match is not None
    assert (match.label, match.href) == (
        "On to the rounds",
        reverse("event", args=[event.club.slug, event.pk]),
    )
    page = client_for(owner).get(reverse("match", args=[event.club.slug, first.pk]))
    assert "On to the rounds" in words(page)


def test_a_series_goes_on_at_its_own_table_as_long_as_it_is_open(
    make_event: EventMaker,
) -> None:
    event = make_event(pairs=4, best_of=[3])
    drawn_and_begun(event)
    first, second = (match_of(event, 1, 1, game) for game in (1, 2))
    result(first, 7, 4)
    match = host_of(first).next_match()
    assert match is not None
    assert match.label == "Next: game 2 at this table"
    result(second, 7, 4)
    match = host_of(second).next_match()
    assert match is not None
    assert match.label == "Next: table 2"


def test_nothing_comes_after_a_match_outside_any_event(event: Event, players: list[Player]) -> None:
    alone = match_create(
        club=event.club, game="texas42", rules={}, stakes=None, players=players[:4]
    )
    assert host_of(alone).next_match() is None
