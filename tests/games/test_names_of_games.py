"""No file but a game's own names the game or speaks in its words, besides the two registries,
presets and what shows the house.
"""

import re
import subprocess
from pathlib import Path

from rules import GAMES

ROOT = Path(__file__).resolve().parent.parent.parent
NAMED = re.compile(
    rf"{'|'.join(GAMES).replace('_', '.?')}|texas.?42|\bklaverjas|\bspades\b"
    r"|\b(?:at|of) 42\b|\b42 (?:night|evening)",
    re.I,
)
WORDS_OF_42 = re.compile(
    r"\b(?:nello|plunge|splash|low-?no|follow me|shak(?:es?|ers?|ing)|shook)\b", re.IGNORECASE
)
STORED = re.compile(r"""DealerTerm|\bSHAKER\b|MUST_PLUNGE|["`]shaker\b""")
"""The club's word for the dealer, a problem's code and the purpose of a lot, as they are stored."""
OWN_FOLDERS = re.compile(
    rf"^(rules|games)/({'|'.join(GAMES)})/"  # the games themselves
    r"|^rules/game\.py$|^games/__init__\.py$"  # one line each
    r"|^games/cards\.py$"  # the suits
    r"|/migrations/"  # as they were
    r"|^(seeds|tests|benchmarks|docs)/|\.md$"
)
SOURCES = ("*.py", "*.html", "*.css", "*.js")
SUIT = re.compile(r"""["']?S["']?: _?\w*\(?"spades"|"ace of spades|sa s10""")


def places_of(words: re.Pattern[str], allowed: re.Pattern[str]) -> list[str]:
    """Return the lines of shared files that have these words."""
    listed = subprocess.run(
        ["git", "ls-files", "--", *SOURCES], cwd=ROOT, capture_output=True, text=True, check=True
    )
    read = [path for path in listed.stdout.split() if not OWN_FOLDERS.search(path)]
    assert len(read) > 200
    return [
        f"{path}:{number}: {line.strip()}"
        for path in read
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if words.search(line) and not allowed.search(line)
    ]


def test_nothing_asks_for_a_game_by_its_name() -> None:
    assert places_of(NAMED, SUIT) == []


def test_nothing_but_42_speaks_its_words() -> None:
    assert places_of(WORDS_OF_42, STORED) == []
