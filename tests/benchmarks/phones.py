"""A hall opens the event's page at once, each phone signed in, on the server that a club runs.

    python -m tests.benchmarks.phones [--phones 200]

Every phone opens the page and then asks once for the rounds and once for the standings, as the
page does. The floor of the same run is ``/healthz``, asked by as many at once: what the machine and
the web server need for any answer. Told are p50 and p95 of opening the page, and of the polls.
"""

import argparse
import http.client
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from tests.system.night import set_up
from tests.system.site import Site, leave_politely, running

PAIRS, WANTED = 40, 3.0
MEMBERS = """
import json
from django.contrib.sessions.backends.db import SessionStore
from clubs.models import Club, Membership, User

club = Club.objects.get(slug="{slug}")
keys = []
for number, player in enumerate(club.players.all()[:{phones}]):
    user = User.objects.create_user(f"phone{{number}}")
    Membership.objects.create(club=club, user=user, role="viewer", player=player)
    session = SessionStore()
    session["_auth_user_id"] = str(user.pk)
    session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
    session["_auth_user_hash"] = user.get_session_auth_hash()
    session.save()
    keys.append(session.session_key)
print(json.dumps(keys))
"""


def main() -> None:
    """Measure and print."""
    leave_politely()
    parser = argparse.ArgumentParser(description="A hall opens the event's page at once.")
    parser.add_argument("--phones", type=int, default=200)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="allmark-bench-") as folder,
        running(Path(folder) / "data") as site,
    ):
        night = set_up(site, pairs=PAIRS)
        keys = site.script(MEMBERS.format(slug=night["slug"], phones=options.phones))
        keys = [keys[number % len(keys)] for number in range(options.phones)]
        page = f"/c/{night['slug']}/events/{night['event']}/"
        ask(site, keys[0], page)
        load = os.getloadavg()[0]
        print(f"{len(keys)} phones, {PAIRS // 2} tables; load before {load:.1f}")
        floor = show("floor, /healthz", crowd(site, keys, "/healthz"))
        opened = show("the page", crowd(site, keys, page))
        show("rounds, in full", crowd(site, keys, f"{page}live/"))
        show("standings, in full", crowd(site, keys, f"{page}standings/live/"))
        print(f"  the page to the floor: {opened / floor:.1f} (p95; {WANTED:.0f} s wanted)")


def crowd(site: Site, keys: list[str], path: str) -> list[float]:
    """The seconds until each phone has its answer, all of them asking at once."""
    seconds: list[float] = []
    start = threading.Barrier(len(keys) + 1)

    def open_page(key: str) -> None:
        start.wait()
        began = time.perf_counter()
        with suppress(OSError):  # no answer within a minute: it counts as that minute
            ask(site, key, path)
        seconds.append(time.perf_counter() - began)

    threads = [threading.Thread(target=open_page, args=[key]) for key in keys]
    together(threads, start.wait)
    return sorted(seconds)


def together(threads: list[threading.Thread], go: Callable[[], object]) -> None:
    """Start them, let them go, wait for all."""
    for thread in threads:
        thread.start()
    go()
    for thread in threads:
        thread.join()


def ask(site: Site, key: str, path: str) -> None:
    """One answer; raises where it is not 200."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=60)
    connection.request("GET", path, headers={"Cookie": f"sessionid={key}"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status}")


def show(what: str, seconds: list[float]) -> float:
    """Print a line; the p95."""
    p95 = seconds[int(len(seconds) * 0.95)]
    each = seconds[-1] / len(seconds) * 1000
    print(
        f"  {what:<20} p50 {statistics.median(seconds):6.2f} s, p95 {p95:6.2f} s, "
        f"{each:6.1f} ms each"
    )
    return p95


if __name__ == "__main__":
    main()
