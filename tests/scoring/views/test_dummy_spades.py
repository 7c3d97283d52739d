"""Dummy-Hand Spades on its match page: what is recorded, where a problem stands, what is told."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubs.models import Club, User
from clubs.services.players import player_add
from scoring.models import Hand, HandRevision, Match
from tests.games.spades import THREE
from tests.scoring.matches import match_create
from tests.scoring.views.conftest import Typed, address

pytestmark = pytest.mark.django_db

ClientFor = Callable[[User], Client]
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
def match(club: Club, request: pytest.FixtureRequest) -> Match:
    """A match under the standard rules, or under those of the test's ``rules`` mark."""
    mark = request.node.get_closest_marker("parametrize")
    rules = request.node.callspec.params.get("rules", {}) if mark else {}
    return spades_match(club, **rules)


@pytest.fixture
def page(match: Match, organiser: User, client_for: ClientFor) -> Callable[..., str]:
    """``page("hands/1/")``: the text of the match page, or of something below it."""

    def read(below: str = "", **sent: Any) -> str:
        html = client_for(organiser).get(address(match, below), sent).content.decode()
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))

    return read


def beside(html: str, field: str) -> str:
    """The text of the errors that stand beside a field."""
    errors = re.search(rf'<ul class="errorlist" id="id_{field}_error">(.*?)</ul>', html, re.S)
    return re.sub(r"<[^>]+>", "", errors[1]).strip() if errors else ""


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


def test_chips_alone_fill_the_same_form(typed: Typed) -> None:
    bids = {"bid_0": "3", "bid_1": "4", "bid_2": "5", "nil_2": ["2", "3"], "nil_1": "3"}
    typed(**bids, tricks_0="5", tricks_1="2", tricks_2="0")
    hand = Hand.objects.get()
    assert hand.record["auction"][1] == {"seat": 2, "bid": "5", "nil": [2, 3]}
    assert hand.record["tally"] == {"tricks": [5, 2, 0, 6]}
    assert hand.verdict["nil"] == [
        {"bidder": 2, "hand": 2, "made": True},
        {"bidder": 2, "hand": 3, "made": False},
    ]


def test_the_line_goes_before_the_chips(typed: Typed) -> None:
    typed(LINE, bid_1="9", nil_1="1", tricks_1="1", declarer_side="12")
    assert Hand.objects.get().record["auction"][0] == {"seat": 1, "bid": "4"}
    assert Hand.objects.get().record["tally"] == {"tricks": [3, 5, 2, 3]}


def test_whoever_deals_first_changes_who_bids_first(match: Match, typed: Typed) -> None:
    typed(LINE, dealer=2)
    assert Hand.objects.get().record["auction"][0] == {"seat": 0, "bid": "4"}
    assert Match.objects.get(pk=match.pk).next_dealer == 0


def test_the_dummy_does_not_deal(typed: Typed) -> None:
    assert typed(LINE, dealer=3).status_code == 422
    assert not Hand.objects.exists()


def test_tricks_are_recorded_one_by_one(typed: Typed) -> None:
    winners = {f"winner_{t}": str(hand) for t, hand in enumerate([0, 1, 2, 3, 3])}
    typed("453", mode="tricks", claim="defence", **winners)
    hand = Hand.objects.get()
    assert hand.record["trick_results"] == [{"winner": hand} for hand in (0, 1, 2, 3, 3)]
    assert hand.verdict["score"] == [37, 46, -50]


def test_the_whole_hand_is_recorded_with_cards(typed: Typed) -> None:
    spades = [f"S{rank}" for rank in "AKQJT98765432"]
    typed("13 0 0", mode="full", deal_1=spades, plays_0="sa h2 c2 d2", claim="declarer")
    hand = Hand.objects.get()
    assert hand.record["deal"] == [None, spades, None, None]
    assert hand.verdict["score"] == [0, 130, 0]


FLIP = {"preset": "flip_1"}
PROBLEMS: dict[str, tuple[dict[str, Any], str, dict[str, Any], str, str]] = {
    # rules, line, further fields, where, what it says
    "nothing said": ({}, "", {}, "bid_1", "What does Bea bid?"),
    "a line not understood": ({}, "what", {}, "command", "is not understood"),
    "two bids": ({}, "4 5", {}, "bid_0", "What does Ann bid?"),
    "a gap in the bids": ({}, "", {"bid_1": "4", "bid_0": "3"}, "bid_2", "What does Carl bid?"),
    "a nil without a bid": ({}, "", {"nil_1": "1"}, "bid_1", "What does Bea bid?"),
    "no such bid": ({}, "", {"bid_1": "14", "bid_2": "5", "bid_0": "3"}, "bid_1", "not a bid here"),
    "no tricks": ({}, "453", {}, "tricks_1", "How many tricks"),
    "no winners": ({}, "453", {"mode": "tricks"}, "winner_0", "Who won each trick?"),
    "two hands' tricks": ({}, "453 52", {}, "tricks_0", "How many tricks"),
    "two hands' tricks and a claim": (
        {},
        "453 52",
        {"claim": "declarer"},
        "tricks_0",
        "How many tricks did Ann take?",
    ),
    "fourteen tricks": ({}, "453 5234", {}, "tricks_1", "add up to thirteen"),
    "sides where a nil counts": ({}, "45n3 8", {}, "tricks_1", "A nil counts"),
    "a side of fourteen": ({}, "453", {"declarer_side": "14"}, "tricks_1", "How many tricks"),
    "no mirror of the hand": (
        {"preset": "mirror"},
        "453 8",
        {"mode": "full", "deal_1": [f"H{rank}" for rank in "AKQJT98765432"]},
        "bid_1",
        "does not mirror",
    ),
    "no nil in suicide": ({"preset": "suicide"}, "453 8", {}, "bid_1", "every player declares nil"),
    "the same nil twice": ({}, "4nn 5 3 8", {}, "bid_1", "once for each hand"),
    "a gap in the tricks": (
        {},
        "453",
        {"mode": "tricks", "winner_1": "3"},
        "winner_0",
        "Who won this trick?",
    ),
    "five tricks": (
        {},
        "453",
        {"mode": "tricks"} | {f"winner_{t}": "3" for t in range(5)},
        "winner_5",
        "Enter all thirteen tricks",
    ),
    "a claim with a nil alive": (
        {},
        "4n53",
        {"mode": "tricks", "winner_0": "2", "claim": "defence"},
        "claim",
        "leaves open whether a nil",
    ),
    "a card played twice": (
        {},
        "453",
        {"mode": "full", "plays_0": "ha h2 h3 h4", "plays_1": "ha"},
        "plays_1",
        "ace of hearts",
    ),
    "a hand of three": ({}, "453", {"mode": "full", "deal_3": ["SA", "SK", "SQ"]}, "deal_3", "3"),
    "one card turned up": (FLIP, "453 8", {"mode": "full", "flipped": ["SA"]}, "flipped", "not 3"),
}


@pytest.mark.parametrize(
    ("rules", "line", "fields", "where", "says"), PROBLEMS.values(), ids=PROBLEMS
)
@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
def test_a_problem_stands_beside_its_control(
    typed: Typed,
    rules: dict[str, Any],
    line: str,
    fields: dict[str, Any],
    where: str,
    says: str,
    htmx: bool,
) -> None:
    answer = typed(line, htmx=htmx, **fields)
    assert answer.status_code == 422
    text = beside(answer.content.decode(), where)
    assert text
    assert says in text
    assert not HandRevision.objects.exists()


def test_what_was_typed_stays(typed: Typed) -> None:
    html = typed("", htmx=True, bid_1="4", nil_1=["1", "3"], tricks_3="7").content.decode()
    for name, value in [("bid_1", "4"), ("nil_1", "1"), ("nil_1", "3"), ("tricks_3", "7")]:
        assert re.search(rf'name="{name}" value="{value}"[^>]* checked', html), name
    assert 'value="45n3"' in typed("45n3", htmx=True).content.decode()


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


@pytest.mark.parametrize(("line", "says"), PREVIEWS)
def test_the_preview_finds_the_declarer_and_writes_nothing(
    match: Match, organiser: User, client_for: ClientFor, line: str, says: str
) -> None:
    sent = {"number": 1, "dealer": 0, "key": "k", "mode": "quick", "command": line}
    answer = client_for(organiser).post(address(match, "preview/"), sent)
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))
    assert says in text
    assert not HandRevision.objects.exists()


def test_the_line_presses_bids_nils_and_tricks(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    sent = {"number": 1, "dealer": 0, "key": "k", "mode": "quick", "command": "45nd3 52"}
    pressed = client_for(organiser).post(address(match, "preview/"), sent)["HX-Trigger"]
    for part in ('"bid_2": "5"', '"nil_2": ["3"]', '"tricks_1": "5"'):
        assert part in pressed


def test_the_sheet_shows_three_totals_with_bags_and_the_penalty(
    typed: Typed, page: Callable[..., str]
) -> None:
    typed("444 9")  # Bea declares: 5 bags
    typed("444 9")  # Carl declares: 5 bags
    typed("444 9")  # Ann declares
    typed("444 9")  # Bea again: ten bags are full
    text = page()
    assert "B Bea 70 points 0 of 10 bags" in text
    assert "−55" in text
    assert "Bea has 5 + 5 = 10 bags. 10 bags: −100" in page("hands/4/")
    assert "Bea: 125 −55 = 70" in page("hands/4/")


@pytest.mark.parametrize("rules", [{"target": 40}])
def test_a_match_that_is_won_is_settled_pair_by_pair(
    typed: Typed, page: Callable[..., str], rules: dict[str, Any]
) -> None:
    assert "for each point of difference, between every two players" in page()
    typed("462 7")
    state = page()
    for text in ("The match is over", "C won", "Bea pays Carl", "(61 − 42) × 0.05 + 1.00", "1.95"):
        assert text in state, text


def test_a_correction_form_shows_the_hand_and_the_account_follows(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor
) -> None:
    typed("45nd3 5233")
    client = client_for(organiser)
    html = client.get(address(match, "hands/1/correct/")).content.decode()
    for name, value in {"bid_1": "4", "nil_2": "3", "tricks_0": "3"}.items():
        assert re.search(rf'name="{name}" value="{value}"[^>]* checked', html), name
    sent = {"number": 1, "dealer": 0, "mode": "quick", "key": "k", "revision": 1}
    sent |= {"command": "453 8", "reason": "there was no nil"}
    assert client.post(address(match, "hands/1/correct/"), sent).status_code == 302
    page = client.get(address(match, "hands/1/")).content.decode()
    assert "there was no nil" in page
    assert "<del>Bea 4 · Carl 5, nil on the dummy · Ann 3</del>" in page
    assert Match.objects.get(pk=match.pk).totals == [32, 41, 53]


def test_undo_takes_the_hand_back(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor
) -> None:
    typed(LINE)
    undo = {"number": 1, "revision": 1, "key": "u"}
    answer = client_for(organiser).post(address(match, "undo/"), undo, follow=True)
    assert "Hand 1 was taken back." in answer.content.decode()
    assert Match.objects.get(pk=match.pk).totals == [0, 0, 0]


def test_a_stale_form_shows_both_versions_and_keeps_mine(
    match: Match, typed: Typed, scorer: User
) -> None:
    typed("453 8", user=scorer)
    answer = typed("454 8", htmx=True, number=1, dealer=0, key="mine")
    html = answer.content.decode()
    assert answer.status_code == 409
    assert html.index("Bea 4 · Carl 5 · Ann 3") < html.index("Bea 4 · Carl 5 · Ann 4")
    assert 'value="454 8"' in html
    assert "record it as hand 2" in html


def test_nils_come_along_into_another_mode(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    sent = "entry/?mode=tricks&bid_1=4&nil_1=1&nil_1=3"
    html = client_for(organiser).get(address(match, sent)).content.decode()
    for hand in "13":
        assert re.search(rf'name="nil_1" value="{hand}"[^>]* checked', html)


def test_a_hand_with_cards_is_drawn(
    typed: Typed, match: Match, organiser: User, client_for: ClientFor
) -> None:
    spades = [f"S{rank}" for rank in "AKQJT98765432"]
    typed("13 0 0", mode="full", deal_1=spades, plays_0="sa h2 c2 d2", claim="declarer")
    html = client_for(organiser).get(address(match, "hands/1/")).content.decode()
    assert 'aria-label="ace of spades, wins the trick"' in html
    assert "the dummy" in html


@pytest.mark.parametrize("mode", ["quick", "tricks", "full"])
def test_the_number_of_queries_does_not_grow_with_the_hands(
    match: Match,
    typed: Typed,
    organiser: User,
    client_for: ClientFor,
    django_assert_num_queries: DjangoAssertNumQueries,
    mode: str,
) -> None:
    client = client_for(organiser)
    typed("222 6")
    client.get(address(match), {"mode": mode})
    with django_assert_num_queries(8):
        client.get(address(match), {"mode": mode})
    for _number in range(5):
        typed("222 6")
    with django_assert_num_queries(8):
        client.get(address(match), {"mode": mode})
