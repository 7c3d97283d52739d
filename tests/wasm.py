"""The search of best play as WebAssembly: ``make wasm`` compiles it, ``make check`` compares it.

The compiler is a wheel of 96 MB that nothing else needs; once fetched, uv keeps it. It gives the
same bytes on every machine. Where it is not, the label in the file is compared: the hash of the
source that it was compiled from.
"""

import hashlib
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

SOURCE: Final = Path(__file__).resolve().parent.parent / "engine" / "analysis" / "search.c"
COMPILED: Final = SOURCE.with_suffix(".wasm")
COMPILER: Final = "ziglang==0.17.1"
FLAGS: Final = (
    *("--target=wasm32-freestanding", "-O3", "-s", "-nostdlib", "-Wl,--no-entry"),
    *("-Wall", "-Wextra", "-Werror"),
)


def label_of(source: Path) -> str:
    return hashlib.sha256(source.read_bytes()).hexdigest()


def build(source: Path, target: Path, *, fetch: bool) -> None:
    """Compile the search into a file; ``fetch`` downloads the compiler if need be."""
    label = f'-DSOURCE_SHA256="{label_of(source)}"'
    _zig("cc", *FLAGS, label, "-o", target, source, fetch=fetch)
    target.chmod(0o644)


def has_compiler() -> bool:
    """Whether the compiler was fetched before."""
    try:
        _zig("version", fetch=False)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def problem(source: Path = SOURCE, target: Path = COMPILED) -> str:
    """Say how the compiled file differs from its source; nothing if it does not."""
    if label_of(source).encode() not in target.read_bytes():
        return "search.wasm was compiled from another search.c: make wasm"
    if not has_compiler():
        return ""
    with TemporaryDirectory() as folder:
        fresh = Path(folder) / target.name
        build(source, fresh, fetch=False)
        same = fresh.read_bytes() == target.read_bytes()
    return "" if same else "search.wasm is not what search.c compiles to: make wasm"


def _zig(*words: str | Path, fetch: bool) -> None:
    uv = Path(sys.executable).with_name("uv")
    offline = () if fetch else ("--offline",)
    options = ("--no-project", "--isolated", "--with", COMPILER)
    command = [uv, "run", *offline, *options, "--", "python", "-m", "ziglang", *words]
    subprocess.run(command, check=True, capture_output=not fetch)


if __name__ == "__main__":
    build(SOURCE, COMPILED, fetch=True)
