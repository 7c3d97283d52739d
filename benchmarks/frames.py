"""Pages with room for their frames beside the same pages without, called from different depths.

    python -m benchmarks.frames [--times 15]

A page of the demo club is asked for from functions that call each other so many times; see
``config.frames``. Milliseconds of the processor, system included, the least of the runs at a depth.
Without room they depend on the depth: ``best`` is the floor, and the worst page with room may take
a tenth more.
"""

# ruff: noqa: PLC0415 the settings are the process's own

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial

from benchmarks.numbers import own_site
from config.frames import with_room

DEPTHS = range(0, 40, 4)
MOST = 1.1


def main() -> int:
    """Print the table; return 1 where a page with room takes longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=15)
    times = parser.parse_args().times
    with own_site(postgres=False):
        pages = demo_pages()
        print(f"{'':24} without: best  worst   with: best  worst   worst / floor")
        shares = [measured(name, page, times) for name, page in pages.items()]
    print(f"\nat most {max(shares):.2f} of {MOST}: {'met' if max(shares) <= MOST else 'MISSED'}")
    return int(max(shares) > MOST)


def demo_pages() -> dict[str, Callable[[], object]]:
    """Ask for some pages of the demo club as its organiser."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from clubs.models import User
    from config.management.commands.up import static_collect
    from seeds.load import demo_load

    call_command("migrate", verbosity=0)
    static_collect(settings.DATA_DIR)
    owner = User.objects.create_user("demo-owner")
    club = demo_load(owner=owner)
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    at = f"/c/{club.slug}"
    event = f"{at}/events/{club.events.get(name='Friday 42 night').pk}"
    paths = {"events": f"{at}/events/", "an evening": f"{event}/", "players": f"{at}/players/"}
    return {name: partial(client.get, path) for name, path in paths.items()}


def measured(name: str, page: Callable[[], object], times: int) -> float:
    """Print a line; return the worst page with room as a share of the best without."""
    page()
    without = [at_depth(depth, page, times) for depth in DEPTHS]
    roomy = [at_depth(depth, lambda: with_room(page), times) for depth in DEPTHS]
    share = max(roomy) / min(without)
    print(
        f"{name:24} {min(without):13.1f} {max(without):6.1f} {min(roomy):12.1f} {max(roomy):6.1f} "
        f"{share:14.2f}",
        flush=True,
    )
    return share


def at_depth(depth: int, page: Callable[[], object], times: int) -> float:
    """Milliseconds of a page that is asked for from so many calls down."""
    if depth:
        return at_depth(depth - 1, page, times)
    return min(milliseconds(page) for _ in range(times))


def milliseconds(page: Callable[[], object]) -> float:
    began = time.process_time()
    page()
    return (time.process_time() - began) * 1000


if __name__ == "__main__":
    sys.exit(main())
