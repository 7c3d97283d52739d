"""What the entry pages of all games share, in Chromium: keys counted, mended, told, and offline."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from clubs.models import Club, User
from clubs.services.players import player_add
from scoring.models import Hand, Match
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.match_page import COUNT_KEYS, line_of, opened
from tests.browser.seeing import objections_at, violations
from tests.games.spades import spades_hand
from tests.rules.pandoeren.dealing import full_hand
from tests.scoring.conftest import NAMES, quick
from tests.scoring.matches import match_create
from tests.scoring.views.conftest import address
from tests.scoring.views.test_dummy_spades import STAKES as SPADES_STAKES

PLACES = ["", "?mode=tricks", "?mode=full", "hands/1/", "hands/1/correct/"]
"""The match, ways to enter a hand, a hand and its correction."""


@dataclass(frozen=True, slots=True)
class Typing:
    """How hands of a game are typed.

    ``results`` are what the verdicts of ``lines`` say of ``key``, ``totals`` those of the match
    after them. ``alone`` is typed without a network; ``shown`` is then in the list of hands, and
    ``totals_alone`` those of the match. Of ``slip``, which is wrong at ``field`` for the reason
    ``problem``, the last key is taken back and ``mended`` typed.
    """

    lines: Sequence[str]
    keys_most: int
    key: str
    results: Sequence[Any]
    next_title: str
    score: str
    totals: Sequence[int]
    alone: str
    shown: str
    totals_alone: Sequence[int]
    slip: str
    field: str
    problem: str
    mended: str
    help: Sequence[str]
    rules: Mapping[str, Any]
    stakes: Mapping[str, str]
    hand: Callable[[], dict[str, Any]]


def pandoeren_hand() -> dict[str, Any]:
    """A whole hand, as a match records it."""
    full = full_hand(Random(961), dealer=0)
    return {key: full[key] for key in full if key not in {"format", "game", "rules"}}


GAMES = {
    "texas42": Typing(
        lines=["b305m", "p", "c1mns", "d31628"],
        keys_most=7,
        key="outcome",
        results=["made", "passed_out", "set", "set"],
        next_title="Ann shakes",
        score="2",
        totals=[1, 2],
        alone="b305m",
        shown="fives",
        totals_alone=[0, 1],
        slip="b30d",
        field="contract",
        problem="What may be named",
        mended="5m",
        help=["everybody passed"],
        rules={},
        stakes={"currency": "USD", "per_mark": "0.25", "per_set": "1.00"},
        hand=lambda: quick(dealer=0, bidder=0),
    ),
    "pandoeren": Typing(
        lines=["b15hsadm", "p", "cmisf", "dksam"],
        keys_most=10,
        key="outcome",
        results=["made", "passed_out", "set", "made"],
        next_title="Ann deals",
        score="4",
        totals=[2, 2, -3, 4],
        alone="b15hsadm",
        shown="hearts",
        totals_alone=[0, 2, 0, 2],
        slip="b15hsam",
        field="partner",
        problem="Who has the called card?",
        mended="dm",
        help=["b15hsadm", "stil praatje", "pd40", "everybody passed"],
        rules={},
        stakes={"currency": "EUR", "per_point": "0.10"},
        hand=pandoeren_hand,
    ),
    "dummy_spades": Typing(
        lines=["453 8", "4535233", "45n3 523"],
        keys_most=10,
        key="declarer",
        results=[2, 0, 1],
        next_title="Ann deals",
        score="of 10 bags",
        totals=[126, 26, 32],
        alone="45nd3 5233",
        shown="nil on the dummy",
        totals_alone=[35, 44, -50],
        slip="45n3 8",
        field="tricks_1",
        problem="enter the tricks of each hand",
        mended="523",
        help=["5 and nil on the dummy"],
        rules={"preset": "flip_1"},
        stakes=SPADES_STAKES,
        hand=lambda: spades_hand(["4", ("5", [3]), "3"], dealer=0, tally={"tricks": [3, 5, 2, 3]}),
    ),
}
IN_TURN = [
    pytest.param(game, marks=[] if game == "texas42" else [pytest.mark.nightly]) for game in GAMES
]
"""What one script does for all games is tried in one of them every day."""


@pytest.fixture
def match(live_server: Any, club: Club, game: str) -> Match:
    names = NAMES[: 3 + (game != "dummy_spades")]
    return match_create(
        club=club,
        game=game,
        rules=GAMES[game].rules,
        stakes=GAMES[game].stakes,
        players=[player_add(club=club, name=name) for name in names],
        label="Table 1",
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_practised_organiser_needs_few_keys_a_hand(
    game: str, match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    typing = GAMES[game]
    page = signed_in_page(organiser)
    opened(page, match)
    page.evaluate(COUNT_KEYS)
    for number, line in enumerate(typing.lines, start=1):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        expect(page.locator("#entry-title")).to_contain_text(f"Hand {number + 1}")
        expect(line_of(page)).to_be_focused()
        expect(line_of(page)).to_have_value("")
        assert page.evaluate("pressed") <= typing.keys_most
        page.evaluate("pressed = 0")
    hands = Hand.objects.order_by("number")
    assert [hand.verdict[typing.key] for hand in hands] == typing.results
    expect(page.locator("#entry-title")).to_contain_text(typing.next_title)
    expect(page.locator("#match-score")).to_contain_text(typing.score)
    assert Match.objects.get(pk=match.pk).totals == typing.totals


@pytest.mark.parametrize("game", IN_TURN)
def test_a_problem_keeps_the_line_and_the_focus_for_mending(
    game: str, match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    typing = GAMES[game]
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.type(typing.slip)
    page.keyboard.press("Enter")
    expect(page.locator(f"#id_{typing.field}_error")).to_contain_text(typing.problem)
    expect(line_of(page)).to_have_value(typing.slip)
    expect(line_of(page)).to_be_focused()
    page.keyboard.press("Backspace")
    page.keyboard.type(typing.mended)
    page.keyboard.press("Enter")
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")


@pytest.mark.parametrize("game", IN_TURN)
def test_the_keys_are_told_on_a_question_mark(
    game: str, match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    opened(page, match)
    page.keyboard.press("?")
    for words in GAMES[game].help:
        expect(page.get_by_role("dialog")).to_contain_text(words)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(line_of(page)).to_be_focused()
    expect(line_of(page)).to_have_value("")


@pytest.mark.parametrize("game", IN_TURN)
def test_a_hand_typed_without_a_network_is_sent_as_soon_as_there_is_one(
    game: str, match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    typing = GAMES[game]
    page = signed_in_page(organiser)
    opened(page, match)
    page.context.set_offline(True)
    page.keyboard.type(typing.alone)
    page.keyboard.press("Enter")
    expect(page.locator("[data-outbox]")).to_contain_text("1 hand waiting")
    expect(line_of(page)).to_have_value(typing.alone)
    assert not Hand.objects.exists()
    page.context.set_offline(False)
    expect(page.locator("#entry-title")).to_contain_text("Hand 2")
    expect(page.locator("[data-outbox]")).to_be_hidden()
    expect(page.locator("#match-hands")).to_contain_text(typing.shown)
    assert Match.objects.get(pk=match.pk).totals == typing.totals_alone


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_in_anybody_s_way(
    game: str, match: Match, organiser: User, signed_in_page: PageFor
) -> None:
    match.seats.filter(number=1).update(name="Bea Underwood-Featherstonehaugh")
    hand_record(match_id=match.pk, record=GAMES[game].hand(), author=organiser)
    page = signed_in_page(organiser)
    assert objections_at(page, [address(match, place) for place in PLACES]) == {}
