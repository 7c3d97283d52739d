"""Deals over HTTP: made, shown once they are over, thrown away."""

import json

import pytest
from rest_framework.test import APIClient

from analysis.deals import make_deal
from clubs.models import User
from deals.models import DealSet
from tests.api.conftest import Evening
from tournaments.services.events import event_create

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
