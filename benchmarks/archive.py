"""A club of many hands archived and read again: seconds, rows a second, and memory at most.

    python -m benchmarks.archive [--hands 1000000]

Each way runs in a process of its own on SQLite; reading judges every hand. The floor beside the
rows is `json.loads` and `json.dumps` of the lines of the archive.
"""

# ruff: noqa: E402, PLC0415 each step sets Django up in a house of its own

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import django
from django.db.models import Model

ROOT = Path(__file__).resolve().parent.parent
MEGABYTES = 300
AT_ONCE = 5000

sys.path.insert(0, str(ROOT))

from benchmarks._records import peak_memory


def main() -> int:
    """The table; 1 where it took more memory than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--step", nargs=2, default=None, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        name, file = options.step
        return step(name, file, options.hands)
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "club.allmark")
        apart(folder, "from", "build", file, options.hands)
        peaks = [
            apart(folder, "from", "write", file, options.hands),
            apart(folder, "to", "read", file, options.hands),
        ]
        rows, seconds = floor(file)
        print(f"JSON alone {seconds:8.1f} s {rows / seconds:10.0f} rows a second")
    good = max(peaks) <= MEGABYTES
    print(f"{max(peaks):.0f} MB of {MEGABYTES} MB: {'met' if good else 'MISSED'}")
    return int(not good)


def apart(folder: str, house: str, name: str, file: str, hands: int) -> float:
    """Run one step in a process of its own; return its memory at most, in MB."""
    environment = os.environ | {
        "ALLMARK_DATA": folder,
        "DATABASE_URL": f"sqlite:///{folder}/{house}.sqlite3",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    words = ["-m", "benchmarks.archive", "--hands", str(hands), "--step", name, file]
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE
    )
    rows, seconds, peak = json.loads(done.stdout)
    print(f"{name:10} {seconds:8.1f} s {rows / seconds:10.0f} rows a second {peak:6.0f} MB")
    return peak


def step(name: str, file: str, hands: int) -> int:
    """Do one step, and print its rows, seconds and peak memory."""
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    began = time.monotonic()
    rows = {"build": build, "write": write, "read": read}[name](file, hands)
    peak = peak_memory(os.getpid()) / 1024
    print(json.dumps([rows, time.monotonic() - began, peak]))
    return 0


def build(file: str, hands: int) -> int:
    """Play one match, and copy it until the club has so many hands."""
    from django.db import transaction

    from archive.reading import insert
    from clubs.models import User
    from clubs.services.clubs import club_create
    from clubs.services.players import players_add_many
    from scoring.models import Hand, HandRevision, Match, Seat, Side
    from scoring.services.hands import hand_record
    from scoring.services.matches import Seating, matches_create

    owner = User.objects.create_user("owner")
    club = club_create(name="Club", owner=owner, slug="club")
    players = players_add_many(club=club, names=["Ann", "Ben", "Cleo", "Dan"])
    rules = {"preset": "marks"}
    (match,) = matches_create(
        club=club, game="texas42", rules=rules, stakes=None, seatings=[Seating(players)]
    )
    while not match.is_over:
        sent = played(match.next_dealer)
        match = hand_record(match_id=match.pk, record=sent, author=owner).match
    models = (Match, Seat, Side, Hand, HandRevision)
    patterns = {
        model: list(model._base_manager.order_by("pk").values(*_attributes(model)))
        for model in models
    }
    each = len(patterns[Hand])
    with transaction.atomic():
        waiting = {model: [] for model in models}
        for copy in range(1, -(-hands // each)):
            for model in models:
                shift = copy * len(patterns[model])
                for row in patterns[model]:
                    more = {"id": row["id"] + shift}
                    if "match_id" in row:
                        more["match_id"] = row["match_id"] + copy
                    if "hand_id" in row:
                        more["hand_id"] = row["hand_id"] + copy * each
                    waiting[model].append(row | more)
            if len(waiting[Hand]) > AT_ONCE:
                for model in models:
                    insert(model, waiting[model])
                    waiting[model] = []
        for model in models:
            insert(model, waiting[model])
    return Hand.objects.count()


def _attributes(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def played(dealer: int) -> dict:
    """A hand of 30, bid and made."""
    seats = [(dealer + step) % 4 for step in range(1, 5)]
    return {
        "dealer": dealer,
        "auction": [{"seat": seat, "bid": "30" if seat == 1 else "pass"} for seat in seats],
        "contract": {"kind": "trump", "trump": 5},
        "tally": {"made": True},
    }


def write(file: str, hands: int) -> int:
    """Archive the club; return the rows."""
    from archive.writing import archive_write
    from clubs.models import Club

    with open(file, "wb") as out:
        return archive_write(club=Club.objects.get(), out=out)


def read(file: str, hands: int) -> int:
    """Read it into an empty house; return the rows."""
    from archive.reading import archive_read

    with open(file, "rb") as opened:
        arrived = archive_read(file=opened)
    assert not arrived.difference_count, arrived.differences[:3]
    return arrived.rows


def floor(file: str) -> tuple[int, float]:
    """Parse and write the lines of an archive."""
    rows, began = 0, time.monotonic()
    with zipfile.ZipFile(file) as package:
        for name in package.namelist():
            with package.open(name) as lines:
                for line in lines:
                    json.dumps(json.loads(line), sort_keys=True)
                    rows += 1
    return rows, time.monotonic() - began


if __name__ == "__main__":
    sys.exit(main())
