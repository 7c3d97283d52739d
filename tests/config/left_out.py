"""Walk a site without some of its apps: ``ALLMARK_WITHOUT=deals,phones python -m …left_out``.

A process of its own, since apps are chosen when Django starts. Prints what is wrong, a line each,
and last how many addresses were read.
"""
# ruff: noqa: E402 the apps are chosen before anything of them is imported

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
for elsewhere in ("DATABASE_URL", "BROKER_URL"):
    os.environ.pop(elsewhere, None)
os.environ["ALLMARK_DATA"] = tempfile.mkdtemp(prefix="allmark-without-")

import django

django.setup()

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.test.utils import setup_test_environment

from archive.site_pages import site_files
from clubs.models import Club, User
from leagues.services.seasons import season_page_update
from press.base import Paper
from prints.printouts import NothingToPrintError
from prints.registry import prints_for
from prints.rows import PrintOptions, printout_of
from prints.subjects import EVENT
from seeds.load import club_spec, coming_load, demo_create, evening_load, season_set_up
from tests.api.operations import described
from tests.examples import THOROUGH
from tests.walk import Visit, walk

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


def read_in(visits: Iterator[Visit]) -> Iterator[str]:
    """Say of each page what is wrong, or that it was read."""
    for visit in visits:
        if visit.answer.status_code >= 400:
            yield f"wrong {visit.address}: {visit.answer.status_code}"
        else:
            yield f"read {visit.address}"
        yield from (f"wrong {visit.address}: a dead link to {path}" for path in visit.dead_links)


def operations(client: Client, keys: dict[str, Any]) -> Iterator[str]:
    """Read every endpoint of the club and of an event that takes no other key."""
    for path, methods in described()["paths"].items():
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


def database_make() -> None:
    """Migrate where stakes are left out; else make the models' tables, in a tenth of the time.

    That the migrations of the apps that are there need none of the others is seen either way.
    """
    if THOROUGH or not apps.is_installed("stakes"):
        call_command("migrate", verbosity=0)
        return
    assert MigrationLoader(None).project_state().apps.get_models()
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0)


def main() -> int:
    setup_test_environment()
    call_command("check", stdout=sys.stderr)
    database_make()
    club, owner = demo()
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    event = club.events.earliest("pk")
    keys = {"slug": club.slug, "event": event.pk}
    lines = [*read_in(walk(client, ["/", f"/c/{club.slug}/events/"], most=OF_A_KIND))]
    lines += operations(client, keys)
    lines += gone(client, keys)
    visitor = Client(raise_request_exception=False)
    lines += read_in(walk(visitor, ["/", *public_pages(club)], most=OF_A_KIND))
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
    page = f"/c/{club.slug}/seasons/{season.pk}/"
    yield from read_in(walk(client, [page], lambda address: address if address == page else None))


def public_pages(club: Club) -> Iterator[str]:
    """The pages of the season, and those of the events that have one."""
    yield f"/s/{club.seasons.get().public_page.code}/"
    for event in club.events.all():
        if hasattr(event, "public_page"):
            yield f"/p/{event.public_page.code}/"


if __name__ == "__main__":
    raise SystemExit(main() > 0)
