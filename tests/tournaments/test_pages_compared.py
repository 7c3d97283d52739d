"""The pages of compared deals: travellers, an entry's card, the scoring, rulings."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from clubs.models import User
from scoring.models import Match
from tests.tournaments.conftest import EventMaker, begin_next, match_of
from tests.tournaments.pages import Pages, told, words
from tournaments.models import Event
from tournaments.services.deals import deal_scoring_set, deal_set_draw
from tournaments.services.rounds import rounds_plan

pytestmark = pytest.mark.usefixtures("held")


@pytest.fixture
def pages(make_event: EventMaker, owner: User, client: Client) -> Pages:
    """Four pairs, matchpoints, the first round of one deal begun."""
    event = make_event(name="Same deals")
    deal_set_draw(event=event, by=owner, count=3, per_round=1)
    event.refresh_from_db()
    event = deal_scoring_set(event=event, metric="matchpoints")
    rounds_plan(event=event)
    begin_next(event)
    client.force_login(owner)
    return Pages(client, event)


@pytest.fixture
def played(pages: Pages, bid: Callable[..., Match]) -> Pages:
    bid(match_of(pages.event, 1, 1), 0, marks=2)
    bid(match_of(pages.event, 1, 2), 1)
    return pages


def number_at(event: Event, table: int) -> int:
    seats = event.rounds.get(number=1).tables.get(number=table).seats
    number: int = seats.get(side=0).entry.number
    return number


def agreed(pages: Pages, name: str, *more: int, **given: str) -> Any:
    """Send it, read the consequences, and agree."""
    asked = pages.post(name, *more, **given)
    assert asked.context["weighed"].mark
    return pages.post(name, *more, **given, agreed=asked.context["weighed"].mark)


def test_results_are_shown_once_the_round_is_over_everywhere(
    pages: Pages, bid: Callable[..., Match]
) -> None:
    bid(match_of(pages.event, 1, 1), 0, marks=2)
    assert "Deal 1" not in words(pages.get("event-compared"))
    bid(match_of(pages.event, 1, 2), 1)
    page = words(pages.get("event-compared"))
    assert "Deal 1" in page
    assert "100.00" in page
    assert "Matchpoints in per cent." in page
    assert "Deal 2" not in page


def test_an_entry_has_a_card_of_its_own_deals(played: Pages) -> None:
    page = words(played.get("event-compared-card", number_at(played.event, 1)))
    assert "+2 100.00" in page
    assert played.get("event-compared-card", 99).status_code == 404


def test_a_ruling_is_given_and_taken_back(played: Pages) -> None:
    place = (1, 1, 2)
    refused = played.client.post(played.url("deal-ruling", *place), {"side0": "average_plus"})
    assert refused.status_code == 422
    assert refused.context["form"]["side0"].value() == "average_plus"
    given = {"side0": "average_plus", "side1": "average", "reason": "Seen too early"}
    answer = agreed(played, "deal-ruling", *place, **given)
    assert told(answer) == ["The ruling is recorded and counts right away."]
    assert "Seen too early" in words(answer)
    assert "average plus, 60 % 60.00" in words(answer)
    ruling = played.event.deal_rulings.get()
    back = agreed(played, "deal-ruling-revoke", ruling.pk)
    assert told(back) == ["It is taken back and no longer counts."]
    assert "60.00" not in words(back)
    assert "taken back" in words(back)


def test_a_deal_still_played_is_not_ruled_on(pages: Pages) -> None:
    answer = pages.client.get(pages.url("deal-ruling", 1, 1, 1), follow=True)
    assert told(answer) == ["A deal is ruled on once its round is over at every table."]


def test_the_scoring_is_chosen_on_the_page(played: Pages) -> None:
    page = agreed(played, "event-compared-scoring", scoring="cross_score")
    assert told(page) == ["The standings are computed by it from now on."]
    assert "+3.00" in words(page)
    wrong = played.client.post(played.url("event-compared-scoring"), {"scoring": "lot"})
    assert wrong.status_code == 422


def test_programs_compare_score_and_rule(played: Pages) -> None:
    event = played.event
    base = f"/api/v1/clubs/{event.club.slug}/events/{event.pk}/deals/"
    found = played.client.get(base + "results/").json()
    assert (found["scoring"], found["expected"]) == ("matchpoints", 2)
    (deal,) = found["deals"]
    assert [table["sides"][0]["percent"] for table in deal["tables"]] == ["100.00", "0.00"]
    assert [table["sides"][0]["cross_score"] for table in deal["tables"]] == ["3.00", "-3.00"]

    def post(path: str, **body: Any) -> Any:
        return played.client.post(base + path, body, content_type="application/json")

    given = {"deal": 1, "number": 1, "table": 2, "awards": ["average", "average"]}
    made = post("rulings/", **given, reason="Seen too early")
    assert made.status_code == 201
    assert post("rulings/", **given, reason="Once more").status_code == 400
    assert post("rulings/", **given | {"deal": 2}, reason="Secret").status_code == 400
    assert post(f"rulings/{made.json()['id']}/revoke/").json()["revoked_at"]
    assert post("scoring/", scoring="").json()["scoring"] == ""
