"""Every error is problem details; every body is read strictly."""

from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient
from rest_framework.throttling import UserRateThrottle

from clubs.models import User
from core.rest.incoming import MAX_BYTES
from core.rest.problems import problem_response
from tests.api.conftest import Evening
from tests.conftest import ApiFor
from tournaments.events.models import Event

pytestmark = pytest.mark.usefixtures("held")

PROBLEM = "application/problem+json"

BODIES = [
    ("no JSON", b"{", 400),
    ("not a number", b'{"a": NaN}', 400),
    ("a number out of reach", b'{"a": -1e999}', 400),
    ("not UTF-8", b'{"a": "\xff"}', 400),
    ("a NUL", b'{"a": "\\u0000"}', 400),
    ("half a pair", b'{"a": "\\ud800"}', 400),
    ("half a pair in a key", b'{"\\udc00": 1}', 400),
    ("a number longer than Python reads", b"9" * 5000, 400),
    ("deep nesting", b"[" * 100 + b"]" * 100, 400),
    ("nesting without end", b"[" * 200_000, 400),
    ("more than a megabyte", b'"' + b"x" * MAX_BYTES + b'"', 413),
]


@pytest.mark.parametrize(
    ("body", "status"), [row[1:] for row in BODIES], ids=[r[0] for r in BODIES]
)
@pytest.mark.parametrize("path", ["/api/v1/verdict/", "players/"])
def test_a_body_that_cannot_be_read_is_a_problem(
    api: APIClient, evening: Evening, path: str, body: Any, status: int
) -> None:
    at = path if path.startswith("/") else evening.at + path
    answer = api.generic("POST", at, body, "application/json")
    assert (answer.status_code, answer["Content-Type"]) == (status, PROBLEM)
    assert answer.json()["status"] == status


def test_a_whole_surrogate_pair_is_a_character(api: APIClient, evening: Evening) -> None:
    body: Any = b'{"name": "Ann \\ud83c\\udc3f"}'
    answer = api.generic("POST", f"{evening.at}players/", body, "application/json")
    assert answer.json()["name"] == "Ann \U0001f03f"


CASES = [
    ("an unknown address", "GET", "/api/v1/nothing", {}, 404),
    ("an unknown address with a slash", "POST", "/api/v1/nothing/", {}, 404),
    ("outside the version", "GET", "/api/v9/", {}, 404),
    (
        "a key that no database holds",
        "GET",
        "/api/v1/clubs/x/players/99999999999999999999/",
        {},
        404,
    ),
    ("a page that is not there", "GET", "/api/v1/clubs/?page=7", {}, 404),
    ("a page that is no number", "GET", "/api/v1/clubs/?page=x", {}, 404),
    ("a method that is not offered", "PUT", "/api/v1/games/", {}, 405),
    ("an answer that is not had", "GET", "/api/v1/games/", {"HTTP_ACCEPT": "text/html"}, 406),
]


@pytest.mark.parametrize(
    ("method", "path", "more", "status"), [row[1:] for row in CASES], ids=[row[0] for row in CASES]
)
def test_what_does_not_work_is_told_as_a_problem(
    api: APIClient, method: str, path: str, more: dict[str, Any], status: int
) -> None:
    answer = api.generic(method, path, "{}", "application/json", **more)
    assert (answer.status_code, answer["Content-Type"]) == (status, PROBLEM)
    assert {"type", "title", "status", "code"} <= answer.json().keys()


def test_another_kind_of_body_is_refused(api: APIClient) -> None:
    answer = api.generic("POST", "/api/v1/verdict/", "a=1", "application/x-www-form-urlencoded")
    assert (answer.status_code, answer["Content-Type"]) == (415, PROBLEM)


def test_a_field_that_is_wrong_is_named(api: APIClient, evening: Evening) -> None:
    problem = api.post(f"{evening.at}players/", {"name": " "}).json()
    assert problem["errors"].keys() == {"name"}


def test_a_refusal_has_a_code_beside_its_words(api: APIClient, evening: Evening) -> None:
    path = f"{evening.at}events/{evening.event.pk}/rounds/1/begin/"
    problem = api.post(path).json()
    assert problem["codes"] == {"non_field_errors": ["begun_already"]}
    assert problem["errors"].keys() == problem["codes"].keys()


def test_what_a_service_refuses_is_told_by_field(api: APIClient, evening: Evening) -> None:
    body = {"template": "club_night", "date": "2026-11-27", "rules": {"preset": "none"}}
    answer = api.post(f"{evening.at}events/", body)
    assert answer.status_code == 400
    assert answer.json()["errors"].keys() == {"rules"}
    assert Event.objects.count() == 1


def test_too_many_requests_are_told_when_to_come_again(
    owner: User, api_for: ApiFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setattr(UserRateThrottle, "THROTTLE_RATES", {"user": "2/min", "verdict": "1/min"})
    api = api_for(owner)
    assert api.post("/api/v1/verdict/", {}).status_code == 200
    # Judging has a limit of its own below that of everything.
    answer = api.post("/api/v1/verdict/", {})
    assert (answer.status_code, answer["Content-Type"]) == (429, PROBLEM)
    assert int(answer["Retry-After"]) > 0
    assert api.get("/api/v1/games/").status_code == 429
    cache.clear()


def test_an_address_without_its_last_slash_is_the_same(api: APIClient, evening: Evening) -> None:
    assert api.get("/api/v1/games").status_code == 200
    body = {"name": "Ida"}
    assert api.post(f"{evening.at}players", body).status_code == 201
    assert api.get(f"{evening.match_at}hands").json()["count"] == 0


def test_a_page_has_the_length_that_was_asked_for(api: APIClient, evening: Evening) -> None:
    first = api.get(f"{evening.at}players/?page_size=5").json()
    assert (first["count"], len(first["results"]), first["previous"]) == (8, 5, None)
    second = api.get(first["next"]).json()
    assert (len(second["results"]), second["next"]) == (3, None)


def test_an_error_of_ours_stays_loud() -> None:
    assert problem_response(RuntimeError("a bug"), {}) is None


WRONG_TYPES = [
    {"cap": True},
    {"cap": 9.5},
    {"cap": [9]},
    {"name": ["Friday"]},
    {"name": True},
    {"tie_breaks": "marks"},
    {"tie_breaks": [1]},
    {"best_of": ["five"]},
    {"bye_rule": 1},
    {"date": 20261120},
    {"rules": "marks"},
]


@pytest.mark.parametrize("body", WRONG_TYPES)
def test_a_value_that_cannot_be_read_as_its_type_is_refused(
    api: APIClient, evening: Evening, body: dict[str, Any]
) -> None:
    answer = api.patch(f"{evening.at}events/{evening.event.pk}/", body, format="json")
    assert answer.status_code == 400
    assert answer.json()["codes"].keys() == body.keys()


def test_numbers_may_stand_in_quotes(api: APIClient, evening: Evening) -> None:
    body = {"cap": "9", "best_of": ["5"]}
    answer = api.patch(f"{evening.at}events/{evening.event.pk}/", body, format="json")
    assert answer.status_code == 200
    assert (answer.json()["cap"], answer.json()["best_of"]) == (9, [5])


def test_a_misspelt_key_names_the_nearest_and_changes_nothing(
    api: APIClient, evening: Evening
) -> None:
    address = f"{evening.at}events/{evening.event.pk}/"
    before = api.get(address).json()
    answer = api.patch(address, {"tables_in_rom": 5, "name": "Other"}, format="json")
    assert answer.status_code == 400
    assert answer.json()["codes"] == {"tables_in_rom": ["unknown_field"]}
    assert "“tables_in_room”" in answer.json()["errors"]["tables_in_rom"][0]
    assert api.get(address).json() == before


@pytest.mark.parametrize("size", ["0", "201", "-1", "many", ""])
def test_a_page_of_a_size_that_there_is_not_is_refused(
    api: APIClient, evening: Evening, size: str
) -> None:
    answer = api.get(f"{evening.at}players/?page_size={size}")
    assert (answer.status_code, answer.json()["codes"]) == (400, {"page_size": ["page_size"]})
