"""No file names a game but the game's own, the two registries, presets and what shows the house."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NAMED = re.compile(
    r"texas.?42|pandoeren|dummy.?spades|\bspades\b|\b(?:at|of) 42\b|\b42 (?:night|evening)", re.I
)
OWN_FOLDERS = re.compile(
    r"^(rules|games)/(texas42|pandoeren|dummy_spades)/"  # the games themselves
    r"|^rules/game\.py$|^games/__init__\.py$"  # one line each
    r"|^tournaments/presets"  # published tournaments
    r"|^(seeds|tests|benchmarks|docs)/|\.md$"
)
SOURCES = ("*.py", "*.html", "*.css", "*.js")
SUIT = re.compile(r"""["']?S["']?: _?\w*\(?"spades"|"ace of spades|sa s10""")


def test_nothing_asks_for_a_game_by_its_name() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--", *SOURCES], cwd=ROOT, capture_output=True, text=True, check=True
    )
    read = [path for path in listed.stdout.split() if not OWN_FOLDERS.search(path)]
    assert len(read) > 200
    places = [
        f"{path}:{number}: {line.strip()}"
        for path in read
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if NAMED.search(line) and not SUIT.search(line)
    ]
    assert places == []
