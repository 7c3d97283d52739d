"""Dummy-Hand Spades on its match page: what is recorded, where a problem stands, what is told."""

import re
from typing import Any

import pytest

from clubs.models import Club, User
from clubs.services.players import player_add
from scoring.models import Hand, HandRevision, Match
from tests.conftest import ClientFor
from tests.games.spades import THREE
from tests.scoring.matches import match_create
from tests.scoring.views.conftest import Typed, address, beside

pytestmark = pytest.mark.django_db

LINE = "453 5233"
STAKES = {"currency": "USD", "per_point": "0.05", "per_game": "1.00"}


def spades_match(club: Club, **rules: Any) -> Match:
    """A match of Ann, Bea and Carl."""
    players = [player_add(club=club, name=name) for name in THREE]
    return match_create(
        club=club,
        game="dummy_spades",
        rules=rules,
        stakes=STAKES,
        players=players,
        label="Table 3",
    )


@pytest.fixture
def match(club: Club) -> Match:
    return spades_match(club)


def text_of(answer: Any) -> str:
    """What is read on a page, on one line."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", answer.content.decode()))


def test_a_line_is_recorded_and_the_deal_passes_past_the_dummy(match: Match, typed: Typed) -> None:
    for _number in range(3):
        assert typed(LINE).status_code == 302
    first, _second, third = Hand.objects.all()
    assert first.record["auction"] == [
        {"seat": 1, "bid": "4"},
        {"seat": 2, "bid": "5"},
        {"seat": 0, "bid": "3"},
    ]
    assert first.record["tally"] == {"tricks": [3, 5, 2, 3]}
    assert [call["seat"] for call in third.record["auction"]] == [0, 1, 2]
    assert Match.objects.get(pk=match.pk).next_dealer == 0


def test_what_is_refused_is_asked_beside_its_chips_and_they_stay_pressed(typed: Typed) -> None:
    chips = {"bid_1": "4", "nil_1": ["1", "3"], "tricks_3": "7"}
    answer = typed("", htmx=True, **chips)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert beside(html, "bid_2") == "What does Carl bid?"
    for name, value in [("bid_1", "4"), ("nil_1", "1"), ("nil_1", "3"), ("tricks_3", "7")]:
        assert re.search(rf'name="{name}" value="{value}"[^>]* checked', html), name
    assert not HandRevision.objects.exists()


PREVIEWS = [
    ("", "Type it as in 4 5n 3 / 5 2 3 3"),
    ("4", "What does Carl bid?"),
    ("4 5n", "Carl 5, nil on own hand"),
    ("44", "What does Ann bid?"),
    ("444", "Declarer Bea, with the dummy"),
    ("453", "How many tricks did each hand take?"),
    ("45n3 8", "A nil counts: enter the tricks of each hand."),
    ("453 8", "Carl and the dummy: 5; Ann: 3, Bea: 4. 8 tricks to 5"),
    ("453 8", "Carl bid 5 and took 8 tricks with the dummy: 5 × 10 + 3 bags = +53"),
    ("zzz", "is not understood"),
]


def test_the_preview_finds_the_declarer_presses_the_chips_and_writes_nothing(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    client = client_for(organiser)
    sent = {"number": 1, "dealer": 0, "key": "k", "mode": "quick"}
    for line, says in PREVIEWS:
        answer = client.post(address(match, "preview/"), sent | {"command": line})
        assert says in text_of(answer)
    answer = client.post(address(match, "preview/"), sent | {"command": "45nd3 52"})
    for part in ('"bid_2": "5"', '"nil_2": ["3"]', '"tricks_1": "5"'):
        assert part in answer["HX-Trigger"]
    assert not HandRevision.objects.exists()


def test_the_sheet_shows_three_totals_with_bags_and_the_penalty(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor
) -> None:
    client = client_for(organiser)
    typed("444 9")  # Bea declares: 5 bags
    typed("444 9")  # Carl declares: 5 bags
    typed("444 9")  # Ann declares
    typed("444 9")  # Bea again: ten bags are full
    text = text_of(client.get(address(match)))
    assert "B Bea 70 points 0 of 10 bags" in text
    assert "−55" in text
    account = text_of(client.get(address(match, "hands/4/")))
    assert "Bea has 5 + 5 = 10 bags. 10 bags: −100" in account
    assert "Bea: 125 −55 = 70" in account


def test_nils_come_along_into_another_mode(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    sent = "entry/?mode=tricks&bid_1=4&nil_1=1&nil_1=3"
    html = client_for(organiser).get(address(match, sent)).content.decode()
    for hand in "13":
        assert re.search(rf'name="nil_1" value="{hand}"[^>]* checked', html)
