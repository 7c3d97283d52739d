"""The way back from a match to its event."""

import pytest
from django.urls import reverse

from clubs.models import Player
from scoring.models import Match
from scoring.services.matches import match_create
from scoring.trails import match_trail
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def test_a_match_of_an_event_leads_back_to_it(running: Event) -> None:
    match = Match.objects.filter(game_of__table__round__event=running)[0]
    slug = running.club.slug
    assert [(crumb.label, crumb.href) for crumb in match_trail(match)] == [
        ("Events", reverse("events", args=[slug])),
        (running.name, reverse("event", args=[slug, running.pk])),
    ]


def test_a_match_outside_any_event_leads_nowhere(event: Event, players: list[Player]) -> None:
    alone = match_create(
        club=event.club, game="texas42", rules={}, stakes=None, players=players[:4]
    )
    assert match_trail(alone) == []
