"""What ``allmark.pyz`` does between its unpacking and its command: shiv runs it as a preamble.

Python 3.6 must be able to run this file, so that a version without wheels gets a sentence.
"""

import json
import os
import platform
import shlex
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

if sys.platform != "win32":
    import fcntl

HELP = """Usage: python3 {file} [COMMAND] [OPTIONS]

Without a command: set up the site, start it and print its address. Ctrl-C stops it.
  --no-demo           without the demo club
  --no-browser        without opening a browser
  --port 8001         on another port
  --host 0.0.0.0      reachable from the hall
  --help, --version

Commands, each with its own --help:
  backup [FILE]       copy the database while the site runs
  restore FILE        put a backup in its place
  archive, unarchive  a club as a file of its own, and back
  publish             what a club shows in public, as a folder of pages
  changepassword NAME
  web, worker, clock  the processes of the site as services of their own
  help                all commands

Everything that you enter is kept in {data}.
ALLMARK_DATA=/another/folder before the command chooses another.
"""


def main() -> None:
    """Refuse another Python or system, remove older versions, and choose the command."""
    here = Path(__file__).resolve().parent.parent
    built = json.loads((here / "allmark.json").read_text())
    another_refuse(built)
    older_remove(here.parent)
    command_choose(built)


def another_refuse(built: "dict[str, Any]") -> None:
    """Exit with one sentence if the file has no packages for this Python or this machine."""
    python = ".".join(str(part) for part in sys.version_info[:2])
    kind, system, machine = platform.python_implementation(), platform.system(), platform.machine()
    if system == "Linux" and platform.libc_ver()[0] != "glibc":
        system = "Linux without glibc,"
    here = (kind, python in built["pythons"], system, machine)
    if here != ("CPython", True, built["system"], built["machine"]):
        held = f"{built['system']} {built['machine']} with Python {', '.join(built['pythons'])}"
        sys.exit(
            f"This file is for {held}, not for {system} {machine} with {kind} {python}: "
            "docs/install.md has other ways."
        )


def older_remove(unpacked: Path) -> None:
    """Mark this version as in use, and delete unpacked ones that no process uses any more.

    The mark is a shared lock. It passes to the server that takes the place of this process.
    """
    if sys.platform == "win32":
        return
    mark = os.open(str(unpacked / "in-use"), os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(mark, fcntl.LOCK_SH)
    os.set_inheritable(mark, True)  # noqa: FBT003 its name says what it is
    for other in unpacked.parent.iterdir():
        if other == unpacked or not (other / "in-use").exists():
            continue
        with suppress(OSError), (other / "in-use").open("r+") as held:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(str(other), ignore_errors=True)


def command_choose(built: "dict[str, Any]") -> None:
    """Make `up` the command if none is given; answer ``--help`` and ``--version``."""
    archive = globals()["archive"]  # which shiv gives; runpy has put this file's name into argv
    os.environ["ALLMARK_COMMAND"] = shlex.join([sys.orig_argv[0], archive])
    first = (sys.argv[1:] or ["up"])[0]
    if first in {"--help", "-h"}:
        from config.env import data_place  # noqa: PLC0415 found here, as it was unpacked

        print(HELP.format(file=Path(archive).name, data=data_place()))
        sys.exit()
    if first == "--version":
        print(f"Allmark {built['version']}")
        sys.exit()
    if first.startswith("-") or len(sys.argv) == 1:
        sys.argv.insert(1, "up")


main()
