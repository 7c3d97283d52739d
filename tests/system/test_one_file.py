"""``make app``: the one file runs with each Python that it holds, where nothing is installed."""

import fcntl
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.run import PYTHONS, suitable_python
from tests.system.night import set_up, tally_hand
from tests.system.site import ROOT, running_file

UNPACKED = ".cache/allmark"
DATA = ".local/share/allmark"


def build(output: Path, pythons: list[str]) -> None:
    """Build the file; the installer's cache or the registry has the wheels."""
    versions = [Path(python).name.removeprefix("python") for python in pythons]
    words = [sys.executable, ROOT / "deploy/app.py", "--output", output, *versions]
    subprocess.run([str(word) for word in words], cwd=ROOT, check=True)


@pytest.mark.nightly
def test_the_file_keeps_hands_with_the_oldest_and_the_newest_python(tmp_path: Path) -> None:
    pythons_here = [python for name in PYTHONS if (python := suitable_python(name))]
    pythons = list(dict.fromkeys([pythons_here[0], pythons_here[-1]]))
    file = tmp_path / "allmark.pyz"
    build(file, pythons)
    for python in pythons:
        home = tmp_path / Path(python).name
        home.mkdir()
        assert_versions_at_once(file, python, home)
        assert_hands_survive_a_restart(file, python, home)
        assert_another_python_is_refused(file, python, home)


def assert_versions_at_once(file: Path, python: str, home: Path) -> None:
    """Two first starts unpack the file once; without a command nothing is kept."""
    starts = [
        subprocess.Popen(
            [python, str(file), "--version"],
            env={"HOME": str(home)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    assert {process.communicate(timeout=300)[0] for process in starts} == {"Allmark 0.1.0\n"}
    assert len(list((home / UNPACKED).glob("allmark.pyz_*"))) == 1
    assert not (home / DATA).exists()


def assert_hands_survive_a_restart(file: Path, python: str, home: Path) -> None:
    """A hand is recorded, the site stopped and started again: the hand is there.

    Meanwhile an unpacked older version is deleted once nothing uses it.
    """
    older = home / UNPACKED / "allmark.pyz_0.0.9"
    older.mkdir()
    with (older / "in-use").open("w") as used:
        fcntl.flock(used, fcntl.LOCK_SH)
        with running_file(file, python, home) as site:
            assert older.exists()
            night = set_up(site, pairs=2)
            path = f"/api/v1/clubs/{night['slug']}/matches/{night['matches'][0]['id']}/hands/"
            dealer = night["matches"][0]["dealer"]
            hand = tally_hand(dealer, bidder=(dealer + 1) % 4, made=True)
            recorded = site.request(path, token=night["token"], body=hand, Idempotency_Key="1")
            assert recorded.status == 201, recorded
    with running_file(file, python, home) as site:
        assert not older.exists()
        (answer,) = site.request(path, token=night["token"]).body["results"]
        assert (answer["number"], answer["record"]["contract"]) == (1, hand["contract"])
        page = site.request("/sign-in/", Accept_Language="nl").body.decode()
        assert "Inloggen" in page, page
        style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
        assert site.request(style).status == 200
    assert (home / DATA / "allmark.sqlite3").exists()


def assert_another_python_is_refused(file: Path, python: str, home: Path) -> None:
    """A Python without wheels in the file gets one sentence that names those with them."""
    (description,) = (home / UNPACKED).glob("*/site-packages/allmark.json")
    built = json.loads(description.read_text())
    description.write_text(json.dumps(built | {"pythons": ["2.7"]}))
    run = subprocess.run(
        [python, str(file)], env={"HOME": str(home)}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert run.stdout == ""
    (line,) = run.stderr.splitlines()
    assert line.startswith("This file is for Linux x86_64 with Python 2.7, not for Linux x86_64")
