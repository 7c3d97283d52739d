"""What keeps its place in every direction of writing: seats, and numbers under their headings."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect

from clubs.models import Club, User
from paper.documents.rows import PrintOptions
from paper.documents.table_cards import table_cards_printout
from press.base import Paper, render
from scoring.models import BestPlay, Match
from scoring.selectors.best_play import Ask, question_of
from scoring.services.best_play import best_play_ask, best_play_compute
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.seeing import numbers_apart
from tests.browser.test_phones import evening, let_in
from tests.held import load_once
from tests.scoring.best_play_hands import whole_hand
from tests.seeds.conftest import demo_with_standings
from tests.tournaments.conftest import match_of

pytestmark = pytest.mark.django_db(transaction=True)

CODES = ["en", "fa"]
"""One language of each direction."""

PLACES = """([frame, seats]) => {
  const around = document.querySelector(frame).getBoundingClientRect();
  const third = (at, start, length) => Math.floor((at - start) / length * 3);
  return [...document.querySelectorAll(`${frame} ${seats}`)].map(seat => {
    const box = seat.getBoundingClientRect();
    return [third(box.x + box.width / 2, around.x, around.width),
      third(box.y + box.height / 2, around.y, around.height)];
  });
}"""
CLOCKWISE = [[1, 2], [0, 1], [1, 0], [2, 1]]
"""Columns and rows of the seats from below, each to the left of the one before."""


def places(page: Page, address: str, code: str, frame: str, seats: str) -> list[list[int]]:
    """Where the seats stand, in thirds of what is around them."""
    page.goto(f"{address}?language={code}")
    page.evaluate("document.querySelectorAll('details.step').forEach(it => it.open = true)")
    places: list[list[int]] = page.evaluate(PLACES, [frame, seats])
    return places


def on_the_card(event: Any, code: str) -> list[list[int]]:
    """Where the letters of the seats stand on the card of the table."""
    with translation.override(code):
        printout = table_cards_printout(event, PrintOptions(paper=Paper.A4, site=""))
        data = render(printout.documents(), paper=printout.paper)
    text = pypdfium2.PdfDocument(data)[0].get_textpage()
    whole = text.get_text_range()
    boxes = {
        letter: text.get_charbox(index)
        for index, letter in reversed(list(enumerate(whole)))  # the plan is drawn first
        if letter in "ABCD" and not f"x{whole}x"[index : index + 3 : 2].strip("\r\n\x02 ")
    }
    assert sorted(boxes) == list("ABCD")
    middles = {key: ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for key, box in boxes.items()}
    across, up = zip(*middles.values(), strict=True)
    (left, right), (low, high) = ((min(row), max(row)) for row in (across, up))
    return [
        [round(2 * (x - left) / (right - left)), round(2 * (high - y) / (high - low))]
        for _key, (x, y) in sorted(middles.items())
    ]


def test_seats_stand_clockwise_on_phone_match_walk_and_card_in_every_language(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = evening(club, owner)
    phone = let_in(signed_in_page(None, width=390, height=844, touch=True), event, 0)
    match = match_of(event, 1, 1)
    first = places(phone, "/t/table/", "en", ".choices--players", "[class*=place-]")
    assert sorted(first) == sorted(CLOCKWISE)
    for code in CODES:
        seats = places(phone, "/t/table/", code, ".choices--players", "[class*=place-]")
        assert seats == first, f"phone, {code}"
    written = hand_record(match_id=match.pk, record=whole_hand(), author=owner)
    assert written.hand.record
    best_play_ask((question_of(ask, written.hand.record) for ask in Ask), club=club)
    for row in BestPlay.objects.filter(answer__isnull=True):
        best_play_compute(digest=row.digest)
    page = signed_in_page(owner, width=1366)
    address = reverse("match", args=[club.slug, match.pk])
    for code in CODES:
        assert places(page, address, code, ".seats", ".seat") == CLOCKWISE, f"match, {code}"
        walk = places(page, f"{address}hands/1/walk/", code, ".walk__table", ".walk__seat")
        assert walk == CLOCKWISE, f"walk, {code}"
        assert on_the_card(event, code) == CLOCKWISE, f"card, {code}"


def with_tables(club: Club) -> Iterator[str]:
    """The addresses of pages of the demo club that show tables."""
    slug = club.slug
    friday = club.events.get(name="Friday 42 night")
    tonight = club.events.get(name="Tonight at Elm Street")
    season = club.seasons.get()
    for event in club.events.all():
        yield reverse("event-standings", args=[slug, event.pk])
    for name in ("event-numbers", "event-money", "event-money-book", "event-money-transfers"):
        yield reverse(name, args=[slug, friday.pk])
    for name in ("event-entries", "event-draw", "event-projector"):
        yield reverse(name, args=[slug, tonight.pk])
    for name in ("club-numbers", "club-money", "players", "members", "documents"):
        yield reverse(name, args=[slug])
    for name in ("season", "season-ratings", "season-projector", "season-calendar"):
        yield reverse(name, args=[slug, season.pk])
    yield reverse("season-evening", args=[slug, season.pk, 3])
    yield reverse("season-member", args=[slug, season.pk, season.contenders.earliest("pk").pk])
    for player in club.players.order_by("pk")[:2]:
        yield reverse("player", args=[slug, player.pk])
        yield reverse("player-statement", args=[slug, player.pk])
        yield reverse("player-numbers", args=[slug, player.pk])
    for match in Match.objects.filter(game_of__table__round__event=friday)[:1]:
        yield reverse("match", args=[slug, match.pk])


def test_every_number_stands_under_its_heading_and_its_like_from_right_to_left(
    transactional_db: None, folder_of_run: Path, live_server: Any, signed_in_page: PageFor
) -> None:
    load_once(folder_of_run / "demo.sqlite3", demo_with_standings)
    club = Club.objects.get()
    page = signed_in_page(club.memberships.get().user, width=1366)
    apart: dict[str, list[str]] = {}
    tables = 0
    addresses = list(with_tables(club))
    for address in addresses[::6]:
        answer = page.goto(f"{address}?language=fa")
        assert answer
        assert answer.ok, address
        page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
        tables += page.locator("table").count()
        if wrong := numbers_apart(page):
            apart[address] = wrong
    assert tables > 4
    assert apart == {}


WIDTHS = """texts => texts.map(text => {
  const figure = document.createElement("span");
  figure.className = "num";
  figure.textContent = text;
  document.querySelector("main").append(figure);
  return Math.round(figure.getBoundingClientRect().width);
})"""


def test_free_text_has_the_digits_of_its_script_and_a_number_those_of_the_reader(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = evening(club, owner)
    page = signed_in_page(owner, width=1366)
    page.goto(f"{reverse('event-settings', args=[club.slug, event.pk])}?language=fa")
    name, number = page.locator("[name=name]"), page.locator("[name=tables_in_room]")
    first_face = "element => getComputedStyle(element).fontFamily.split(',')[0]"
    name.fill("Friday 42")
    assert name.evaluate("element => element.matches(':dir(ltr)')")
    assert "Persian digits" not in name.evaluate(first_face)
    assert "Persian digits" in number.evaluate(first_face)
    name.fill("شب 42")
    assert name.evaluate("element => element.matches(':dir(rtl)')")
    widths = page.evaluate(WIDTHS, ["1111", "4444", "۰۰۰۰"])
    assert len(set(widths)) == 1, widths
    assert "Persian digits" in name.evaluate(first_face)


DIGIT_FACES = """element => [...element.childNodes].flatMap(node => {
  const inside = node.nodeType === Node.TEXT_NODE ? element : node;
  const face = getComputedStyle(inside).fontFamily.split(",")[0];
  return (node.textContent.match(/[0-9]+/g) ?? []).map(digits => [digits, face.includes("digits")]);
})"""
"""Which digits of a text are shown in those of the language."""


def test_a_name_in_a_message_has_its_own_digits_and_a_number_those_of_the_reader(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    owner.language = "fa"
    owner.save()
    page = signed_in_page(owner, width=1366)
    page.goto(reverse("players-paste", args=[club.slug]))
    most = club.players.model._meta.get_field("name").max_length
    page.locator("[name=text]").fill(f"R2 Nova{'k' * (most or 0)}")
    page.locator("[name=text]").evaluate("box => box.form.requestSubmit()")
    refusal = page.locator(".errorlist li")
    expect(refusal).to_be_visible()
    page.wait_for_load_state()  # its styles too
    assert sorted(refusal.evaluate(DIGIT_FACES)) == [["2", False], [str(most), True]]
