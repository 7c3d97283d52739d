"""A short message has one meaning: where it stands in two kinds of places, each has a context."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from tests.core.test_numbers import APPS, ROOT

MESSAGE = re.compile(r"""\{% translate (["'])(?P<text>(?:(?!\1).)+)\1(?P<rest>[^%]*)%\}""")
TAG = re.compile(r"<(?P<name>[a-z][\w-]*)(?P<attributes>(?:\{[%{].*?[%}]\}|[^<>])*)>", re.DOTALL)
LABEL = re.compile(r'data-label="$')
FIGURES = re.compile(r'class="[^"]*\bnum\b')
LONGEST = 3

APART = ("button", "choice", "figures", "head")

ONE_MEANING = {"Hand", "Match"}
"""Links back to a page are named after it."""

COUNTED_OR_LISTED = {
    *("(you)", "Amount", "Balance", "Evening", "Evenings", "Place", "Ranked", "Result", "Table"),
}
"""Heads that mean the same above figures and above words."""


def kind_in(template: str, at: int) -> str:
    """What a message is there: the words of a button, the head of a column, or anything else.

    A column of figures counts what its head says, any other column lists it.
    """
    before = template[:at]
    if LABEL.search(before):
        cell = before[before.rindex("<") :]
        return "figures" if FIGURES.search(cell) else "head"
    tags = list(TAG.finditer(before[-600:]))
    if len(tags) > 1 and tags[-2]["name"] == "th" and "sr-only" in tags[-1]["attributes"]:
        return "text"  # a column of buttons has a head for screen readers alone
    for tag in reversed(tags):
        if tag["name"] in {"span", "strong", "abbr", "bdi", "svg"}:
            continue
        if tag["name"] == "button" or 'class="button' in tag["attributes"]:
            return "button"
        if tag["name"] == "th" and FIGURES.search(tag["attributes"]):
            return "figures"
        return {"th": "head", "h1": "title", "h2": "title", "h3": "title"}.get(tag["name"], "text")
    return "text"


def used() -> Iterator[tuple[str, str]]:
    """Each message without a context, with the kind of its place."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = path.read_text()
        for message in MESSAGE.finditer(text):
            if " context " not in message["rest"]:
                yield message["text"], kind_in(text, message.start())
    models = (path for app in APPS for path in (ROOT / app).rglob("*.py"))
    for path in sorted(path for path in models if {"models", "models.py"} & set(path.parts)):
        yield from choices_in(path.read_text())


def choices_in(source: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Assign(
                value=ast.Tuple(
                    elts=[_, ast.Call(func=ast.Name(id="_"), args=[ast.Constant(value=str(text))])]
                )
            ):
                yield text, "choice"
            case _:
                pass


def _alike(text: str) -> set[str]:
    return {"figures"} if text in COUNTED_OR_LISTED else set()


def test_a_short_message_stands_in_one_kind_of_place() -> None:
    """Commands, heads of columns and choices differ in languages where a verb is no noun."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for text, kind in used():
        if len(text.split()) <= LONGEST:
            kinds[text].add(kind)
    assert len(kinds) > 300
    apart = tuple({first, second} for first, second in combinations(sorted(APART), 2))
    assert {
        text: sorted(meanings)
        for text, meanings in kinds.items()
        if any(pair <= meanings - _alike(text) for pair in apart) and text not in ONE_MEANING
    } == {}
