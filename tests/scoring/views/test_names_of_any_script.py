"""A name written from right to left leaves what stands beside it in a sentence in its place."""

import pytest
from django.utils import translation

from clubs.models import Club, User
from clubs.services.players import player_add
from core.text import isolated
from games.wording import isolated_names
from scoring.models import Match
from scoring.services.hands import hand_correct
from tests.conftest import ClientFor
from tests.scoring.conftest import Recorded, quick
from tests.scoring.matches import match_create
from tests.scoring.views.conftest import address

pytestmark = pytest.mark.django_db


NAMES = ["Zoë", "李小龍", "محمد الأمين", "Ольга"]
FENCED = "\u2068محمد الأمين\u2069"


@pytest.fixture
def match(club: Club) -> Match:
    players = [player_add(club=club, name=name) for name in NAMES]
    return match_create(
        club=club, game="texas42", players=players, rules={}, stakes=None, label="Table 1"
    )


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoë", "Zoë"),
        ("李小龍", "李小龍"),
        ("राम शर्मा", "राम शर्मा"),
        ("דוד כהן", "\u2068דוד כהן\u2069"),
        ("محمد الأمين", FENCED),
        ("Ann אן", "\u2068Ann אן\u2069"),
    ],
)
def test_only_names_that_run_to_the_left_are_fenced_off(name: str, shown: str) -> None:
    assert list(isolated_names([name])) == [shown]


@pytest.mark.parametrize("text", ["Zoë", "محمد الأمين", "-7.59 EUR", "K7Q-2MX"])
def test_names_amounts_and_codes_are_fenced_off_on_a_page_read_from_the_right(text: str) -> None:
    with translation.override("fa"):
        assert isolated(text) == f"\u2068{text}\u2069"


def test_a_hand_is_told_with_its_figures_in_their_place(
    match: Match, recorded: Recorded, organiser: User, client_for: ClientFor
) -> None:
    recorded(match, bidder=2, bid="31")
    hand_correct(
        match_id=match.pk,
        number=1,
        revision=1,
        record=quick(dealer=0, bidder=2, bid="31", made=False),
        author=organiser,
        reason="misread",
    )
    html = client_for(organiser).get(address(match, "hands/1/")).content.decode()
    for line in (
        f"{FENCED}, 31, fives: set",
        f"Recorded: {FENCED}, 31, fives: made",
        f"Corrected to: {FENCED}, 31, fives: set",
        f"<dd>{FENCED}, 31",
    ):
        assert line in html


def test_a_hand_just_recorded_is_told_with_its_figures_in_their_place(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    line = {"number": 1, "dealer": 0, "key": "k", "mode": "quick", "command": "c315m"}
    client = client_for(organiser)
    note = f"{FENCED}, 31, fives: made"
    assert note in client.post(address(match, "preview/"), line).content.decode()
    answer = client.post(address(match, "hands/"), line, headers={"HX-Request": "true"})
    assert f"Hand 1: {note}" in answer.content.decode()
