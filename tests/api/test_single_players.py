"""Evenings of single players run by another program alone."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.models import Club
from tests.tournaments.single import called, misere, spades
from tournaments.events.services.standings import standings_refresh

DAY = "2026-11-20"


@pytest.fixture
def at(club: Club) -> str:
    """Where the club is found."""
    return f"/api/v1/clubs/{club.slug}/"


def set_up(api: APIClient, at: str, template: str, names: str, **more: Any) -> Any:
    """An evening with so many players entered and its rounds planned."""
    made = api.post(f"{at}events/", {"template": template, "date": DAY} | more)
    assert made.status_code == 201
    for name in names:
        key = api.post(f"{at}players/", {"name": name}).json()["id"]
        assert api.post(f"{made['Location']}entries/", {"players": [key]}).status_code == 201
    return made


def test_an_evening_of_pandoeren_can_be_run(api: APIClient, at: str) -> None:
    rules = {"preset": "standard", "hands": 2}
    made = set_up(api, at, "pandoeren_evening", "ABCDE", rules=rules)
    assert (made.json()["format"], made.json()["tie_breaks"][0]) == ("table_mates", "points")
    event = made["Location"]
    planned = api.post(f"{event}rounds/plan/", {"shuffle": True}).json()
    assert [len(table["entries"]) for table in planned[0]["tables"]] == [4, 1]
    assert [table["is_bye"] for table in planned[0]["tables"]] == [False, True]
    table = api.post(f"{event}rounds/1/begin/").json()["tables"][0]
    match = f"{at}matches/{table['games'][0]['match']}/"
    for hand in (called(0, 1, 3), misere(1, 3)):
        assert api.post(f"{match}hands/", hand).status_code == 201
    (game,) = api.get(f"{event}rounds/1/").json()["tables"][0]["games"]
    assert (game["totals"], game["is_over"]) == ([0, 1, 0, 4], True)
    assert game["winner"] == table["entries"][3]["number"]
    standings_refresh(event_id=made.json()["id"])  # what the worker does
    first = api.get(f"{event}standings/").json()["rows"][0]
    assert (first["entry"]["number"], first["values"][1]) == (game["winner"], 4)


def test_an_evening_of_spades_can_be_run(api: APIClient, at: str) -> None:
    made = set_up(api, at, "spades_evening", "ABC")
    event = made["Location"]
    assert len(api.post(f"{event}rounds/plan/", {}).json()) == 4
    table = api.post(f"{event}rounds/1/begin/").json()["tables"][0]
    match = f"{at}matches/{table['games'][0]['match']}/"
    hand = spades(0, (7, 5, 6), (4, 3, 2, 4))
    assert api.post(f"{match}hands/", hand).status_code == 201
    (game,) = api.get(f"{event}rounds/1/").json()["tables"][0]["games"]
    assert (game["totals"], game["winner"]) == ([71, 50, -60], None)


def test_an_average_says_where_its_point_stands(api: APIClient, at: str) -> None:
    made = set_up(api, at, "pandoeren_evening", "ABCD")
    columns = api.get(f"{made['Location']}standings/").json()["columns"]
    decimals = {column["key"]: column["decimals"] for column in columns}
    assert decimals["average"] == 2
    assert {decimals[key] for key in decimals.keys() - {"average"}} == {0}


@pytest.mark.parametrize(
    ("template", "count"), [("pandoeren_evening", 2), ("spades_evening", 2), ("club_night", 1)]
)
def test_who_does_not_fit_the_format_is_not_entered(
    template: str, count: int, api: APIClient, at: str
) -> None:
    event = api.post(f"{at}events/", {"template": template, "date": DAY})["Location"]
    keys = [api.post(f"{at}players/", {"name": name}).json()["id"] for name in "AB"[:count]]
    assert api.post(f"{event}entries/", {"players": keys}).status_code == 400


def test_an_order_of_another_game_is_refused(api: APIClient, at: str) -> None:
    body = {
        "template": "spades_evening",
        "date": DAY,
        "tie_breaks": ["times_bid", "points_against"],
    }
    assert api.post(f"{at}events/", body).status_code == 400
