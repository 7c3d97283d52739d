"""A new game to begin with: both of its folders and its tests, from the texts in this folder.

What is written plays an evening at once: the points of each side are noted by hand. Its tests fail
until its rules and words are its own.
"""

from pathlib import Path
from string import Template
from typing import Final

TEXTS: Final = Path(__file__).parent
ALWAYS: Final = {
    "rules/{name}/__init__.py": "laws",
    "rules/{name}/options.py": "options",
    "rules/{name}/shape.py": "shape",
    "rules/{name}/judging.py": "judging",
    "rules/{name}/scoring.py": "scoring",
    "games/{name}/__init__.py": "folder",
    "games/{name}/labels.py": "labels",
    "games/{name}/form.py": "form",
    "games/{name}/line.py": "line",
    "games/{name}/presenter.py": "presenter",
    "tests/rules/{name}/__init__.py": "",
    "tests/rules/{name}/samples.py": "samples",
    "tests/rules/{name}/test_{name}.py": "tests",
}
"""From the path of a file to the text it is made of."""
CARDS: Final = {"rules/{name}/cards.py": "cards"}


def game_files(name: str, *, teams: bool, cards: bool) -> dict[str, str]:
    """Return the files of a new game by path, for two teams or four single players."""
    words = {
        "name": name,
        "NAME": name.upper(),
        "Name": name.replace("_", " ").title().replace(" ", ""),
        "label": name.replace("_", " ").capitalize(),
        "sides": "2" if teams else "4",
        "book": "TeamMatch" if teams else "SoloMatch",
        "stake": "for each point of the difference",
        "is_cards": str(cards),
        "zeros": ", ".join("0" * (2 if teams else 4)),
    }
    files = ALWAYS | (CARDS if cards else {})
    return {
        path.format(name=name): _filled(text, words, teams=teams, cards=cards)
        for path, text in files.items()
    }


def _filled(text: str, words: dict[str, str], *, teams: bool, cards: bool) -> str:
    """Return a text with these words; a line that begins with a mark is for such games alone."""
    if not text:
        return ""
    marks = {"%teams ": teams, "%alone ": not teams, "%cards ": cards, "%plain ": not cards}
    lines = []
    for line in (TEXTS / f"{text}.txt").read_text(encoding="utf-8").splitlines():
        mark = next((mark for mark in marks if line.startswith(mark)), "")
        if not mark or marks[mark]:
            lines.append(line.removeprefix(mark))
    return Template("\n".join(lines) + "\n").substitute(words)
