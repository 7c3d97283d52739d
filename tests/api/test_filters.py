"""Filters of lists: what they let through, and what they refuse."""

from urllib.parse import urljoin

import pytest
from rest_framework.test import APIClient

from tests.api.conftest import Evening

pytestmark = pytest.mark.usefixtures("held")


def count(api: APIClient, evening: Evening, query: str) -> int:
    answer = api.get(urljoin(evening.at, query))
    assert answer.status_code == 200, answer.content
    count: int = answer.json()["count"]
    return count


def test_each_list_is_filtered(api: APIClient, evening: Evening) -> None:
    cleo = evening.players[2]
    cleo.active = False
    cleo.save()
    table = evening.match.seats.earliest("number").player_id
    for query, expected in [
        ("players/", 8),
        ("players/?q=cle", 1),
        ("players/?active=false", 1),
        ("players/?q=cle&active=true", 0),
        ("players/?q=&active=1", 7),
        ("members/?role=owner", 1),
        ("members/?role=scorer", 0),
        ("events/?state=running", 1),
        ("events/?since=2026-11-20&until=2026-11-20&game=texas42", 1),
        ("events/?since=2026-11-21", 0),
        ("events/?q=no+such+name", 0),
        ("matches/?is_over=false", 2),
        (f"matches/?player={table}", 1),
        ("matches/?game=pandoeren", 0),
        ("seasons/?is_finished=true", 0),
        ("seasons/?is_finished=false&page=1&page_size=5", 1),
        ("seasons/?language=nl", 1),
        ("books/?until=2026-11-19", 0),
        ("/api/v1/jobs/?state=waiting", 1),
        ("/api/v1/jobs/?state=done", 0),
    ]:
        assert count(api, evening, query) == expected, query


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    [
        ("players/?activ=true", "activ", "unknown_parameter"),
        ("players/?active=perhaps", "active", "invalid"),
        ("events/?state=lost", "state", "invalid_choice"),
        ("events/?since=20.11.2026", "since", "invalid"),
        ("events/?since=0001-01-01", "since", "min_value"),
        ("matches/?player=0", "player", "min_value"),
        ("matches/?player=99999999999999999999", "player", "max_value"),
        ("seasons/?q=autumn", "q", "unknown_parameter"),
        ("changes/?sinse=now", "sinse", "unknown_parameter"),
    ],
)
def test_what_cannot_be_understood_is_named(
    api: APIClient, evening: Evening, query: str, parameter: str, code: str
) -> None:
    answer = api.get(evening.at + query)
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["codes"] == {parameter: [code]}


def test_other_clubs_rows_stay_out(api: APIClient, evening: Evening) -> None:
    assert (
        api.get(f"/api/v1/clubs/elsewhere/players/?q={evening.players[0].name}").status_code == 404
    )
