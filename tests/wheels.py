"""``make wheels``: has everything in the lock files a wheel on each system, for each Python?

uv asks the package index which wheels there are of the locked versions; those are compared by their
names with the tags of each system, and by their hashes with the lock files.
"""

import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

from tests.run import ROOT

PYTHONS: Final = ((3, 11), (3, 12), (3, 13), (3, 14))
GLIBC: Final = 28
"""Of 2.28, in Debian 10, Ubuntu 20.04, RHEL 8 and whatever is newer."""
MACOS: Final = (15, 0)
LOCKS: Final = ("requirements.lock", "requirements-scans.lock")
"""What clubs install."""


def linux_platforms(machine: str) -> list[str]:
    """The platforms of wheels for Linux with glibc, the newest first."""
    return [f"manylinux_2_{minor}_{machine}" for minor in range(GLIBC, 4, -1)] + [
        f"manylinux{year}_{machine}" for year in (2014, 2010, 1)
    ]


SYSTEMS: Final = {
    "Linux x86-64": ("linux", "x86_64", linux_platforms("x86_64")),
    "Linux arm64": ("linux", "aarch64", linux_platforms("aarch64")),
    "macOS arm64": ("darwin", "arm64", list(mac_platforms(MACOS, "arm64"))),
    "macOS x86-64": ("darwin", "x86_64", list(mac_platforms(MACOS, "x86_64"))),
    "Windows x86-64": ("win32", "AMD64", ["win_amd64"]),
}


def main() -> int:
    """Print what has no wheel where; 1 if there is any."""
    is_whole = True
    for lock in sys.argv[1:] or LOCKS:
        absent = missing(lock)
        for (name, version), places in absent.items():
            print(f"{lock}: {name} {version}: no wheel on {'; '.join(places)}")
        is_whole = is_whole and not absent
        if not absent:
            print(f"{lock}: all wheels on {', '.join(SYSTEMS)} for {_said(PYTHONS)}")
    return 0 if is_whole else 1


def missing(lock: str) -> dict[tuple[str, str], list[str]]:
    """List the systems, with versions of Python, on which a locked package has no wheel."""
    hashes = set(re.findall(r"--hash=sha256:(\w+)", (ROOT / lock).read_text()))
    absent = defaultdict(list)
    for package in packages(lock):
        wheels = frozenset(
            tag
            for wheel in package.get("wheels", ())
            if wheel["hashes"]["sha256"] in hashes
            for tag in parse_wheel_filename(wheel["url"].rpartition("/")[2])[3]
        )
        for system in SYSTEMS:
            without = [
                python
                for python in PYTHONS
                if is_needed(package, system, python) and wheels.isdisjoint(tags(system, python))
            ]
            if without:
                key = package["name"], package["version"]
                absent[key].append(f"{system} for {_said(without)}")
    return absent


def packages(lock: str) -> list[dict[str, Any]]:
    """Return the packages of a lock file with the wheels that the index has of them."""
    uv = str(Path(sys.executable).with_name("uv"))
    words = ("--universal", "--no-deps", "--python-version", "3.11", "--format", "pylock.toml")
    command = [uv, "pip", "compile", lock, *words, "--quiet"]
    listed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found: list[dict[str, Any]] = tomllib.loads(listed.stdout)["packages"]
    return found


def is_needed(package: dict[str, Any], system: str, python: tuple[int, int]) -> bool:
    """Say whether a package is installed there, by its marker."""
    name, machine, _platforms = SYSTEMS[system]
    version = ".".join(map(str, python))
    return "marker" not in package or Marker(package["marker"]).evaluate(
        {
            "sys_platform": name,
            "platform_machine": machine,
            "python_version": version,
            "python_full_version": f"{version}.0",
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
        }
    )


def tags(system: str, python: tuple[int, int]) -> Iterator[Tag]:
    """Yield what wheels may be tagged with to be installed there."""
    platforms = SYSTEMS[system][2]
    yield from cpython_tags(python, platforms=platforms)
    yield from compatible_tags(python, f"cp{python[0]}{python[1]}", platforms)


def _said(pythons: list[tuple[int, int]] | tuple[tuple[int, int], ...]) -> str:
    return ", ".join(f"{major}.{minor}" for major, minor in pythons)


if __name__ == "__main__":
    sys.exit(main())
