"""Every address of the site's own web server, opened by everybody in Chromium.

An organiser, a scorer, a guest on a phone at a table and somebody without an account ask for all of
them. What is a page to them is opened: the console stays empty, on a laptop and on a phone, for
eyes, ears and fingers.
"""

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings as of_tests
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from archive.arrivals import INSPECT
from archive.orders import ARCHIVE
from clubs.models import Club, Membership, User
from clubs.roles import Role
from feeds.models import Webhook
from jobs.models import Job, JobState
from jobs.services import job_order
from leagues.models import Season
from paper.documents.rows import PRINT
from tests.browser.seeing import SCREENS, objections
from tests.browser.test_every_page import drawn_event, friday_match, warning
from tests.browser.test_phones import wait_for_worker_copy
from tests.held import load_once
from tests.seeds.conftest import demo_with_standings, standings_bring
from tests.seeds.test_every_address import READ, address_by, document_made, keys_brought, player_of
from tests.system.site import Site, serving
from tournaments.events.models import Event, WhoWrites
from tournaments.phones.selectors.table_access import sitters_at, table_path

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="copies the database file")

ALONE = ("Changing partners", "Pandoeren on Saturday", "Spades triangles")
WORD = "a long enough word"
OF_GUESTS = {
    *("phone", "phone-live", "phone-standings", "phone-offline", "phone-news"),
    *("public-evening-live", "public-hands", "public-scorecard"),
}
"""For a phone that was let in, or on which somebody has said who they are."""
NOT_OURS = {"api-docs"}
"""The page of a library; for eyes and ears there is the reference at ``/api/``."""
PAGES_OF_API = {"api-root", "api-reference", "api-docs"}
NO_PAGE = re.compile(r"^(api-|schema|archive-schema)|-(file|print|photograph|paper)$")
"""Answers that no browser opens; ``tests/seeds/test_every_address.py`` asks for each in process."""
OPENED = {200, 204, 302}
REFUSED = {401, 403, 404}


def pages_of(club: Club) -> Iterator[str]:
    """The addresses of all pages that show something of their own."""
    tonight = club.events.get(name="Tonight at Elm Street")
    friday = club.events.get(name="Friday 42 night")
    draft = club.events.get(name="Hall")
    doubles = club.events.get(name="Autumn Doubles")
    for name in ("your-clubs", "tokens", "password", "club-new"):
        yield reverse(name)
    for name in ("club", "events", "event-new", "players", "players-paste", "documents", "members"):
        yield reverse(name, args=[club.slug])
    yield reverse("club-settings", args=[club.slug])
    yield reverse("club-archives", args=[club.slug])
    yield reverse("arrival-new")
    for arrival in Job.objects.filter(kind=INSPECT):
        yield reverse("arrival", args=[arrival.pk])
    yield reverse("member-player", args=[club.slug, club.memberships.get().pk])
    player = club.players.earliest("pk")
    for name in ("player", "player-edit"):
        yield reverse(name, args=[club.slug, player.pk])
    yield reverse(
        "document", args=[club.slug, club.jobs.filter(kind=PRINT).latest("created_at").pk]
    )
    for name in ("event", "event-draw", "event-standings", "event-decisions", "event-projector"):
        for event in (tonight, friday, draft, doubles):
            yield reverse(name, args=[club.slug, event.pk])
    for name in ("event-entries", "event-seeds", "event-settings", "event-rules", "event-prints"):
        for event in (tonight, draft):
            yield reverse(name, args=[club.slug, event.pk])
    for name in ("event-entries-paste", "event-entries-draw"):
        yield reverse(name, args=[club.slug, tonight.pk])
    for name in ("event-bracket", "event-prints", "event-settings"):
        yield reverse(name, args=[club.slug, doubles.pk])
    yield reverse("event-bracket", args=[club.slug, draft.pk])
    yield reverse("entry-substitute", args=[club.slug, tonight.pk, 1])
    yield reverse("round-plan", args=[club.slug, tonight.pk, 4])
    yield reverse("round-results", args=[club.slug, tonight.pk, 3])
    yield reverse("event-numbers", args=[club.slug, friday.pk])
    yield reverse("club-numbers", args=[club.slug])
    yield reverse("club-numbers-of", args=[club.slug, "pandoeren"])
    yield from pages_of_single_players(club)
    yield from pages_of_money(club, friday, draft)
    yield reverse("event-money-door", args=[club.slug, tonight.pk])
    yield from pages_of_season(club.seasons.get())
    over = friday_match(friday)
    for match in (over, tonight.rounds.get(number=3).tables.get(number=2).games.get().match):
        yield reverse("match", args=[club.slug, match.pk])
    yield reverse("hand", args=[club.slug, over.pk, 1])
    yield reverse("hand-correct", args=[club.slug, over.pk, 1])


def pages_of_season(season: Season) -> Iterator[str]:
    """A season as everybody sees it, as its secretary does, and somebody's own page."""
    slug = season.club.slug
    yield reverse("seasons", args=[slug])
    yield reverse("season-new", args=[slug])
    for name in ("season", "season-projector", "season-ratings", "season-calendar"):
        yield reverse(name, args=[slug, season.pk])
    for name in ("season-members", "season-members-paste", "season-settings", "season-next"):
        yield reverse(name, args=[slug, season.pk])
    for number in (3, 7):
        yield reverse("season-evening", args=[slug, season.pk, number])
    seldom = season.contenders.get(player__name="Frank Castillo")
    yield reverse("season-member", args=[slug, season.pk, seldom.pk])


def pages_of_single_players(club: Club) -> Iterator[str]:
    """Where an evening of single players looks other than one of pairs."""
    yield reverse("event-new", args=[club.slug]) + "?game=pandoeren"
    for event in club.events.filter(name__in=ALONE):
        for name in ("event", "event-draw", "event-standings", "event-prints", "event-projector"):
            yield reverse(name, args=[club.slug, event.pk])
    for name in ("event-entries", "event-entries-paste", "event-settings", "event-decisions"):
        yield reverse(name, args=[club.slug, club.events.get(name=ALONE[0]).pk])
    for event in club.events.filter(name__in=ALONE[1:]):
        yield reverse("event-rules", args=[club.slug, event.pk])
        yield reverse("entry-substitute", args=[club.slug, event.pk, 1])


def pages_of_money(club: Club, with_money: Event, without_money: Event) -> Iterator[str]:
    """The treasurer's pages of an event whose money is kept, and of one whose is not."""
    yield reverse("club-money", args=[club.slug])
    yield reverse("book-money", args=[club.slug, club.books.get(name="Winter").pk])
    for key in with_money.money.book.accounts.filter(player__isnull=False).values_list("player")[
        :1
    ]:
        yield reverse("player-statement", args=[club.slug, *key])
    for name in ("", "-door", "-transfers", "-prizes", "-book", "-setup"):
        yield reverse(f"event-money{name}", args=[club.slug, with_money.pk])
    yield reverse(
        "event-money-pot", args=[club.slug, with_money.pk, with_money.money.side_pots.get().pk]
    )
    yield reverse("event-money", args=[club.slug, without_money.pk])


@pytest.fixture
def folder(tmp_path: Path, prepared: Path, settings: Any) -> Path:
    """The data folder of a site, which the fixtures here fill."""
    data = tmp_path / "data"
    shutil.copytree(prepared, data)
    settings.JOB_ROOT = data / "jobs"
    return data


@pytest.fixture
def demo(transactional_db: None, folder: Path, folder_of_run: Path) -> Club:
    """The demo club, a draft beside its evenings, and a document in every state."""
    load_once(folder_of_run / "demo.sqlite3", demo_with_standings)
    club = Club.objects.get()
    owner = club.memberships.get().user
    drawn_event(club, owner, pairs=3, begun=False)
    standings_bring(club)
    for state in JobState.values:
        document = job_order(
            club=club, kind=PRINT, title=f"It is {state}", parameters={}, requested_by=owner
        )
        document.state, document.total, document.done = state, 28, 11
        document.error = "The bid could not have been made." if state == JobState.FAILED else ""
        document.save()
        archives_bring(club, owner, state)
    return club


def archives_bring(club: Club, owner: User, state: str) -> None:
    """An archive that was made, and one that arrived, in a state."""
    job_fields = {
        "requested_by": owner,
        "state": state,
        "error": "The bid could not have been made.",
    }
    Job.objects.create(kind=ARCHIVE, club=club, result={"rows": 8407}, size=200_000, **job_fields)
    person = {"username": "ada", "name": "Ada Lovelace", "role": "owner", "has_account": True}
    difference = {"where": "Match 1", "what": "Different hands are counted."}
    Job.objects.create(
        kind=INSPECT,
        title="Elm Street",
        parameters={
            "slug": club.slug,
            "file_name": "elm-street-42-club.allmark",
            "program": "0.1.0",
            "rows": {"clubs.Player": 28, "scoring.Side": 440},
        },
        result={
            "people": [person, person | {"username": "bob", "has_account": False}],
            "people_count": 2,
            "differences": [difference, difference],
            "difference_count": 2,
        },
        club=club if state == JobState.DONE else None,
        finished_at=timezone.now(),
        **job_fields,
    )


Look = Callable[[Page], list[str]]

IN_COLOUR = {0, 5}
"""Of eight kinds of page those whose colours everyday runs look at, one on either screen."""


@dataclass(eq=False)
class Visitor:
    """Somebody at a browser; ``complaints`` is what is wrong, by address."""

    name: str
    context: BrowserContext
    complaints: dict[str, list[str]] = field(default_factory=dict)
    pages: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.said: list[str] = []
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.said.extend(warning(message)))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    def visit(
        self, address: str, statuses: set[int], look: Look | None = None, *, opens: bool = True
    ) -> None:
        """Ask for an address, and open it if it is a page; ``look`` says what is wrong with it."""
        if opens and not statuses & REFUSED:
            status, is_page = self.opened(address)
        else:
            status, is_page = self.answer_of(address)
            if is_page and opens:
                self.page.goto(address)
        wrong = [] if status in statuses else [f"status {status}"]
        if is_page:
            self.pages.append(address)
            if opens:
                wrong += [*(look(self.page) if look else []), *self.said]
        if wrong:
            print(self.name, address, wrong)  # pytest shows it with a failure
            self.complaints[address] = wrong
        self.said.clear()

    def answer_of(self, address: str) -> tuple[int, bool]:
        """The status of an address, and whether it answers with a whole page."""
        answer = self.context.request.get(address, max_redirects=0, timeout=60_000)
        is_html = answer.headers.get("content-type", "").startswith("text/html")
        is_page = answer.ok and is_html and answer.text().lower().startswith("<!doctype html")
        return answer.status, is_page

    def opened(self, address: str) -> tuple[int, bool]:
        """The same of an address that is opened at once, as it is a page unless a file comes."""
        try:
            response = self.page.goto(address)
        except Error:
            status, is_page = self.answer_of(address)
            if is_page:  # which did not open
                raise
            return status, is_page
        request = response and response.request
        while request and request.redirected_from:
            request = request.redirected_from
        answer = request and request.response()
        assert answer
        return answer.status, answer.ok and self.page.evaluate(IS_PAGE)

    def workers(self) -> list[str]:
        """The state and the address of every service worker."""
        workers: list[str] = self.page.evaluate(WORKERS)
        return workers


WORKERS = """async () => (await navigator.serviceWorker.getRegistrations()).map(
  ({ active }) => `${active?.state} ${active && new URL(active.scriptURL).pathname}`)"""


IS_PAGE = "document.contentType === 'text/html' && document.doctype !== null"

STATUS = """async address => {
  const answer = await fetch(address);
  answer.body.cancel();
  return answer.status;
}"""


@contextmanager
def site_of(club: Club, folder: Path) -> Iterator[Site]:
    """Run the web server on what the club has here, with passwords that it can check.

    Workers would search for the best play of each hand that is opened.
    """
    hasher = PBKDF2PasswordHasher()
    User.objects.update(password=hasher.encode(WORD, hasher.salt()))
    Webhook.objects.update(address="https://127.0.0.1:9/")
    with closing(sqlite3.connect(folder / "allmark.sqlite3")) as file:
        connection.connection.backup(file)
    key = str(of_tests.SECRET_KEY)
    with serving(folder, ALLMARK_SECRET_KEY=key) as site:
        yield site


def test_nobody_meets_a_fault_at_any_address_and_a_phone_opens_without_the_laptop(
    demo: Club, folder: Path, browser: Browser
) -> None:
    demo.events.update(who_writes=WhoWrites.PLAYERS)
    tonight = demo.events.get(name="Tonight at Elm Street")
    filled = address_by(keys_brought(demo, tonight, document_made(demo)))
    owner, player = demo.memberships.get().user, sitters_at(tonight, 1)[0]
    names = {name for name in READ if name in PAGES_OF_API or not NO_PAGE.search(name)}
    everywhere = {name: filled(name) for name in sorted(names)}
    scorer = User.objects.create_user("scorer")
    Membership.objects.create(club=demo, user=scorer, role=Role.SCORER)
    contexts: list[BrowserContext] = []

    def visitor(name: str, width: int = 1280, *, dark: bool = False) -> Visitor:
        context = browser.new_context(
            base_url=site.url,
            viewport={"width": width, "height": 800},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        return Visitor(name, context)

    with site_of(demo, folder) as site:
        screens = [visitor(f"organiser, {width} px", width, dark=dark) for width, dark in SCREENS]
        for screen in screens:
            screen.context.add_init_script(AXE_SCRIPT)
            sign_in(screen, owner)
        # Each page is looked at on one of the screens, the next one on the other.
        for place, (name, address) in enumerate(everywhere.items()):
            look = partial(objections, in_colour=place % 8 in IN_COLOUR)
            statuses = REFUSED if name in OF_GUESTS else OPENED
            screen = screens[place % len(screens)]
            screen.visit(address, statuses, None if name in NOT_OURS else look)

        others = [visitor("scorer"), visitor("guest", 390), visitor("anonymous")]
        sign_in(others[0], scorer)
        guest = others[1].page
        guest.goto(table_path(tonight, 1))
        guest.get_by_role("button", name=player.name).click()
        wait_for_worker_copy(guest)
        choose(others[1], everywhere["public-evening"], player_of(tonight))
        news = everywhere.pop("phone-news")  # to a guest an answer without an end
        # One of them asks for each page; who asks for every fourth opens it.
        for place, (name, address) in enumerate(everywhere.items()):
            for number, screen in enumerate(others):
                is_own = name in OF_GUESTS and screen.name == "guest"
                statuses = OPENED if is_own else OPENED | REFUSED
                if is_own or number == place % len(others):
                    screen.visit(address, statuses, opens=is_own or place % 4 == 0)
        guest.goto("/t/table/")
        wait_for_worker_copy(guest)
        assert guest.evaluate(STATUS, news) == 200
        everybody = [*screens, *others]
        assert {screen.name: screen.complaints for screen in everybody if screen.complaints} == {}
        assert sum(len(screen.pages) for screen in screens) > 100
        scorers, guests, anonymous = (set(screen.pages) for screen in others)
        assert len(scorers) > 13
        assert min(len(guests), len(anonymous)) > 2
        assert [screen.workers() for screen in everybody if screen.name != "guest"] == [[]] * (
            len(everybody) - 1
        )
        assert others[1].workers() == ["activated /t/worker.js"]

    guest.reload()
    expect(guest.locator("h1")).to_contain_text("Table 1")
    expect(guest.locator("[data-connection]")).to_be_visible()
    for context in contexts:
        context.close()


def sign_in(visitor: Visitor, user: User) -> None:
    """Sign in by the form."""
    visitor.page.goto(reverse("sign-in"))
    visitor.page.locator("[name=username]").fill(user.username)
    visitor.page.locator("[name=password]").fill(WORD)
    visitor.page.locator("main [type=submit]").click()
    expect(visitor.page.locator("h1")).not_to_have_text("Sign in")


def choose(visitor: Visitor, address: str, player: str) -> None:
    """Say on a public page who one is."""
    visitor.page.goto(address)
    token = visitor.page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": token, "player": player}
    headers = {"Referer": visitor.page.url}
    assert visitor.context.request.post(address, form=form, headers=headers).ok
