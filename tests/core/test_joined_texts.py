"""Texts for people are whole messages, or joined by what the reader's language has between them."""

import ast
import re
from collections.abc import Iterator
from typing import TypeGuard

import pytest
from django.utils import translation

from core.text import about, sentences, statements
from tests.core.test_numbers import APPS, ROOT

CALLS = {"_", "gettext", "pgettext", "ngettext", "npgettext", "gettext_lazy", "pgettext_lazy"}
BETWEEN = {", ", ". ", "; ", ": "}
FOR_PROGRAMS = {"rules", "seeds", "config"}
"""What they say is English, for the command line and the log."""
TYPED = {
    ("tournaments/events/forms/events.py", "', '.join"),  # lengths as they are typed into a field
    ("tournaments/events/forms/events.py", "{number}: {typed}"),
    ("tournaments/events/forms/results.py", "{entrant.number}. "),  # numbers to choose from
    ("core/name_lists.py", "', '.join"),  # names as they are typed
    ("tournaments/money/forms.py", "{least}: "),  # prizes as they are typed
    ("archive/site_folder.py", "', '.join"),  # for the command line
    ("jobs/services.py", "{type(error).__name__}: "),  # a fault of ours
    ("jobs/child.py", "{type(error).__name__}: "),  # a fault of ours
    ("feeds/noting.py", "', '.join"),  # SQL
    ("feeds/api.py", "Failure.values"),  # codes
    ("scoring/api/serializers.py", "{presenter.label}: "),  # English in every language
    ("archive/reading.py", "', '.join"),  # SQL
    ("leagues/selectors/sums.py", "', '.join"),  # SQL
    ("scoring/services/numbers.py", "', '.join"),  # SQL
}
"""What is no text of a page: by file, and a part of the code."""


Sources = list[tuple[str, ast.Module]]


FOR_DEVELOPERS = ("games/checks.py", "games/skeleton/", "engine/analysis/")


@pytest.fixture(scope="module")
def sources() -> Sources:
    return list(parsed())


def parsed() -> Iterator[tuple[str, ast.Module]]:
    for app in sorted(APPS - FOR_PROGRAMS):
        for path in sorted((ROOT / app).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if (
                not name.startswith(FOR_DEVELOPERS)
                and "/migrations/" not in name
                and "/management/" not in name
            ):
                yield name, ast.parse(path.read_text())


def parts_of(tree: ast.Module) -> Iterator[ast.AST]:
    """All nodes but those of ``__str__``, which is for logs and the admin."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += (
            child
            for child in ast.iter_child_nodes(node)
            if not (isinstance(child, ast.FunctionDef) and child.name == "__str__")
        )


def translates(node: ast.AST) -> bool:
    return any(
        isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in CALLS
        for call in ast.walk(node)
    )


def joins(node: ast.AST) -> TypeGuard[ast.expr]:
    """Whether texts are joined by a sign of English."""
    match node:
        case ast.Call(func=ast.Attribute(attr="join", value=ast.Constant(value=str(sign)))):
            return sign in BETWEEN
        case ast.JoinedStr(values=[*_, ast.FormattedValue(), ast.Constant(value=str(sign)), _]):
            return sign in BETWEEN
        case _:
            return False


def test_no_text_is_translated_inside_another(sources: Sources) -> None:
    """The tools that collect messages do not look into f-strings."""
    assert len(sources) > 300
    assert [
        f"{name}:{node.lineno}"
        for name, tree in sources
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and translates(node)
    ] == []


def test_no_texts_are_joined_by_the_signs_of_english(sources: Sources) -> None:
    joined_texts = [
        f"{name}:{node.lineno} {ast.unparse(node)[:80]}"
        for name, tree in sources
        for node in parts_of(tree)
        if joins(node) and not any(name == at and sign in ast.unparse(node) for at, sign in TYPED)
    ]
    assert joined_texts == []


QUOTED = re.compile(r"“%\((\w+)\)s”")
CODE = re.compile(
    r"“(?=[^”%]*[^”%\w\s])[^”%]{2,}”"
    r"|“[^”%]*\d \d[^”%]*”|\bas in \w+ \w|\d: \d|%(?!\(\w+\)[sd]|%|[sd]\b)"
)
"""What is typed, in a message: a quotation with signs, an example; and a percent sign."""


def messages(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CALLS:
            for text in node.args:
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield node.lineno, text.value


def test_what_was_typed_is_quoted_isolated(sources: Sources) -> None:
    """Or its signs stand elsewhere on a page that is read from the right."""
    quoted, bare = 0, []
    for name, tree in sources:
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            strings = (node for node in ast.walk(function) if isinstance(node, ast.Constant))
            keys = {key for string in strings for key in QUOTED.findall(str(string.value))}
            values = (
                (key.value, value)
                for node in ast.walk(function)
                if isinstance(node, ast.Dict)
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant) and key.value in keys
            )
            for key, value in values:
                quoted += 1
                if not (
                    isinstance(value, ast.Call) and getattr(value.func, "id", "") == "isolated"
                ):
                    bare.append(f"{name}:{value.lineno} {key!r}")
    assert quoted > 20
    assert bare == []


def test_no_message_has_an_example_of_what_is_typed_or_a_percent_sign_of_its_own(
    sources: Sources,
) -> None:
    """Examples are put in isolated, percentages as the language writes them."""
    texts = [(name, line, text) for name, tree in sources for line, text in messages(tree)]
    assert len(texts) > 1500
    assert [f"{name}:{line} {text}" for name, line, text in texts if CODE.search(text)] == []


def test_a_subject_stands_before_what_is_said_of_it() -> None:
    with translation.override("en"):
        assert about("Par", 31) == "Par: 31"
        assert about("", "alone") == about("alone", "") == "alone"
        assert statements(["Ann, 2", "Bob, 3"]) == "Ann, 2; Bob, 3"
        assert sentences(["Ann bid", "Bob passed"]) == "Ann bid. Bob passed"


TRANSLATED = re.compile(
    r"\{% blocktranslate (?P<options>[^%]*)%\}(?P<body>.*?)\{% endblocktranslate %\}", re.DOTALL
)
NAMED = re.compile(r"(\w+)=[\w.]*(?:\bname|_name|division\.name|\.title)(?= |$)")
PLAIN_PLACES = ("{% block title %}", '="')
"""Before a message of which the browser shows the text alone: a page's title, an attribute."""


def test_names_in_messages_of_templates_are_isolated() -> None:
    isolated_names, bare = 0, []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        template = path.read_text()
        for message in TRANSLATED.finditer(template):
            is_plain = template[: message.start()].rstrip().endswith(PLAIN_PLACES)
            if is_plain or "asvar" in message["options"]:
                continue
            for name in NAMED.findall(message["options"]):
                if re.search(rf"<bdi[^>]*>\{{\{{ {name} \}}\}}</bdi>", message["body"]):
                    isolated_names += 1
                else:
                    bare.append(f"{path.name}: {name}")
    assert isolated_names > 10
    assert bare == []


MESSAGES = re.compile(r"{%\s*(?:blocktranslate|filter)\b.*?{%\s*end\w+\s*%}|{#.*?#}", re.DOTALL)
SIGNS = re.compile(r"(?:</\w+>|[%}]}),?[,;:](?=\s|<|{)")


def test_no_sign_of_english_stands_between_two_texts_of_a_template() -> None:
    paths = sorted((ROOT / "templates").rglob("*.html"))
    assert len(paths) > 200
    assert [
        f"{path.relative_to(ROOT)}: {sign[0]}"
        for path in paths
        for sign in SIGNS.finditer(MESSAGES.sub("", path.read_text()))
    ] == []
