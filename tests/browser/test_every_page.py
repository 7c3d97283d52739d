"""Every page of the demo club in Chromium: for eyes, ears and fingers, on a phone and a laptop."""

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from archive.models import Arrival, ClubArchive
from clubs.models import Club, User
from clubs.services.players import players_add_many
from leagues.models import Season
from ledger.services.books import season_open
from prints.models import DocumentState
from prints.orders import document_order
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.browser.conftest import PageFor
from tests.browser.seeing import SCREENS, sticks_out, violations
from tests.examples import THOROUGH
from tests.held import load_once
from tests.seeds.conftest import demo_with_standings, standings_bring
from tests.tournaments.conftest import record
from tournaments.models import Event, EventState
from tournaments.services.entries import entry_add
from tournaments.services.events import event_create
from tournaments.services.rounds import round_begin, rounds_plan

ALONE = ("Changing partners", "Pandoeren on Saturday", "Spades triangles")


def drawn_event(club: Club, owner: User, *, pairs: int, begun: bool = True, **more: Any) -> Event:
    """An event of so many pairs whose first round is drawn, and begun.

    ``more`` is anything else of ``event_create``.
    """
    names = [f"{first} {number}" for number in range(pairs) for first in ("Ann", "Bob")]
    crowd = iter(players_add_many(club=club, names=names))
    given: dict[str, Any] = {"name": "Hall", "format_options": {"rounds": 1}} | more
    event = event_create(
        club=club,
        date=datetime.date(2026, 11, 20),
        created_by=owner,
        rules={"preset": "marks"},
        **given,
    )
    for pair in zip(crowd, crowd, strict=True):
        entry_add(event=event, players=pair)
    rounds_plan(event=event)
    if begun:
        round_begin(round=event.rounds.get(number=1))
    return event


def pages_of(club: Club) -> Iterator[str]:
    """The addresses of all pages that show something of their own."""
    tonight = club.events.get(name="Tonight at Elm Street")
    friday = club.events.get(name="Friday 42 night")
    draft = club.events.get(name="Hall")
    doubles = club.events.get(name="Autumn Doubles")
    for name in ("home", "tokens", "password", "club-new"):
        yield reverse(name)
    for name in ("events", "event-new", "players", "players-paste", "documents", "members"):
        yield reverse(name, args=[club.slug])
    yield reverse("club-settings", args=[club.slug])
    yield reverse("club-archives", args=[club.slug])
    yield reverse("arrival-new")
    for arrival in Arrival.objects.all():
        yield reverse("arrival", args=[arrival.pk])
    yield reverse("member-player", args=[club.slug, club.memberships.get().pk])
    player = club.players.earliest("pk")
    for name in ("player", "player-edit"):
        yield reverse(name, args=[club.slug, player.pk])
    yield reverse("document-progress", args=[club.slug, club.documents.latest("created_at").pk])
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


def pages_of_money(club: Club, kept: Event, not_kept: Event) -> Iterator[str]:
    """The treasurer's pages of an event whose money is kept, and of one whose is not."""
    yield reverse("club-money", args=[club.slug])
    yield reverse("book-money", args=[club.slug, club.books.get(name="Winter").pk])
    for key in kept.money.book.accounts.filter(player__isnull=False).values_list("player")[:1]:
        yield reverse("player-statement", args=[club.slug, *key])
    for name in ("", "-door", "-transfers", "-prizes", "-book", "-setup"):
        yield reverse(f"event-money{name}", args=[club.slug, kept.pk])
    yield reverse("event-money-pot", args=[club.slug, kept.pk, kept.money.side_pots.get().pk])
    yield reverse("event-money", args=[club.slug, not_kept.pk])


def friday_match(friday: Event) -> Match:
    """A match with a hand that was corrected."""
    return Match.objects.filter(
        game_of__table__round__event=friday, hands__revisions__no=2
    ).distinct()[0]


@pytest.fixture
def demo(transactional_db: None, tmp_path: Path, folder_of_run: Path, settings: Any) -> Club:
    """The demo club, a draft beside its evenings, and a document in every state."""
    settings.MEDIA_ROOT = tmp_path
    load_once(folder_of_run / "demo.sqlite3", demo_with_standings)
    club = Club.objects.get()
    owner = club.memberships.get().user
    drawn_event(club, owner, pairs=3, begun=False)
    running = club.books.filter(event_money__event__state=EventState.RUNNING)
    season_open(club=club, name="Winter", books=list(running))
    standings_bring(club)
    for state in DocumentState.values:
        document = document_order(
            club=club, kind="scorecards", title=f"It is {state}", parameters={}, requested_by=owner
        )
        document.state, document.total, document.done = state, 28, 11
        document.error = "It could not be made." if state == DocumentState.FAILED else ""
        document.save()
        archives_bring(club, owner, state)
    return club


def archives_bring(club: Club, owner: User, state: str) -> None:
    """An archive that was made, and one that arrived, in a state."""
    kept = {"requested_by": owner, "state": state, "error": "It could not be made."}
    ClubArchive.objects.create(club=club, rows=8407, size=200_000, **kept)
    person = {"username": "ada", "name": "Ada Lovelace", "role": "owner", "has_account": True}
    one = {"where": "Match 1", "what": "Different hands count."}
    Arrival.objects.create(
        name="Elm Street",
        slug=club.slug,
        file_name="elm-street-42-club.allmark",
        preview={"program": "0.1.0", "rows": {"clubs.Player": 28, "scoring.Side": 440}},
        report={
            "people": [person, person | {"username": "bob", "has_account": False}],
            "people_count": 2,
            "differences": [one, one],
            "difference_count": 2,
        },
        club=club if state == DocumentState.DONE else None,
        finished_at=timezone.now(),
        **kept,
    )


def warning(message: ConsoleMessage) -> list[str]:
    """What the console says in yellow or red."""
    return [message.text] if message.type in {"error", "warning"} else []


def complaints_of(page: Page, address: str) -> list[str]:
    """What is wrong with a page at the screen that it is open on, all its folds unfolded."""
    answer = page.goto(address)
    assert answer
    page.evaluate("document.querySelectorAll('details:not(.menu)').forEach(it => it.open = true)")
    wide = sticks_out(page)
    return [
        *([f"status {answer.status}"] if answer.status != 200 else []),
        *([f"{wide} px too wide"] if wide > 0 else []),
        *violations(page),
    ]


@pytest.mark.parametrize(("width", "dark"), SCREENS)
def test_no_page_has_anything_to_object_to(
    width: int, dark: bool, demo: Club, signed_in_page: PageFor
) -> None:
    page = signed_in_page(demo.memberships.get().user, width=width, dark=dark)
    said: list[str] = []
    page.on("console", lambda message: said.extend(warning(message)))
    found: dict[str, list[str]] = {}
    addresses = list(pages_of(demo))
    assert len(addresses) > 50
    # In everyday runs each page is looked at on one of the screens, the next one on the other.
    for address in addresses if THOROUGH else addresses[int(dark) :: 2]:
        if wrong := complaints_of(page, address) + said:
            found[address] = wrong
        said.clear()
    assert found == {}, "\n".join(f"{where}: {wrong}" for where, wrong in found.items())


# --- by keyboard alone


def tab_to(page: Page, role: str, name: str) -> Locator:
    """Press Tab until that control has the focus."""
    wanted = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    expect(wanted).to_be_visible()
    for _ in range(60):
        if wanted.evaluate_all("found => found.includes(document.activeElement)"):
            return wanted
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {name}")


def test_the_first_key_leads_past_the_navigation(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(owner)
    page.goto(reverse("events", args=[club.slug]))
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_an_evening_is_set_up_and_begun_by_keyboard_alone(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    page = signed_in_page(owner)
    page.goto(reverse("events", args=[club.slug]))
    tab_to(page, "link", "New event")
    page.keyboard.press("Enter")
    tab_to(page, "button", "Set up")
    page.keyboard.press("Enter")
    for number, (one, two) in enumerate([("Ann", "Bob"), ("Cleo", "Dan"), ("Eva", "Fay")], 1):
        expect(page.get_by_label("First player")).to_be_focused()
        page.keyboard.type(one)
        page.keyboard.press("Tab")
        page.keyboard.type(two)
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text(f"Pair {number} is entered.")
    tab_to(page, "link", "Go to the draw")
    page.keyboard.press("Enter")
    tab_to(page, "button", "Draw the rounds")
    page.keyboard.press("Enter")
    tab_to(page, "button", "Begin round 1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Round 1")).to_contain_text("playing")
    tab_to(page, "link", "Record table 1")


def test_a_question_about_a_name_is_answered_by_keyboard(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    players_add_many(club=club, names=["Ann Lee", "Bob"])
    event = event_create(
        club=club,
        name="Night",
        date=datetime.date(2026, 11, 20),
        created_by=owner,
        rules={"preset": "marks"},
    )
    page = signed_in_page(owner, width=360)
    page.goto(reverse("event-entries", args=[club.slug, event.pk]))
    page.keyboard.type("Anne Lee")
    page.keyboard.press("Tab")
    page.keyboard.type("Bob")
    page.keyboard.press("Enter")
    expect(page.get_by_label("First player")).to_be_focused()
    expect(page.get_by_label("First player")).to_have_value("Anne Lee")
    expect(page.get_by_role("group", name="Who is “Anne Lee”?")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("rowheader")).to_have_text("Ann Lee & Bob")


# --- what refreshes itself


def bid(event: Event, owner: User, *, marks: int) -> None:
    """A hand made by the home pair of table 1."""
    match = Match.objects.get(
        game_of__table__round__event=event, game_of__table__number=1, game_of__number=1
    )
    hand = record(match.next_dealer, 0, marks=marks)
    hand_record(match_id=match.pk, record=hand, author=owner)


def test_rounds_standings_and_wall_follow_by_themselves(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=4)
    pages = {}
    for name in ("event", "event-standings", "event-projector"):
        pages[name] = signed_in_page(owner)
        pages[name].goto(reverse(name, args=[club.slug, event.pk]))
    expect(pages["event"].locator(".fixture__score").first).to_have_text("0 – 0")
    bid(event, owner, marks=2)
    expect(pages["event"].locator(".fixture__score").first).to_have_text("2 – 0")
    leader = pages["event-standings"].locator("table").first.locator("tbody tr").first
    expect(leader.get_by_role("cell", name="2", exact=True).first).to_be_visible()
    expect(pages["event-projector"].locator(".wall__score").first).to_have_text("2")


def test_what_somebody_types_or_has_open_waits_for_no_news_and_misses_none(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=4)
    page = signed_in_page(owner)
    page.goto(reverse("event", args=[club.slug, event.pk]))
    score = page.locator(".fixture__score").first
    page.get_by_label("Minutes").fill("17")
    bid(event, owner, marks=2)
    with page.expect_response(lambda answer: "/live/" in answer.url and answer.status == 200):
        pass
    expect(page.get_by_label("Minutes")).to_have_value("17")
    expect(score).to_have_text("0 – 0")
    page.get_by_label("Minutes").fill("30")
    expect(score).to_have_text("2 – 0")


def test_what_somebody_has_open_stays_open_when_the_page_follows(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=4)
    page = signed_in_page(owner)
    page.goto(reverse("event-standings", args=[club.slug, event.pk]))
    page.get_by_text("How the order is decided").click()
    bid(event, owner, marks=2)
    leader = page.locator("table").first.locator("tbody tr").first
    expect(leader.get_by_role("cell", name="2", exact=True).first).to_be_visible()
    expect(page.locator("#how-ranked")).to_have_attribute("open", "")


def test_the_wall_turns_its_pages_by_itself(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=17)
    bid(event, owner, marks=2)
    page = signed_in_page(owner, height=720)
    page.clock.install()
    page.goto(reverse("event-projector", args=[club.slug, event.pk]))
    rows, tables = page.locator("tbody tr"), page.locator(".wall > li")
    for places, seats in ((0, 9), (16, 0), (1, 0), (0, 9)):
        expect(rows).to_have_count(places)
        expect(tables).to_have_count(seats)
        page.clock.fast_forward(13_000)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_sixteen_pairs_stand_on_the_wall_without_scrolling(
    width: int, height: int, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=16)
    bid(event, owner, marks=2)
    page = signed_in_page(owner, width=width, height=height)
    page.clock.install()
    page.goto(reverse("event-projector", args=[club.slug, event.pk]))
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    page.clock.fast_forward(13_000)
    last = page.locator("tbody tr").nth(15).bounding_box()
    foot = page.locator("footer").bounding_box()
    assert last
    assert foot
    assert last["y"] + last["height"] <= foot["y"] + 1
    assert foot["y"] + foot["height"] <= height
    assert page.evaluate("document.documentElement.scrollHeight") <= height


# --- rules


def test_another_preset_brings_its_options_and_stakes(
    club: Club, owner: User, signed_in_page: PageFor
) -> None:
    event = drawn_event(club, owner, pairs=2, begun=False)
    page = signed_in_page(owner)
    page.goto(reverse("event-rules", args=[club.slug, event.pk]))
    page.locator("#stakes > summary").click()
    page.locator("#id_per_set").fill("2.00")
    expect(page.locator("#id_per_mark")).to_be_visible()
    page.get_by_role("radio", name="250 points").check()
    expect(page.locator("#id_per_point")).to_be_visible()
    expect(page.locator("#id_per_mark")).to_have_count(0)
    expect(page.locator("#id_per_set")).to_have_value("2.00")
    expect(page.locator("#id_option_target")).to_have_value("250")
    page.get_by_role("button", name="Save rules and stakes").click()
    expect(page.get_by_role("status")).to_contain_text("Rules and stakes are saved.")
    event.refresh_from_db()
    assert event.rules == {"preset": "points"}
    assert event.stakes == {"currency": "USD", "per_set": "2.00"}
