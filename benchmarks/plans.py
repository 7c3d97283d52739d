"""What the hottest pages read of hands: a club alone, then the same among 500 clubs.

    python -m benchmarks.plans [--clubs 500] [--hands 1000000] [--postgres]

A club of ``_numbers`` with its share of the hands is measured first in a database of its own, then
copied with all its rows until there are so many clubs; then a club in the middle is measured. Only
the hands of a club's first tables have revisions.

Work is that of all queries of a page: on PostgreSQL the rows that EXPLAIN ANALYZE says were read,
those dropped by a filter included, on SQLite hundreds of steps of its virtual machine. Alone there
are no rows but the club's own, so work that grows with the other clubs reads theirs: the page is
marked, and the exit status is 1.
"""

# ruff: noqa: PLC0415 the settings are the process's own

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from benchmarks.numbers import own_site

GROWN, SLACK = 1.5, 200
"""Work among the others may be so many times that of the club alone, and so much more."""


def main() -> int:
    """Build the club, measure, copy it, measure again; 1 where work grew."""
    parser = argparse.ArgumentParser(description="The rows that pages read, among many clubs.")
    parser.add_argument("--clubs", type=int, default=500)
    parser.add_argument("--hands", type=int, default=1_000_000, help="of all clubs together")
    parser.add_argument("--postgres", action="store_true", help="on a server of its own")
    options = parser.parse_args()
    with own_site(postgres=options.postgres):
        return measure(options.clubs, options.hands)


def measure(clubs: int, hands: int) -> int:
    """Print the work and the time of each page, alone and among the other clubs."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from benchmarks._numbers import OF_AN_EVENING, build, filling, multiply
    from benchmarks._seasons import analyse
    from clubs.models import Club, Membership, Player
    from scoring.models import Hand, HandRevision

    build(-(-hands // clubs))
    alone = dict(worked())
    began = time.perf_counter()
    with filling():
        multiply(
            (Club, Membership, Player, *OF_AN_EVENING, HandRevision),
            clubs - 1,
            {(Club, "slug"): "model.slug || copy.i"},
        )
    analyse()
    print(
        f"{Hand.objects.count():,} hands of {Club.objects.count()} clubs, made in"
        f" {time.perf_counter() - began:.0f} s",
        flush=True,
    )
    print(f"{'':22}{'work alone':>12}{'among':>12}{'ms alone':>10}{'among':>8}")
    status = 0
    for name, (steps, took) in worked():
        work, (steps_alone, took_alone) = steps.total(), alone[name]
        work_alone = steps_alone.total()
        grown = ""
        if work > GROWN * work_alone + SLACK:
            grown = f"  grown: {(steps - steps_alone).most_common(3)}"
        times = f"{1000 * took_alone:10.0f}{1000 * took:8.0f}"
        print(f"{name:22}{work_alone:12,}{work:12,}{times}{grown}", flush=True)
        status = status or bool(grown)
    return int(status)


def worked() -> Iterator[tuple[str, tuple[Counter[str], float]]]:
    """The work of each page of the club in the middle, and the seconds of a request."""
    from django.core.cache import cache, caches
    from django.test import Client

    from clubs.models import Club
    from tests.seeds.test_query_plans import queries_of

    club = Club.objects.order_by("pk")[Club.objects.count() // 2]
    client = Client(HTTP_HOST="localhost")
    client.force_login(club.memberships.get().user)
    for name, path in pages(club).items():
        caches["numbers"].clear()
        queries = queries_of(client, path)
        cache.clear()
        caches["numbers"].clear()
        began = time.perf_counter()
        client.get(path)
        took = time.perf_counter() - began
        work: Counter[str] = Counter()
        for sql, params in queries:
            work += work_of(sql, params)
        yield name, (work, took)


def pages(club: Any) -> dict[str, str]:
    """The addresses that read what grows with every hand."""
    from django.urls import reverse

    from scoring.models import HandSeat, Match

    slug, game = club.slug, "texas42"
    event = club.events.order_by("pk")[club.events.count() // 2].pk
    match = Match.objects.filter(game_of__table__round__event__club=club).earliest("pk").pk
    player = HandSeat.objects.filter(club=club, game=game).earliest("pk").player_id
    hands = reverse("player-numbers-hands", args=[slug, player])
    return {
        "events": reverse("events", args=[slug]),
        "event": reverse("event", args=[slug, event]),
        "poll of an event": reverse("event-live", args=[slug, event]),
        "desk": reverse("event-desk", args=[slug, event]),
        "standings": reverse("event-standings", args=[slug, event]),
        "match": reverse("match", args=[slug, match]),
        "roster": reverse("players", args=[slug]),
        "player": reverse("player", args=[slug, player]),
        "numbers of a player": reverse("player-numbers", args=[slug, player]),
        "hands of a player": f"{hands}?game={game}",
        "numbers of the club": reverse("club-numbers-of", args=[slug, game]),
        "numbers of an event": reverse("event-numbers", args=[slug, event]),
        "matches in the API": reverse("api-matches-list", args=[slug]),
    }


def work_of(sql: str, params: Any) -> Counter[str]:
    """The work of a query, on PostgreSQL by kind of step and table."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
            ((plan,),) = cursor.fetchall()
            work: Counter[str] = Counter()
            for step, rows in rows_read(plan[0]["Plan"]):
                work[step] += round(rows)
            return work
        hundreds = 0

        def count() -> None:
            nonlocal hundreds
            hundreds += 1

        connection.connection.set_progress_handler(count, 100)
        cursor.execute(sql, params)
        cursor.fetchall()
        connection.connection.set_progress_handler(None, 0)
        return Counter(steps=hundreds)


def rows_read(node: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """The rows that each step of a plan of PostgreSQL takes from a table."""
    if "Relation Name" in node:
        dropped = ("Rows Removed by Filter", "Rows Removed by Index Recheck")
        each = node["Actual Rows"] + sum(node.get(key, 0) for key in dropped)
        yield f"{node['Node Type']} {node['Relation Name']}", each * node["Actual Loops"]
    for below in node.get("Plans", ()):
        yield from rows_read(below)


if __name__ == "__main__":
    sys.exit(main())
