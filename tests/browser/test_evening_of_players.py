"""An evening of single players run by an organiser, from the new event to the standings."""

import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings as site
from django.test import override_settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from playwright.sync_api import Page, expect

from clubs.models import Club, User
from tests.browser.conftest import PageFor
from tests.browser.seeing import broken_words, sticks_out, violations
from tests.tournaments.single import called, misere, play, spades
from tournaments.events.models import Event
from tournaments.events.services.standings import standings_refresh

PEOPLE = ["Ann", "Femke", "Cleo", "Jan van der Meer-Oosterhuis", "پریسا", "花子", "Gus", "Hal"]
EVENINGS = [
    pytest.param("en", "pandoeren", 1280, False, marks=pytest.mark.nightly),
    pytest.param("en", "dummy_spades", 360, True, marks=pytest.mark.nightly),
    ("fa", "pandoeren", 360, False),
    pytest.param("ja", "dummy_spades", 1280, True, marks=pytest.mark.nightly),
]
LABELS = {"pandoeren": "Pandoeren", "dummy_spades": "Dummy-Hand Spades"}
KINDS = {"pandoeren": "Pandoeren evening", "dummy_spades": "Spades evening"}
LANGUAGES = [("en", "English"), ("fa", "Persian"), ("ja", "Japanese")]


@pytest.fixture(scope="module", autouse=True)
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The site offers the languages, with their catalogues as they are now."""
    folder = tmp_path_factory.mktemp("locale")
    for code, _name in LANGUAGES[1:]:
        source = Path(site.BASE_DIR) / "locale" / code / "LC_MESSAGES/django.po"
        compiled = folder / code / "LC_MESSAGES/django.mo"
        compiled.parent.mkdir(parents=True)
        polib.pofile(str(source)).save_as_mofile(str(compiled))
    with override_settings(LANGUAGES=LANGUAGES, LOCALE_PATHS=[folder]):
        yield


def said(text: str, **values: object) -> str:
    """A text of the page as its reader sees it, in one line."""
    return " ".join((_(text) % values).split())


def opened(page: Page, name: str) -> None:
    """Follow a tab of the event."""
    tabs = page.get_by_role("navigation", name=said("This event"))
    tabs.get_by_role("link", name=name).click()


def seen(page: Page, language: str) -> None:
    """Nothing sticks out; what the other test of all pages sees in English alone is right here."""
    assert sticks_out(page) == 0
    assert broken_words(page) == []
    if language != "en":
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert violations(page) == []


@pytest.mark.parametrize(("language", "game", "width", "dark"), EVENINGS)
def test_an_evening_is_set_up_drawn_and_played(
    language: str,
    game: str,
    width: int,
    dark: bool,
    club: Club,
    organiser: User,
    signed_in_page: PageFor,
) -> None:
    page = signed_in_page(organiser, width=width, dark=dark)
    page.context.add_cookies(
        [{"name": site.LANGUAGE_COOKIE_NAME, "value": language, "url": page_url(page)}]
    )
    with translation.override(language):
        evening_runs(page, language, game, club, organiser)


def page_url(page: Page) -> str:
    """The address of the site, which cookies are for."""
    page.goto("/healthz")
    return page.url


def at_other_widths(page: Page, language: str) -> None:
    """A page as tablets show it, upright and narrower still."""
    for width in (820, 700):
        page.set_viewport_size({"width": width, "height": 800})
        seen(page, language)


def evening_runs(page: Page, language: str, game: str, club: Club, organiser: User) -> None:
    page.goto(reverse("event-new", args=[club.slug]))
    page.get_by_role("radio", name=said(LABELS[game])).check()
    expect(page.locator("#new-event")).to_have_attribute("action", re.compile(f"game={game}"))
    name = page.get_by_label(said("Name"), exact=True)
    expect(name).to_have_value(re.compile(rf"^{KINDS[game]}, " if language == "en" else r"\S"))
    seen(page, language)
    page.get_by_role("button", name=said("Create event")).click()

    page.get_by_role("link", name=said("Paste a list")).click()
    page.locator("main textarea").fill("\n".join(PEOPLE))
    page.locator("main form button.button--primary").click()
    expect(page.get_by_role("status").first).to_contain_text(
        ngettext("%(count)d player entered.", "%(count)d players entered.", 8) % {"count": 8}
    )
    page.get_by_role("link", name=said("Go to the draw")).click()
    page.get_by_role("button", name=said("Draw the rounds")).click()
    page.get_by_role("button", name=said("Begin round %(number)s", number=1)).click()
    expect(page.get_by_role("status").first).to_contain_text(
        said(
            "Round %(number)d has begun. The player named first at each table deals first.",
            number=1,
        )
    )
    seen(page, language)
    desk, screen = page.url, page.viewport_size
    page.get_by_role("link", name=said("Type results")).click()
    at_other_widths(page, language)
    page.goto(desk)
    assert screen
    page.set_viewport_size(screen)
    first = page.locator(".hall__table").first
    names = [text for text in first.locator("bdi").all_inner_texts() if text in PEOPLE]
    assert len(names) == (4 if game == "pandoeren" else 3)

    event = Event.objects.get()
    match = event.rounds.get(number=1).tables.get(number=1).games.get().match
    assert [seat.name for seat in match.seats.all()] == names
    if game == "pandoeren":
        play(match, organiser, lambda d: called(d, 1, 3), lambda d: misere(d, 0, made=False))
        totals = ["−3", "1", "0", "1"]
    else:
        play(match, organiser, lambda d: spades(d, (7, 5, 6), (4, 3, 2, 4)))
        totals = ["71", "50", "−60"]
    expect(first.locator(".hall__score bdi")).to_have_text(totals)  # the page refreshes itself
    page.goto(reverse("match", args=[club.slug, match.pk]))
    at_other_widths(page, language)
    page.goto(desk)
    page.set_viewport_size(screen)

    standings_refresh(event_id=event.pk)
    opened(page, said("Standings"))
    expect(page.get_by_role("heading", name=said("Who sat with whom"))).to_be_visible()
    column = page.get_by_role("row").filter(has_text=names[1]).first
    expect(column).to_contain_text(totals[1])
    seen(page, language)
