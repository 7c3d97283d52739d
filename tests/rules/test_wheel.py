"""The rule book as other programs install it: a wheel of its own, in an environment of its own."""

import doctest
import json
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from random import Random

import rules
from rules import verdict
from tests.rules.texas42.dealing import full_hand

ROOT = Path(__file__).parents[2]


def test_the_wheel_judges_a_hand_in_a_fresh_environment(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    wheels, fresh = tmp_path / "wheels", tmp_path / "fresh"
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", wheels, "./rules"],
        cwd=ROOT,
        check=True,
    )
    (wheel,) = wheels.iterdir()
    venv.create(fresh)
    python = fresh / "bin/python"
    subprocess.run([*pip, "--python", python, "install", "--no-index", wheel], check=True)
    hand = full_hand(Random(42))
    done = subprocess.run(
        [fresh / "bin/allmark-rules", "check", "-"],
        input=json.dumps(hand),
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert json.loads(done.stdout) == verdict(hand)
    typed = (
        "import importlib.resources as r; print(r.files('rules').joinpath('py.typed').is_file())"
    )
    shown = subprocess.run(
        [python, "-c", typed], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert shown.stdout.strip() == "True"
    (licence,) = fresh.rglob("allmark_rules-*/licenses/LICENSE")
    assert licence.read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_rule_book_has_the_version_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert rules.__version__ == project["version"]


def test_the_examples_of_the_rule_book_hold() -> None:
    outcome = doctest.testfile(str(ROOT / "rules/README.md"), module_relative=False)
    assert outcome.attempted >= 10
    assert outcome.failed == 0
