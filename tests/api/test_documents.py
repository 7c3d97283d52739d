"""Prints ordered, followed, cancelled and fetched by a program."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.models import User
from clubs.roles import Right
from jobs.models import Job, JobState
from jobs.tasks import job_make
from tests.api.conftest import Evening
from tests.conftest import ApiFor
from tests.prints.matches.reading import texts

PROBLEM = "application/problem+json"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> None:
    """Files of this test alone."""
    settings.JOB_ROOT = tmp_path / "documents"


def ordered(api: APIClient, evening: Evening, what: str = "sheets", **body: Any) -> Any:
    return order(api, evening, "event", evening.event.pk, what, **body)


def order(api: APIClient, evening: Evening, about: str, of: int, what: str, **body: Any) -> Any:
    given = {"about": about, "of": of, "print": what, **body}
    return api.post(f"{evening.at}documents/", given, format="json")


def owe(api: APIClient, evening: Evening) -> None:
    """One player pays 12.34 for another, who owes it then."""
    ann, bob = evening.players[:2]
    paid = {"what": "paid", "payer": ann.pk, "other": bob.pk, "amount": 1234}
    made = api.post(f"{evening.at}books/{evening.book.pk}/payments/", paid, format="json")
    assert made.status_code == 201


def test_what_can_be_printed_is_listed_with_its_choices(api: APIClient, evening: Evening) -> None:
    at = f"{evening.at}prints/event/{evening.event.pk}/"
    rows = {row["key"]: row for row in api.get(at).json()}
    assert rows["sheets"]["phase"] == "before"
    assert rows["sheets"]["options"] == ["round", "blank", "large"]
    assert rows["sheets"]["rounds"][0] == 1
    assert rows["sheets"]["missing"] == ""
    assert rows["scorecards"]["missing"] == "once a hand has been recorded"
    assert rows["rules"]["options"] == []


@pytest.mark.django_db(transaction=True)
def test_a_print_is_ordered_followed_and_fetched(api: APIClient, evening: Evening) -> None:
    answer = ordered(api, evening, round=1, paper="letter")
    assert answer.status_code == 201
    url = answer.json()["url"]
    assert answer["Location"] == url
    body = api.get(url).json()  # the worker of the tests is quick
    assert (body["state"], body["done"], body["total"]) == ("done", 2, 2)
    assert "round 1" in body["title"]
    for accept in ("*/*", "application/pdf", "application/json"):
        file: Any = api.get(body["file_url"], headers={"accept": accept})
        assert file["Content-Type"] == "application/pdf"
        content = b"".join(file.streaming_content)
        assert "Ann" in texts(content)[0]
    assert "attachment" in file["Content-Disposition"]


@pytest.mark.django_db(transaction=True)
def test_the_prints_of_the_club_itself_need_no_key_of_it(api: APIClient, evening: Evening) -> None:
    (calendar,) = api.get(f"{evening.at}prints/club/").json()
    assert (calendar["key"], calendar["options"]) == ("calendar", ["since", "until"])
    body = {"about": "club", "print": calendar["key"], "since": "2026-01-01"}
    answer = api.post(f"{evening.at}documents/", body, format="json")
    assert answer.status_code == 201
    assert api.get(answer.json()["url"]).json()["state"] == "done"


def test_what_is_printed_is_named_unless_it_is_the_club(api: APIClient, evening: Evening) -> None:
    body = {"about": "event", "print": "sheets"}
    answer = api.post(f"{evening.at}documents/", body, format="json")
    assert answer.status_code == 400
    assert answer.json()["errors"] == {"of": ["This field is required."]}


def test_the_same_order_under_one_key_is_one_document(api: APIClient, evening: Evening) -> None:
    before = Job.objects.count()
    key: dict[str, Any] = {"HTTP_IDEMPOTENCY_KEY": "sheets-1"}
    body = {"about": "event", "of": evening.event.pk, "print": "rules"}
    at = f"{evening.at}documents/"
    first, again = (api.post(at, body, format="json", **key) for _ in range(2))
    assert first.json()["id"] == again.json()["id"]
    assert again["Idempotency-Replayed"] == "true"
    assert Job.objects.count() == before + 1


@pytest.mark.parametrize(
    ("what", "body", "status", "code"),
    [
        ("sheets", {"round": 99}, 400, "invalid"),
        ("sheets", {"paper": "a0"}, 400, "invalid"),
        ("scorecards", {"blank": True}, 400, "invalid"),
        ("rules", {"round": 1}, 400, "invalid"),
        ("nonsense", {}, 404, "not_found"),
        ("scorecards", {}, 409, "nothing_to_print"),
    ],
)
def test_what_cannot_be_printed_is_refused_and_nothing_ordered(
    what: str, body: dict[str, Any], status: int, code: str, api: APIClient, evening: Evening
) -> None:
    before = Job.objects.count()
    answer = ordered(api, evening, what, **body)
    assert (answer.status_code, answer["Content-Type"]) == (status, PROBLEM)
    assert answer.json()["code"] == code
    assert Job.objects.count() == before


def test_an_unready_file_is_a_problem_even_for_who_wants_pdf(
    api: APIClient, evening: Evening
) -> None:
    at = f"/api/v1/jobs/{evening.document.pk}/file/"
    answer = api.get(at, headers={"accept": "application/pdf"})
    assert (answer.status_code, answer["Content-Type"]) == (409, PROBLEM)
    assert answer.json()["code"] == "not_ready"


def test_a_document_is_cancelled_once_and_made_again(api: APIClient, evening: Evening) -> None:
    at = f"/api/v1/jobs/{evening.document.pk}/"
    assert api.post(f"{at}cancel/").json()["state"] == "cancelled"
    refused = api.post(f"{at}cancel/")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_open")
    assert api.post(f"{at}retry/").json()["state"] == "waiting"
    job_make(str(evening.document.pk))
    assert api.get(at).json()["state"] == "done"
    refused = api.post(f"{at}retry/")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_closed")


def test_a_poll_is_answered_304_until_something_changes(api: APIClient, evening: Evening) -> None:
    at = f"/api/v1/jobs/{evening.document.pk}/"
    tag = api.get(at)["ETag"]
    assert api.get(at, headers={"if-none-match": tag}).status_code == 304
    Job.objects.update(state=JobState.RUNNING, done=1, total=3)
    assert api.get(at, headers={"if-none-match": tag}).json()["done"] == 1


def test_whoever_ordered_it_may_cancel_it_without_running_events(
    evening: Evening, scorer: User, api_for: ApiFor
) -> None:
    api = api_for(scorer)
    document = ordered(api, evening, "rules").json()
    assert api.post(f"{document['url']}cancel/").status_code in {200, 409}
    other = f"/api/v1/jobs/{evening.document.pk}/cancel/"
    assert api.post(other).status_code == 403


def test_a_document_that_needs_a_right_is_not_there_without_it(
    evening: Evening, viewer: User, owner: User, api_for: ApiFor
) -> None:
    Job.objects.update(right=Right.MONEY)
    at = "/api/v1/jobs/"
    assert api_for(owner).get(at).json()["count"] == 1
    assert api_for(viewer).get(at).json()["count"] == 0
    for more in ("", "file/"):
        assert api_for(viewer).get(f"{at}{evening.document.pk}/{more}").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_prints_of_seasons_books_and_matches_are_ordered_and_made(
    api: APIClient, evening: Evening
) -> None:
    owe(api, evening)
    for about, of, what in (
        ("season", evening.season.pk, "table"),
        ("season", evening.season.pk, "calendar"),
        ("season", evening.season.pk, "yearbook"),
        ("book", evening.book.pk, "settlement"),
        ("match", evening.match.pk, "scorecard"),
        ("match", evening.match.pk, "hand-records"),
        ("match", evening.match.pk, "sheet"),
    ):
        listed = api.get(f"{evening.at}prints/{about}/{of}/").json()
        assert what in {row["key"] for row in listed}
        answer = order(api, evening, about, of, what, paper="letter")
        assert answer.status_code == 201, what
        body = api.get(answer["Location"]).json()  # the worker of the tests is quick
        assert (body["state"], body["error"]) == ("done", ""), what


@pytest.mark.django_db(transaction=True)
def test_a_statement_is_ordered_for_a_period_and_fetched(api: APIClient, evening: Evening) -> None:
    ann = evening.players[0]
    owe(api, evening)
    statement = partial(order, api, evening, "player", ann.pk, "statement")
    none = statement(since="2027-01-01").json()
    assert none["code"] == "nothing_to_print"
    answer = statement(since="2026-11-01", until="2026-11-30")
    assert answer.status_code == 201
    body = api.get(answer["Location"]).json()  # the worker of the tests is quick
    assert (body["state"], body["done"], body["error"]) == ("done", body["total"], "")
    file: Any = api.get(body["file_url"])
    assert file["Content-Type"] == "application/pdf"
    printed = " ".join(texts(b"".join(file.streaming_content)))
    for words in ("Ann", "Bob", "12.34", evening.book.name):
        assert words in printed, words


def test_nothing_and_what_is_no_option_is_refused(api: APIClient, evening: Evening) -> None:
    before = Job.objects.count()
    player, match = evening.players[0].pk, evening.match.pk
    for about, of, what, body, status, code in (
        ("player", player, "statement", {}, 409, "nothing_to_print"),
        ("match", match, "scorecard", {"since": "2026-11-01"}, 400, "invalid"),
        ("match", match, "standings", {}, 404, "not_found"),
        ("match", 10**9, "scorecard", {}, 404, "not_found"),
        ("event-print", 1, "standings", {}, 400, "invalid"),
    ):
        answer = order(api, evening, about, of, what, **body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), what
    assert Job.objects.count() == before


def test_what_a_neighbour_owns_is_not_printed_nor_money_by_who_does_not_keep_it(
    evening: Evening, owner: User, viewer: User, stranger: User, api_for: ApiFor
) -> None:
    theirs = stranger.memberships.get().club
    at = f"/api/v1/clubs/{theirs.slug}/documents/"
    for about, of, what in (
        ("season", evening.season.pk, "table"),
        ("book", evening.book.pk, "settlement"),
    ):
        body = {"about": about, "of": of, "print": what}
        assert api_for(stranger).post(at, body, format="json").status_code == 404
        assert order(api_for(stranger), evening, about, of, what).status_code == 404
    owe(api_for(owner), evening)
    settlement = ("book", evening.book.pk, "settlement")
    assert order(api_for(viewer), evening, *settlement).status_code == 403
    assert api_for(viewer).get(f"{evening.at}prints/book/{evening.book.pk}/").json() == []
    made = order(api_for(owner), evening, *settlement).json()
    assert Job.objects.get(pk=made["id"]).right == Right.MONEY
