"""The pages of deals: making a set, looking at what is over, secret until then."""

import io
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pypdf import PdfReader

from clubs.models import User
from engine.analysis.deals import make_deal
from jobs.models import Job
from scoring.services.hands import hand_record
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of, record
from tests.tournaments.pages import Pages, at_field, messages_of, words
from tournaments.deals.models import Deal, DealPaper, DealPrint, DealSet
from tournaments.deals.services.deals import deal_set_draw
from tournaments.events.models import Event

pytestmark = pytest.mark.usefixtures("held")
SEED = "a seed for pages"


@pytest.fixture
def pages(event: Event, owner: User, client: Client) -> Pages:
    client.force_login(owner)
    return Pages(client, event)


def file(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("club.jsonl", text.encode())


def test_a_set_by_lot_is_made_with_its_hash_and_thrown_away(pages: Pages) -> None:
    assert "Every table shuffles for itself" in words(pages.get("event-deals"))
    answer = pages.post("event-deals-new", source="lot", per_round=4, rounds=3)
    assert messages_of(answer) == ["12 deals are ready."]
    made = DealSet.objects.get(event=pages.event)
    page = answer.content.decode()
    assert made.seed_hash in page
    assert made.seed not in page
    assert "12 deals are secret" in words(answer)
    assert messages_of(pages.post("event-deals-drop")) == ["The deal set has been deleted."]
    assert not DealSet.objects.filter(event=pages.event).exists()


def test_a_faulty_file_keeps_the_rest_of_the_form(pages: Pages) -> None:
    text = json.dumps(make_deal("texas42", SEED, 1)) + "\n{}\nnonsense"
    answer = pages.post("event-deals-new", source="file", per_round=1, file=file(text))
    assert answer.status_code == 422
    wrong = at_field(answer, "file")
    assert [line.split(":")[0] for line in wrong] == ["Line 2", "Line 2", "Line 3"]
    assert answer.context["form"]["per_round"].value() == "1"
    assert answer.context["form"]["source"].value() == "file"


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"source": "lot", "per_round": 4}, "rounds"),
        ({"source": "lot", "per_round": 0, "rounds": 3}, "per_round"),
        ({"source": "file", "per_round": 1}, "file"),
        ({"source": "file", "per_round": 1, "file": SimpleUploadedFile("a", b"\xff\xfe")}, "file"),
        ({"source": "nowhere", "per_round": 1}, "source"),
    ],
)
def test_what_is_missing_is_said_beside_its_field(
    typed: dict[str, Any], field: str, pages: Pages
) -> None:
    answer = pages.post("event-deals-new", **typed)
    assert answer.status_code == 422
    assert at_field(answer, field)
    assert not DealSet.objects.filter(event=pages.event).exists()


def test_deals_show_once_their_round_is_over(
    pages: Pages, make_event: EventMaker, owner: User
) -> None:
    dealt = make_event(name="Same deals")
    deal_set_draw(event=dealt, by=owner, count=3, per_round=1, seed=SEED)
    dealt.refresh_from_db()
    drawn_and_begun(dealt)
    here = Pages(pages.client, dealt)
    for table in (1, 2):
        assert "None yet" in words(here.get("event-deals"))
        match = match_of(dealt, 1, table)
        assert "Deal 1" in words(here.client.get(f"/c/{dealt.club.slug}/matches/{match.pk}/"))
        hand_record(match_id=match.pk, record=record(0, 1), author=owner)
    shown = here.get("event-deals")
    assert shown.context["rounds"] == {1: [1]}
    assert f'href="{here.url("event-compared")}?deal=1"' in shown.text
    assert "2 deals are secret" in words(shown)
    of_deal = here.get("event-compared", deal=2).context
    assert of_deal["deal_steps"].numbers == (1,)
    dealt_hands = Deal.objects.get(deal_set__event=dealt, number=1).hands
    assert of_deal["hands"].seats == tuple(zip("ABCD", dealt_hands, strict=True))
    assert messages_of(here.post("event-deals-drop")) == [
        "A round has begun, so its deals can no longer be changed."
    ]


@pytest.mark.parametrize("kind", DealPaper.values)
def test_what_is_printed_of_secret_deals_is_noted_and_not_kept(
    kind: str, pages: Pages, owner: User
) -> None:
    deal_set_draw(event=pages.event, by=owner, count=4, per_round=2, seed=SEED)
    pages.event.refresh_from_db()
    answer = pages.client.post(pages.url("event-print-order", kind), {"round": 2})
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/pdf", "no-store")
    said = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert "Deal 3" in said
    assert "Deal 1" not in said
    assert DealSet.objects.get(event=pages.event).seed_hash in said.replace("\n", "")
    noted = DealPrint.objects.get(event=pages.event)
    assert (noted.kind, noted.round_number, noted.made_by) == (kind, 2, owner)
    assert "owner" in words(pages.get("event-deals"))
    assert not Job.objects.filter(club=pages.event.club).exists()


def test_a_round_without_deals_prints_nothing(pages: Pages, owner: User) -> None:
    deal_set_draw(event=pages.event, by=owner, count=4, per_round=2, seed=SEED)
    answer = pages.client.post(pages.url("event-print-order", DealPaper.SLIPS), {"round": 9})
    assert answer.status_code == 422
    assert not DealPrint.objects.exists()
