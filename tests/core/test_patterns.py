"""Patterns of the tree take a time that grows as the text does, whatever the text is."""

import ast
import importlib
import re
import time
from collections.abc import Iterator
from pathlib import Path

from tests.test_tree import ROOT, tracked

PACKAGES = (
    *(
        "archive",
        "clubs",
        "config",
        "core",
        "engine",
        "feeds",
        "games",
        "jobs",
        "leagues",
        "ledger",
    ),
    *("paper", "press", "rules", "scoring", "seeds", "stats", "tournaments"),
)
APART = {"management", "migrations", "__main__.py"}
MADE_AS_THEY_ARE_NEEDED = {
    "archive/persons.py": "names of one player, each a text of its own",
    "games/line.py": "a line of at most 80 characters, runs of blanks taken together",
    "games/klaverjassen/line.py": "the same",
    "games/pandoeren/line.py": "the same",
    "games/texas42/line.py": "the same",
}
FILLERS = (*' x1,"\t-_(\\éمあ\u2068', "1,", "x ", "'1")
ENDS = ("", "!", "\n")
FEW = 500
GROWTH = 4
MOST_GROWTH = 8
"""How many times as long four times the text may take: 4 where it is linear, 16 where it is not."""
FLOOR = 0.002
"""CPU seconds that are too few to be compared."""


def sources() -> Iterator[Path]:
    for path in tracked(*(f"{package}/*.py" for package in PACKAGES)):
        if APART.isdisjoint(path.parts):
            yield path.relative_to(ROOT)


def patterns() -> dict[re.Pattern[str], str]:
    """The patterns of modules and classes, with the name of one place of each."""
    found: dict[re.Pattern[str], str] = {}
    for path in sources():
        module = importlib.import_module(".".join(path.with_suffix("").parts))
        classes = [each for each in vars(module).values() if isinstance(each, type)]
        for owner in (module, *classes):
            for name, value in vars(owner).items():
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                    found.setdefault(value, f"{path}: {name}")
    return found


def hostile(pattern: str, size: int) -> Iterator[str]:
    """Texts of one sign or two, and those that begin as something that the pattern takes."""
    words = set(re.findall(r"(?<!\\)[A-Za-z]{1,6}|[^\sA-Za-z\\()?:*+|]", pattern))
    for begin in ("", *sorted(words)):
        for filler in FILLERS:
            for end in ENDS:
                yield begin + (filler * size)[:size] + end
        yield ((begin or "x") * size)[:size]
        yield (f"{begin} " * size)[:size]


def seconds(pattern: re.Pattern[str], text: str) -> float:
    began = time.process_time()
    pattern.fullmatch(text)
    for _match in pattern.finditer(text):
        pass
    return time.process_time() - began


def is_slow(pattern: re.Pattern[str], few: str, many: str) -> bool:
    """Whether ``many``, four times ``few``, takes far more than four times as long, each time."""
    return all(
        (taken := seconds(pattern, many)) > FLOOR and taken > MOST_GROWTH * seconds(pattern, few)
        for _again in range(3)
    )


def slow_texts(pattern: re.Pattern[str]) -> list[str]:
    texts = zip(hostile(pattern.pattern, FEW), hostile(pattern.pattern, GROWTH * FEW), strict=True)
    return [few[:12] for few, many in texts if is_slow(pattern, few, many)]


def test_a_pattern_that_tries_the_same_blanks_again_is_told_from_one_that_does_not() -> None:
    few, many = " " * FEW, " " * FEW * GROWTH
    assert is_slow(re.compile(r"\s*[&+]\s*"), few, many)
    assert is_slow(re.compile(r"pd\s*\+?\s*\d"), f"pd{few}", f"pd{many}")
    assert not is_slow(re.compile(r"[&+]|[^\W\d_]+"), few, many)


def test_every_pattern_takes_no_longer_by_the_square_of_a_text() -> None:
    known = patterns()
    assert len(known) > 60
    slow = {place: texts for pattern, place in known.items() if (texts := slow_texts(pattern))}
    assert slow == {}


def compiled_in_functions(module: ast.Module) -> Iterator[int]:
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for node in ast.walk(function):
                if isinstance(node, ast.Call):
                    called = ast.unparse(node.func)
                    if called.startswith("re.") and called != "re.escape":
                        yield node.lineno


def test_patterns_stand_in_modules_where_they_are_timed() -> None:
    inside = {
        (str(path), line)
        for path in sources()
        for line in compiled_in_functions(ast.parse((ROOT / path).read_text()))
        if str(path) not in MADE_AS_THEY_ARE_NEEDED
    }
    assert inside == set()
