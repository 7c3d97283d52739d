"""Walk a site without some of its apps: ``ALLMARK_WITHOUT=deals,phones python -m …left_out``.

A process of its own, since apps are chosen when Django starts. Prints what is wrong, a line each,
and last how many addresses were read.
"""
# ruff: noqa: E402 the apps are chosen before anything of them is imported

import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
for elsewhere in ("DATABASE_URL", "BROKER_URL"):
    os.environ.pop(elsewhere, None)
os.environ["ALLMARK_DATA"] = tempfile.mkdtemp(prefix="allmark-without-")

import django

django.setup()

from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment
from django.urls import Resolver404, resolve
from drf_spectacular.generators import SchemaGenerator

from archive.site_pages import site_files
from clubs.models import Club, User
from leagues.services.seasons import season_page_update
from press.base import Paper
from prints.printouts import NothingToPrintError
from prints.registry import prints_for
from prints.rows import PrintOptions, printout_of
from prints.subjects import EVENT
from seeds.load import club_spec, coming_load, demo_create, evening_load, season_set_up
from tests.examples import THOROUGH

LINK = re.compile(r'\s(href|src|action|data-live)="([^"]*)"')
OF_A_KIND = 2 if THOROUGH else 1
"""So many pages with the same view are read, of hundreds that differ by a key alone."""
EVENINGS = ("The same twelve deals", "Tonight at Elm Street")
GONE = {
    "stakes": ("/c/{slug}/events/{event}/money/", "/api/v1/clubs/{slug}/events/{event}/money/"),
    "stats": (
        *("/c/{slug}/numbers/", "/c/{slug}/events/{event}/numbers/"),
        "/api/v1/clubs/{slug}/events/{event}/numbers/",
    ),
    "deals": (
        *("/c/{slug}/bidding/", "/c/{slug}/events/{event}/deals/"),
        "/api/v1/clubs/{slug}/events/{event}/deals/",
    ),
    "phones": (
        *("/c/{slug}/events/{event}/desk/", "/c/{slug}/events/{event}/sign-up/", "/t/table/"),
        "/api/v1/clubs/{slug}/events/{event}/sign-ups/",
    ),
}
"""Some addresses of each app; with it, each is there, if only for those who may see it."""


def demo() -> tuple[Club, User]:
    """The demo club with two of its evenings, the one to come, and a season that has not begun."""
    spec = club_spec()
    owner = User.objects.create_user("owner")
    made = demo_create(spec=spec, owner=owner)
    for evening in spec["evenings"]:
        if evening["name"] in EVENINGS:
            evening_load(demo=made, spec=evening)
    coming_load(demo=made, spec=spec["coming"])
    season = season_set_up(demo=made, spec=spec["seasons"][0])
    season_page_update(season=season, is_on=True)
    return made.club, owner


def walked(client: Client, starts: list[str]) -> Iterator[str]:
    """Follow every link from these pages; yield what is wrong, then each page that was read."""
    seen, kinds = set(starts), Counter[str]()
    waiting = list(starts)
    while waiting:
        path = waiting.pop(0)
        answer = client.get(path)
        if answer.status_code >= 400:
            yield f"wrong {path}: {answer.status_code}"
            continue
        yield f"read {path}"
        if "text/html" not in answer.headers["Content-Type"] or answer.status_code >= 300:
            continue
        for attribute, value in LINK.findall(answer.content.decode()):
            to = urlsplit(urljoin(f"http://testserver{path}", unescape(value)))
            if to.netloc != "testserver" or to.path.startswith("/static/"):
                continue
            try:
                kind = resolve(to.path).view_name
            except Resolver404:
                yield f"wrong {path}: a dead link to {to.path}"
                continue
            address = to.path + (f"?{to.query}" if to.query else "")
            if attribute == "action" or address in seen:
                continue
            if kinds[kind] < OF_A_KIND:
                kinds[kind] += 1
                seen.add(address)
                waiting.append(address)


def operations(client: Client, keys: dict[str, Any]) -> Iterator[str]:
    """Read every endpoint of the club and of an event that takes no other key."""
    for path, methods in SchemaGenerator().get_schema(public=True)["paths"].items():
        places = set(re.findall(r"\{(\w+)\}", path))
        if "get" in methods and places <= keys.keys():
            address = path.format(**keys)
            status = client.get(address).status_code
            yield f"{'wrong' if status >= 500 else 'read'} {address}: {status}"


def gone(client: Client, keys: dict[str, Any]) -> Iterator[str]:
    """Ask for addresses of each app: there is nothing where it is left out, and only there."""
    for app, addresses in GONE.items():
        for address in addresses:
            is_there = client.get(address.format(**keys)).status_code != 404
            if is_there != apps.is_installed(app) and address != "/t/table/":
                yield f"wrong {address}: {'still there' if is_there else 'not there'}"


def printed(club: Club) -> Iterator[str]:
    """Prepare every document of the events, and make the club's static site."""
    membership = club.memberships.get()
    for event in club.events.all():
        for row in prints_for(EVENT, event, membership):
            with suppress(NothingToPrintError):
                printout = printout_of(row, event, PrintOptions(paper=Paper.A4))
                yield f"read {row.key} of {event}: {printout.total} parts"
    yield f"read static site: {sum(1 for _ in site_files(club, lambda *_: None))} files"


def main() -> int:
    setup_test_environment()
    call_command("check", stdout=sys.stderr)
    call_command("migrate", verbosity=0)
    club, owner = demo()
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    event = club.events.earliest("pk")
    keys = {"slug": club.slug, "event": event.pk}
    lines = [*walked(client, ["/", f"/c/{club.slug}/events/"])]
    lines += operations(client, keys)
    lines += gone(client, keys)
    lines += walked(Client(raise_request_exception=False), ["/", *public_pages(club)])
    lines += printed(club)
    lines += same_deals_wanted(client, club)
    wrong = [line.removeprefix("wrong ") for line in lines if line.startswith("wrong ")]
    for line in wrong:
        print(line)
    print(*(line for line in lines if line.startswith("read ")), sep="\n", file=sys.stderr)
    print(len(lines) - len(wrong))
    return len(wrong)


def same_deals_wanted(client: Client, club: Club) -> Iterator[str]:
    """Set up events with the same deals at every table: refused in words without deal sets.

    A season may have chosen such a template before.
    """
    season = club.seasons.get()
    season.template = "same_twelve_deals"
    season.save(update_fields=["template"])
    at = f"/api/v1/clubs/{club.slug}/"
    evening = season.evenings.earliest("number").number
    event = {"template": season.template, "date": "2026-11-20"}
    wanted = 201 if apps.is_installed("deals") else 400
    for path, body in (
        (f"{at}events/", event),
        (f"{at}seasons/{season.pk}/evenings/{evening}/make/", {}),
    ):
        answer = client.post(path, body, content_type="application/json")
        is_right = answer.status_code == wanted and (wanted == 201 or "codes" in answer.json())
        yield f"{'read' if is_right else 'wrong'} {path}: {answer.status_code}"
    yield from walked(client, [f"/c/{club.slug}/seasons/{season.pk}/"])


def public_pages(club: Club) -> Iterator[str]:
    """The pages of the season, and those of the events that have one."""
    yield f"/s/{club.seasons.get().public_page.code}/"
    for event in club.events.all():
        if hasattr(event, "public_page"):
            yield f"/p/{event.public_page.code}/"


if __name__ == "__main__":
    raise SystemExit(main() > 0)
