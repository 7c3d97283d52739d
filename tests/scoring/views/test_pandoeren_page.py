"""Pandoeren on the match page: recorded, refused, told and reckoned."""

import re
from html import unescape
from random import Random

import pytest

from clubs.models import Club, Player, User
from scoring.models import Hand, HandRevision, Match
from scoring.services.hands import hand_record
from tests.conftest import ClientFor
from tests.rules.pandoeren.dealing import full_hand
from tests.scoring.matches import match_create
from tests.scoring.views.conftest import Typed, address, beside

pytestmark = pytest.mark.django_db


MADE = "b150hsadm"
STAKES = {"currency": "EUR", "per_point": "0.10"}


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return match_create(
        club=club,
        game="pandoeren",
        rules={"hands": 3},
        stakes=STAKES,
        players=players,
        label="Table 1",
    )


def text_of(html: str) -> str:
    """What is read on a page, on one line."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def test_a_line_is_recorded_as_the_table_notes_it(match: Match, typed: Typed) -> None:
    assert typed("b150 h sa d 112 r50 st").status_code == 302
    hand = Hand.objects.get()
    assert hand.record["contract"] == {"trump": "H", "call": "SA"}
    assert hand.record["partner"] == 3
    assert hand.verdict["points"] == {"cards": 112, "roem": 50, "stuk": 20, "total": 182}
    assert Match.objects.get(pk=match.pk).totals == [0, 2, 0, 2]


def test_what_is_refused_is_said_beside_its_control_and_the_cards_stay(typed: Typed) -> None:
    seven = ["SK", "SQ", "SJ", "ST", "S9", "S8", "S7"]
    answer = typed(MADE, htmx=True, mode="full", deal_1=seven)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "7" in beside(html, "deal_1")
    assert f'value="{MADE}"' in html
    for card in seven:
        assert re.search(rf'name="deal_1" value="{card}"[^>]* checked', html), card
    assert not HandRevision.objects.exists()


def test_the_preview_adjudicates_aloud(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    form = {"number": 1, "dealer": 3, "key": "k", "mode": "quick", "calls": "120 130 p p 140"}
    form |= {"trump": "S", "call": "DA", "partner": "3", "cards": "110", "stuk": "0"}
    form |= {"roem_seat_0": "0", "roem_value_0": "50", "denied_by_0": "1"}
    html = client_for(organiser).post(address(match, "preview/"), form).content.decode()
    text = text_of(html)
    assert "Ann announces 50 roem" in text
    assert "Can deny: Bea. Carl only passed, so cannot" in text
    assert "Bea denies the roem of Ann: it succeeds" in text
    assert "110 cards + 20 stuk = 130 of the 140 that were bid" in text
    assert "Failed: Ann −1, Dan −1" in text
    assert not HandRevision.objects.exists()


def test_money_is_told_pair_by_pair_as_it_stands(
    match: Match, typed: Typed, viewer: User, client_for: ClientFor
) -> None:
    typed(MADE)
    page = client_for(viewer)
    text = text_of(page.get(address(match)).content.decode())
    assert "Settlement as it stands" in text
    assert "Ann to Bea (2 − 0) × 0.10 0.20" in text
    assert "are even" not in text
    typed("cmisf")
    typed("p")
    text = text_of(page.get(address(match)).content.decode())
    assert "as it stands" not in text
    assert "Carl to Bea (2 − (−3)) × 0.10 0.50" in text


def test_the_hands_of_a_recorded_deal_lie_sorted(
    match: Match, organiser: User, viewer: User, client_for: ClientFor
) -> None:
    full = full_hand(Random(961), {"hands": 3}, dealer=0)
    record = {key: full[key] for key in full if key not in {"format", "game", "rules"}}
    hand_record(match_id=match.pk, record=record, author=organiser)
    html = client_for(viewer).get(address(match, "hands/1/")).content.decode()
    line = html.split('class="cards-line"')[1].split("</div>")[0]
    assert re.findall(r'aria-label="([^"]+)"', line) == [
        "ace of spades",
        *(f"{rank} of hearts" for rank in ("king", "queen", "jack", "ten", "eight", "seven")),
        "ten of clubs",
    ]


def test_a_card_that_may_not_be_played_is_marked_in_its_trick(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    form = {"number": 1, "dealer": 3, "key": "k", "mode": "full", "command": "amihm"}
    form |= {"plays_0": "s7 h9 h8 c7", "plays_1": "ca ct ck hj", "plays_2": "s8"}
    html = client_for(organiser).post(address(match, "preview/"), form).content.decode()
    assert "under a higher trump" in text_of(html)
    assert re.search(r"piece--problem", html)


def test_the_page_speaks_the_game_s_language(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    there = ("Who deals first", "ace of spades", "stil praatje", "b150 h sa d m", "3 hands")
    for mode in ("quick", "tricks", "full"):
        html = client_for(organiser).get(address(match, f"?mode={mode}")).content.decode()
        text = text_of(html)
        for words in there:
            assert words in text, words
        for words in ("shakes", "shook", "Shaker", "domino", "fives", " set "):
            assert words not in text, words
