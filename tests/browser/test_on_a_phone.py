"""The main pages on a phone in a language of words longer by a third: nothing is cut off."""

from itertools import cycle
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import resolve, reverse
from playwright.sync_api import Page, expect

from clubs.models import Club
from games import PRESENTERS
from tests.browser.conftest import PageFor
from tests.browser.seeing import sticks_out, texts_astray
from tests.browser.test_directions import with_tables
from tests.browser.test_every_page import friday_match
from tests.held import load_once
from tests.seeds.conftest import demo_with_standings
from tests.seeds.pseudo import CODE, spoken
from tournaments.events.models import EventState

# Boxes that are wider inside than outside, where nothing around them scrolls; what is shortened
# with an ellipsis, and what is there for ears alone, as the names of menus, is meant so.
CUT = """() => {
    const styled = (one, wanted) => {
        for (let at = one; at; at = at.parentElement) if (wanted(getComputedStyle(at))) return true;
        return false;
    };
    const meant = style => ["auto", "scroll"].includes(style.overflowX)
        || style.textOverflow === "ellipsis" || style.clipPath !== "none";
    return [...document.querySelectorAll("main *, header *, footer *")].filter(one =>
        one.checkVisibility() && !one.closest("svg, input, select, textarea")
        && !one.matches(":has(> .menu), .menu")
        && getComputedStyle(one).display !== "inline"
        && one.scrollWidth > one.clientWidth + 1 && !styled(one, meant)
    ).map(one => `${one.tagName} .${one.className}: ${one.innerText.slice(0, 40)}`);
}"""

UNFOLD = "document.querySelectorAll('details:not(.menu)').forEach(it => it.open = true)"


@pytest.fixture
def demo(transactional_db: None, folder_of_run: Path) -> Club:
    load_once(folder_of_run / "demo.sqlite3", demo_with_standings)
    return Club.objects.get()


def pages_of(club: Club) -> list[str]:
    """The pages that most people see."""
    evenings = {event.name: event.pk for event in club.events.all()}
    tonight, friday = evenings["Tonight at Elm Street"], evenings["Friday 42 night"]
    names = ("entries", "settings", "rules", "prints", "desk", "phones", "money-door")
    over = friday_match(club.events.get(pk=friday))
    season = club.seasons.get().pk
    return [
        *(reverse(name, args=[club.slug]) for name in ("events", "event-new", "players")),
        *(reverse(name, args=[club.slug]) for name in ("members", "club-settings")),
        reverse("event", args=[club.slug, tonight]),
        *(reverse(f"event-{name}", args=[club.slug, tonight]) for name in names),
        *(reverse("event-standings", args=[club.slug, pk]) for pk in (tonight, friday)),
        reverse("event-bracket", args=[club.slug, evenings["Autumn Doubles"]]),
        reverse("event-money", args=[club.slug, friday]),
        reverse("match", args=[club.slug, over.pk]),
        reverse("player", args=[club.slug, club.players.get(name="Ada Novak").pk]),
        reverse("club-numbers", args=[club.slug]),
        reverse("event-compared", args=[club.slug, evenings["The same twelve deals"]]),
        reverse("hand-correct", args=[club.slug, over.pk, 1]),
        *(reverse(name, args=[club.slug, season]) for name in ("season", "season-calendar")),
    ]


def cut_off(page: Page, address: str) -> list[str]:
    page.goto(address)
    expect(page.locator("main")).to_contain_text("⟦")
    page.evaluate(UNFOLD)
    wide = sticks_out(page)
    return [*([f"{wide} px too wide"] if wide > 0 else []), *page.evaluate(CUT)]


def test_nothing_is_cut_off_on_a_phone(demo: Club, signed_in_page: PageFor, tmp_path: Path) -> None:
    with spoken(tmp_path / "locale"):
        page = signed_in_page(demo.memberships.get().user, width=390)
        page.goto("/healthz")
        page.context.add_cookies(
            [{"name": settings.LANGUAGE_COOKIE_NAME, "value": CODE, "url": page.url}]
        )
        cuts = {address: cut for address in pages_of(demo) if (cut := cut_off(page, address))}
    assert cuts == {}, "\n".join(f"{where}: {cut}" for where, cut in cuts.items())


OPEN_ALL = "document.querySelectorAll('details:not(.menu)').forEach(it => it.open = true)"
CODES = [code for code, _name in settings.LANGUAGES if code != "fa-latn"]


def one_of_each_kind(addresses: list[str]) -> list[str]:
    """The first page of each view."""
    kinds = {resolve(address).view_name: address for address in reversed(addresses)}
    return list(kinds.values())


def test_no_text_overprints_another_and_every_value_is_nearest_to_its_own_name(
    demo: Club, signed_in_page: PageFor
) -> None:
    """The languages take turns."""
    addresses = list(dict.fromkeys([*pages_of(demo), *with_tables(demo)]))
    played = demo.matches.filter(hand_count__gt=3)
    matches = [
        played.filter(game=game).earliest("pk").pk
        for game in PRESENTERS
        if played.filter(game=game)
    ]
    addresses = [
        *(reverse("match", args=[demo.slug, match]) for match in matches),
        *one_of_each_kind(addresses),
    ]
    page = signed_in_page(demo.memberships.get().user, width=390)
    astray: dict[str, list[str]] = {}
    for address, code in zip(addresses, cycle(CODES), strict=False):
        page.goto(f"{address}?language={code}")
        page.evaluate(OPEN_ALL)
        if wrong := texts_astray(page):
            astray[f"{address} {code}"] = wrong
    assert astray == {}


def test_on_a_laptop_no_score_of_any_game_overprints_a_name(
    demo: Club, signed_in_page: PageFor
) -> None:
    page = signed_in_page(demo.memberships.get().user, width=1366)
    over = demo.events.filter(state=EventState.FINISHED)
    events = [over.filter(game=game).earliest("pk") for game in PRESENTERS]
    astray: dict[str, list[str]] = {}
    for event in events:
        page.goto(reverse("event", args=[demo.slug, event.pk]))
        page.evaluate(OPEN_ALL)
        if wrong := texts_astray(page):
            astray[event.name] = wrong
    assert astray == {}
