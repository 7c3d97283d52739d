"""``make app``: put the program and all it needs but Python into one file, ``allmark.pyz``.

The file serves several versions of Python, because compiled modules carry the version in their
names: the wheels of all versions are merged into one folder. shiv packs it and unpacks it on the
first start.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from filecmp import cmp
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BIN: Final = Path(sys.executable).parent

SYSTEMS: Final = {
    "x86_64-manylinux_2_28": ("Linux", "x86_64", "~/.cache/allmark"),
    "aarch64-manylinux_2_28": ("Linux", "aarch64", "~/.cache/allmark"),
    "aarch64-apple-darwin": ("Darwin", "arm64", "~/Library/Caches/allmark"),
    "x86_64-apple-darwin": ("Darwin", "x86_64", "~/Library/Caches/allmark"),
    "x86_64-pc-windows-msvc": ("Windows", "AMD64", "~/AppData/Local/allmark/Cache"),
}
"""Platforms by uv's names: system and machine as Python names them, and the cache to unpack to."""

NOT_NEEDED: Final = ("__pycache__", "tests", "*.pyi", "*.pyx", "*.pxd")
"""What packages bring that no site runs."""
ABOUT_WHEELS: Final = (".dist-info", "__config__.py")
"""How the names end of what describes a wheel; the second is numpy's report of its build."""
BESIDE_CODE: Final = ("locale", "templates", "static")
DESCRIPTION: Final = "allmark.json"
"""The file at the root of the archive that says what it was built for."""


def main() -> None:
    """Build the file for the versions of Python and the platform that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--requirements", type=Path, default=ROOT / "requirements.lock")
    parser.add_argument("--platform", choices=SYSTEMS, default="x86_64-manylinux_2_28")
    parser.add_argument("--output", type=Path, default=ROOT / "allmark.pyz")
    parser.add_argument("pythons", nargs="+", metavar="VERSION", help="as 3.13")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="allmark-app-") as folder:
        site = Path(folder, "site-packages")
        program_copy(site, options.pythons, options.platform)
        for python in options.pythons:
            wheels = Path(folder, python)
            wheels_install(wheels, options.requirements, python, options.platform)
            shutil.rmtree(wheels / "bin", ignore_errors=True)  # scripts that name this Python
            merge(wheels, site)
            shutil.rmtree(wheels)
        pack(site, options.output, root=SYSTEMS[options.platform][2])
    size = options.output.stat().st_size / 1_000_000
    print(f"{options.output}: {size:.0f} MB, for Python {', '.join(options.pythons)}")


def program_copy(site: Path, pythons: list[str], platform: str) -> None:
    """Copy the program, collect its static files and those of its packages, and describe it.

    The files are collected with the packages of this environment, before those of another Python or
    system lie beside the program.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    left_out = shutil.ignore_patterns(*NOT_NEEDED, "*.pyc", "*.po", "*.pot")
    for name in (*project["tool"]["importlinter"]["root_packages"], *BESIDE_CODE):
        shutil.copytree(ROOT / name, site / name, ignore=left_out)
    for name in ("manage.py", "LICENSE", "THIRD-PARTY.md"):
        shutil.copy(ROOT / name, site / name)
    (site / "collected").mkdir()
    with tempfile.TemporaryDirectory() as data:
        words = (sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0")
        run(*words, cwd=site, env={"ALLMARK_DATA": data, "PYTHONDONTWRITEBYTECODE": "1"})
    system, machine, _cache = SYSTEMS[platform]
    built = {
        "version": project["project"]["version"],
        "pythons": pythons,
        "system": system,
        "machine": machine,
    }
    (site / DESCRIPTION).write_text(json.dumps(built))


def wheels_install(folder: Path, requirements: Path, python: str, platform: str) -> None:
    """Unpack the locked wheels for a version of Python, which need not be on this machine.

    Of 3.11 it is the oldest release, which needs a package more than later ones.
    """
    run(
        *(BIN / "uv", "pip", "install", "--quiet", "--target", folder),
        *("--python-version", f"{python}.0", "--python-platform", platform),
        *("--only-binary", ":all:", "--no-deps", "--require-hashes", "-r", requirements),
        env=os.environ | {"MACOSX_DEPLOYMENT_TARGET": "15.0"},  # what PyICU has wheels for
    )


def merge(wheels: Path, site: Path) -> None:
    """Add the packages of one version of Python to those of the others.

    Exit if two versions have different files of one name, other than those about the wheel.
    """
    left_out = shutil.ignore_patterns(*NOT_NEEDED)
    for package in wheels.iterdir():
        if differing := list(differences(package, site / package.name)):
            sys.exit(f"Not the same for every version of Python: {', '.join(differing[:5])}")
    shutil.copytree(wheels, site, ignore=left_out, dirs_exist_ok=True)


def differences(new: Path, old: Path) -> Iterator[str]:
    """Yield the files in both folders whose content differs, without those about the wheel."""
    if new.name.endswith(ABOUT_WHEELS) or new.name in NOT_NEEDED or not old.exists():
        return
    if new.is_dir():
        for each in new.iterdir():
            yield from differences(each, old / each.name)
    elif not cmp(new, old, shallow=False):
        yield str(old)


def pack(site: Path, output: Path, *, root: str) -> None:
    """Pack the folder; the file appears whole or not at all."""
    half = output.with_suffix(".half")
    run(
        *(BIN / "shiv", "--site-packages", site, "--entry-point", "manage:main"),
        *("--extend-pythonpath", "--reproducible", "--root", root),
        *("--preamble", ROOT / "deploy" / "first.py", "--output-file", half),
    )
    half.replace(output)


def run(*words: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    """Run a program; exit with its status if it fails."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=env, check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
