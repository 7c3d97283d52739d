"""What ``docs/api.md`` says is so."""

import json
import re
from pathlib import Path

from django.test import Client
from django.urls import resolve
from rest_framework.test import APIClient

from clubs.rest.idempotent import MAX_LENGTH
from config.api_docs import WHY
from config.api_urls import elsewhere
from core.rest.pages import Pages
from core.strict_json import MAX_DEPTH
from feeds.models import ChangeKind
from tests.api.conftest import Evening
from tests.api.operations import described
from tests.tables import table

TEXT = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
ADDRESSES = re.findall(r"`((?:clubs|games|event-choices|verdict)/[^`]*)`", TEXT)


def test_the_example_is_a_hand_that_can_be_recorded(api: APIClient, evening: Evening) -> None:
    example = re.search(r'\n    (\{"dealer".*?\n.*?\}\})\n', TEXT, re.DOTALL)
    assert example
    answer = api.post(evening.hands_at, json.loads(example[1]), headers={"Idempotency-Key": "doc"})
    assert answer.status_code == 201


@table("address", ADDRESSES)
def test_every_address_leads_somewhere(address: str) -> None:
    at = "/api/v1/" + address.replace("SLUG", "x").replace("ID", "1").replace("NUMBER", "1")
    assert resolve(at).func is not elsewhere


def test_every_status_is_told() -> None:
    table = TEXT.split("| Status |")[1].split("\n\n")[0]
    statuses = {int(status) for status in re.findall(r"\b[45]\d\d\b", table)}
    assert statuses == {*WHY, 405}


def test_every_kind_of_change_is_told() -> None:
    told = TEXT.partition("| kind | names |")[2].partition("\n\n")[0]
    kinds = re.findall(r"^\| (`.*?`) \|", told, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(kinds))) == set(ChangeKind.values)


def test_the_limits_are_as_told() -> None:
    assert f"up to {MAX_LENGTH} printable" in TEXT
    assert f"`page_size` is {Pages.page_size} by default and at most {Pages.max_page_size}" in TEXT
    assert f"nested at most {MAX_DEPTH} deep" in TEXT


def test_the_page_to_be_read_tells_of_every_operation_without_a_sign_in(db: None) -> None:
    page = Client().get("/api/").content.decode()
    paths = described()["paths"]
    for methods in paths.values():
        for operation in methods.values():
            assert f'id="{operation["operationId"]}"' in page
    assert "31" in page
    assert "Problem4" not in page
