"""``make`` finds a Python that will do, says which, and replaces an environment that will not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.site import ROOT

# One line to type and two programs to find: a Python without venv, and one that will do.
BROKEN = "#!/bin/sh\necho \"No module named 'ensurepip'\" >&2\nexit 1\n"
SOUND = f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'
MADE = f"Python {sys.version.split()[0]} ({os.path.realpath(sys.executable)})"


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """The folder of an environment, beside programs for PATH."""
    for name, text in {"python3.14": BROKEN, "python3.13": SOUND}.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "empty.lock").write_text("# nothing\n")
    return tmp_path / "made"


def make(
    environment: Path, *words: str, lock: str = "empty.lock"
) -> subprocess.CompletedProcess[str]:
    """Run what the targets of the Makefile run first."""
    folder = environment.parent
    command = ["deploy/environment.sh", str(environment), str(folder / lock), *words]
    path = f"{folder}:{os.environ['PATH']}"
    return subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PATH": path},
        text=True,
        capture_output=True,
        check=False,
    )


def test_an_environment_is_made_once_and_again_when_its_python_is_gone(environment: Path) -> None:
    named = str(environment.parent / "python3.13")
    assert make(environment, named).stdout.splitlines() == [MADE, "Installing …"]
    (environment / "kept").touch()
    assert make(environment).stdout.splitlines() == [MADE]
    assert make(environment, named).stdout.splitlines() == [MADE]
    assert (environment / "kept").exists()

    (environment / "bin/python").unlink()
    (environment / "bin/python").symlink_to(environment.parent / "gone")
    again = make(environment)
    assert again.returncode == 0, again.stderr
    assert again.stdout.startswith("Python 3.")
    assert not (environment / "kept").exists()

    (environment.parent / "wrong.lock").write_text("not a requirement\n")
    failed = make(environment, lock="wrong.lock")
    assert failed.returncode == 1
    assert "Invalid requirement" in failed.stderr


def test_where_no_python_will_do_it_says_why_and_what_to_install(environment: Path) -> None:
    refused = make(environment, str(environment.parent / "python3.14"))
    assert refused.returncode == 1
    first, why, *what_to_do = refused.stderr.splitlines()
    assert first.startswith("Allmark needs Python 3.11 or later with venv")
    assert why.endswith("/python3.14: No module named 'ensurepip'")
    assert any("apt install python3 python3-venv" in line for line in what_to_do)
    assert not environment.exists()
