"""Nothing that anybody reads depends on a deal that is still played somewhere.

Every page, endpoint, print and page of the administration is read twice, by who has all rights and
who has the least. Between the two all that is secret is exchanged for other deals. Both readings
must be the same.
"""

import re
from collections.abc import Iterator
from itertools import count, zip_longest
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, User
from clubs.roles import Role
from engine.analysis.deals import make_deals, seed_hash
from paper.documents.registry import prints_about
from paper.documents.subjects import EVENT
from scoring.models import Hand, HandRevision, Match
from scoring.services.hands import hand_record
from tests.deals.dealt import deals_given, pieces_of
from tests.phones import choice
from tests.seeds.test_every_address import NAMED, keys_of
from tests.tournaments.conftest import (
    EveningMaker,
    EventMaker,
    drawn_and_begun,
    match_of,
)
from tournaments.deals.models import Deal, DealSet
from tournaments.events.models import Event, WhoWrites
from tournaments.events.services.events import event_update
from tournaments.phones.selectors.table_access import table_path, table_token
from tournaments.phones.services.sign_ups import event_page_update

pytestmark = [pytest.mark.usefixtures("held")]

ABOUT = {"event_id", "event", "match_id", "match", "code"}
"""An address with one of these keys is about an event, a match or a public page."""
OTHER = {"season", "season_id", "book", "book_id", "pot_id", "document", "transfer", "transfer_id"}
"""What knows no deals has other keys."""
PLACES = count()
ALL_AND_LEAST = {Role.OWNER, Role.VIEWER}
"""Who has all rights, and the least."""
CHANGING = re.compile(
    r'(csrfmiddlewaretoken" value="|name="key" value="|data-outbox-key="|nonce-|"X-CSRFToken": ?"'
    r'|"key": "|csrfToken=")[^"]*'
    r"|[0-9a-f]{32}|[A-Za-z0-9]{64}"
)


@pytest.fixture(params=["texas42", "pandoeren"])
def night(
    request: pytest.FixtureRequest,
    make_event: EventMaker,
    make_evening: EveningMaker,
    owner: User,
) -> Event:
    """A round over at table 1, with every piece written down, and open at table 2."""
    made = make_event(name="Whole") if request.param == "texas42" else make_evening(8)
    hands = deals_given(made, owner, per_round=2, rounds=2)
    drawn_and_begun(made)
    for number in (1, 2):
        match = match_of(made, 1, 1)
        hand_record(match_id=match.pk, record=hands[number - 1], author=owner, key=f"k{number}")
    DealSet.objects.filter(event=made).update(seed="first seed", seed_hash=seed_hash("x"))
    return event_update(event=made, who_writes=WhoWrites.PLAYERS)


def addresses(event: Event, code: str) -> Iterator[str]:
    """Every address that is about the event, its first match or its public page."""
    match = match_of(event, 1, 1)
    keys: dict[str, Any] = {
        **{"slug": event.club.slug, "event_id": event.pk, "event": event.pk, "code": code},
        **{"match_id": match.pk, "match": match.pk, "token": table_token(event, 1)},
        **dict.fromkeys(("number", "entry", "table", "adjustment", "play_off", "game"), 1),
        **{"what": "blank-sheet", "place": 0, "kind": "balances", "player": 1},
    }
    for name in sorted(NAMED):
        keys_of_page = set(keys_of(name))
        if keys_of_page & ABOUT and not keys_of_page & OTHER and keys_of_page <= keys.keys():
            yield reverse(name, kwargs={key: keys[key] for key in keys_of_page})
    yield reverse("club", args=[event.club.slug])
    yield reverse("api-matches-list", args=[event.club.slug])
    yield from (reverse("phone"), reverse("phone-live"))
    for model, row_key in (("match", match.pk), ("handrevision", _revision(match).pk)):
        yield reverse(f"admin:scoring_{model}_changelist")
        yield reverse(f"admin:scoring_{model}_change", args=[row_key])


def prints(event: Event) -> list[str]:
    """Everything that can be printed of an event, but blank sheets, each of another number."""
    return [
        reverse("event-print", args=[event.club.slug, event.pk, key])
        for key in prints_about(EVENT)
        if key != "blank-marking-sheet"
    ]


def _revision(match: Match) -> HandRevision:
    return HandRevision.objects.filter(match=match).earliest("pk")


def read(browser: Client, urls: list[str]) -> dict[str, tuple[int, str]]:
    """The status and text of each address, without what changes with every request."""
    answers = {}
    browser.get(reverse("your-clubs"))  # messages of the reading before show here
    for url in urls:
        # Each from a place of its own, as wrong codes are counted by place.
        place = next(PLACES)
        answer: Any = browser.get(url, REMOTE_ADDR=f"10.0.{place // 250}.{place % 250}")
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        text = CHANGING.sub("", content.decode("latin-1"))
        answers[url] = answer.status_code, text
    return answers


def secrets_exchange(event: Event) -> None:
    """Put other deals, another seed and other sealed pieces in the place of those that are."""
    deal_set = DealSet.objects.get(event=event)
    others = list(make_deals(event.game, "quite another seed", 2 * deal_set.count))
    for deal, other in zip(deal_set.deals.all(), others[deal_set.count :], strict=True):
        Deal.objects.filter(pk=deal.pk).update(hands=other["deal"], centre=other.get("centre", ""))
    DealSet.objects.filter(pk=deal_set.pk).update(seed="second seed")
    other = others[0]
    sealed = {"deal": other["deal"], "plays": [[hand[0] for hand in other["deal"]]]}
    Hand.objects.filter(match__game_of__table__round__event=event).update(sealed=sealed)
    with connection.cursor() as cursor:
        # The database refuses this otherwise; the test is rolled back.
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER handrevision_no_update")
        else:
            cursor.execute("ALTER TABLE scoring_handrevision DISABLE TRIGGER USER")
    HandRevision.objects.filter(match__game_of__table__round__event=event).update(sealed=sealed)


@pytest.mark.parametrize("night", ["pandoeren"], indirect=True)
def test_nothing_that_is_read_depends_on_a_secret_deal(
    night: Event, club: Club, owner: User
) -> None:
    code = event_page_update(event=night, is_on=True).code
    urls = list(addresses(night, code))
    assert len(urls) > 80
    browsers = {"nobody": Client(), "phone": phone(night)}
    for role in sorted(ALL_AND_LEAST):
        user = User.objects.create_user(f"a-{role}", is_staff=True, is_superuser=role == Role.OWNER)
        Membership.objects.create(club=club, user=user, role=role)
        browsers[role] = Client()
        browsers[role].force_login(user)
    urls_by_reader = {
        name: urls + (prints(night) if name in ALL_AND_LEAST else []) for name in browsers
    }
    before = {name: read(browser, urls_by_reader[name]) for name, browser in browsers.items()}
    assert sum(status == 200 for status, _text in before[Role.OWNER].values()) > 60
    secrets_exchange(night)
    for name, browser in browsers.items():
        for url, answer in read(browser, urls_by_reader[name]).items():
            assert differing(before[name][url], answer) == [], (name, url)


def differing(answer: tuple[int, str], other: tuple[int, str]) -> list[str]:
    """The status and lines in which two answers differ."""
    pairs = zip_longest(
        (str(answer[0]), *answer[1].split("\n")), (str(other[0]), *other[1].split("\n"))
    )
    return [f"{before!r} → {after!r}" for before, after in pairs if before != after]


def phone(event: Event) -> Client:
    """A phone at table 2, which has said that it has begun nothing."""
    browser = Client()
    browser.post(table_path(event, 2), choice(event, 2))
    return browser


def test_what_stands_in_the_open_names_no_piece(night: Event) -> None:
    pieces = pieces_of(night)
    rows: list[Hand | HandRevision] = [
        *Hand.objects.filter(match__game_of__table__round__event=night),
        *HandRevision.objects.filter(match__game_of__table__round__event=night),
    ]
    assert len(rows) == 4
    for row in rows:
        assert row.sealed
        for stored in (row.record, row.verdict):
            assert not {piece for piece in pieces if piece in str(stored)}
