"""Whatever is typed into any form of any page, and into any address, no answer is a fault.

The forms are found by following the links of the demo club as its owner. Every field of every form
gets one of the values below while the others keep what the page has put into them; what that
changes is rolled back. Pages and fields of one shape are tried once: the rows of a list, the seats
and the tricks of a hand.
"""

import itertools
import json
import re
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from django.conf import settings
from django.contrib.messages import ERROR, get_messages
from django.db import connection, transaction
from django.test import Client
from django.urls import get_resolver, reverse

from clubs.access import GUEST_COOKIE
from clubs.models import Club
from leagues.forms.seasons import NUMBERS_OF_CHOICES
from leagues.services.seasons import season_page_update
from scoring.models import Match
from tests.api.operations import described
from tests.html_forms import UNTICKED, Form, Page
from tests.phones import choice
from tests.walk import name_of, walk
from tournaments.events.models import Event, WhoWrites
from tournaments.events.services.events import event_update
from tournaments.phones.models import GuestDevice
from tournaments.phones.selectors.table_access import table_token
from tournaments.phones.services.sign_ups import event_page_update, sign_up_key, sign_up_make
from tournaments.phones.services.table_access import device_send_away, table_withdraw

pytestmark = [pytest.mark.django_db]

NUMBERS_OF_NO_SENSE = ("²", "--5", "9" * 5_000, "1" * 25, "-1", "٣", "१२", "1e5", "½", "0x1F")
NASTY = (
    *NUMBERS_OF_NO_SENSE,
    *map(str, (2**15, 2**31, 2**63)),
    "",
    "\N{NULL}",
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH SPACE}",
    "🃏" * 3_000,
    "²m",
    "b²m 5 m",
    "4: ² ²%",
    "50/²/--5",
    "None",
    "' OR 1=1 --\n<b>&amp;%s {0} %(x)s",
)
ALWAYS = ("²", "9" * 5_000)
ENDS = (2**15, 2**31, 2**63 - 1, 2**63)
"""Where columns end."""
TYPED = "application/x-www-form-urlencoded"
EVENTS = ("Tonight at Elm Street", "Pandoeren on Saturday", "Spades triangles", "Autumn Doubles")
OF_GAMES = ("match", "hand", "event-rules", "event-settings", "event-money-setup", "event-draw")
"""Addresses whose forms differ from game to game; of all others one is enough."""
WITHIN = re.compile(r"(?:events|matches)/\d+/")
ANSWERS = {200, 204, 302, 400, 403, 404, 409, 422}
# What ends the visit, or goes elsewhere.
NOT_FOLLOWED = {"sign-out", "static", "admin", "job-file", "api-jobs-file"}


def shape(name: str) -> str:
    """A field's name without the number of its row."""
    return re.sub(r"\d+", "#", name)


@pytest.fixture(scope="module")
def browser(demo: Club) -> Client:
    """The owner's browser."""
    client = Client(headers={"accept": "text/html"})
    client.force_login(
        demo.memberships.get().user, backend="django.contrib.auth.backends.ModelBackend"
    )
    return client


@pytest.fixture(scope="module")
def chosen(demo: Club) -> list[str]:
    """Where links are followed: an event of each kind, and a match of each, the oldest first."""
    events = list(demo.events.filter(name__in=EVENTS).order_by("pk"))
    assert len(events) == len(EVENTS)
    of_events = [Match.objects.filter(game_of__table__round__event=event) for event in events]
    matches = [
        *(events.latest("pk") for events in of_events),
        *(events.filter(hand_count__gt=0).latest("pk") for events in of_events),
    ]
    keys = sorted({match.pk for match in matches})
    return [f"events/{event.pk}/" for event in events] + [f"matches/{key}/" for key in keys]


@pytest.fixture(scope="module")
def pages(browser: Client, demo: Club, chosen: list[str]) -> list[Page]:
    """The pages that links lead to, one of each address and event."""
    starts = [f"/c/{demo.slug}/", "/account/tokens/"]
    starts += [f"/c/{demo.slug}/{place}" for place in chosen]

    def kind_of(address: str) -> Hashable:
        name, within = name_of(address), WITHIN.search(urlsplit(address).path)
        if not name or name in NOT_FOLLOWED or (within and within[0] not in chosen):
            return None
        return name, within[0] if within and name.startswith(OF_GAMES) else ""

    visits = [visit.page for visit in walk(browser, starts, kind_of) if visit.page]
    assert {name_of(page.address) for page in visits} >= {
        *(
            "your-clubs",
            "players",
            "events",
            "match",
            "hand-correct",
            "event-rules",
            "event-settings",
        ),
        *("round-plan", "round-results", "event-money-setup", "season-settings", "club-money"),
    }
    return visits


def faults_of(browser: Client, method: str, action: str, given: list[tuple[str, str]]) -> str:
    """What is wrong with the answer, if anything is; nothing stays of what was sent."""
    sent = urlencode([(name, value) for name, value in given if value != UNTICKED])
    try:
        with transaction.atomic():
            if method == "get":
                answer: Any = browser.get(urlsplit(action).path + "?" + sent)
            else:
                answer = browser.post(action, sent, content_type=TYPED)
            transaction.set_rollback(True)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if answer.status_code not in ANSWERS:
        return str(answer.status_code)
    return ""


def attempts(forms: list[Form]) -> Iterator[tuple[Form, str, str]]:
    """Every form with each of its fields in turn, and what to put there."""
    tried = set[Any]()
    values = cycle((*ALWAYS, *map(str, ENDS)))
    for form in forms:
        for name in dict.fromkeys(name for name, _value in form.fields):
            match = WITHIN.search(form.action) if "/matches/" in form.action else None
            kind = (name_of(form.action), shape(name), match and match[0])
            if kind not in tried:
                tried.add(kind)
                yield form, name, next(values)


def test_nothing_typed_into_any_form_is_a_fault(browser: Client, pages: list[Page]) -> None:
    shapes: dict[Any, Form] = {}
    for page in pages:
        for form in page.forms:
            if form.is_a_frame:
                continue
            names = tuple(sorted({shape(name) for name, _value in form.fields}))
            shapes.setdefault((name_of(form.action), form.method, names), form)
    forms = [form for key, form in sorted(shapes.items()) if key[0] and key[0] not in NOT_FOLLOWED]
    assert len(forms) > 70
    faults, count = list[str](), 0
    for form, name, value in attempts(forms):
        count += 1
        others = [(other, value) for other, value in form.fields if other != name]
        if fault := faults_of(browser, form.method, form.action, [*others, (name, value)]):
            faults.append(f"{name_of(form.action)} {name}={value[:20]!r}: {fault[:300]}")
    for form, value in zip(forms, itertools.cycle(NASTY), strict=False):
        everything = [(name, value) for name, _value in form.fields]
        if fault := faults_of(browser, form.method, form.action, everything):
            faults.append(f"{name_of(form.action)} all={value[:20]!r}: {fault[:300]}")
    assert count > 300
    assert faults == []


LONG = 100_000
FILLED = (*' x1,"', "x ", "Ann" + " " * (LONG - 6) + "Ben")
"""What long texts are made of, by repeating it."""
SOME = 0.3
"""CPU seconds of an answer that are not looked at more closely."""
MOST_GROWTH = 8
"""How many times as long an answer to four times the text may take."""


def seconds_of(act: Callable[[str], Any], text: str) -> float:
    """CPU seconds of an answer, nothing of which stays."""
    began = time.process_time()
    with transaction.atomic():
        answer = act(text)
        transaction.set_rollback(True)
    assert answer is None or answer.status_code < 500
    return time.process_time() - began


def keeps_others_waiting(act: Callable[[str], Any], text: str) -> bool:
    """Whether an answer takes longer by the square of the text, or worse."""
    taken = seconds_of(act, text)
    return taken > SOME and taken > MOST_GROWTH * seconds_of(act, text[LONG // 8 :][: LONG // 4])


def long_texts() -> Iterator[str]:
    return itertools.cycle((filler * (LONG // len(filler))) for filler in FILLED)


def test_no_long_text_in_a_form_keeps_the_site_from_answering_others(
    browser: Client, pages: list[Page]
) -> None:
    texts, slow, tried = long_texts(), list[str](), set[Any]()
    for form in (form for page in pages for form in page.forms):
        route = name_of(form.action)
        if form.method != "post" or form.is_a_frame or not route or route in NOT_FOLLOWED:
            continue
        for name in dict.fromkeys(name for name, _value in form.fields):
            if (route, shape(name)) in tried:
                continue
            tried.add((route, shape(name)))
            others = [
                (other, value)
                for other, value in form.fields
                if other != name and value != UNTICKED
            ]

            def post(text: str, form: Form = form, given: Any = (others, name)) -> Any:
                sent = urlencode([*given[0], (given[1], text)])
                return browser.post(form.action, sent, content_type=TYPED)

            text = next(texts)
            if keeps_others_waiting(post, text):
                slow.append(f"{route} {name}: {text[:4]!r}")
    assert len(tried) > 200
    assert slow == []


def test_no_number_that_is_none_is_taken_for_one(browser: Client, pages: list[Page]) -> None:
    """A number that belongs to a choice is read only with that choice, so that one is sent."""
    forms = {
        (name_of(form.action), shape(name)): (form, name)
        for page in pages
        for form in page.forms
        for name in sorted(form.numeric)
        if form.method == "post"
    }
    assert len(forms) > 20
    taken = []
    values = itertools.cycle(("²", "--5", "9" * 5_000))
    by_name = sorted(forms.items(), key=lambda form: form[0])
    for ((route, name), (form, field_)), value in zip(by_name, values, strict=False):
        choices = {choice: taking for choice, taking, read in NUMBERS_OF_CHOICES if read == name}
        others = [
            (other, choices.get(other, value))
            for other, value in form.fields
            if other != field_ and value != UNTICKED
        ]
        with transaction.atomic():
            sent = urlencode([*others, (field_, value)])
            answer: Any = browser.post(form.action, sent, content_type=TYPED)
            transaction.set_rollback(True)
        if answer.status_code == 302:
            levels = [message.level for message in get_messages(answer.wsgi_request)]
            if not levels or max(levels) < ERROR:
                taken.append((route, name, value[:20]))
    assert taken == []


def parameters() -> list[str]:
    """The names that any view asks an address for."""
    reading = re.compile(r'GET(?:\.get|\.getlist)?[\[(]"(\w+)"|"(\w+)" in (?:self\.)?request\.GET')
    names = {
        name
        for app in ("clubs", "scoring", "ledger", "tournaments", "leagues")
        for path in (settings.BASE_DIR / app).rglob("*.py")
        for pair in reading.findall(path.read_text())
        for name in pair
    }
    return sorted(names - {""})


def test_nothing_in_an_address_is_a_fault(browser: Client, pages: list[Page]) -> None:
    names = parameters()
    assert {"page", "who", "round", "q"} <= set(names)
    faults, turn = [], itertools.cycle((*ALWAYS, "-1", *map(str, ENDS)))
    for page in pages:
        linked = {name for link in page.links for name, _value in parse_qsl(urlsplit(link).query)}
        given = [(name, next(turn)) for name in sorted({*names, *linked})]
        if fault := faults_of(browser, "get", page.address, given):
            faults.append(f"{page.address}?{urlencode(given)[:200]}: {fault[:300]}")
    assert faults == []


def test_nothing_asked_of_the_api_is_a_fault(
    browser: Client, demo: Club, chosen: list[str]
) -> None:
    paths = described()["paths"]
    there = {
        "slug": demo.slug,
        "event": demo.events.get(name=EVENTS[0]).pk,
        "match": demo.matches.earliest("pk").pk,
        "player": demo.players.earliest("pk").pk,
        "season": demo.seasons.get().pk,
    }
    operations = [
        (
            path.format(**there),
            method,
            [parameter["name"] for parameter in operation.get("parameters", ())],
        )
        for path, methods in paths.items()
        for method, operation in methods.items()
        if method in {"get", "delete"}
        and any(p["in"] == "query" for p in operation.get("parameters", ()))
        if set(re.findall(r"{(\w+)}", path)) <= there.keys()
    ]
    assert len(operations) >= 5
    faults, values = [], cycle(NASTY)
    for path, method, names in operations:
        for name, value in ((name, value) for name in names for value in islice(values, 5)):
            address = f"{path}?{urlencode({name: value})}"
            with transaction.atomic():
                answer: Any = getattr(browser, method)(address)
                transaction.set_rollback(True)
            if answer.status_code >= 500:
                faults.append((address[:80], answer.status_code))
    assert faults == []


def strings_of(schema: Any, parts: Mapping[str, Any]) -> Iterator[Callable[[str], Any]]:
    """For each text that a body of this schema may have, the body with that alone."""
    if "$ref" in schema:
        schema = parts[schema["$ref"].rpartition("/")[2]]
    for kind in ("allOf", "anyOf", "oneOf"):
        for one_schema in schema.get(kind, ()):
            yield from strings_of(one_schema, parts)
    if schema.get("type") == "string" and "enum" not in schema:
        yield lambda text: text
    for name, inner in schema.get("properties", {}).items():
        if not inner.get("readOnly"):
            for make in strings_of(inner, parts):
                yield partial(_within, name, make)
    for make in strings_of(schema["items"], parts) if "items" in schema else ():
        yield partial(_listed, make)
    others = schema.get("additionalProperties")
    for make in strings_of(others, parts) if isinstance(others, dict) and others else ():
        yield partial(_within, "1", make)


def _within(name: str, make: Callable[[str], Any], text: str) -> Any:
    return {name: make(text)}


def _listed(make: Callable[[str], Any], text: str) -> Any:
    return [make(text)]


def test_no_long_text_in_a_body_keeps_the_site_from_answering_others(
    browser: Client, demo: Club
) -> None:
    schema, texts, slow, count = described(), long_texts(), list[str](), 0
    event = demo.events.get(name=EVENTS[0])
    rows = Match.objects.filter(game_of__table__round__event=event)
    there = {
        "slug": demo.slug,
        "event": event.pk,
        "match": rows.earliest("pk").pk,
        "player": demo.players.earliest("pk").pk,
        "season": demo.seasons.get().pk,
        "number": 1,
    }
    for path, methods in schema["paths"].items():
        if not set(re.findall(r"{(\w+)}", path)) <= there.keys():
            continue
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            for make in strings_of(body.get("schema", {}), schema["components"]["schemas"]):
                count += 1

                def send(text: str, to: Any = (method, path, make)) -> Any:
                    address, sent = to[1].format(**there), json.dumps(to[2](text))
                    return getattr(browser, to[0])(address, sent, content_type="application/json")

                if keeps_others_waiting(send, text := next(texts)):
                    slow.append(f"{method} {path} {json.dumps(make('…'))}: {text[:4]!r}")
    assert count > 100
    assert slow == []


# Guests, who have no account.

WRITES = re.compile(r'^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+"(\w+)"', re.IGNORECASE)
MAY_BE_NOTED = {"clubs_attempt", "phones_guestdevice"}
"""That something was tried, and when a phone was seen last."""
OF_GUESTS = re.compile(r"(?:phone|table-code|table-join|public|sign-up|signed-up)(?:-|$)")
METHODS = ("get", "post", "put", "patch", "delete")
BROKEN = ("", "x", "²", "9" * 5_000, "a:b:c", "🃏:1:x".encode().decode("latin-1"), "None")


@dataclass
class Guests:
    """A phone that is let in at a table, and the addresses of all that guests can open."""

    phone: Client
    addresses: dict[str, str]


@pytest.fixture
def guests(demo: Club) -> Guests:
    event = demo.events.get(name="Tonight at Elm Street")
    event = event_update(event=event, who_writes=WhoWrites.CONFIRMED)
    games = Match.objects.filter(game_of__table__round__event=event, is_over=False)
    number = games.values_list("game_of__table__number", flat=True).earliest("pk")
    coming = demo.events.get(name="Next week's 42 night")
    code = event_page_update(event=event, is_on=True).code
    season = season_page_update(season=demo.seasons.get(), is_on=True, shows_ratings=True)
    key = sign_up_key()
    sign_up_make(event=coming, key=key, name="Zoe")
    there: dict[str, Any] = {
        "event_id": event.pk,
        "number": number,
        "token": table_token(event, number),
        "game": 1,
        "key": key,
    }
    addresses = {}
    for name, pattern in routes():
        keys = {"code": season.code if name.startswith("public-season") else code}
        if name == "public-sign-up":
            keys = {"code": coming.sign_up_page.code}
        words = re.findall(r"<(?:\w+:)?(\w+)>", pattern)
        addresses[name] = reverse(name, kwargs={word: (there | keys)[word] for word in words})
    phone = Client(headers={"accept": "text/html"})
    phone.post(
        addresses["table-join"],
        choice(event, number),
        follow=True,
    )
    assert phone.get(addresses["phone"]).status_code == 200
    return Guests(phone, addresses)


def routes(patterns: Any = None, before: str = "") -> Iterator[tuple[str, str]]:
    """Name and pattern of every address for guests."""
    for pattern_here in patterns or get_resolver().url_patterns:
        pattern = before + str(pattern_here.pattern)
        if hasattr(pattern_here, "url_patterns"):
            yield from routes(pattern_here.url_patterns, pattern)
        elif (
            pattern_here.name
            and OF_GUESTS.match(pattern_here.name)
            and not pattern.startswith(("c/", "api/"))
        ):
            yield pattern_here.name, pattern


def wrong_with(client: Client, method: str, address: str, body: Any = "") -> str:
    """What is wrong with the answer to a request of no sense; nothing stays of it."""
    written = set[str]()

    def watch(execute: Any, sql: str, *more: Any) -> Any:
        if statement := WRITES.match(sql):
            written.add(statement[1])
        return execute(sql, *more)

    try:
        with transaction.atomic(), connection.execute_wrapper(watch):
            answer: Any = getattr(client, method)(address, body, content_type=TYPED)
            transaction.set_rollback(True)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if answer.status_code not in ANSWERS | {304, 405, 429}:
        return str(answer.status_code)
    return ", ".join(sorted(written - MAY_BE_NOTED))


DONE_BY_ADDRESS = {("phone-call", "post"), ("phone-leave", "post"), ("signed-up", "post")}
"""These need no field: to send nothing is to do it."""
FIELDS = (
    *("match", "number", "key", "dealer", "mode", "bidder", "bid", "contract", "result", "as"),
    *("player", "answer", "text", "deal", "code", "name", "partner", "seeks_partner", "note"),
    "revision",
)


def test_no_nonsense_from_a_guest_is_a_fault_or_writes(guests: Guests) -> None:
    assert len(guests.addresses) > 25
    faults, values = list[str](), itertools.cycle(NASTY)
    for (name, address), method in itertools.product(guests.addresses.items(), METHODS):
        if (name, method) in DONE_BY_ADDRESS:
            continue
        for value in ("", next(values), next(values)):
            body = urlencode(dict.fromkeys(FIELDS, value)) if value else ""
            where = f"{address}?{body}" if method == "get" else address
            if fault := wrong_with(guests.phone, method, where, "" if method == "get" else body):
                faults.append(f"{method} {name} {value[:20]!r}: {fault[:300]}")
    assert faults == []


def test_no_broken_cookie_lets_a_guest_in_or_is_a_fault(guests: Guests) -> None:
    """Each of the cookies that guests are given, broken or another's, at every address."""
    event, number = map(int, guests.addresses["table-join"].split("/")[2:4])
    good = guests.phone.cookies[GUEST_COOKIE].value
    device_send_away(device=GuestDevice.objects.filter(event=event).latest("number"))
    table_withdraw(event=Event.objects.get(pk=event), number=number)
    faults = list[str]()
    for value in (good, good[:-1], good.replace(":", "é"), *BROKEN):
        stranger = Client(headers={"accept": "text/html"})
        for name in (GUEST_COOKIE, "evening", "sessionid", "csrftoken", "signed-up"):
            stranger.cookies[name] = value.replace("\n", "")
        for name, address in guests.addresses.items():
            for method in ("get", "post"):
                fault = wrong_with(stranger, method, address)
                if fault and (name, method) not in DONE_BY_ADDRESS:
                    faults.append(f"{method} {name} {value[:20]!r}: {fault[:300]}")
            if name.startswith("phone") and name != "phone-worker":
                assert stranger.get(address, follow=True).status_code == 404
        assert stranger.get(guests.addresses["table-join"]).status_code == 404
    assert faults == []


def test_nothing_typed_into_any_form_of_a_guest_is_a_fault(guests: Guests) -> None:
    """The forms as a phone at a table, the public pages and the sign-up show them."""
    pages = []
    for address in guests.addresses.values():
        answer: Any = guests.phone.get(address, follow=True)
        if answer.status_code == 200 and "text/html" in answer.get("Content-Type", ""):
            pages.append(Page(address))
            pages[-1].feed(answer.content.decode())
    forms = [form for page in pages for form in page.forms]
    assert {name_of(form.action) for form in forms} >= {
        *("phone-hand", "phone-preview", "phone-call", "public-evening", "public-sign-up"),
    }
    faults, count = list[str](), 0
    for form, name, value in attempts(forms):
        count += 1
        others = [(other, value) for other, value in form.fields if other != name]
        if fault := faults_of(guests.phone, form.method, form.action, [*others, (name, value)]):
            faults.append(f"{name_of(form.action)} {name}={value[:20]!r}: {fault[:300]}")
    assert count > 25
    assert faults == []
