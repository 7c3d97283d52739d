"""Who may enter which page of an event: one table over every address, for every role."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, User
from clubs.roles import RIGHTS, Right, Role
from paper.documents import urls as print_urls
from stats import urls as stats_urls
from tests.conftest import ClientFor
from tests.phones import choice
from tests.tables import table
from tournaments.deals import urls as deal_urls
from tournaments.events import urls
from tournaments.events.models import DecisionKind, Event, Table, WhoWrites
from tournaments.events.services.decisions import adjustment_make, play_off_record
from tournaments.events.services.entries import entry_add
from tournaments.events.services.events import event_create, event_update
from tournaments.pages import urls as page_urls
from tournaments.phones import urls as phone_urls
from tournaments.phones.models import SignUp
from tournaments.phones.selectors.table_access import sitters_at, table_path
from tournaments.phones.services.table_access import device_admit

pytestmark = pytest.mark.usefixtures("held")

SEE, RUN = Right.SEE, Right.RUN
MINE = ("/change/", "/play-off/", "/revoke/", "/forfeit/")


@dataclass(frozen=True)
class Address:
    """An address below a club: what it needs, how it is asked for, what stands in it."""

    name: str
    right: Right
    method: str = "get"
    keys: tuple[int | str, ...] = ()
    of_event: bool = True

    def __str__(self) -> str:
        return f"{self.name} {self.method.upper()}"

    def url(self, club: Club, event: Event) -> str:
        event_key = (event.pk,) if self.of_event else ()
        made: dict[int | str, Any] = {
            "adjustment": event.adjustments,
            "play_off": event.play_offs,
            "ruling": event.deal_rulings,
            "player": club.players.order_by("pk")[:1],
            "waiting": club.players.order_by("-pk")[:1],
        }
        keys = (made[key].get().pk if key in made else key for key in self.keys)
        return reverse(self.name, args=[club.slug, *event_key, *keys])


ADDRESSES = [
    Address("bidding", SEE, of_event=False),
    Address("events", SEE, of_event=False),
    Address("club-numbers", SEE, of_event=False),
    Address("club-numbers-of", SEE, keys=("texas42",), of_event=False),
    Address("club-numbers-file", SEE, keys=("texas42", "records", "csv"), of_event=False),
    Address("player-numbers", SEE, keys=("player",), of_event=False),
    Address("player-numbers-file", SEE, keys=("player", "csv"), of_event=False),
    Address("player-numbers-hands", SEE, keys=("player",), of_event=False),
    Address("event-numbers", SEE),
    Address("event-numbers-file", SEE, keys=("csv",)),
    Address("event-new", RUN, of_event=False),
    Address("event-new", RUN, "post", of_event=False),
    Address("event-read", RUN, of_event=False),
    Address("event-read", RUN, "post", of_event=False),
    Address("event", SEE),
    Address("event-live", SEE),
    Address("event-draw", SEE),
    Address("event-plan", RUN, "post"),
    Address("round-begin", RUN, "post", (2,)),
    Address("round-undo", RUN, "post", (1,)),
    Address("round-results", Right.RECORD, "get", (1,)),
    Address("round-results-undo", Right.RECORD, "post", (1,)),
    Address("round-plan", RUN, "get", (2,)),
    Address("round-plan-swap", RUN, "post", (2,)),
    Address("round-reseat", RUN, "post", (1,)),
    Address("round-plan-undo", RUN, "post", (2,)),
    Address("round-plan-redraw", RUN, "post", (2,)),
    Address("round-plan-pin", RUN, "post", (2, 1)),
    Address("room-lost", RUN, "post"),
    Address("room-back", RUN, "post"),
    Address("round-plan-series", RUN, "post", (2, 1)),
    *(
        Address(f"clock-{action}", RUN, "post", (1,))
        for action in ("start", "pause", "more", "less", "call", "uncall")
    ),
    Address("table-decide", RUN, "post", (1, 1)),
    Address("event-entries", SEE),
    Address("event-entries", RUN, "post"),
    Address("event-entries-paste", RUN),
    Address("event-entries-paste", RUN, "post"),
    Address("event-seeds", RUN),
    Address("event-seeds", RUN, "post"),
    Address("event-entries-draw", RUN),
    Address("event-entries-draw", RUN, "post"),
    Address("entry-substitute", RUN, "get", (1,)),
    Address("entry-substitute", RUN, "post", (1,)),
    Address("entry-withdraw", RUN, "post", (1,)),
    Address("entry-restore", RUN, "post", (1,)),
    Address("entry-remove", RUN, "post", (1,)),
    Address("waiting-remove", RUN, "post", ("waiting",)),
    Address("event-settings", RUN),
    Address("event-settings", RUN, "post"),
    Address("event-rank-a-hand", RUN, "post"),
    Address("event-public", RUN),
    Address("event-public", RUN, "post"),
    Address("event-public-renew", RUN, "post"),
    Address("event-sign-up", RUN),
    Address("event-sign-up", RUN, "post"),
    Address("event-sign-up-renew", RUN, "post"),
    Address("sign-up", RUN, "get", (1,)),
    Address("sign-up", RUN, "post", (1,)),
    Address("sign-up-wait", RUN, "post", (1,)),
    Address("sign-up-decline", RUN, "post", (1,)),
    Address("event-rules", RUN),
    Address("event-rules", RUN, "post"),
    Address("event-end", RUN, "post"),
    Address("event-reopen", RUN),
    Address("event-reopen", RUN, "post"),
    Address("event-delete", RUN, "post"),
    Address("event-take-back", RUN, "post"),
    Address("event-standings", SEE),
    Address("event-standings-live", SEE),
    Address("event-decisions", SEE),
    Address("adjustment-new", RUN, "post"),
    Address("adjustment-revoke", RUN, "post", ("adjustment",)),
    Address("play-off-new", RUN, "post"),
    Address("play-off-revoke", RUN, "post", ("play_off",)),
    Address("table-forfeit", RUN, "post", (1, 1, 1)),
    Address("table-forfeit-undo", RUN, "post", (1, 1)),
    Address("event-bracket", SEE),
    Address("event-bracket-live", SEE),
    Address("event-projector", SEE),
    Address("event-projector-live", SEE),
    Address("event-table", SEE, "get", (1,)),
    Address("event-desk", RUN),
    Address("event-desk-live", RUN),
    Address("event-desk-call", RUN, "post", (1,)),
    Address("event-desk-settle", RUN, "post", (1, 1, 1)),
    Address("event-phones", RUN),
    Address("event-phones-renew", RUN, "post"),
    Address("table-way", RUN, "get", (1,)),
    Address("table-way-code", RUN, "post", (1,)),
    Address("table-way-renew", RUN, "post", (1,)),
    Address("table-way-withdraw", RUN, "post", (1,)),
    Address("phone-send-away", RUN, "post", (1,)),
    Address("event-deals", SEE),
    Address("event-deals-new", RUN),
    Address("event-deals-new", RUN, "post"),
    Address("event-deals-drop", RUN, "post"),
    Address("event-compared", SEE),
    Address("events-file", SEE, keys=("csv",), of_event=False),
    Address("event-compared-file", SEE, "get", ("csv",)),
    Address("event-standings-file", SEE, "get", ("csv",)),
    Address("event-entries-file", SEE, "get", ("xlsx",)),
    Address("event-results-file", SEE, "get", ("xlsx",)),
    Address("event-compared-card", SEE, "get", (1,)),
    Address("event-compared-scoring", RUN, "post"),
    Address("deal-ruling", RUN, "get", (1, 1, 1)),
    Address("deal-ruling", RUN, "post", (1, 1, 1)),
    Address("deal-ruling-revoke", RUN, "post", ("ruling",)),
    Address("event-prints", SEE),
    Address("event-print", SEE, "get", ("sheets",)),
    Address("event-print-order", SEE, "post", ("sheets",)),
]


def ask(client: Client, address: Address, club: Club, event: Event) -> Any:
    """The answer; whatever was changed is undone."""
    with transaction.atomic():
        answer = getattr(client, address.method)(address.url(club, event))
        transaction.set_rollback(True)
    return answer


def statuses_for(
    client: Client, club: Club, event: Event, addresses: Sequence[Address] = ADDRESSES
) -> dict[str, int]:
    """The status by address."""
    return {str(address): ask(client, address, club, event).status_code for address in addresses}


def decided(event: Event, by: User) -> None:
    """A penalty, a play-off, a ruling and a sign-up, for their addresses."""
    table = Table.objects.filter(round__event=event).first()
    table = table or event.rounds.create(number=1).tables.create(number=1)
    event.deal_rulings.create(table=table, number=1, awards=["average"] * 2, reason="", made_by=by)
    SignUp.objects.create(event=event, number=1, name="Zoe", digest=f"{event.pk}")
    event.waiting_players.create(player=event.club.players.create(name="Alone"))
    entry = event.entries.get(number=1)
    adjustment_make(entry=entry, by=by, reason="late", marks=-1)
    play_off_record(event=event, order=[1, 2], kind=DecisionKind.HAND, by=by)


@pytest.fixture
def running(running: Event, owner: User) -> Event:
    """The same with decisions of the director, and a phone that was let in."""
    decided(running, owner)
    event_update(event=running, who_writes=WhoWrites.PLAYERS)
    running.refresh_from_db()
    device_admit(event=running, player=sitters_at(running, 1)[0])
    return running


@pytest.fixture
def their_event(stranger: User, event: Event) -> Event:
    """An event of the neighbour club with as many pairs and rounds as ours."""
    club = stranger.memberships.get().club
    running_event = event_create(
        club=club,
        name="Theirs",
        date=event.date,
        created_by=stranger,
        rules={"preset": "marks"},
    )
    players = [club.players.create(name=name, name_key=name) for name in ("p", "q", "r", "s")]
    for pair in (players[:2], players[2:]):
        entry_add(event=running_event, players=pair)
    decided(running_event, stranger)
    return running_event


def test_the_table_holds_every_address_of_events() -> None:
    printed = [p for p in print_urls.urlpatterns if str(p.pattern).startswith("events/")]
    of_apps = [*stats_urls.urlpatterns, *deal_urls.urlpatterns, *phone_urls.urlpatterns]
    patterns_of_events = [*urls.urlpatterns, *page_urls.urlpatterns, *of_apps, *printed]
    patterns = {pattern.name for pattern in patterns_of_events}
    assert patterns == {address.name for address in ADDRESSES}


def statuses_as_allowed(
    role: str, statuses: dict[str, int], addresses: Sequence[Address] = ADDRESSES
) -> None:
    """Assert that these are refused and nothing else is but what the role may not."""
    assert set(statuses.values()) <= {200, 302, 422, 403}
    allowed = {str(address) for address in addresses if address.right in RIGHTS[role]}
    assert {address for address, status in statuses.items() if status != 403} == allowed


OTHERS = [role for role in Role.values if role != Role.ORGANISER]
"""Beside the one who is asked with a phone."""
ALIKE = [Role.OWNER, Role.TREASURER]
"""Who may on these pages what another role may, too."""


@pytest.mark.parametrize("role", OTHERS)
def test_a_member_enters_exactly_what_the_role_allows(
    role: str, club: Club, running: Event, client_for: ClientFor
) -> None:
    user = User.objects.create_user(f"a-{role}")
    Membership.objects.create(club=club, user=user, role=role)
    tried = ADDRESSES[ALIKE.index(Role(role)) :: 2] if role in ALIKE else ADDRESSES
    statuses_as_allowed(role, statuses_for(client_for(user), club, running, tried), tried)


def test_what_a_role_may_here_another_may_who_is_asked_for_everything() -> None:
    needed = {address.right for address in ADDRESSES}
    whole = [needed & RIGHTS[role] for role in Role.values if role not in ALIKE]
    assert all(needed & RIGHTS[role] in whole for role in ALIKE)


def test_a_stranger_is_told_nothing_of_an_event(
    club: Club, running: Event, stranger: User, client_for: ClientFor
) -> None:
    assert set(statuses_for(client_for(stranger), club, running).values()) == {404}


def test_somebody_who_is_not_signed_in_signs_in_first(
    club: Club, running: Event, client: Client
) -> None:
    for address in ADDRESSES:
        answer = ask(client, address, club, running)
        assert answer.status_code == 302, address
        assert answer.url.startswith(reverse("sign-in")), address


def test_a_phone_at_a_table_finds_nothing_of_the_club(
    club: Club, running: Event, client: Client
) -> None:
    path = table_path(running, 1)
    client.post(path, choice(running, 1))
    assert client.get(reverse("phone")).status_code == 200
    assert set(statuses_for(client, club, running).values()) == {404}


def test_a_phone_that_finds_nothing_is_led_back_to_its_table_or_to_signing_in(
    club: Club, running: Event, client: Client
) -> None:
    client.post(table_path(running, 1), choice(running, 1))
    page = client.get(reverse("event", args=[club.slug, running.pk])).content.decode()
    assert f'href="{reverse("phone")}"' in page
    assert f'href="{reverse("sign-in")}?next=' in page
    elsewhere = Client().get(reverse("public-rounds", args=["0000-0000-0000"])).content.decode()
    assert reverse("phone") not in elsewhere


def test_a_phone_that_was_let_in_hinders_no_organiser_in_what_the_role_allows(
    club: Club, running: Event, client: Client, organiser: User, api_for: Callable[[User], Any]
) -> None:
    without = Client()
    without.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    client.post(table_path(running, 1), choice(running, 1))
    form = client.get(reverse("sign-in"))
    assert form.status_code == 200
    event = reverse("event", args=[club.slug, running.pk])
    sent = {"username": "organiser", "password": "a long enough word", "next": event}
    assert client.post(reverse("sign-in"), sent)["Location"] == event
    statuses = statuses_for(without, club, running)
    statuses_as_allowed(Role.ORGANISER, statuses)
    assert statuses_for(client, club, running) == statuses
    assert client.get(reverse("phone")).status_code == 200
    api = api_for(organiser)
    api.cookies.update(client.cookies)
    address = reverse("api-events-detail", args=[club.slug, running.pk])
    assert api.get(address).status_code == 200
    client.post(reverse("sign-out"))
    assert client.get(event).status_code == 404
    assert client.get(reverse("phone")).status_code == 200


def test_a_neighbours_event_is_not_found_under_our_address(
    club: Club, their_event: Event, owner: User, client_for: ClientFor
) -> None:
    client = client_for(owner)
    for address in ADDRESSES:
        if address.of_event:
            answer = getattr(client, address.method)(address.url(club, their_event))
            assert answer.status_code == 404, address
    their_event.refresh_from_db()
    assert (their_event.state, their_event.entries.count()) == ("draft", 2)


@table(
    ("name", "method"),
    [
        ("round-begin", "post"),
        ("round-undo", "post"),
        ("adjustment-revoke", "post"),
        ("play-off-revoke", "post"),
        ("entry-substitute", "get"),
        ("entry-withdraw", "post"),
        ("entry-restore", "post"),
        ("entry-remove", "post"),
        ("waiting-remove", "post"),
        ("sign-up", "get"),
        ("sign-up-decline", "post"),
    ],
)
def test_a_round_or_pair_that_the_event_does_not_have_is_not_found(
    name: str, method: str, club: Club, running: Event, owner: User, client_for: ClientFor
) -> None:
    url = reverse(name, args=[club.slug, running.pk, 99])
    assert getattr(client_for(owner), method)(url).status_code == 404


def test_who_may_not_run_events_is_offered_nothing_that_changes_them(
    club: Club, running: Event, scorer: User, client_for: ClientFor
) -> None:
    client = client_for(scorer)
    for name in ("event", "event-entries", "event-standings", "event-decisions", "event-draw"):
        page = client.get(reverse(name, args=[club.slug, running.pk])).content.decode()
        main = page[page.index("<main") : page.index("</main>")]
        for action in (
            "/plan/",
            "/begin/",
            "/undo/",
            "/withdraw/",
            "/finish/",
            "/settings/",
            *MINE,
        ):
            assert action not in main, (name, action)
        assert "/rules/" not in main
