"""Recording over HTTP: verdicts, keys, tags, history."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from scoring.models import Hand, HandRevision
from tests.api.conftest import Evening, hand
from tests.scoring.best_play_hands import whole_hand
from tests.tables import table
from tournaments.events.models import Event, WhoWrites

pytestmark = pytest.mark.usefixtures("held")

PROBLEM = "application/problem+json"


def record(api: APIClient, evening: Evening, **headers: str) -> Any:
    evening.match.refresh_from_db()
    return api.post(evening.hands_at, hand(evening.match.next_dealer), headers=headers)


def test_a_recorded_hand_is_answered_with_its_verdict_and_place(
    api: APIClient, evening: Evening
) -> None:
    answer = record(api, evening)
    assert answer.status_code == 201
    body = answer.json()
    assert body["ok"] is True
    assert body["outcome"] == "made"
    assert body["number"] == body["revision"] == 1
    assert body["match"]["version"] == 1
    assert body["match"]["hand_count"] == 1
    assert sum(body["match"]["totals"]) == 1
    assert answer["ETag"] == '"r1"'
    assert answer["Location"] == f"{evening.hands_at}1/"
    assert api.get(answer["Location"]).json()["verdict"]["score"] == body["score"]


def test_the_record_may_name_the_matchs_own_rules(api: APIClient, evening: Evening) -> None:
    full = {"format": "hand-record/1", "game": "texas42", "rules": evening.match.rules}
    answer = api.post(evening.hands_at, full | hand(evening.match.next_dealer))
    assert answer.status_code == 201


HEAD = {"format": "hand-record/1", "game": "texas42"}
ILLEGAL = [
    ("no object", [], "record.malformed", ""),
    ("no dealer", {"auction": []}, "record.malformed", "/dealer"),
    ("another game", {"game": "pandoeren"}, "rules.bad_value", "/game"),
    ("an unfinished auction", {"auction": [], "dealer": 0}, "auction.incomplete", "/auction"),
]


@table(("body", "code", "at"), [row[1:] for row in ILLEGAL])
def test_an_illegal_record_is_refused_with_its_problems_and_their_places(
    api: APIClient, evening: Evening, body: Any, code: str, at: str
) -> None:
    answer = api.post(evening.hands_at, body)
    assert answer.status_code == 422
    assert answer["Content-Type"] == PROBLEM
    problem = answer.json()
    assert problem["code"] == "illegal_record"
    assert (problem["problems"][0]["code"], problem["problems"][0]["at"]) == (code, at)
    assert not Hand.objects.exists()


def test_problems_are_told_in_the_language_of_the_request(api: APIClient, evening: Evening) -> None:
    wrong = hand(evening.match.next_dealer) | {"auction": []}
    broken = {"format": "hand-record/1", "game": "texas42", "auction": []}
    said = {}
    for language in ("en", "nl"):
        problem = api.post(f"{evening.hands_at}?language={language}", wrong).json()
        judged = api.post(f"/api/v1/verdict/?language={language}", broken).json()
        assert problem["detail"] == problem["problems"][0]["message"]
        said[language] = (problem["detail"], judged["problems"][0]["message"])
    assert said["en"][0] != said["nl"][0]
    assert said["en"][1] != said["nl"][1]


def test_a_problem_has_the_words_of_the_reader_and_the_record_s_own(
    api: APIClient, evening: Evening
) -> None:
    dealer = evening.match.next_dealer
    calls = [{"seat": (dealer + place) % 4, "bid": "low-no"} for place in (1, 2, 3, 4)]
    wrong = hand(dealer) | {"auction": calls}
    for language, words in (("fa", "لو-نو"), ("ja", "ローノー")):
        problem = api.post(f"{evening.hands_at}?language={language}", wrong).json()
        (fault,) = problem["problems"]
        assert fault["code"] == "auction.unknown_bid"
        assert words in fault["message"]
        assert "low-no" in fault["message"]
        judged = api.post(f"/api/v1/verdict/?language={language}", HEAD | wrong).json()
        assert judged["problems"] == [fault]


def test_warnings_of_a_recorded_hand_are_told_in_the_language_of_the_request(
    api: APIClient, evening: Evening
) -> None:
    dealer, whole = evening.match.next_dealer, whole_hand()
    ruled = whole | {
        "dealer": dealer,
        "deal": [whole["deal"][(seat - dealer) % 4] for seat in range(4)],
        "auction": [call | {"seat": (call["seat"] + dealer) % 4} for call in whole["auction"]],
        "plays": [whole["plays"][0], ["6-5", "5-1", "3-0", "5-0"]],
        "ruling": {"against": "defence", "reason": "revoke"},
    }
    written = api.post(f"{evening.hands_at}?language=nl", ruled).json()
    (warning,) = written["warnings"]
    assert warning["code"] == "play.revoke"
    (english,) = (Hand.objects.get().verdict or {})["warnings"]
    assert warning["message"] != english["message"]
    at = f"{evening.hands_at}{written['number']}/"
    for address in (at, f"{at}revisions/", evening.hands_at):
        body = api.get(address, {"language": "nl"}).json()
        answer_hand = body["results"][0] if "results" in body else body
        assert answer_hand["verdict"]["warnings"] == [warning]
        assert answer_hand["verdict"]["score"] == written["score"]


class TestKeys:
    def test_the_same_hand_under_the_same_key_is_one_hand(
        self, api: APIClient, evening: Evening
    ) -> None:
        body = hand(evening.match.next_dealer)
        first = api.post(evening.hands_at, body, headers={"Idempotency-Key": "k1"})
        again = api.post(evening.hands_at, body, headers={"Idempotency-Key": "k1"})
        assert (first.status_code, again.status_code) == (201, 201)
        assert "Idempotency-Replayed" not in first
        assert again["Idempotency-Replayed"] == "true"
        assert again.json() == first.json()
        assert (again["ETag"], again["Location"]) == (first["ETag"], first["Location"])
        assert Hand.objects.count() == 1

    def test_a_retry_is_answered_although_its_own_success_made_its_tag_stale(
        self, api: APIClient, evening: Evening
    ) -> None:
        body = hand(evening.match.next_dealer)
        headers = {"Idempotency-Key": "k1", "If-Match": api.get(evening.match_at)["ETag"]}
        assert api.post(evening.hands_at, body, headers=headers).status_code == 201
        assert api.post(evening.hands_at, body, headers=headers).status_code == 201
        assert Hand.objects.count() == 1

    def test_another_hand_under_the_same_key_is_refused(
        self, api: APIClient, evening: Evening
    ) -> None:
        record(api, evening, **{"Idempotency-Key": "k1"})
        answer = record(api, evening, **{"Idempotency-Key": "k1"})
        assert answer.status_code == 422
        assert answer.json()["code"] == "idempotency_key_reused"

    def test_a_key_that_is_none_is_a_bad_request(self, api: APIClient, evening: Evening) -> None:
        for key in ("x" * 81, "schlüssel"):
            answer = record(api, evening, **{"Idempotency-Key": key})
            assert answer.status_code == 400
            assert answer.json()["code"] == "bad_idempotency_key"
        assert not Hand.objects.exists()


class TestTags:
    def test_a_hand_is_recorded_on_the_version_that_was_seen(
        self, api: APIClient, evening: Evening
    ) -> None:
        tag = api.get(evening.match_at)["ETag"]
        assert record(api, evening, **{"If-Match": tag}).status_code == 201

    def test_a_hand_on_a_stale_version_is_refused_with_how_the_match_stands(
        self, api: APIClient, evening: Evening
    ) -> None:
        tag = api.get(evening.match_at)["ETag"]
        record(api, evening)
        answer = record(api, evening, **{"If-Match": tag})
        assert answer.status_code == 412
        assert answer.json()["current"]["version"] == 1
        assert Hand.objects.count() == 1

    def test_a_correction_without_a_tag_is_refused(self, api: APIClient, evening: Evening) -> None:
        place = record(api, evening)["Location"]
        for headers in ({}, {"If-Match": "*"}):
            answer = api.put(place, {"record": {}, "reason": "x"}, headers=headers)
            assert answer.status_code == 428
            assert answer["Content-Type"] == PROBLEM

    def test_a_correction_with_a_tag_that_is_not_current_is_refused_with_the_hand(
        self, api: APIClient, evening: Evening
    ) -> None:
        place = record(api, evening)["Location"]
        body = {"record": api.get(place).json()["record"], "reason": "x"}
        for tag in ('"r2"', '"v1"', "nonsense", 'W/"r1"', '"r99999999999"'):
            answer = api.put(place, body, headers={"If-Match": tag})
            assert answer.status_code == 412, tag
            assert answer.json()["current"]["revision"] == 1
        assert HandRevision.objects.count() == 1

    def test_a_match_that_has_not_changed_is_not_sent_again(
        self, api: APIClient, evening: Evening
    ) -> None:
        tag = api.get(evening.match_at)["ETag"]
        answer = api.get(evening.match_at, headers={"If-None-Match": tag})
        assert (answer.status_code, answer.content) == (304, b"")
        record(api, evening)
        assert api.get(evening.match_at, headers={"If-None-Match": tag}).status_code == 200


class TestCorrections:
    def test_a_correction_takes_the_hands_place_and_its_history_stays(
        self, api: APIClient, evening: Evening
    ) -> None:
        first = record(api, evening)
        corrected = hand(evening.match.next_dealer, made=False)
        answer = api.put(
            first["Location"],
            {"record": corrected, "reason": "one trick miscounted"},
            headers={"If-Match": first["ETag"]},
        )
        assert answer.status_code == 200
        assert answer["ETag"] == '"r2"'
        assert answer.json()["outcome"] == "set"
        assert answer.json()["match"]["totals"] != first.json()["match"]["totals"]
        history = api.get(f"{first['Location']}revisions/").json()["results"]
        assert [row["kind"] for row in history] == ["recorded", "corrected"]
        assert history[1]["reason"] == "one trick miscounted"
        assert history[0]["record"]["tally"]["made"] is True

    def test_a_correction_that_is_none_changes_nothing(
        self, api: APIClient, evening: Evening
    ) -> None:
        place = record(api, evening)["Location"]
        wrong: list[tuple[Any, int]] = [
            ({"record": {}, "reason": ""}, 400),
            ({"reason": "why"}, 400),
            ({"record": [], "reason": "why"}, 400),
            ({"record": {}, "reason": "why"}, 422),
            ([], 400),
        ]
        for body, status in wrong:
            answer = api.put(place, body, headers={"If-Match": '"r1"'})
            assert (answer.status_code, answer["Content-Type"]) == (status, PROBLEM), body
        assert HandRevision.objects.count() == 1

    def test_the_last_hand_can_be_taken_back(self, api: APIClient, evening: Evening) -> None:
        first = record(api, evening)
        answer = api.delete(
            f"{first['Location']}?reason=misdeal", headers={"If-Match": first["ETag"]}
        )
        assert answer.status_code == 200
        assert answer.json()["match"]["hand_count"] == 0
        assert api.get(first["Location"]).json()["record"] is None
        assert api.get(evening.hands_at).json()["results"] == []
        history = api.get(f"{first['Location']}revisions/").json()["results"]
        assert history[1]["reason"] == "misdeal"

    def test_only_the_last_hand_can_be_taken_back(self, api: APIClient, evening: Evening) -> None:
        first = record(api, evening)
        record(api, evening)
        answer = api.delete(first["Location"], headers={"If-Match": first["ETag"]})
        assert answer.status_code == 409
        assert answer.json()["last"] == 2

    def test_there_is_nothing_to_take_back_of_a_match_without_hands(
        self, api: APIClient, evening: Evening
    ) -> None:
        answer = api.delete(f"{evening.hands_at}1/", headers={"If-Match": '"r1"'})
        assert answer.status_code == 409

    def test_a_hand_that_was_taken_back_cannot_be_corrected(
        self, api: APIClient, evening: Evening
    ) -> None:
        first = record(api, evening)
        api.delete(first["Location"], headers={"If-Match": '"r1"'})
        body = {"record": hand(0), "reason": "why"}
        answer = api.put(first["Location"], body, headers={"If-Match": '"r2"'})
        assert answer.status_code == 409

    def test_a_hand_that_was_never_recorded_is_not_found(
        self, api: APIClient, evening: Evening
    ) -> None:
        place = f"{evening.hands_at}7/"
        body = {"record": hand(0), "reason": "why"}
        for answer in (
            api.get(place),
            api.get(f"{place}revisions/"),
            api.put(place, body, headers={"If-Match": '"r1"'}),
        ):
            assert answer.status_code == 404


def test_recording_asks_the_database_as_often_in_the_tenth_hand_as_in_the_second(
    api: APIClient, evening: Evening
) -> None:
    counts = []
    record(api, evening)
    Event.objects.update(who_writes=WhoWrites.PLAYERS)
    for _ in range(8):
        evening.match.refresh_from_db()
        body = hand(evening.match.next_dealer)
        with CaptureQueriesContext(connection) as queries:
            assert api.post(evening.hands_at, body).status_code == 201
        counts.append(len(queries))
    assert len(set(counts)) == 1, counts
    assert counts[0] <= 13, "\n".join(query["sql"][:120] for query in queries)


def test_a_record_of_the_whole_match_is_settled_on_the_match(
    api: APIClient, evening: Evening
) -> None:
    assert api.get(evening.match_at).json()["settlement"] is None
    while not (state := record(api, evening).json()["match"])["is_over"]:
        pass
    body = api.get(evening.match_at).json()
    assert body["winner"] == state["winner"]
    owed = [float(amount) for amount in body["settlement"]["players"]]
    assert sum(owed) == 0
    assert any(owed)
    after = record(api, evening)
    assert after.status_code == 422
    assert after.json()["problems"][0]["code"] == "match.after_end"
