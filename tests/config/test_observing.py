"""What is logged and counted of a request, and how its id travels."""

import io
import logging
from ipaddress import ip_network
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse
from structlog.testing import capture_logs

from clubs.models import Club, User
from config.observing import HEADER, RequestObserver, request_id
from tests.conftest import ApiFor, ClientFor

TOKEN = "a token of its own"
FROM_PROXY = {"REMOTE_ADDR": "10.1.2.3"}


def test_a_line_names_the_route_and_not_the_secret_of_an_address(client: Client, db: None) -> None:
    with capture_logs() as lines:
        answer = client.get(reverse("table-join", args=[7, 3, "averysecrettoken"]))
    (line,) = lines
    assert line["event"] == "request"
    assert line["route"] == "t/<key:event_id>/<number:number>/<slug:token>/"
    assert (line["status"], line["method"]) == (answer.status_code, "GET")
    assert line["queries"] > 0
    assert "averysecrettoken" not in str(line)


SECRETS = [
    ("get", "/p/2b55-aver-yqui-etco/nothing/"),
    ("get", "/p/2b55-aver-yqui-etco/é/"),
    ("post", "/p/2b55-aver-yqui-etco/me/"),
    ("post", "/calendar/2b55averyquietcode.ics"),
    ("put", "/t/7/3/2b55averyquiettoken/"),
]


@pytest.mark.parametrize(("method", "address"), SECRETS)
def test_no_warning_of_the_log_has_the_secret_of_an_address(
    method: str, address: str, db: None
) -> None:
    """As it is written: by the handler of the settings, for a browser without cookies."""
    (console,) = (
        handler
        for handler in logging.getLogger().handlers
        if type(handler) is logging.StreamHandler
    )
    written = io.StringIO()
    before = console.setStream(written)
    try:
        answer = getattr(Client(enforce_csrf_checks=True), method)(address)
    finally:
        console.setStream(before)
    assert answer.status_code in {403, 404, 405}
    assert "WARNING django." in written.getvalue()
    assert "2b55" not in written.getvalue()


def test_a_line_names_user_and_club(club: Club, owner: User, client_for: ClientFor) -> None:
    with capture_logs() as lines:
        client_for(owner).get(reverse("events", args=[club.slug]))
    assert (lines[-1]["user"], lines[-1]["club"]) == (owner.pk, club.slug)


def test_a_line_names_the_user_whom_a_request_has_found_out(
    club: Club, owner: User, stranger: User, client_for: ClientFor, api_for: ApiFor, client: Client
) -> None:
    """By a token or a session, let in or not; nobody for a wrong token."""
    at, players = f"/api/v1/clubs/{club.slug}/", f"/api/v1/clubs/{club.slug}/players/"
    wrong = {"Authorization": "Token " + "0" * 64}
    with capture_logs() as lines:
        api_for(owner).get(at)
        api_for(owner).post(players, {"name": "Ann"})
        api_for(stranger).get(at)
        client_for(owner).get(at)
        client.get(at, headers=wrong)
        client.get(at)
        client.get(reverse("sign-in"))
    assert [(line["status"], line["user"]) for line in lines if line["event"] == "request"] == [
        *((200, owner.pk), (201, owner.pk), (404, stranger.pk), (200, owner.pk)),
        *((401, None), (401, None), (200, None)),
    ]


def test_a_line_names_who_signs_in_and_out(owner: User, client: Client) -> None:
    owner.set_password("a long enough word")
    owner.save()
    account = {"username": owner.username, "password": "a long enough word"}
    with capture_logs() as lines:
        client.post(reverse("sign-in"), account)
        client.post(reverse("sign-out"))
    assert [line["user"] for line in lines if line["event"] == "request"] == [owner.pk] * 2


@pytest.mark.parametrize(
    ("given", "where", "is_kept"),
    [
        ("0123456789abcdef", FROM_PROXY, True),
        ("0123456789abcdef", {}, False),
        ("with spaces and\ttabs", FROM_PROXY, False),
        ("x" * 65, FROM_PROXY, False),
    ],
)
def test_an_id_is_taken_from_our_own_proxies_alone(
    given: str, where: dict[str, Any], is_kept: bool, client: Client, settings: Any
) -> None:
    settings.PROXIES = [ip_network("10.0.0.0/8")]
    answer = client.get(reverse("healthz"), headers={HEADER: given}, **where)
    assert (answer[HEADER] == given) == is_kept
    assert len(answer[HEADER]) >= 8


def test_the_id_is_known_while_a_request_is_answered_and_not_after() -> None:
    seen = []

    def view(_request: HttpRequest) -> HttpResponse:
        seen.append(request_id())
        return HttpResponse()

    request = HttpRequest()
    request.method = "GET"
    answer = RequestObserver(view)(request)
    assert seen == [answer[HEADER]]
    assert request_id() == ""


def test_prometheus_needs_the_token(client: Client, db: None, settings: Any) -> None:
    address = reverse("metrics")
    assert client.get(address).status_code == 404
    settings.METRICS_TOKEN = TOKEN
    assert client.get(address).status_code == 404
    assert client.get(address, headers={"Authorization": "Bearer "}).status_code == 404
    client.get(reverse("table-join", args=[7, 3, "averysecrettoken"]))
    answer = client.get(address, headers={"Authorization": f"Bearer {TOKEN}"})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'allmark_requests_total{method="GET",route="healthz"' not in text
    assert 'route="t/<key:event_id>/<number:number>/<slug:token>/",status="404"} 1.0' in text
    assert "allmark_stale_events 0.0" in text
    assert "averysecrettoken" not in text


def test_a_line_of_the_log_has_what_is_known_of_the_request(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", logger="allmark.request"):
        answer = client.get("/healthz")
    (line,) = (record.getMessage() for record in caplog.records if record.name == "allmark.request")
    assert line.startswith("event=request ")
    for known in ("method=GET", "route=healthz", "status=200", answer["X-Request-ID"]):
        assert known in line
