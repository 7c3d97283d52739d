"""Pandoeren on the match page: recorded, put right, taken back, told and reckoned."""

import re
from collections.abc import Callable
from html import unescape
from random import Random
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Player, User
from scoring.models import Hand, HandRevision, Match
from scoring.services.hands import hand_record
from tests.rules.pandoeren.dealing import full_hand
from tests.scoring.matches import match_create
from tests.scoring.views.conftest import Typed, address
from tests.scoring.views.test_recording import beside

pytestmark = pytest.mark.django_db

ClientFor = Callable[[User], Client]

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


def test_chips_alone_fill_the_same_form(typed: Typed) -> None:
    chips = {"bidder": "1", "bid": "pandoer", "plus": "40", "trump": "H", "call": "SA"}
    typed(partner="3", result="set", **chips)
    hand = Hand.objects.get()
    assert (hand.verdict["bid"], hand.verdict["score"]) == ("pandoer+40", [0, -5, 0, -5])


def test_tricks_are_recorded_one_by_one(typed: Typed) -> None:
    typed("bpihf", mode="tricks", **{f"winner_{t}": "1" for t in range(8)})
    assert Hand.objects.get().verdict["tricks"] == [0, 8, 0, 0]


def test_the_whole_hand_is_recorded_with_announcements(match: Match, typed: Typed) -> None:
    record = full_hand(Random(961), dealer=0)
    fields: dict[str, Any] = {f"deal_{s}": hand for s, hand in enumerate(record["deal"])}
    fields |= {f"plays_{t}": " ".join(trick) for t, trick in enumerate(record["plays"])}
    for number, roem in enumerate(record["roem"]):
        by = [d["by"] for d in record["denials"] if d["against"] == roem["seat"]]
        fields |= {f"roem_seat_{number}": roem["seat"], f"denied_by_{number}": by}
    calls = " ".join("p" if c["bid"] == "pass" else c["bid"] for c in record["auction"])
    fields |= {"calls": calls, "centre": record["centre"], "discard": record["discard"]}
    fields |= {key: value for key, value in record["contract"].items() if value}
    answer = typed(mode="full", **fields)
    assert answer.status_code == 302
    hand = Hand.objects.get()
    assert hand.record["plays"] == record["plays"]
    assert hand.verdict["outcome"] == "made"
    assert hand.verdict["points"]["roem"] == 100


PROBLEMS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "a line not understood": ("what", {}, "command", "Start with the bidder"),
    "nobody named": ("", {"bid": "150"}, "bidder", "Who bid?"),
    "not a bid": ("", {"bidder": "1"}, "bid", "What was bid?"),
    "calls not understood": ("", {"calls": "p what"}, "calls", "Type the calls"),
    "a bid that is none": ("", {"bidder": "1", "bid": "155"}, "bid", "not a bid"),
    "calls in a wrong order": ("", {"calls": "150 120"}, "calls", "is not higher than"),
    "nothing named": ("b150m", {}, "trump", "What was named: trumps, and which card"),
    "no trumps of a contract that calls nobody": ("bpi m", {}, "trump", "Which suit is trumps?"),
    "no trumps of a contract that calls the jack": ("bk m", {}, "trump", "Which suit is trumps?"),
    "no card called where there are no trumps": ("bz m", {}, "trump", "Which card was called?"),
    "no card called": ("b150hdm", {}, "call", "Which card was called?"),
    "a suit that is none": ("", {"bidder": "1", "bid": "150", "trump": "X"}, "trump", "not a suit"),
    "a card that cannot be called": (
        "",
        {"bidder": "1", "bid": "150", "trump": "H", "call": "SQ"},
        "call",
        "cannot be called in 150",
    ),
    "nobody is partner": ("b150hsam", {}, "partner", "Who has the called card?"),
    "the declarer as his own partner": ("b150hsabm", {}, "partner", "not the declarer"),
    "no result": ("b150hsad", {}, "result", "Made or failed?"),
    "more card points than there are": ("b150hsad 150", {}, "cards", ""),
    "roem that no cards make": ("b150hsad m r30", {}, "roem", ""),
    "made with too few": ("b150hsadm 90", {}, "result", ""),
    "roem without a name": (MADE, {"roem_value_0": "50"}, "roem_seat_0", "Who announced it?"),
    "roem of an opponent": (
        MADE,
        {"roem_seat_0": "2", "roem_value_0": "50"},
        "roem_seat_0",
        "Only the declarer and the partner",
    ),
    "roem of a hand not written down": (MADE, {"roem_seat_0": "1"}, "roem_seat_0", "not known"),
    "denied by one who only passed": (
        MADE,
        {"roem_seat_0": "1", "roem_value_0": "50", "denied_by_0": ["2"]},
        "denied_by_0",
        "Carl",
    ),
    "stuk where none counts": (
        "",
        {"bidder": "1", "bid": "misere", "trump": "H", "result": "made", "stuk": "1"},
        "stuk",
        "does not count",
    ),
    "a gap in the tricks": (
        "b150hsad",
        {"mode": "tricks", "winner_0": "1", "winner_2": "1"},
        "winner_1",
        "Who won this trick?",
    ),
    "points that no trick has": (
        "b150hsad",
        {"mode": "tricks", "winner_0": "1", "points_0": "144"},
        "winner_0",
        "",
    ),
    "a hand of seven": (
        MADE,
        {"mode": "full", "deal_1": ["SK", "SQ", "SJ", "ST", "S9", "S8", "S7"]},
        "deal_1",
        "7",
    ),
    "the card in the middle dealt too": (
        MADE,
        {
            "mode": "full",
            "deal_1": ["SK", "SQ", "SJ", "ST", "S9", "S8", "S7", "H9"],
            "centre": "H9",
        },
        "centre",
        "dealt twice",
    ),
    "the called card thrown out": (
        MADE,
        {"mode": "full", "discard": "SA"},
        "call",
        "discarded it",
    ),
    "a card played twice": (
        "b150hsad",
        {"mode": "full", "plays_0": "h7 h8 h9 h7", "claim": "declarer"},
        "plays_0",
        "already",
    ),
}


@pytest.mark.parametrize(("line", "fields", "where", "says"), PROBLEMS.values(), ids=PROBLEMS)
def test_a_problem_stands_beside_its_control(
    typed: Typed, line: str, fields: dict[str, Any], where: str, says: str
) -> None:
    answer = typed(line, htmx=True, **fields)
    assert answer.status_code == 422
    text = beside(answer.content.decode(), where)
    assert text
    assert says in text
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


def test_four_totals_and_the_plus_and_minus_of_each_hand(
    match: Match, typed: Typed, viewer: User, client_for: ClientFor
) -> None:
    typed(MADE)
    typed("cmisf")
    html = client_for(viewer).get(address(match)).content.decode()
    rows = [text_of(row) for row in re.findall(r"<tr class=.*?</tr>", html, re.S)]
    assert "misère" in rows[0]
    assert "−3 −3" in rows[0]
    assert "+2 2" in rows[1]
    assert "hearts, ace of spades, with Dan" in rows[1]
    totals = re.findall(r'score-side__number" dir="ltr">([^<]*)<', html)
    assert [total.strip() for total in totals] == ["0", "2", "−3", "2"]


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


def test_a_hand_is_put_right_by_a_ruling_and_taken_back(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor
) -> None:
    typed(MADE)
    form = {"number": 1, "dealer": 0, "mode": "quick", "key": "k", "revision": 1}
    form |= {"command": "b150hsad", "against": "declarer", "ruling_reason": "saw the discard"}
    client = client_for(organiser)
    done = client.post(address(match, "hands/1/correct/"), form | {"reason": "ruling"})
    assert done.status_code == 302
    assert Match.objects.get(pk=match.pk).totals == [0, -2, 0, -2]
    text = text_of(client.get(address(match, "hands/1/")).content.decode())
    assert "The director's ruling decides: saw the discard" in text
    assert "Corrected to: Bea, 150 in hearts" in text
    client.post(address(match, "undo/"), {"number": 1, "revision": 2, "key": "u"})
    assert Match.objects.get(pk=match.pk).totals == [0, 0, 0, 0]


def test_a_correction_opens_with_everything_that_was_recorded(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    full = full_hand(Random(961), {"hands": 3}, dealer=0)
    record = {key: full[key] for key in full if key not in {"format", "game", "rules"}}
    hand_record(match_id=match.pk, record=record, author=organiser)
    html = client_for(organiser).get(address(match, "hands/1/correct/")).content.decode()
    assert f'name="plays_0" value="{" ".join(record["plays"][0])}"' in html
    assert html.count('name="deal_2"') == 33
    assert html.count(" checked") >= 32
    assert re.search(r'name="denied_by_\d" value="\d"[^>]*checked', html)


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


def test_two_versions_stand_side_by_side(match: Match, typed: Typed, scorer: User) -> None:
    typed(MADE, user=scorer)
    answer = typed("apihm", htmx=True, number=1, dealer=0, key="mine")
    html = answer.content.decode()
    assert answer.status_code == 409
    assert html.index("Bea, 150") < html.index("Ann, piccolo")
    assert 'value="apihm"' in html


def test_a_card_that_may_not_be_played_is_marked_in_its_trick(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    form = {"number": 1, "dealer": 3, "key": "k", "mode": "full", "command": "amihm"}
    form |= {"plays_0": "s7 h9 h8 c7", "plays_1": "ca ct ck hj", "plays_2": "s8"}
    html = client_for(organiser).post(address(match, "preview/"), form).content.decode()
    assert "under a higher trump" in text_of(html)
    assert re.search(r"piece--problem", html)


@pytest.mark.parametrize("mode", ["quick", "tricks", "full"])
def test_the_page_speaks_the_game_s_language(
    match: Match, organiser: User, client_for: ClientFor, mode: str
) -> None:
    html = client_for(organiser).get(address(match, f"?mode={mode}")).content.decode()
    text = text_of(html)
    for words in ("Who deals first", "ace of spades", "stil praatje", "b150 h sa d m", "3 hands"):
        assert words in text, words
    for words in ("shakes", "shook", "Shaker", "domino", "fives", " set "):
        assert words not in text, words
