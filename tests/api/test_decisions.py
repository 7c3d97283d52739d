"""Penalties, play-offs, forfeits and what counts beside hands, for other programs."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.api.conftest import Evening
from tournaments.events.models import Event
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")


def row_of(api: APIClient, evening: Evening, number: int) -> dict[str, Any]:
    """An entry's row of the standings by the keys of the columns, computed anew."""
    standings_refresh(event_id=evening.event.pk)
    answer = api.get(f"{evening.event_at}standings/").json()
    keys = [column["key"] for column in answer["columns"]]
    row = next(row for row in answer["rows"] if row["entry"]["number"] == number)
    return dict(zip(keys, row["values"], strict=True)) | {"adjustments": answer["adjustments"]}


def test_a_bonus_counts_until_it_is_taken_back(api: APIClient, evening: Evening) -> None:
    at = f"{evening.event_at}adjustments/"
    answer = api.post(at, {"entry": 1, "marks": 3, "reason": " best  dressed "})
    assert answer.status_code == 201
    made = answer.json()
    assert (made["games"], made["marks"], made["reason"]) == (0, 3, "best dressed")
    row = row_of(api, evening, 1)
    assert row["points"] == 3
    assert [adjustment["reason"] for adjustment in row["adjustments"]] == ["late", "best dressed"]
    assert api.post(f"{at}{made['id']}/revoke/").json()["revoked_at"]
    assert row_of(api, evening, 1)["points"] is None
    assert api.post(f"{at}{made['id']}/revoke/").status_code == 400
    assert [game["marks"] for game in api.get(at).json()["results"]] == [-1, 3]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"entry": 1, "reason": "x"}, "marks"),
        ({"marks": 1, "reason": "x"}, "entry"),
    ],
)
def test_a_wrong_bonus_is_told_by_field(
    api: APIClient, evening: Evening, body: dict[str, Any], field: str
) -> None:
    answer = api.post(f"{evening.event_at}adjustments/", body)
    assert answer.status_code == 400
    assert answer.json()["errors"].keys() == {field}


def test_a_play_off_parts_the_tied_until_it_is_taken_back(api: APIClient, evening: Evening) -> None:
    at = f"{evening.event_at}play-offs/"
    made = api.post(at, {"order": [2, 1, 3], "kind": "domino", "note": "double six"})
    assert made.status_code == 201
    assert [row_of(api, evening, number)["play_off"] for number in (1, 2, 3)] == [2, 1, 3]
    api.post(f"{at}{made.json()['id']}/revoke/")
    assert row_of(api, evening, 1)["play_off"] is None
    wrong: list[dict[str, Any]] = [{"order": [1]}, {"order": [1, 1]}, {"order": [1, 99]}]
    assert {api.post(at, body).status_code for body in wrong} == {400}


def test_a_meeting_given_up_is_told_and_can_be_taken_back(api: APIClient, evening: Evening) -> None:
    table = f"{evening.event_at}rounds/1/tables/1/forfeit/"
    home, away = api.get(f"{evening.event_at}rounds/1/").json()["tables"][0]["entries"]
    shown = api.post(table, {"entry": away["number"]}).json()["tables"][0]
    assert (shown["is_over"], shown["given_up"]) == (True, [away["number"]])
    assert shown["winners"] == [home["number"]]
    assert [game["counts"] for game in shown["games"]] == [False]
    assert row_of(api, evening, home["number"])["games_won"] == 1
    shown = api.post(f"{table}take-back/").json()["tables"][0]
    assert (shown["is_over"], shown["given_up"], shown["winners"]) == (False, [], [])
    assert api.post(f"{table}take-back/").status_code == 400
    assert api.post(table, {"entry": 99}).status_code == 404


def test_what_counts_beside_hands_is_set_and_told(
    api: APIClient, evening: Evening, stored: Callable[[], Event]
) -> None:
    given = {
        "best_of": [5, 3],
        "round_minutes": 50,
        "time_rule": "sudden_death",
        "bye_rule": "fixed",
        "bye_for": 7,
        "bye_against": 4,
        "forfeit_for": 7,
        "forfeit_against": 1,
        "cap": 5,
    }
    answer = api.patch(evening.event_at, given)
    assert answer.status_code == 200
    assert answer.json().items() >= given.items()
    assert (stored().best_of, stored().cap) == ([5, 3], 5)
    for wrong in ({"best_of": [2]}, {"cap": 0}, {"bye_rule": "luck"}, {"round_minutes": 0}):
        refused = api.patch(evening.event_at, wrong)
        assert (refused.status_code, set(refused.json()["errors"])) == (400, set(wrong))


@pytest.fixture
def stored(evening: Evening) -> Callable[[], Event]:
    """The event as the database has it."""
    return lambda: Event.objects.get(pk=evening.event.pk)
