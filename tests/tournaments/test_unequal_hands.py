"""Evenings on which not everybody plays the same number of hands, at larger tables."""

import pytest
from django.urls import reverse

from clubs.models import User
from paper.documents.standings import standings_document
from scoring.models import Match
from tests.conftest import ApiFor, ClientFor
from tests.prints.printing import remarks_of
from tests.tournaments.conftest import EveningMaker, drawn_and_begun
from tests.tournaments.pages import words
from tests.tournaments.single import misere, play
from tournaments.events.models import Event
from tournaments.events.presets import TEMPLATES
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.django_db

LARGER = {"rounds": 1, "left_over": 1}


@pytest.fixture
def nine(make_evening: EveningMaker) -> Event:
    """A table of four with six hands, and one of five with eight: each plays six or seven."""
    return make_evening(9, rules={"preset": "standard", "hands": 6})


def address(name: str, event: Event) -> str:
    return reverse(name, args=[event.club.slug, event.pk])


def test_choosing_larger_tables_proposes_points_a_hand_and_says_why(
    nine: Event, organiser: User, client_for: ClientFor, api_for: ApiFor
) -> None:
    api, client = api_for(organiser), client_for(organiser)
    at = address("api-events-detail", nine)
    assert api.get(at).json()["proposed_order"] is None
    proposal = api.patch(at, {"format_options": LARGER}).json()["proposed_order"]
    assert proposal["tie_breaks"] == ["average", "points", "games_won", "at_one_table"]
    assert proposal["reason"] == (
        "At a table of 5 the dealer sits the hand out: of 8 hands everybody plays 6 or 7, at the "
        "other tables 6. Points per hand compare them fairly; totals do not."
    )
    page = words(client.get(address("event-settings", nine)))
    assert proposal["reason"] in page
    assert "Rank by points per hand" in page
    client.post(address("event-rank-a-hand", nine))
    event = api.get(at).json()
    assert event["tie_breaks"] == proposal["tie_breaks"]
    assert event["proposed_order"] is None
    assert "Rank by points per hand" not in words(client.get(address("event-settings", nine)))


def test_equal_hands_are_not_said_to_differ(
    make_evening: EveningMaker, organiser: User, api_for: ApiFor
) -> None:
    event = make_evening(9, rules={"preset": "standard", "hands": 16}, format_options=LARGER)
    proposal = api_for(organiser).get(address("api-events-detail", event)).json()["proposed_order"]
    assert "everybody plays 16 of 20 hands if all are played" in proposal["reason"]


def test_the_template_with_larger_tables_ranks_by_points_a_hand() -> None:
    larger = [
        template
        for template in TEMPLATES.values()
        if (template.format_options or {}).get("left_over")
    ]
    assert larger
    assert all(template.tie_breaks[0] == "average" for template in larger)


def test_standings_say_where_totals_are_compared_over_unequal_hands(
    nine: Event, owner: User, organiser: User, client_for: ClientFor, api_for: ApiFor
) -> None:
    api, client = api_for(organiser), client_for(organiser)
    api.patch(address("api-events-detail", nine), {"format_options": LARGER})
    drawn_and_begun(nine)
    matches = list(Match.objects.filter(game_of__table__round__event=nine))
    assert sorted(len(match.totals) for match in matches) == [4, 5]
    while matches:
        match = play(matches.pop(), owner, lambda dealer: misere(dealer, (dealer + 1) % 4))
        if not match.is_over:
            matches.append(match)
            assert standings(nine, api) is None, "a table is still playing"
    assert standings(nine, api) == [6, 7]
    said = "not everybody has played the same number of hands: 6 to 7."
    assert said in words(client.get(address("event-standings", nine)))
    event = Event.objects.get(pk=nine.pk)
    remark = "Totals decide, although players have played 6 to 7 hands."
    assert remark in remarks_of(standings_document(event))
    client.post(address("event-rank-a-hand", nine))
    assert standings(nine, api) is None
    assert said not in words(client.get(address("event-standings", nine)))


def standings(event: Event, api: object) -> list[int] | None:
    standings_refresh(event_id=event.pk)
    answer = api.get(address("api-events-standings", event)).json()  # type: ignore[attr-defined]
    hands: list[int] | None = answer["unequal_hands"]
    return hands
