"""A table of five at Pandoeren run by another program: who plays which hand is told."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.models import Club
from tests.api.test_single_players import set_up
from tests.tournaments.single import misere, thrown_in


@pytest.fixture
def at(club: Club) -> str:
    """Where the club is found."""
    return f"/api/v1/clubs/{club.slug}/"


@pytest.fixture
def match_at(api: APIClient, at: str) -> str:
    """Where the match of five is found; four hands each, so five in all."""
    made = set_up(
        api,
        at,
        "pandoeren_evening",
        "ABCDE",
        rules={"hands": 4},
        format_options={"rounds": 1, "left_over": 1},
    )
    event = made["Location"]
    assert api.post(f"{event}rounds/plan/", {}).status_code == 200
    (table,) = api.post(f"{event}rounds/1/begin/").json()["tables"]
    assert len(table["entries"]) == 5
    return f"{at}matches/{table['games'][0]['match']}/"


def test_a_match_tells_all_players_and_who_plays_next(api: APIClient, match_at: str) -> None:
    match = api.get(match_at).json()
    assert [seat["number"] for seat in match["seats"]] == [0, 1, 2, 3, 4]
    assert (match["first_dealer"], match["next_dealer"]) == (0, 3)
    assert match["next_seated"] == [1, 2, 3, 4]
    assert match["rules"]["hands"] == 5
    assert match["totals"] == [0] * 5


def test_each_hand_tells_who_was_seated(api: APIClient, match_at: str) -> None:
    written: Any = None
    for hand in (misere(3, 0), thrown_in(3), misere(3, 3)):
        written = api.post(f"{match_at}hands/", hand)
        assert written.status_code == 201
    assert written.json()["match"]["next_seated"] == [4, 0, 1, 2]
    hands = api.get(f"{match_at}hands/").json()["results"]
    assert [hand["seated"] for hand in hands] == [[1, 2, 3, 4], [2, 3, 4, 0], [3, 4, 0, 1]]
    assert api.get(f"{match_at}hands/2/").json()["seated"] == [2, 3, 4, 0]
    assert api.get(match_at).json()["totals"] == [0, 3 + 3, 0, 0, 0]


def test_the_deal_is_written_at_the_last_seat(api: APIClient, match_at: str) -> None:
    refused = api.post(f"{match_at}hands/", misere(0, 1))
    assert refused.status_code == 422
    (problem,) = refused.json()["problems"]
    assert (problem["code"], problem["at"]) == ("match.wrong_dealer", "/dealer")


def test_a_usual_match_tells_its_seats_as_they_are(api: APIClient, at: str) -> None:
    made = set_up(api, at, "pandoeren_evening", "ABCD", rules={"hands": 4})
    event = made["Location"]
    api.post(f"{event}rounds/plan/", {})
    (table,) = api.post(f"{event}rounds/1/begin/").json()["tables"]
    match = api.get(f"{at}matches/{table['games'][0]['match']}/").json()
    assert match["next_seated"] == [0, 1, 2, 3]
