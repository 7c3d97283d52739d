"""A system without fcntl, signals and process groups, as Windows: nothing fails to load, and a
site runs there.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.night import set_up, tally_hand
from tests.system.site import ROOT, eventually, own_settings, running
from tests.system.test_killed import of_site

UNIX = ("fcntl", "resource", "grp", "pwd", "termios", "tty", "pty", "syslog", "posix_spawn")
EVERYTHING = """
import importlib, pkgutil, signal, subprocess, sys
from pathlib import Path

import billiard, celery.concurrency.solo, django, granian.server.embed, reportlab.pdfgen.canvas

for name in {unix!r}:
    sys.modules[name] = None
for name in ("SIGKILL", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGALRM", "SIGCHLD"):
    delattr(signal, name)
django.setup()
apps = [path.parent.name for path in Path().glob("*/__init__.py")]
for app in sorted(set(apps) - {{"tests", "benchmarks"}}):
    for module in pkgutil.walk_packages([app], f"{{app}}."):
        if "config.postgresql" not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
"""


def test_every_module_loads_where_a_system_lacks_what_only_unix_has(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", EVERYTHING.format(unix=UNIX)],
        cwd=ROOT,
        env=own_settings(tmp_path) | {"ALLMARK_SYSTEM": "plain"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]


@pytest.mark.nightly
def test_a_site_runs_there_records_stops_and_leaves_nothing_behind(
    tmp_path: Path, prepared: Path
) -> None:
    with running(tmp_path, prepared=prepared, ALLMARK_SYSTEM="plain") as site:
        night = set_up(site, pairs=2)
        (match,) = night["matches"]
        path = f"/api/v1/clubs/{night['slug']}/matches/{match['id']}/"
        hand = tally_hand(match["dealer"], bidder=1, made=True)
        recorded = site.request(f"{path}hands/", token=night["token"], body=hand)
        assert recorded.status == 201
        site.process.send_signal(2)
        assert site.process.wait(30) == 0
        assert of_site(site) == set()
    with running(tmp_path, ALLMARK_SYSTEM="plain", PORT=site.environment["PORT"]) as site:
        assert site.request(path, token=night["token"]).body["hand_count"] == 1
        assert of_site(site)
        site.process.kill()
        eventually(lambda: not of_site(site), patience=10)
