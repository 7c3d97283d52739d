"""What htmx and a little script add to the pages of people and documents."""

import re
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from clubs.models import Club, User
from clubs.services.players import player_add
from jobs.models import Job, JobState
from paper.documents.rows import PRINT
from tests.browser.conftest import PageFor


@pytest.fixture
def waiting(club: Club, organiser: User) -> Job:
    """A document that no worker has taken yet."""
    return Job.objects.create(
        club=club, kind=PRINT, title="Friday", requested_by=organiser, sent_at=timezone.now()
    )


def test_namesakes_appear_while_a_name_is_typed(
    club: Club, organiser: User, signed_in_page: PageFor
) -> None:
    player_add(club=club, name="Ann Lee", note="Abilene")
    page = signed_in_page(organiser)
    page.goto(reverse("players", args=[club.slug]))
    page.get_by_label("Name", exact=True).press_sequentially("ann l")
    expect(page.locator("#namesakes")).to_contain_text("Ann Lee Abilene")
    page.get_by_label("Name", exact=True).fill("Zoe")
    expect(page.locator("#namesakes")).to_be_empty()


def test_the_roster_narrows_while_one_types_and_the_address_keeps_it(
    club: Club, organiser: User, signed_in_page: PageFor
) -> None:
    for name in ("Ann Lee", "Bea Ortiz"):
        player_add(club=club, name=name)
    page = signed_in_page(organiser)
    page.goto(reverse("players", args=[club.slug]))
    find = page.locator("main").get_by_role("searchbox")
    find.press_sequentially("bea")
    expect(page.get_by_role("link", name="Ann Lee")).to_have_count(0)
    expect(page.get_by_role("link", name="Bea Ortiz", exact=True)).to_be_visible()
    expect(find).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?q=bea$"))


def test_a_note_is_asked_for_only_where_somebody_new_is_meant(
    club: Club, organiser: User, signed_in_page: PageFor
) -> None:
    player_add(club=club, name="Ann Lee")
    page = signed_in_page(organiser, width=360)
    page.goto(reverse("players-paste", args=[club.slug]))
    page.get_by_label("Names, one per line").fill("Ann Lee")
    page.get_by_role("button", name="Preview").press("Enter")
    note = page.get_by_label("Note for the new player")
    expect(note).to_be_hidden()
    page.get_by_label("the same person: Ann Lee").press("ArrowDown")
    note.fill("Waco")
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_text("1 player added.")).to_be_visible()


def test_a_document_follows_its_making_and_leaves_the_focus_where_it_is(
    club: Club, organiser: User, waiting: Job, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    page.goto(reverse("documents", args=[club.slug]))
    cancel = page.get_by_role("button", name="Cancel")
    cancel.focus()
    Job.objects.update(state=JobState.RUNNING, done=11, total=28)
    expect(page.get_by_text("11 / 28")).to_be_visible()
    expect(cancel).to_be_focused()
    Job.objects.update(state=JobState.DONE)
    expect(page.get_by_role("link", name="Download Friday")).to_be_visible()


def test_a_document_is_cancelled_in_its_place(
    club: Club, organiser: User, waiting: Job, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    page.goto(reverse("documents", args=[club.slug]))
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_text("cancelled")).to_be_visible()
    waiting.refresh_from_db()
    assert waiting.state == JobState.CANCELLED


def test_a_page_whose_session_has_ended_goes_to_signing_in_and_knows_the_way_back(
    club: Club, organiser: User, waiting: Job, signed_in_page: PageFor
) -> None:
    page = signed_in_page(organiser)
    page.goto(reverse("documents", args=[club.slug]))
    Session.objects.all().delete()
    page.wait_for_url(f"**{reverse('sign-in')}?next={reverse('documents', args=[club.slug])}")
    page.get_by_label("Username").fill("organiser")
    page.get_by_label("Password").fill("a long enough word")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Documents", exact=True)).to_be_visible()


def test_a_secret_is_copied_with_one_press(
    owner: User, club: Club, signed_in_page: PageFor
) -> None:
    page: Any = signed_in_page(owner)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(reverse("tokens"))
    page.get_by_label("What it is for").fill("Board")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Copy").press("Enter")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    secret = page.get_by_label("Token", exact=True).input_value()
    assert page.evaluate("navigator.clipboard.readText()") == secret


@pytest.mark.parametrize(
    ("username", "seen"), [("owner", "Not saved yet"), ("somebody-new", "shown only once")]
)
def test_on_a_phone_the_answer_to_a_form_is_in_sight(
    username: str, seen: str, owner: User, club: Club, signed_in_page: PageFor
) -> None:
    for number in range(8):
        user = User.objects.create_user(f"member{number}")
        club.memberships.create(user=user)
    page = signed_in_page(owner, width=360, height=640)
    page.goto(reverse("members", args=[club.slug]))
    page.get_by_label("User name").fill(username)
    page.keyboard.press("Enter")
    expect(page.get_by_text(seen)).to_be_in_viewport()
