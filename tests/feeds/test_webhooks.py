"""Webhooks: signed, tried again, never lost, and never sent into the network."""

import base64
import hashlib
import hmac
import json
import re
import socket
from collections.abc import Iterator, Sequence
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from clubs.models import Club, User
from clubs.services.clubs import club_create
from feeds import webhooks
from feeds.addresses import NotAllowedError, address_check, addresses_of, is_outside
from feeds.models import HOOKED, ChangeKind, Delivery, DeliveryState, Failure, Webhook
from feeds.sending import send, signature
from feeds.tasks import feeds_clear, webhook_send, webhooks_sweep
from tests.api.conftest import Evening, hand
from tests.conftest import ApiFor, club_of
from tests.feeds.conftest import note
from tests.meanwhile import just_before
from tests.refused import refused
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")


class Receiver(HTTPServer):
    """A program that is told of changes, on the loopback."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: list[int] = []
        self.got: list[tuple[dict[str, str], bytes]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?from=allmark"

    @property
    def notices(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _headers, body in self.got]


class Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((dict(self.headers), body))
        status = self.server.answers.pop(0) if self.server.answers else 204
        self.send_response(status)
        if status == 302:
            self.send_header("Location", self.server.address)
        self.end_headers()
        if status == 500:
            self.wfile.write(b"no disk \x00 " + b"x" * 5000)

    def log_message(self, *_words: Any) -> None:
        """Say nothing."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    server = Receiver()
    thread = Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def inside(settings: Any) -> None:
    """The host allows addresses inside the network."""
    settings.WEBHOOKS_INSIDE = True


@pytest.fixture
def hook(evening: Evening, owner: User, receiver: Receiver, inside: None) -> Webhook:
    return webhooks.webhook_create(
        club=evening.club,
        address=receiver.address,
        kinds=HOOKED,
        site="https://42.example.org/",
        made_by=owner,
    )


def all_due(**given: Any) -> None:
    """Let the time of the next attempt have come."""
    past = timezone.now() - timedelta(seconds=1)
    Delivery.objects.filter(state=DeliveryState.WAITING, **given).update(due_at=past)
    Webhook.objects.update(resting_until=None)


def clock() -> None:
    """The clock asks, at once and when standings have settled; the worker does what it is sent."""
    webhooks_sweep()
    all_due(kind=ChangeKind.STANDINGS)
    webhooks_sweep()


def finish_match(api: APIClient, evening: Evening) -> None:
    for number in range(1, 20):
        answer = api.post(evening.hands_at, hand((number - 1) % 4)).json()
        if answer.get("match", {}).get("winner") is not None:
            return
    raise AssertionError(answer)


def test_results_standings_and_ends_are_told(
    api: APIClient, evening: Evening, hook: Webhook, receiver: Receiver
) -> None:
    finish_match(api, evening)
    standings_refresh(event_id=evening.event.pk)
    assert api.post(f"{evening.event_at}finish/", {"unfinished": True}).status_code == 200
    clock()
    assert [(notice["kind"], notice["url"]) for notice in receiver.notices] == [
        ("result", f"https://42.example.org{evening.match_at}"),
        ("finished", f"https://42.example.org{evening.event_at}"),
        ("standings", f"https://42.example.org{evening.event_at}standings/"),
    ]
    assert {notice["club"] for notice in receiver.notices} == {evening.club.slug}
    assert set(hook.deliveries.values_list("state", "status", "attempts")) == {
        ("delivered", 204, 1)
    }
    clock()
    assert len(receiver.got) == 3, "everything is told once"


def test_a_burst_of_hands_changes_standings_once(hook: Webhook, evening: Evening) -> None:
    for _hand in range(4):
        note(evening.club.pk, ChangeKind.STANDINGS, "events/1/standings/")
        webhooks_sweep()
    (delivery,) = hook.deliveries.all()
    assert delivery.due_at - delivery.made_at > timedelta(seconds=4)


def example() -> Any:
    """The function that docs/api.md shows to receivers."""
    text = Path("docs/api.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(import base64.*?)```", text, re.DOTALL)
    assert example is not None
    names: dict[str, Any] = {}
    exec(example[1], names)
    return names["verified"]


def test_the_documented_example_verifies_what_is_sent(hook: Webhook, receiver: Receiver) -> None:
    webhooks.webhook_test(webhook=hook)
    clock()
    ((headers, body),) = receiver.got
    verified = example()
    assert verified(hook.secret, headers, body)
    assert not verified(hook.secret, headers, body + b" ")
    assert not verified(hook.secret, headers | {"webhook-id": "other"}, body)
    late = str(int(headers["webhook-timestamp"]) - 3600)
    assert not verified(hook.secret, headers | {"webhook-timestamp": late}, body)


def test_the_signature_is_that_of_standard_webhooks() -> None:
    """The vector of the specification's own library."""
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    signed = b'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}'
    wanted = base64.b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode()
    assert wanted == "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert (
        signature(
            secret="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            key="msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp=1614265330,
            body=b'{"test": 2432232314}',
        )
        == f"v1,{wanted}"
    )


def test_a_failure_is_tried_again_under_the_same_id(hook: Webhook, receiver: Receiver) -> None:
    receiver.answers = [500]
    delivery = webhooks.webhook_test(webhook=hook)
    webhook_send(hook.pk)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.status, delivery.failure) == ("waiting", 500, Failure.STATUS)
    assert delivery.answer.startswith("no disk")
    assert len(delivery.answer) == 300
    assert delivery.tried_at is not None
    assert delivery.due_at == delivery.tried_at + webhooks.PAUSES[0]
    webhook_send(hook.pk)
    assert len(receiver.got) == 1, "not before its time"
    all_due()
    clock()
    first, second = receiver.notices
    assert first == second
    delivery.refresh_from_db()
    assert (delivery.state, delivery.status, delivery.attempts) == ("delivered", 204, 2)


def test_pauses_grow_until_it_is_given_up_and_an_owner_sends_it_again(
    hook: Webhook, receiver: Receiver
) -> None:
    receiver.answers = [503] * (len(webhooks.PAUSES) + 1)
    delivery = webhooks.webhook_test(webhook=hook)
    for pause in webhooks.PAUSES:
        webhook_send(hook.pk)
        delivery.refresh_from_db()
        assert delivery.tried_at is not None
        assert delivery.due_at - delivery.tried_at == pause
        all_due()
    webhook_send(hook.pk)
    delivery.refresh_from_db()
    assert delivery.state == DeliveryState.GIVEN_UP
    clock()
    assert len(receiver.got) == len(webhooks.PAUSES) + 1
    webhooks.delivery_resend(delivery=delivery)
    clock()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("delivered", 1)
    assert {notice["id"] for notice in receiver.notices} == {str(delivery.pk)}


def test_a_worker_killed_while_sending_loses_nothing(hook: Webhook, receiver: Receiver) -> None:
    delivery = webhooks.webhook_test(webhook=hook)
    assert webhooks.webhooks_claim() == [hook.pk]
    assert webhooks._begun(hook.pk) is not None  # and here the worker dies
    assert webhooks.webhooks_claim() == []
    webhook_send(hook.pk)
    assert receiver.got == [], "it may still be on its way"
    later = timezone.now() - timedelta(seconds=1)
    Webhook.objects.update(sending_until=later)
    Delivery.objects.update(due_at=later)
    assert webhooks.webhooks_claim() == [hook.pk]
    webhook_send(hook.pk)
    assert [notice["id"] for notice in receiver.notices] == [str(delivery.pk)]


def test_a_club_has_one_message_sent_at_a_time(hook: Webhook, owner: User) -> None:
    def another(club: Club, address: str) -> Webhook:
        return webhooks.webhook_create(
            club=club, address=address, kinds=HOOKED, site="https://42.example.org/", made_by=owner
        )

    sibling = another(hook.club, hook.address)
    others = another(club_create(name="Next door", owner=owner), hook.address)
    for each in (hook, sibling, others):
        webhooks.webhook_test(webhook=each)
    first = webhooks.webhooks_claim()
    assert len(first) == 2
    assert others.pk in first
    assert webhooks.webhooks_claim() == []
    for key in first:
        webhook_send(key)
    second = webhooks.webhooks_claim()
    assert sorted([*first, *second]) == sorted([hook.pk, sibling.pk, others.pk])


def test_two_sweeps_that_see_different_webhooks_due_claim_one_of_a_club(
    hook: Webhook, owner: User
) -> None:
    other = webhooks.webhook_create(
        club=hook.club, address=hook.address, kinds=HOOKED, site="https://x.org/", made_by=owner
    )
    delivery = webhooks.webhook_test(webhook=hook)
    claimed: list[int] = []

    def other_sweep() -> None:
        """By now another webhook is due, and this one rests."""
        Delivery.objects.filter(pk=delivery.pk).update(webhook=other)
        claimed.extend(webhooks.webhooks_claim())

    with just_before('AS "sending_until"', other_sweep):
        assert webhooks.webhooks_claim() == []
    assert claimed == [other.pk]


def test_a_task_that_waited_longer_than_its_lease_leaves_the_turn_to_another(
    hook: Webhook, receiver: Receiver, owner: User
) -> None:
    other = webhooks.webhook_create(
        club=hook.club, address=hook.address, kinds=HOOKED, site="https://x.org/", made_by=owner
    )
    webhooks.webhook_test(webhook=hook)
    assert webhooks.webhooks_claim() == [hook.pk]
    Webhook.objects.filter(pk=hook.pk).update(sending_until=timezone.now())
    Webhook.objects.filter(pk=other.pk).update(sending_until=timezone.now() + webhooks.LEASE)
    webhook_send(hook.pk)
    assert receiver.got == []
    Webhook.objects.filter(pk=other.pk).update(sending_until=None)
    webhooks_sweep()
    assert len(receiver.got) == 1


def test_while_paused_nothing_is_sent_and_afterwards_only_what_is_new(
    hook: Webhook, receiver: Receiver, evening: Evening
) -> None:
    webhooks.webhook_pause(webhook=hook, paused=True)
    note(evening.club.pk, ChangeKind.RESULT, "matches/1/")
    clock()
    hook.refresh_from_db()
    with refused("paused"):
        webhooks.webhook_test(webhook=hook)
    webhooks.webhook_pause(webhook=hook, paused=False)
    note(evening.club.pk, ChangeKind.RESULT, "matches/2/")
    clock()
    assert [notice["url"][-10:] for notice in receiver.notices] == ["matches/2/"]


def test_no_redirect_is_followed(hook: Webhook, receiver: Receiver) -> None:
    receiver.answers = [302]
    webhooks.webhook_test(webhook=hook)
    webhook_send(hook.pk)
    (delivery,) = hook.deliveries.all()
    assert (delivery.status, delivery.failure, len(receiver.got)) == (302, Failure.STATUS, 1)


def test_what_cannot_be_reached_says_why(inside: None) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        closed = send(
            address=f"http://127.0.0.1:{taken.getsockname()[1]}/", secret="", key="1", body=b""
        )
    assert closed.failure == Failure.NO_CONNECTION
    unknown = send(address="http://no-such-name.invalid/", secret="", key="1", body=b"")
    assert unknown.failure == Failure.NO_NAME


INSIDE = [
    *("127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.5.4", "192.168.1.1", "100.64.0.1"),
    *("169.254.169.254", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1"),
    *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::7f00:1"),
    *("64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:a00:1::1"),
    # translated (RFC 2765), compatible, in a prefix of the network (RFC 8215), in any 6to4, Teredo
    *("::ffff:0:127.0.0.1", "::ffff:0:a00:1", "::10.0.0.1", "::8.8.8.8", "::ffff:0:8.8.8.8"),
    *("64:ff9b:1::8.8.8.8", "64:ff9b:1:7f00:0:100::", "2002:808:808::1"),
    *("2001:0:808:808::1", "2001:0:4136:e378:8000:63bf:80ff:fffe"),
    # ISATAP, site-local, discarded, segment routing, not allotted, protocols, documentation
    *("2606:4700::5efe:127.0.0.1", "2606:4700::200:5efe:10.0.0.1", "fec0::1", "100::1"),
    *("5f00::1", "4000::1", "2001:1::1", "2001:20::1", "3fff::1", "ff0e::1", "fe80::1%25"),
    *("192.0.0.8", "192.0.0.9", "192.88.99.1", "0.1.2.3", "100.127.255.255", "203.0.113.9"),
]
OUTSIDE = ["8.8.8.8", "93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::8.8.8.8"]


def test_addresses_inside_the_network_are_told_from_those_outside() -> None:
    assert {address for address in INSIDE if is_outside(address)} == set()
    assert {addresses for addresses in OUTSIDE if not is_outside(addresses)} == set()


@pytest.mark.parametrize(
    ("address", "code"),
    [
        *((f"https://{host}/", "inside") for host in ("127.0.0.1", "[::1]", "localhost", "0x7f.1")),
        *((f"https://{host}/", "inside") for host in ("2130706433", "[::ffff:10.0.0.1]", "10.1:8")),
        *((f"https://{host}/", "inside") for host in ("[::ffff:0:127.0.0.1]", "[::ffff:0:7f00:1]")),
        *(
            (f"https://{host}/", "bad_address")
            for host in ("", "a:b@c.org", "x.org:99999", "é.org")
        ),
        *((address, "bad_address") for address in ("http://example.org/", "ftp://example.org/")),
        *(
            (address, "bad_address")
            for address in ("https://x.org/\r\nHost: y", "x.org", "https://[")
        ),
    ],
)
def test_an_address_to_which_nothing_is_sent_is_refused(address: str, code: str) -> None:
    with pytest.raises(ValidationError) as caught:
        address_check(address)
    assert [error.code for error in caught.value.error_dict["address"]] == [code]


def _resolve(monkeypatch: pytest.MonkeyPatch, addresses: Sequence[str]) -> None:
    """Let any name have these addresses."""
    rows = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_named: rows)


@pytest.mark.parametrize("inside", INSIDE)
def test_one_bad_address_of_a_name_is_enough(monkeypatch: pytest.MonkeyPatch, inside: str) -> None:
    _resolve(monkeypatch, ("8.8.8.8", inside))
    with pytest.raises(NotAllowedError):
        addresses_of("two.example.org", 443)
    outcome = send(address="https://two.example.org/", secret="", key="1", body=b"")
    assert outcome.failure == Failure.NOT_ALLOWED


def test_nothing_is_sent_inside_once_that_is_no_longer_allowed(
    hook: Webhook, receiver: Receiver, settings: Any
) -> None:
    settings.WEBHOOKS_INSIDE = False
    webhooks.webhook_test(webhook=hook)
    webhook_send(hook.pk)
    (delivery,) = hook.deliveries.all()
    assert (delivery.failure, receiver.got) == (Failure.NOT_ALLOWED, [])


def test_old_deliveries_are_forgotten_unless_they_wait(hook: Webhook) -> None:
    done, waits = (webhooks.webhook_test(webhook=hook) for _delivery in range(2))
    Delivery.objects.filter(pk=done.pk).update(state=DeliveryState.DELIVERED)
    Delivery.objects.update(made_at=timezone.now() - webhooks.RETENTION - timedelta(hours=1))
    feeds_clear()
    assert list(hook.deliveries.all()) == [waits]


# Over HTTP


def test_a_program_sets_up_tries_and_deletes_a_webhook(
    api: APIClient, evening: Evening, receiver: Receiver, inside: None
) -> None:
    at = f"{evening.at}webhooks/"
    made = api.post(at, {"address": receiver.address, "kinds": ["finished", "result"]})
    assert made.status_code == 201, made.json()
    assert made.json()["secret"].startswith("whsec_")
    assert made.json()["kinds"] == ["result", "finished"]
    here = made["Location"]
    assert "secret" not in api.get(here).json()
    assert "secret" not in api.get(at).json()["results"][0]
    test = api.post(f"{here}test/")
    assert (test.status_code, test.json()["state"]) == (201, "waiting")
    clock()
    (logged,) = api.get(f"{here}deliveries/").json()["results"]
    assert (logged["state"], logged["status"], logged["next_at"]) == ("delivered", 204, None)
    again = api.post(f"{here}deliveries/{logged['id']}/resend/")
    assert (again.status_code, again.json()["state"]) == (200, "waiting")
    assert api.patch(here, {"is_paused": True}).json()["is_paused"]
    assert api.post(f"{here}test/").json()["codes"] == {"non_field_errors": ["paused"]}
    assert api.delete(here).status_code == 204
    assert api.get(here).status_code == 404


def test_a_bad_address_is_refused_beside_its_field(api: APIClient, evening: Evening) -> None:
    answer = api.post(
        f"{evening.at}webhooks/", {"address": "https://127.0.0.1/", "kinds": ["result"]}
    )
    assert (answer.status_code, answer.json()["codes"]) == (400, {"address": ["inside"]})


def test_only_owners_have_webhooks_and_only_their_own(
    evening: Evening, hook: Webhook, api_for: ApiFor, client: Client
) -> None:
    scorer, neighbour = User.objects.create_user("sam"), User.objects.create_user("nora")
    evening.club.memberships.create(user=scorer, role="scorer")
    theirs = club_of(neighbour)
    paths = [f"{evening.at}webhooks/", f"{evening.at}webhooks/{hook.pk}/"]
    assert [api_for(scorer).get(path).status_code for path in paths] == [403, 403]
    assert [api_for(neighbour).get(path).status_code for path in paths] == [404, 404]
    other = f"/api/v1/clubs/{theirs.slug}/webhooks/{hook.pk}/"
    assert api_for(neighbour).delete(other).status_code == 404
    client.force_login(scorer)
    assert client.get(f"/c/{evening.club.slug}/webhooks/").status_code == 403
    client.force_login(neighbour)
    assert client.get(f"/c/{evening.club.slug}/webhooks/{hook.pk}/").status_code == 404
    assert client.get(f"/c/{theirs.slug}/webhooks/{hook.pk}/").status_code == 404


# On the pages


def test_an_owner_sets_up_a_webhook_and_sees_its_secret_once(
    client: Client, evening: Evening, owner: User, receiver: Receiver, inside: None
) -> None:
    client.force_login(owner)
    at = f"/c/{evening.club.slug}/webhooks/"
    wrong = client.post(at, {"address": "gopher://x", "kinds": ["result"]})
    assert wrong.status_code == 422
    assert "gopher://x" in wrong.content.decode()
    made = client.post(at, {"address": receiver.address, "kinds": ["result"]})
    hook = Webhook.objects.get()
    assert hook.secret in made.content.decode()
    here = f"{at}{hook.pk}/"
    assert not any(hook.secret in client.get(page).content.decode() for page in (at, here))
    client.post(here, {"do": "test"})
    receiver.answers = [500]
    clock()
    shown = client.get(here).content.decode()
    assert "500" in shown
    assert "The receiver refused it." in shown
    (delivery,) = hook.deliveries.all()
    client.post(here, {"do": "resend", "delivery": str(delivery.pk)})
    clock()
    assert [notice["kind"] for notice in receiver.notices] == ["test", "test"]
    client.post(here, {"do": "pause"})
    hook.refresh_from_db()
    assert hook.is_paused
    assert client.post(here, {"do": "delete"}).status_code == 302
    assert client.get(here).status_code == 404
