"""Hands imported as JSON Lines: each line answered, in order, once."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from scoring.models import Hand, HandRevision
from tests.api.conftest import Evening, hand
from tournaments.events.services.events import event_finish

pytestmark = pytest.mark.usefixtures("held")
NDJSON = "application/x-ndjson"
PER_LINE = 16  # queries, savepoints included


def send(api: APIClient, evening: Evening, lines: list[Any], query: str = "") -> list[Any]:
    body = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    answer: Any = api.generic("POST", f"{evening.at}hands/import/{query}", body, NDJSON)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == NDJSON
    text = b"".join(answer.streaming_content)
    return [json.loads(line) for line in text.splitlines()]


def line(evening: Evening, place: int, **more: Any) -> dict[str, Any]:
    """The hand after ``place`` others, by the next dealer."""
    dealer = (evening.match.next_dealer + place) % 4
    return {"match": evening.match.pk, "key": f"hand {place}", "record": hand(dealer), **more}


def test_each_line_is_answered_and_a_bad_one_stops_no_other(
    api: APIClient, evening: Evening
) -> None:
    impossible = hand(evening.match.next_dealer)
    impossible["tally"]["points"] = [40, 40]
    answers = send(
        api,
        evening,
        [
            line(evening, 0),
            "{not json",
            "",
            {"match": evening.match.pk, "key": "bad", "record": impossible},
            line(evening, 1, match=evening.match.pk + 10_000),
            {"match": evening.match.pk, "record": {}},
            line(evening, 0, key="another key"),
            line(evening, 1, number=2),
        ],
    )
    assert [(result["line"], result["outcome"]) for result in answers] == [
        (1, "recorded"),
        (2, "refused"),
        (4, "refused"),
        (5, "refused"),
        (6, "refused"),
        (7, "refused"),
        (8, "recorded"),
    ]
    codes = [result["problem"]["code"] for result in answers if result["outcome"] == "refused"]
    assert codes == ["parse_error", "illegal_record", "not_found", "invalid", "illegal_record"]
    assert answers[2]["problem"]["problems"][0]["at"].startswith("/tally")
    assert answers[4]["problem"]["codes"] == {"key": ["required"]}
    declarers_side = (evening.match.next_dealer + 1) % 2
    assert answers[0]["score"] == [int(side == declarers_side) for side in range(2)]
    assert answers[0]["number"] == 1
    assert answers[6]["state"]["hand_count"] == 2
    assert api.get(answers[6]["url"]).json()["number"] == 2


def test_lines_sent_again_are_known_and_recorded_once(api: APIClient, evening: Evening) -> None:
    lines = [line(evening, place) for place in range(3)]
    assert {result["outcome"] for result in send(api, evening, lines[:2])} == {"recorded"}
    again = send(api, evening, [*lines, line(evening, 0, record=hand(2, made=False))])
    assert [result["outcome"] for result in again] == ["known", "known", "recorded", "refused"]
    assert again[3]["problem"]["code"] == "idempotency_key_reused"
    assert Hand.objects.filter(match=evening.match).count() == 3


def test_a_dry_run_answers_the_same_and_keeps_nothing(api: APIClient, evening: Evening) -> None:
    lines = [line(evening, 0), line(evening, 0, key="again"), line(evening, 1)]
    tried = send(api, evening, lines, "?dry_run=true")
    assert [result["outcome"] for result in tried] == ["recorded", "refused", "recorded"]
    assert not HandRevision.objects.filter(match=evening.match).exists()
    assert send(api, evening, lines) == tried


def test_a_finished_event_refuses_lines_with_the_way_to_open_it(
    api: APIClient, evening: Evening
) -> None:
    event_finish(event=evening.event, by=evening.document.requested_by, unfinished=True)
    (answer,) = send(api, evening, [line(evening, 0)])
    assert answer["problem"]["code"] == "closed"
    assert answer["problem"]["reopen"] == f"{evening.event_at}reopen/"


def test_queries_grow_with_the_lines_alone(api: APIClient, evening: Evening) -> None:
    def queries(places: range) -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            send(api, evening, [line(evening, place) for place in places])
        return len(seen)

    single, more = queries(range(1)), queries(range(1, 5))
    assert (more - single) / 3 <= PER_LINE


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ("x" * 2_000_001, NDJSON, 413),
        ("\n" * 5_001, NDJSON, 413),
        ("{}", "application/json", 415),
    ],
)
def test_what_is_too_much_or_no_lines_is_refused_whole(
    api: APIClient, evening: Evening, body: str, kind: str, status: int
) -> None:
    answer = api.generic("POST", f"{evening.at}hands/import/", body, kind)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
