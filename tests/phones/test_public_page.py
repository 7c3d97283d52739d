"""The public page of an event: who sees what of it, under which names, and at what cost."""

import datetime
import re
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import Attempt, AttemptKind, Club, User
from clubs.services.clubs import club_update
from clubs.services.guessing import LIMITS
from clubs.services.players import player_name_hide, player_update
from scoring.models import Match
from tests.prints.matches.reading import texts
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, entry, match_of
from tests.tournaments.pages import Pages, text, wall, words
from tournaments.events.models import Event
from tournaments.events.selectors.public import number_in
from tournaments.events.services.clocks import clock_start
from tournaments.events.services.decisions import adjustment_make
from tournaments.events.services.events import event_create, event_finish, event_update
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh
from tournaments.phones.models import EventPage
from tournaments.phones.services.sign_ups import event_page_update

pytestmark = pytest.mark.usefixtures("held")

Bid = Callable[..., Match]
PARTS = ("rounds", "standings", "bracket")
ADDRESSES = [f"public-{part}{live}" for part in PARTS for live in ("", "-live")]
NOTE, REASON = "limps a little", "came late with a cigar"


def surnames(event: Event) -> None:
    """Give everybody a surname of their own, and a note that is nobody else's business."""
    for row in event.club.players.all():
        name = f"{row.name} Xylander{row.name[::-1]}"
        player_update(player=row, name=name, note=NOTE, active=True)


@pytest.fixture
def bracketed(make_event: EventMaker) -> Event:
    """Eight pairs in a bracket, its first round begun."""
    event = make_event(pairs=8, format="single_elimination")
    drawn_and_begun(event)
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    return event


@pytest.fixture
def shown(bracketed: Event) -> EventPage:
    """Its public page, turned on."""
    surnames(bracketed)
    return event_page_update(event=bracketed, is_on=True)


def address(name: str, page: EventPage) -> str:
    return reverse(name, args=[page.code])


def everything(client: Client, page: EventPage) -> str:
    """All that anybody can read of an event."""
    answers = [client.get(address(name, page)) for name in ADDRESSES]
    assert {answer.status_code for answer in answers} == {200}
    pages = (answer.content.decode() for answer in answers)
    return " ".join(re.sub(r"<link[^>]*>", "", page) for page in pages)


# --- who sees it


def test_nobody_sees_anything_before_the_page_is_turned_on(
    bracketed: Event, client: Client, owner: User, client_for: Callable[[User], Client]
) -> None:
    page = event_page_update(event=bracketed)
    assert not page.is_on
    for name in ADDRESSES:
        for browser in (client, client_for(owner)):
            assert browser.get(address(name, page)).status_code == 404, name


def test_anybody_sees_it_while_it_is_on_and_nobody_at_another_code(
    shown: EventPage, client: Client
) -> None:
    everything(client, shown)
    for name in ADDRESSES:
        assert client.get(reverse(name, args=["0000-0000-0000"])).status_code == 404, name
        assert client.post(address(name, shown)).status_code == 405, name
    old = shown.code
    moved = event_page_update(event=shown.event, renew=True)
    assert moved.code != old
    for name in ADDRESSES:
        assert client.get(reverse(name, args=[old])).status_code == 404, name
    event_page_update(event=shown.event, is_on=False)
    for name in ADDRESSES:
        assert client.get(address(name, moved)).status_code == 404, name


def test_guessing_codes_ends_for_the_place_it_comes_from_alone(
    shown: EventPage, client: Client
) -> None:
    for _try in range(LIMITS[AttemptKind.PAGE].of_address):
        wrong = reverse("public-rounds", args=["0000-0000-0000"])
        assert client.get(wrong, REMOTE_ADDR="10.0.0.9").status_code == 404
    right = address("public-rounds-live", shown)
    assert client.get(right, REMOTE_ADDR="10.0.0.9").status_code == 429
    assert client.get(right, REMOTE_ADDR="10.0.0.8").status_code == 200
    Attempt.objects.update(at=timezone.now() - datetime.timedelta(minutes=11))
    assert client.get(right, REMOTE_ADDR="10.0.0.9").status_code == 200


def test_a_code_typed_in_capitals_leads_to_the_page(shown: EventPage, client: Client) -> None:
    typed = shown.code.upper().replace("-", "")
    answer = client.get(reverse("public-standings", args=[typed]), follow=True)
    assert answer.redirect_chain == [(address("public-standings", shown), 302)]
    assert answer.status_code == 200


def test_an_event_without_a_bracket_has_no_such_part(running: Event, client: Client) -> None:
    page = event_page_update(event=running, is_on=True)
    assert client.get(address("public-bracket", page)).status_code == 404
    assert (
        address("public-bracket", page)
        not in client.get(address("public-rounds", page)).content.decode()
    )


def test_an_event_to_come_opens_on_when_where_and_who_is_in(event: Event, client: Client) -> None:
    event_update(event=event, starts_at=datetime.time(19, 30), place="Grange hall")
    page = event_page_update(event=event, is_on=True)
    text = words(client.get(address("public-rounds", page)))
    assert "7:30" in text.replace("19:30", "7:30")
    assert "Grange hall" in text
    assert text.count("Ada") == 1
    assert "No round is drawn yet" not in text
    assert "No standings yet" in words(client.get(address("public-standings", page)))


def test_an_event_that_is_over_opens_on_its_winners_then_table_then_rounds(
    running: Event, client: Client
) -> None:
    page = event_page_update(event=running, is_on=True)
    event_finish(event=running, unfinished=True)
    standings_refresh(event_id=running.pk)
    text = words(client.get(address("public-rounds", page)))
    assert text.index("Winners") < text.index("Pair") < text.index("Round 1")


def test_search_engines_are_asked_to_leave_it_out_unless_the_organiser_wants_it(
    shown: EventPage, client: Client
) -> None:
    for name in ADDRESSES:
        assert client.get(address(name, shown))["X-Robots-Tag"] == "noindex, nofollow"
    page = client.get(address("public-rounds", shown)).content.decode()
    assert '<meta name="robots" content="noindex, nofollow">' in page
    event_page_update(event=shown.event, may_be_found=True)
    answer = client.get(address("public-rounds", shown))
    assert "X-Robots-Tag" not in answer
    assert "noindex" not in answer.content.decode()


def test_looking_leaves_no_cookie(shown: EventPage, client: Client) -> None:
    everything(client, shown)
    assert not client.cookies


# --- what it shows


def test_rounds_standings_and_clock(running: Event, client: Client, bid: Bid) -> None:
    bid(match_of(running, 1, 1), 0, marks=2)
    standings_refresh(event_id=running.pk)
    clock_start(round=running.rounds.get(number=1), minutes=20)
    page = event_page_update(event=running, is_on=True)
    rounds = words(client.get(address("public-rounds", page)))
    assert "Round 1 playing" in rounds
    assert "Ada & Ben" in rounds
    assert "2 – 0" in rounds
    assert 'role="timer"' in client.get(address("public-rounds", page)).content.decode()
    standings = words(client.get(address("public-standings", page)))
    assert "Rank Pair" in standings
    assert "Cleo & Dan" in standings


@pytest.mark.parametrize(
    ("how", "there", "absent"),
    [
        ("full", ["Ada XylanderadA"], []),
        ("initial", ["Ada X."], ["Xylander"]),
        ("number", ["Player 1<", "Player 16<"], ["Ada", "Xylander"]),
    ],
)
def test_names_are_those_that_the_club_has_chosen(
    how: str, there: list[str], absent: list[str], shown: EventPage, club: Club, client: Client
) -> None:
    club_update(
        club=club, name=club.name, currency=club.currency, paper=club.paper, public_names=how
    )
    page = everything(client, shown)
    assert [name for name in there if name not in page] == []
    assert [name for name in absent if name in page] == []


def test_nothing_of_money_notes_reasons_or_hidden_names_is_on_it(
    shown: EventPage, club: Club, owner: User, client: Client, bid: Bid
) -> None:
    club_update(
        club=club, name=club.name, currency=club.currency, paper=club.paper, public_names="full"
    )
    event = shown.event
    adjustment_make(entry=entry(event, 1), by=owner, reason=REASON, marks=-1)
    bid(match_of(event, 1, 1), 0)
    standings_refresh(event_id=event.pk)
    hidden = club.players.get(name__startswith="Ben ")
    before = everything(client, shown)
    assert hidden.name in before
    player_name_hide(player=hidden, hidden=True)
    page = everything(client, shown)
    for secret in (hidden.name, "XylandernebB", NOTE, REASON, owner.username, "money", "USD"):
        assert secret not in page, secret
    assert "/c/" not in page
    assert "Player 2<" in page


def test_the_clubs_own_pages_name_everybody_as_before(
    shown: EventPage, pages_of: Callable[[Event], Pages]
) -> None:
    for player in shown.event.club.players.all():
        player_name_hide(player=player, hidden=True)
    assert "Ada XylanderadA" in words(pages_of(shown.event).get("event"))
    assert "Ada XylanderadA" in " ".join(wall(pages_of(shown.event)))


# --- what it costs


def test_a_page_asks_as_often_for_a_long_evening_and_nothing_new_costs_four_queries(
    make_event: EventMaker, client: Client, win: Bid
) -> None:
    counts: list[dict[str, int]] = []
    for pairs, rounds in ((4, 1), (10, 4)):
        event = make_event(pairs=pairs)
        rounds_plan(event=event)
        for number in range(1, rounds + 1):
            begin_next(event)
            win(match_of(event, number, 1), 0)
        standings_refresh(event_id=event.pk)
        page = event_page_update(event=event, is_on=True)
        counts.append({})
        for name in ADDRESSES[:4]:
            with CaptureQueriesContext(connection) as captured:
                tag = client.get(address(name, page)).headers.get("ETag", "")
            counts[-1][name] = len(captured)
            if tag:
                with CaptureQueriesContext(connection) as again:
                    answer = client.get(address(name, page), headers={"If-None-Match": tag})
                assert answer.status_code == 304
                assert len(again) <= 4  # guesses, the page with its event, clocks, names
    assert counts[0] == counts[1]
    assert max(counts[0].values()) <= 16


def test_a_hand_a_clock_and_a_hidden_name_are_news(
    shown: EventPage, client: Client, bid: Bid
) -> None:
    live = address("public-rounds-live", shown)
    tags = [client.get(live)["ETag"]]

    def is_news() -> bool:
        answer = client.get(live, headers={"If-None-Match": tags[-1]})
        if answer.status_code == 200:
            tags.append(answer["ETag"])
        return bool(answer.status_code == 200)

    assert not is_news()
    bid(match_of(shown.event, 1, 1), 0)
    assert is_news()
    clock_start(round=shown.event.rounds.get(number=1), minutes=20)
    assert is_news()
    player_name_hide(player=shown.event.club.players.get(name__startswith="Ben "), hidden=True)
    assert is_news()
    assert not is_news()


# --- turning it on


def test_the_organiser_turns_it_on_moves_it_and_turns_it_off(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    assert "Members of the club." in words(pages.get("event-settings"))
    answer = pages.post("event-public", is_on="on")
    page = EventPage.objects.get(event=running)
    assert "The public page is on." in words(answer)
    assert f"http://testserver/p/{page.code}/" in words(answer)
    assert 'class="qr"' in answer.content.decode()
    assert "Everybody who has the address" in words(pages.get("event-settings"))
    pages.post("event-public-renew")
    assert EventPage.objects.get(event=running).code != page.code
    assert "The public page is off." in words(pages.post("event-public"))
    assert not EventPage.objects.get(event=running).is_on


def test_the_wall_shows_the_address_and_its_code_while_the_page_is_on(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    tag = pages.get("event-projector-live")["ETag"]
    before = wall(pages)
    page = event_page_update(event=running, is_on=True)
    assert (
        pages.client.get(
            pages.url("event-projector-live"), headers={"If-None-Match": tag}
        ).status_code
        == 200
    )
    after = wall(pages)
    assert after[:-1] == before
    assert f"testserver/p/{page.code}/" in after[-1]
    last = pages.get("event-projector-live", page=len(after)).content.decode()
    assert 'class="qr"' in last
    assert page.code in text(pages.get("event-projector").content.decode())
    event_page_update(event=running, is_on=False)
    assert wall(pages) == before


def test_another_program_turns_it_on(
    running: Event, organiser: User, api_for: Callable[[User], Any], client: Client
) -> None:
    api = api_for(organiser)
    url = reverse("api-events-public-detail", args=[running.club.slug, running.pk])
    assert api.get(url).json() == {"is_on": False, "may_be_found": False, "address": None}
    shown = api.patch(url, {"is_on": True}).json()
    assert client.get(shown["address"]).status_code == 200
    renew = reverse("api-events-public-renew", args=[running.club.slug, running.pk])
    moved = api.post(renew, headers={"Idempotency-Key": "a-key-of-its-own"}).json()
    assert moved["address"] != shown["address"]
    assert client.get(shown["address"]).status_code == 404


def test_the_page_of_one_event_shows_no_other(
    shown: EventPage, club: Club, owner: User, client: Client
) -> None:
    other = event_create(
        club=club,
        name="Behind closed doors",
        date=datetime.date(2026, 11, 21),
        created_by=owner,
        rules={"preset": "marks"},
    )
    event_update(event=other, name="Behind closed doors still")
    assert "Behind closed doors" not in everything(client, shown)


# --- the evening of one player


@pytest.fixture
def mine(running: Event, client: Client) -> EventPage:
    """The page of an evening at which Ada said who she is."""
    surnames(running)
    page = event_page_update(event=running, is_on=True)
    ada = running.club.players.get(name__startswith="Ada ")
    number = number_in(running.pk, ada.pk)
    answer = client.post(address("public-evening", page), {"player": number})
    assert answer.status_code == 302
    assert answer["Location"] == address("public-evening", page) + "?new=1"
    return page


def test_a_player_says_who_he_is_and_sees_his_table_his_games_and_his_place(
    mine: EventPage, client: Client, bid: Bid
) -> None:
    match = match_of(mine.event, 1, 1)
    assert "Ada" in {seat.name.split()[0] for seat in match.seats.all()}
    bid(match, 0, marks=2)
    standings_refresh(event_id=mine.event_id)
    shown = words(client.get(address("public-evening", mine)))
    assert "You are Ada X." in shown
    assert "You play in round 1" in shown
    assert "against" in shown
    assert "Place" in shown
    assert "2 – 0" in shown
    hands = client.get(reverse("public-hands", args=[mine.code, 1, 1]))
    assert "Hand 1" in words(hands)
    assert "Xylander" not in hands.content.decode()
    live = client.get(address("public-evening-live", mine))
    again = client.get(
        address("public-evening-live", mine), headers={"If-None-Match": live["ETag"]}
    )
    assert again.status_code == 304


def test_who_has_not_said_who_he_is_chooses_among_public_names(
    running: Event, client: Client
) -> None:
    surnames(running)
    page = event_page_update(event=running, is_on=True)
    shown = client.get(address("public-evening", page)).content.decode()
    assert "Who are you?" in shown
    assert "Ada X." in shown
    assert "Xylander" not in shown
    assert client.get(address("public-evening-live", page)).status_code == 404
    assert client.get(reverse("public-hands", args=[page.code, 1, 1])).status_code == 404
    assert client.get(address("public-scorecard", page)).status_code == 404


def test_nobody_is_somebody_who_does_not_play_here(running: Event, client: Client) -> None:
    page = event_page_update(event=running, is_on=True)
    key = running.club.players.earliest("pk").pk
    for player in ("", "0", "nobody", str(2**70), "-1", str(key)):
        answer = client.post(address("public-evening", page), {"player": player}, follow=True)
        assert "Who are you?" in words(answer), player


def test_a_player_may_say_he_is_somebody_else_and_no_cookie_serves_another_event(
    mine: EventPage, client: Client, make_event: EventMaker
) -> None:
    other = event_page_update(event=make_event(name="Other"), is_on=True)
    client.cookies["evening"]["path"] = "/"
    assert "Who are you?" in words(client.get(address("public-evening", other)))
    client.cookies["evening"]["path"] = f"/p/{mine.code}/"
    client.post(address("public-evening", mine), {})
    assert "Who are you?" in words(client.get(address("public-evening", mine)))


def test_a_cookie_that_was_made_up_says_nothing(mine: EventPage, client: Client) -> None:
    ben = mine.event.club.players.get(name__startswith="Ben ")
    client.cookies["evening"] = number_in(mine.event_id, ben.pk)
    assert "Who are you?" in words(client.get(address("public-evening", mine)))


def test_the_scorecard_has_ones_finished_games_without_money_notes_and_hidden_names(
    mine: EventPage, club: Club, owner: User, client: Client, win: Bid
) -> None:
    match = match_of(mine.event, 1, 1)
    win(match, 0)
    page = client.get(address("public-evening", mine)).content.decode()
    assert address("public-scorecard", mine) in page
    answer = client.get(address("public-scorecard", mine))
    assert answer["Content-Type"] == "application/pdf"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    printed = " ".join(texts(answer.content))
    assert "Ada X." in printed
    for secret in ("Xylander", NOTE, owner.username, "Settlement", "USD"):
        assert secret not in printed, secret


def test_all_of_it_is_gone_once_the_page_is_off(mine: EventPage, client: Client) -> None:
    event_page_update(event=mine.event, is_on=False)
    for name in ("public-evening", "public-evening-live", "public-scorecard", "public-manifest"):
        assert client.get(address(name, mine)).status_code == 404, name
    assert client.get(reverse("public-hands", args=[mine.code, 1, 1])).status_code == 404


def test_it_installs_on_the_home_screen_and_says_so_once(mine: EventPage, client: Client) -> None:
    hint = "Add to home screen"
    first = client.get(address("public-evening", mine), {"new": "1"})
    assert hint in words(first)
    assert hint not in words(client.get(address("public-evening", mine)))
    href = address("public-manifest", mine)
    assert f'<link rel="manifest" href="{href}">' in first.content.decode()
    answer = client.get(href)
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["start_url"] == address("public-evening", mine)
    assert manifest["start_url"].startswith(manifest["scope"])
    assert manifest["icons"]
    for icon in manifest["icons"]:
        with closing(client.get(icon["src"])) as answer:
            assert answer.status_code == 200, icon


def test_a_public_page_is_in_the_reader_s_language_where_the_club_allows_it(
    shown: EventPage, club: Club, client: Client
) -> None:
    address = reverse("public-rounds", args=[shown.code])

    def language(header: str) -> str:
        answer = client.get(address, headers={"Accept-Language": header}, follow=True)
        language = re.search(r'<html lang="([^"]*)"', answer.content.decode())
        assert language
        return language[1]

    club_update(club=club, language="nl")
    assert language("ja-JP, en;q=0.5") == "nl"
    club_update(club=club, public_language_follows=True)
    assert language("ja-JP, en;q=0.5") == "ja"
    assert language("xx, yy;q=0.5") == "nl"
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fa"
    assert language("ja-JP") == "fa"
