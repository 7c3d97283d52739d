"""A hand piece by piece in a browser: keys, steps without a new page, nothing that sticks out."""

import os
import re

import pytest
from playwright.sync_api import expect

from clubs.models import Club, User
from clubs.services.players import player_add
from scoring.models import BestPlay
from scoring.selectors.best_play import Ask, question_of
from scoring.services.best_play import best_play_ask, best_play_compute
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.seeing import contrast_violations, sticks_out, violations
from tests.scoring.best_play_hands import whole_hand
from tests.scoring.matches import match_create

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_hand_is_walked_through_by_keys_and_buttons(
    club: Club, organiser: User, signed_in_page: PageFor
) -> None:
    players = [player_add(club=club, name=name) for name in ("Ann", "Bea", "Carl", "Dan")]
    match = match_create(club=club, game="texas42", rules={}, stakes=None, players=players)
    written = hand_record(match_id=match.pk, record=whole_hand(), author=organiser)
    assert written.hand.record
    best_play_ask((question_of(ask, written.hand.record) for ask in Ask), club=club)
    for row in BestPlay.objects.filter(answer__isnull=True):
        best_play_compute(digest=row.digest)
    address = f"/c/{club.slug}/matches/{match.pk}/hands/1/walk/"
    for width, dark in ((390, False), (1366, True)):
        page = signed_in_page(organiser, width=width, height=844, dark=dark)
        page.goto(address)
        page.keyboard.press("ArrowRight")
        page.locator("text=1 / 28").wait_for()
        page.keyboard.press("ArrowDown")
        page.locator("text=4 / 28").wait_for()
        page.locator("#walk-on").click()
        page.locator("text=5 / 28").wait_for()
        expect(page).to_have_url(re.compile("step=5$"))
        expect(page.locator("#walk-on")).to_be_focused()
        page.go_back()
        page.locator("text=4 / 28").wait_for()
        for button in page.locator("a.walk__step").all():
            box = button.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44
        page.locator("a[href*='line=1']").first.click()
        page.locator("text=Best play instead").wait_for()
        assert sticks_out(page) <= 0
        assert violations(page) == []
        assert contrast_violations(page) == []
        if folder := os.environ.get("SHOTS"):
            page.screenshot(path=f"{folder}/walk-{width}.png", full_page=True)
