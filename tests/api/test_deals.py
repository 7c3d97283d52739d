"""Deals over HTTP: made, shown once they are over, thrown away."""

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.models import User
from engine.analysis.deals import make_deal
from tests.api.conftest import Evening
from tournaments.deals.models import DealSet
from tournaments.events.services.events import event_create

pytestmark = pytest.mark.usefixtures("held")


@pytest.fixture
def draft_at(evening: Evening, owner: User) -> str:
    """The deals of an event of which nothing has begun."""
    made = event_create(
        club=evening.club,
        name="Draft",
        date=evening.event.date,
        created_by=owner,
        rules={"preset": "marks"},
    )
    return f"{evening.at}events/{made.pk}/deals/"


@pytest.fixture
def at(evening: Evening) -> str:
    return f"{evening.event_at}deals/"


def test_an_event_without_deals_says_so(api: APIClient, at: str) -> None:
    deal_set = api.get(at).json()
    assert (deal_set["count"], deal_set["made_from"], deal_set["deals"]) == (0, "", [])


def test_a_begun_event_takes_no_deals(api: APIClient, at: str) -> None:
    answer = api.post(at, {"made_from": "lot", "per_round": 2, "rounds": 3})
    assert answer.status_code == 400
    assert not DealSet.objects.exists()


def test_a_set_is_made_with_its_hash_alone_and_thrown_away(api: APIClient, draft_at: str) -> None:
    answer = api.post(draft_at, {"made_from": "lot", "per_round": 2, "rounds": 3})
    assert answer.status_code == 201
    made = DealSet.objects.get()
    deal_set = answer.json()
    assert (deal_set["count"], deal_set["per_round"], deal_set["seed_hash"]) == (
        6,
        2,
        made.seed_hash,
    )
    assert (deal_set["seed"], deal_set["deals"]) == ("", [])
    assert api.get(draft_at).json() == deal_set
    assert api.delete(draft_at).status_code == 204
    assert api.get(draft_at).json()["count"] == 0


def test_what_is_wrong_with_a_file_stands_at_its_field(api: APIClient, draft_at: str) -> None:
    text = json.dumps(make_deal("texas42", "x", 1)) + "\nnonsense"
    answer = api.post(draft_at, {"made_from": "file", "per_round": 1, "file": text})
    assert answer.status_code == 400
    assert answer.json()["errors"] == {"file": ["Line 2: This is not JSON."]}


def said(answer: Any) -> list[str]:
    """What a refusal says, whatever field it is about."""
    assert answer.status_code == 400
    return [text for texts in answer.json()["errors"].values() for text in texts]


def test_there_is_one_set_at_a_time(api: APIClient, draft_at: str) -> None:
    lot = {"made_from": "lot", "per_round": 2, "rounds": 3}
    assert said(api.delete(draft_at)) == ["There is no deal set."]
    assert api.post(draft_at, lot).status_code == 201
    second = api.post(draft_at, lot)
    assert said(second) == ["There is already a deal set. Delete it first."]
    assert DealSet.objects.get().count == 6


def test_a_set_has_whole_rounds_and_a_thousand_deals_at_most(api: APIClient, draft_at: str) -> None:
    lines = [json.dumps(make_deal("texas42", "x", number)) for number in (1, 2, 3)]
    for body, expected in (
        ({"per_round": 2, "file": "\n".join(lines)}, ["3 deals do not make whole rounds of 2."]),
        ({"per_round": 1, "file": "\n".join(lines[:1] * 1001)}, ["A set has 1 to 1000 deals."]),
        ({"per_round": 100, "rounds": 11}, ["A set has 1 to 1000 deals."]),
    ):
        made_from = "file" if "file" in body else "lot"
        assert said(api.post(draft_at, body | {"made_from": made_from})) == expected
    faulty = {"made_from": "file", "per_round": 1, "file": "nonsense\n" * 23}
    wrong = [f"Line {number}: This is not JSON." for number in range(1, 21)]
    assert said(api.post(draft_at, faulty)) == [*wrong, "and 3 more"]
    assert not DealSet.objects.exists()
