"""The result of a match alone, over HTTP."""

import pytest
from rest_framework.test import APIClient

from scoring.models import Match
from tests.api.conftest import Evening, hand

pytestmark = pytest.mark.usefixtures("held")

PROBLEM = "application/problem+json"


@pytest.fixture
def result_at(evening: Evening) -> str:
    return f"{evening.match_at}result/"


def test_it_ends_the_match_and_can_be_taken_back(
    api: APIClient, evening: Evening, result_at: str
) -> None:
    answer = api.put(result_at, {"totals": [7, 4]})
    assert (answer.status_code, answer.json()["totals"], answer.json()["winner"]) == (
        200,
        [7, 4],
        0,
    )
    assert api.get(evening.match_at).json()["entered_totals"] == [7, 4]
    answer = api.delete(result_at)
    assert (answer.status_code, answer.json()["is_over"]) == (200, False)
    assert api.get(evening.match_at).json()["entered_totals"] is None


def test_the_number_of_hands_goes_with_it(api: APIClient, evening: Evening, result_at: str) -> None:
    assert api.put(result_at, {"totals": [7, 4], "hands": 10}, format="json").status_code == 200
    assert api.get(evening.match_at).json()["entered_hands"] == 10
    assert api.put(result_at, {"totals": [7, 4], "hands": None}, format="json").status_code == 200
    assert api.get(evening.match_at).json()["entered_hands"] is None


@pytest.mark.parametrize("hands", [0, -1, 1000, 1, "x", 2.5])
def test_hands_that_cannot_be_are_refused(
    api: APIClient, evening: Evening, result_at: str, hands: object
) -> None:
    answer = api.put(result_at, {"totals": [7, 4], "hands": hands}, format="json")
    assert (answer.status_code, answer["Content-Type"]) == (400, PROBLEM)
    assert not Match.objects.get(pk=evening.match.pk).is_begun


@pytest.mark.parametrize("totals", [[7], [7, 4, 0], [7, 7], [7, -1], "7", None])
def test_what_cannot_be_is_refused(
    api: APIClient, evening: Evening, result_at: str, totals: object
) -> None:
    answer = api.put(result_at, {"totals": totals}, format="json")
    assert (answer.status_code, answer["Content-Type"]) == (400, PROBLEM)
    assert not Match.objects.get(pk=evening.match.pk).is_begun


def test_hands_make_the_result(api: APIClient, evening: Evening, result_at: str) -> None:
    api.post(evening.hands_at, hand(evening.match.next_dealer), format="json")
    assert api.put(result_at, {"totals": [7, 4]}).status_code == 400
    assert api.delete(result_at).status_code == 400


def test_totals_that_finish_nothing_are_a_problem_with_a_field_to_answer_it(
    api: APIClient, evening: Evening, result_at: str
) -> None:
    answer = api.put(result_at, {"totals": [4, 2]}, format="json")
    body = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (422, PROBLEM)
    assert (body["code"], body["field"]) == ("result_unfinished", "ended")
    assert body["answers"] == ["time", "stopped"]
    assert not Match.objects.get(pk=evening.match.pk).is_begun
    body = {"totals": [4, 2], "ended": "stopped"}
    assert api.put(result_at, body, format="json").json()["totals"] == [4, 2]
