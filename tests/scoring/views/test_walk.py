"""A recorded hand walked through, and what best play says of it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from clubs.models import User
from engine.analysis.answers import claim_of, makeable, plays, walk
from games import PRESENTERS
from scoring.models import BestPlay, Match
from scoring.services.best_play import best_play_compute, best_play_stuck
from scoring.services.hands import Written, hand_correct, hand_record
from tests.scoring.best_play_hands import whole_hand
from tests.scoring.conftest import quick

pytestmark = pytest.mark.django_db


Wrote = Callable[[dict[str, Any]], Written]


@pytest.fixture
def wrote(match: Match, organiser: User) -> Wrote:
    return lambda record: hand_record(match_id=match.pk, record=record, author=organiser)


@pytest.fixture
def looker(viewer: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(viewer)


def page_of(client: Client, match: Match, **query: Any) -> str:
    address = reverse("hand-walk", args=[match.club.slug, match.pk, 1])
    answer = client.get(address, query)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def worker_done() -> None:
    for row in BestPlay.objects.filter(answer__isnull=True):
        best_play_compute(digest=row.digest)


def test_the_page_waits_for_the_worker_then_shows_every_step(
    match: Match, wrote: Wrote, looker: Client
) -> None:
    record = whole_hand()
    wrote(record)
    assert "being worked out" in page_of(looker, match)
    assert BestPlay.objects.count() == 2
    worker_done()
    answer = walk({"format": "hand-record/1", "game": "texas42", "rules": {}} | record)
    shown = page_of(looker, match)
    assert "being worked out" not in shown
    assert "Could have been made" in shown
    assert "Par" in shown
    for step in (0, 1, 4, 13, 28):
        position = answer["steps"][step]
        shown = page_of(looker, match, step=step)
        assert f"{step} / 28" in shown
        assert f"<strong>{position['number']} point" in shown
    assert "no pieces left" in shown


def test_a_play_that_cost_something_is_said_with_what_it_cost(
    match: Match, wrote: Wrote, looker: Client
) -> None:
    record = whole_hand()
    wrote(record)
    page_of(looker, match)
    worker_done()
    whole = {"format": "hand-record/1", "game": "texas42", "rules": {}} | record
    numbers = [pair for trick in plays(whole)["plays"] for pair in trick]
    pieces = [piece for trick in record["plays"] for piece in trick]
    costly = [step for step, (best, got) in enumerate(numbers) if best != got]
    assert costly
    for step in costly:
        best, got = numbers[step]
        shown = page_of(looker, match, step=step + 1, line=1)
        verb = "cost" if got < best else "gave"
        assert f"The {pieces[step]} here {verb} {abs(best - got)} point" in shown
        assert "Best play instead" in shown
        if best >= 30 > got:
            assert "until this play the bid could be made" in shown


def test_a_corrected_hand_is_computed_anew(
    match: Match, wrote: Wrote, looker: Client, organiser: User
) -> None:
    record = whole_hand()
    written = wrote(record)
    page_of(looker, match)
    worker_done()
    shorter = record | {"plays": record["plays"][:2], "claim": "defence"}
    hand_correct(
        match_id=match.pk,
        number=1,
        record=shorter,
        author=organiser,
        reason="misread",
        revision=written.revision.no,
    )
    shown = page_of(looker, match)
    assert "being worked out" in shown
    assert "Could have been made" in shown, "the deal is the same"
    worker_done()
    assert "The claim" in page_of(looker, match, step=8)


def test_a_hand_whose_deal_is_partly_known_says_so(
    match: Match, wrote: Wrote, looker: Client
) -> None:
    deal = whole_hand()["deal"]
    wrote(quick(dealer=0, bidder=1) | {"deal": [deal[0], None, None, deal[3]]})
    assert "not fully recorded" in page_of(looker, match)
    assert not BestPlay.objects.exists()


def test_a_deal_without_plays_still_has_its_table(
    match: Match, wrote: Wrote, looker: Client
) -> None:
    wrote(quick(dealer=0, bidder=1) | {"deal": whole_hand()["deal"]})
    page_of(looker, match)
    worker_done()
    shown = page_of(looker, match)
    assert "Could have been made" in shown
    assert "not recorded piece by piece" in shown


def test_what_no_worker_finishes_is_sent_again_and_given_up_in_the_end(
    match: Match, wrote: Wrote, looker: Client
) -> None:
    wrote(whole_hand())
    page_of(looker, match)
    assert best_play_stuck() == []
    BestPlay.objects.update(asked_at="2026-01-01T00:00:00Z")
    assert len(best_play_stuck()) == 2
    BestPlay.objects.update(asked_at="2026-01-01T00:00:00Z", attempts=3)
    assert best_play_stuck() == []
    assert "could not be computed" in page_of(looker, match)


def test_a_neighbour_finds_nothing(
    match: Match, wrote: Wrote, stranger: User, client_for: Callable[[User], Client]
) -> None:
    wrote(whole_hand())
    address = reverse("hand-walk", args=[match.club.slug, match.pk, 1])
    assert client_for(stranger).get(address).status_code == 404


def test_a_claim_is_judged_while_it_is_typed(
    match: Match, organiser: User, client_for: Callable[[User], Client]
) -> None:
    record = whole_hand() | {"plays": whole_hand()["plays"][:2]}
    address = reverse("match-preview", args=[match.club.slug, match.pk])
    initial = PRESENTERS["texas42"].form.initial_of(record, record["auction"])
    form = {name: value for name, value in initial.items() if value is not None}
    form |= {"number": 1, "dealer": 0, "key": "k"}
    for claim, word in (("declarer", "does not hold"), ("defence", "holds against best play")):
        shown = client_for(organiser).post(address, form | {"claim": claim}).content.decode()
        assert word in shown
        whole = {"format": "hand-record/1", "game": "texas42", "rules": {}} | record
        judged = claim_of(whole | {"claim": claim})
        assert judged
        assert shown.count("trick__play") >= len(judged["refutation"]) > 0


def test_the_api_answers_the_same(
    match: Match, wrote: Wrote, viewer: User, api_for: Callable[[User], APIClient]
) -> None:
    record = whole_hand()
    wrote(record)
    client = api_for(viewer)
    address = f"/api/v1/clubs/{match.club.slug}/matches/{match.pk}/hands/1/best-play/"
    assert client.get(address).json()["state"] == "pending"
    worker_done()
    data = client.get(address).json()
    whole = {"format": "hand-record/1", "game": "texas42", "rules": {}} | record
    assert data["state"] == "ready"
    assert {"ok": True} | data["makeable"] == makeable(whole)
    assert {"ok": True} | data["walk"] == walk(whole)
