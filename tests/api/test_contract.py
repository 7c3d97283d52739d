"""The whole description driven with generated input: no 5xx, and every answer as described."""

import copy
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient
from rest_framework.throttling import UserRateThrottle
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from clubs.models import PersonalToken, User
from config.wsgi import application
from feeds.models import Webhook
from feeds.webhooks import webhook_test
from leagues.models import SeasonAdjustment
from ledger.services.transfers import transfers_plan
from tests.api.conftest import Evening, Start, new_start
from tests.api.operations import described
from tests.held import hold
from tournaments.money.models import SidePot
from tournaments.money.services.money import money_set_up
from tournaments.phones.models import SignUp

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@schemathesis.serializer("application/x-ndjson")
def one_line(_ctx: Any, value: Any) -> bytes:
    """A body of JSON Lines: what is generated for a line is its only one."""
    return value if isinstance(value, bytes) else json.dumps(value).encode()


@schemathesis.serializer("application/zip")
def a_file(_ctx: Any, value: Any) -> bytes:
    """A body that is a file."""
    return value if isinstance(value, bytes) else json.dumps(value).encode()


def contract_made() -> Any:
    contract = schemathesis.openapi.from_dict(
        copy.deepcopy(described()),
        # The phase that tries every boundary in turn takes minutes for a description this large.
        config=SchemathesisConfig.from_dict({"phases": {"coverage": {"enabled": False}}}),
    )
    contract.app = application
    return contract


CONTRACT = contract_made()
pytestmark = pytest.mark.usefixtures("held")


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UserRateThrottle, "THROTTLE_RATES", {"user": None, "verdict": None})


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Keep the test's own connection open between requests, as Django's test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def token(owner: User) -> str:
    return str(PersonalToken.objects.create(user=owner)[1])


@pytest.fixture(scope="module")
def held(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Start]:
    """The evening with its book and a transfer in it, a sign-up, a webhook, and bonus points in the
    season by the key of the event's penalty, as addresses call both by one name."""

    def make() -> Start:
        start = new_start()
        evening, owner = start.evening, start.owner
        hook = Webhook.objects.create(
            club=evening.club, address="https://example.org/", kinds=["result"], made_by=owner
        )
        webhook_test(webhook=hook)
        SeasonAdjustment.objects.create(
            pk=evening.penalty.pk,
            contender_id=evening.contender,
            points=1,
            reason="swept",
            made_by=owner,
        )
        SignUp.objects.create(event=evening.event, number=1, name="Zoe", digest="0" * 64)
        money_set_up(event=evening.event, fee=500)
        SidePot.objects.create(money=evening.event.money, name="Aces", stake=100)
        transfers_plan(book=evening.event.money.book)
        return start

    yield from hold(django_db_blocker, make)


@pytest.fixture
def there(evening: Evening) -> dict[str, Any]:
    """The keys of something that is there, by the names of addresses."""
    hook = evening.club.webhooks.get()
    pot = evening.event.money.side_pots.get()
    book = evening.event.money.book
    return {
        "slug": evening.club.slug,
        "player": evening.players[0].pk,
        "event": evening.event.pk,
        "match": evening.match.pk,
        "entry": 1,
        "sign_up": 1,
        "ruling": 1,
        "place": 0,
        "transfer": book.transfers.earliest("pk").pk,
        "pot": pot.pk,
        "number": 1,
        "table": 1,
        "adjustment": evening.penalty.pk,
        "play_off": evening.tie.pk,
        "job": str(evening.document.pk),
        "arrival": str(UUID(int=1)),
        "reading": str(UUID(int=1)),
        "row": 1,
        "season": evening.season.pk,
        "evening": 1,
        "order": 1,
        "away": 1,
        "joker": 1,
        "contender": evening.contender,
        "what": "sheets",
        "played": evening.event.game,
        "of": "club",
        **{"about": "event", "subject_id": evening.event.pk},
        "book": book.pk,
        "member": evening.club.memberships.earliest("pk").pk,
        "webhook": hook.pk,
        "delivery": str(hook.deliveries.get().pk),
    }


def steer(case: Any, there: dict[str, Any]) -> None:
    """Lead most of the generated addresses to something that is there."""
    for name, value in case.path_parameters.items():
        if name == "slug" or not isinstance(value, int) or value % 4:
            case.path_parameters[name] = there[name]


GIVEN: dict[str, Any] = {
    "derandomize": True,
    "database": None,
    "deadline": None,
    "suppress_health_check": list(HealthCheck),
}
WITHOUT_BODY = ["GET", "DELETE"]


@CONTRACT.include(method=WITHOUT_BODY).parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=1, **GIVEN)
def test_every_operation_without_a_body_answers_as_described(
    case: Any, there: dict[str, Any], token: str, unlimited: None, one_connection: None
) -> None:
    steer(case, there)
    answers_as_described(case, token)


@CONTRACT.exclude(method=WITHOUT_BODY).parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=3, **GIVEN)
def test_every_operation_with_a_body_answers_as_described(
    case: Any, there: dict[str, Any], token: str, unlimited: None, one_connection: None
) -> None:
    steer(case, there)
    answers_as_described(case, token)


def answers_as_described(case: Any, token: str) -> None:
    """Send the request, check its answer, and take back what it changed."""
    with transaction.atomic():
        case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Token {token}"})
        transaction.set_rollback(True)


def bodies(schema: dict[str, Any]) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Every operation with a body of JSON: method, path, operation id, and the body's fields."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            shape = content.get("application/json", {}).get("schema", {})
            name = shape.get("$ref", "").rpartition("/")[2]
            fields = schema["components"]["schemas"].get(name, shape).get("properties", {})
            if fields:
                yield method, path, operation["operationId"], fields


REFUSED_BEFORE = {"arrivals_read", "hands_correct"}
"""What is refused before a body is read: nothing to read, no If-Match."""


def test_every_operation_refuses_a_key_that_it_does_not_know_and_names_the_nearest(
    there: dict[str, Any], token: str, unlimited: None
) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    schema = described()
    operations = [row for row in bodies(schema) if row[2] not in REFUSED_BEFORE]
    assert len(operations) > 60
    ignored = []
    for number, (method, path, operation, fields) in enumerate(operations):
        name = next(iter(fields))
        answer = getattr(client, method)(
            path.format(**there),
            {f"{name}x": "1"},
            format="json",
            headers={"Idempotency-Key": f"unknown-{number}"},
        )
        codes = answer.json().get("codes", {}) if answer.status_code == 400 else {}
        meant = answer.json().get("errors", {}).get(f"{name}x", [""])[0] if codes else ""
        if codes != {f"{name}x": ["unknown_field"]} or f"“{name}”" not in meant:
            ignored.append((operation, answer.status_code, codes))
    assert ignored == []


def test_every_operation_without_a_body_refuses_one(
    there: dict[str, Any], token: str, unlimited: None
) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    schema = described()
    ignored, tried = [], Counter[str]()
    for path, methods in schema["paths"].items():
        for method in {*methods} - {"get", "parameters"}:
            operation = methods[method]["operationId"]
            if "requestBody" in methods[method] or operation == "clubs_picture_delete":
                continue  # an address of pictures reads no JSON
            named = {given["name"] for given in methods[method].get("parameters", ())}
            for query in ("", "?dry_run=true") if "dry_run" in named else ("",):
                tried[query] += 1
                address = path.format(**there) + query
                answer = getattr(client, method)(address, {"is_on": True}, format="json")
                codes = answer.json().get("codes", {}) if answer.status_code == 400 else {}
                if codes != {"is_on": ["unknown_field"]}:
                    ignored.append((operation, query, answer.status_code))
    assert tried[""] > 40
    assert tried["?dry_run=true"] > 3
    assert ignored == []


def test_every_change_refuses_a_parameter_that_it_does_not_read(
    there: dict[str, Any], token: str, unlimited: None
) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    ignored, tried = [], 0
    for path, methods in described()["paths"].items():
        for method in {*methods} - {"get", "parameters"}:
            if methods[method]["operationId"] == "verdict":
                continue  # changes nothing
            tried += 1
            answer = getattr(client, method)(f"{path.format(**there)}?dry_runn=true")
            codes = answer.json().get("codes") if answer.status_code == 400 else None
            if codes != {"dry_runn": ["unknown_parameter"]}:
                ignored.append((methods[method]["operationId"], answer.status_code))
    assert tried > 100
    assert ignored == []


def test_a_body_that_says_nothing_is_none(evening: Evening, token: str) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    address = f"{evening.at}calendars/club/"
    assert client.put(address, {}, format="json").status_code == 200
    for body, media_type in (("on", "text/plain"), ("[1]", "application/json")):
        assert client.put(address, body, content_type=media_type).status_code == 400
