"""The description itself: kept, valid, whole, and true of the records it speaks of."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client
from drf_spectacular.generators import EndpointEnumerator
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from clubs.models import Club, User
from clubs.rest.viewsets import ApiViewSet
from config.env import BASE
from feeds.webhooks import webhook_create, webhook_test
from games.texas42.examples import EXAMPLES
from rules import verdict
from tests.api.operations import LISTED, described, listed, operations

GOLDEN = Path(__file__).parent.parent / "rules"


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return described()


def test_the_operations_are_those_that_were_reviewed(schema: dict[str, Any]) -> None:
    """``python -m tests.api.operations > tests/api/operations.txt`` lists them anew."""
    assert listed(schema).splitlines() == LISTED.read_text().splitlines()


def test_the_description_is_sound(schema: dict[str, Any]) -> None:
    assert schema["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(schema).validate()
    assert '"nullable"' not in json.dumps(schema["components"]["schemas"]["Club"])


def test_every_operation_is_told_and_sorted_and_has_its_problems(schema: dict[str, Any]) -> None:
    for name, operation in operations(schema):
        assert operation["summary"], name
        assert len(operation["description"]) >= 20, name
        assert len(operation["tags"]) == 1, name
        assert {"401", "403", "406", "429"} <= operation["responses"].keys(), name
        assert operation["security"] == [{"token": []}, {"cookieAuth": []}], name


def test_every_change_is_declared() -> None:
    """Without ``@operation`` a body is not checked, and an ``Idempotency-Key`` is ignored."""
    for _path, _regex, method, endpoint in EndpointEnumerator().get_api_endpoints():
        if issubclass(endpoint.cls, ApiViewSet) and method != "GET":
            handler = getattr(endpoint.cls, endpoint.actions[method.lower()])
            assert hasattr(handler, "operation"), handler


def test_the_message_of_a_webhook_is_described_as_it_is_sent(
    schema: dict[str, Any], club: Club, owner: User
) -> None:
    hook = webhook_create(
        club=club,
        address="https://league.example.org/",
        kinds=["result"],
        site="https://42.example.org",
        made_by=owner,
    )
    message = json.loads(webhook_test(webhook=hook).body)
    request = schema["webhooks"]["changed"]["post"]["requestBody"]["content"]["application/json"]
    shape = {**request["schema"], "components": schema["components"]}
    checker = Draft202012Validator.FORMAT_CHECKER
    assert not list(Draft202012Validator(shape, format_checker=checker).iter_errors(message))
    name = request["schema"]["$ref"].rsplit("/", 1)[-1]
    assert schema["components"]["schemas"][name]["properties"].keys() == message.keys()


def test_every_reference_leads_somewhere(schema: dict[str, Any]) -> None:
    def references(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            for key, entry in value.items():
                if key == "$ref":
                    yield entry
                yield from references(entry)
        elif isinstance(value, list):
            for entry in value:
                yield from references(entry)

    for reference in set(references(schema)):
        node = schema
        for step in reference.removeprefix("#/").split("/"):
            node = node[step]


def test_it_is_had_as_json_and_yaml(db: None) -> None:
    as_json = Client().get("/api/schema/?format=json")
    as_yaml = Client().get("/api/schema/")
    assert as_json.json() == yaml.safe_load(as_yaml.content)


@cache
def hand_record() -> Draft202012Validator:
    """What says whether something has the shape of a hand record."""
    schema = described()
    return Draft202012Validator(
        {"$ref": "#/components/schemas/HandRecord", "components": schema["components"]}
    )


class TestRecords:
    """The schema of a record agrees with the rule book on what has the right shape."""

    @pytest.mark.parametrize("name", EXAMPLES)
    def test_every_example_has_the_shape(self, name: str) -> None:
        record = {"format": "hand-record/1", "game": "texas42"} | dict(EXAMPLES[name])
        assert not list(hand_record().iter_errors(record))
        assert verdict(record)["ok"]

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            ({"dealer": 4}, "a seat that is none"),
            ({"dealer": "0"}, "a seat as text"),
            ({"surprise": 1}, "an unknown key"),
            ({"auction": {}}, "an auction that is no list"),
            ({"contract": {"kind": "trump"}}, "trumps without a number"),
            ({"contract": {"kind": "trump", "trump": 7}}, "trumps that are none"),
            ({"contract": {"kind": "sevens", "trump": 1}}, "a key too many"),
            ({"claim": "us"}, "a side that is none"),
            ({"ruling": {"against": "declarer"}}, "a ruling without a reason"),
            ({"tally": {"points": [1, 2, 3]}}, "three teams"),
            ({"deal": [[], []]}, "two hands"),
            ({"opening_suit": 9}, "a suit that is none"),
        ],
    )
    def test_what_the_rule_book_calls_malformed_the_schema_refuses(
        self, change: dict[str, Any], why: str
    ) -> None:
        whole = {"format": "hand-record/1", "game": "texas42"} | dict(next(iter(EXAMPLES.values())))
        record = whole | change
        assert verdict(record)["problems"][0]["code"] == "record.malformed", why
        assert list(hand_record().iter_errors(record)), why

    @pytest.mark.parametrize("path", sorted(GOLDEN.glob("*/data/*.jsonl")), ids=lambda p: p.stem)
    def test_the_rule_books_own_test_records_are_judged_alike(self, path: Path) -> None:
        for line in path.read_text().splitlines():
            case = json.loads(line)
            record = case["record"]
            if not isinstance(record, dict) or record.get("format") == "match-record/1":
                continue
            judgement = verdict(record)
            if judgement["ok"]:
                assert not list(hand_record().iter_errors(record)), case
            elif judgement["problems"][0]["code"] == "record.malformed":
                # To JSON Schema 2.0 is an integer.
                as_whole = json.loads(json.dumps(record), parse_float=lambda text: [text])
                assert list(hand_record().iter_errors(as_whole)), case


def test_threads_that_ask_for_the_description_at_once_are_all_answered(tmp_path: Path) -> None:
    """In a process that nobody has asked before: the library loads its extensions then."""
    asking = (
        "import django; django.setup()\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from django.test import Client\n"
        "client = Client(raise_request_exception=False)\n"
        "def ask(_): return client.get('/api/schema/?format=json').status_code\n"
        "with ThreadPoolExecutor(4) as pool: print(sorted({*pool.map(ask, range(4))}))\n"
    )
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "ALLMARK_DATA": str(tmp_path),
        "ALLMARK_HOSTS": "testserver",
    }
    answers = subprocess.run(
        [sys.executable, "-c", asking],
        cwd=BASE,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert answers.stdout.strip() == "[200]", answers.stderr[-2000:]
