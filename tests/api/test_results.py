"""The result of a match alone, over HTTP."""

from typing import Any

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


def test_of_two_who_enter_it_the_second_is_told(
    api: APIClient, evening: Evening, result_at: str
) -> None:
    seen = {"If-Match": api.get(evening.match_at)["ETag"]}
    assert api.put(result_at, {"totals": [7, 4]}, headers=seen).status_code == 200
    for refused in (
        api.put(result_at, {"totals": [4, 7]}, headers=seen),
        api.delete(result_at, headers=seen),
    ):
        assert (refused.status_code, refused.json()["current"]["totals"]) == (412, [7, 4])
    again = api.put(result_at, {"totals": [7, 4]}, headers=seen)
    assert again.status_code == 200
    seen = {"If-Match": api.get(evening.match_at)["ETag"]}
    assert api.delete(result_at, headers=seen).status_code == 200


def test_the_number_of_hands_goes_with_it(api: APIClient, evening: Evening, result_at: str) -> None:
    assert api.put(result_at, {"totals": [7, 4], "hands": 10}, format="json").status_code == 200
    assert api.get(evening.match_at).json()["entered_hands"] == 10
    assert api.put(result_at, {"totals": [7, 4], "hands": None}, format="json").status_code == 200
    assert api.get(evening.match_at).json()["entered_hands"] is None


def test_what_cannot_be_is_refused(api: APIClient, evening: Evening, result_at: str) -> None:
    wrong: list[dict[str, Any]] = [{"totals": totals} for totals in ([7, 7], "7", None)]
    for body in (*wrong, {"totals": [7, 4], "hands": 2.5}):
        answer = api.put(result_at, body, format="json")
        assert (answer.status_code, answer["Content-Type"]) == (400, PROBLEM), body
    assert not Match.objects.get(pk=evening.match.pk).is_begun


def test_hands_make_the_result(api: APIClient, evening: Evening, result_at: str) -> None:
    api.post(evening.hands_at, hand(evening.match.next_dealer), format="json")
    assert api.delete(result_at).status_code == 400


def test_totals_over_hands_want_a_reason(api: APIClient, evening: Evening, result_at: str) -> None:
    api.post(evening.hands_at, hand(evening.match.next_dealer), format="json")
    unsaid = api.put(result_at, {"totals": [7, 4]}, format="json")
    assert (unsaid.status_code, unsaid.json()["code"]) == (400, "reason_missing")
    body = {"totals": [7, 4], "reason": "The phone died"}
    entered = api.put(result_at, body, format="json").json()
    assert (entered["totals"], entered["hand_count"], entered["is_over"]) == ([7, 4], 1, True)
    assert api.get(evening.match_at).json()["entered_totals"] == [7, 4]


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


class TestRestoredTogether:
    """The results of a round that were entered from one file, put back as a whole."""

    @pytest.fixture
    def at(self, evening: Evening) -> str:
        return f"{evening.event_at}rounds/1/results/restore/"

    @pytest.fixture
    def entered(self, api: APIClient, evening: Evening) -> list[dict[str, int]]:
        """The newest changes of both matches of the first round: one of them corrected once."""
        matches = [*Match.objects.filter(game_of__table__round__event=evening.event).order_by("pk")]
        for match, *results in ((matches[0], [7, 4], [7, 5]), (matches[1], [2, 7])):
            for totals in results:
                body = {"totals": totals, "reason": "as in the file"}
                assert api.put(f"{evening.at}matches/{match.pk}/result/", body).status_code == 200
        return [
            {"match": match.pk, "revision": match.entered_results.latest("pk").pk}
            for match in matches
        ]

    def test_both_are_as_before_and_a_repeated_request_does_it_once(
        self, api: APIClient, at: str, entered: list[dict[str, int]]
    ) -> None:
        body = {"revisions": entered, "reason": "the wrong file"}
        trial = api.post(f"{at}?dry_run=true", body)
        assert (trial.status_code, trial.json()["consequences"] != []) == (200, True)
        stands = [row.entered_totals for row in Match.objects.order_by("pk")]
        assert stands == [[7, 5], [2, 7]]
        for _twice in range(2):
            answer = api.post(at, body, headers={"Idempotency-Key": "file"})
            assert (answer.status_code, answer.json()["number"]) == (200, 1)
        stands = [row.entered_totals for row in Match.objects.order_by("pk")]
        assert stands == [[7, 4], None]

    def test_without_a_reason_a_newer_one_or_a_strange_match_nothing_is_changed(
        self, api: APIClient, evening: Evening, at: str, entered: list[dict[str, int]]
    ) -> None:
        assert api.post(at, {"revisions": entered}).json()["code"] == "reason_missing"
        stale = [entered[0], {**entered[1], "revision": entered[1]["revision"] - 1}]
        body = {"revisions": stale, "reason": "the wrong file"}
        assert api.post(at, body).json()["code"] == "stale"
        strange = [*entered, {"match": 10**9, "revision": 1}]
        assert api.post(at, {**body, "revisions": strange}).status_code == 404
        assert api.post(at, {**body, "revisions": []}).status_code == 400
        stands = [row.entered_totals for row in Match.objects.order_by("pk")]
        assert stands == [[7, 5], [2, 7]]
