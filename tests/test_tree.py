"""What the tree promises of itself: examples that hold, locks without addresses."""

import ast
import doctest
import re
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest
from django.core.management import call_command
from django.template import Engine, TemplateSyntaxError

from tests.tables import table

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
PLACE = re.compile(
    r"`((?:rules|core|games|pairings|standings|press|analysis|clubs|feeds|scoring|ledger|tournaments|stats|deals|phones"
    r"|leagues|prints|archive|seeds|config|benchmarks|templates|static|tests|docs|deploy)"
    r"/[a-z0-9_./-]*)`"
)
MODULE = re.compile(r"`([a-z0-9_]+\.(?:py|c|wasm))`")
SETTING = re.compile(r'(?:environ\.get|flag|comma_separated|networks)\(\s*"([A-Z_]+)"')
NO_NOUNS = {"found", "kept", "told", "asked"}
NO_NOUNS_AT_THE_END = {"one", "own"}
PREDICATE = re.compile(r"_*(?:is|has|may_be)_|_*test_|not_found$|\w+_at$")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def tracked(*patterns: str) -> list[Path]:
    """Files that git keeps; in an export without git, the files that are there."""
    listed = subprocess.run(
        ["git", "ls-files", "--", *patterns], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode == 0 and listed.stdout:
        return [ROOT / line for line in listed.stdout.splitlines()]
    return [
        path for pattern in patterns for path in ROOT.rglob(pattern) if ".venv" not in path.parts
    ]


def test_the_examples_in_the_readme_hold() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert outcome.attempted >= 2
    assert outcome.failed == 0


def test_no_modules_import_each_other_in_a_circle() -> None:
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    graph = grimp.build_graph(*packages["root_packages"], cache_dir=None)
    assert len(graph.modules) > 300
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle


@table("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


@table("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_place_that_a_document_names_is_there(document: Path) -> None:
    named = PLACE.findall(document.read_text())
    assert [place for place in named if not (ROOT / place).exists()] == []


def test_every_module_that_a_document_names_is_somewhere_in_the_tree() -> None:
    modules = {path.name for path in tracked("*.py", "*.c", "*.wasm")}
    named = {
        (document.name, module)
        for document in DOCUMENTS
        for module in MODULE.findall(document.read_text())
    }
    assert len(named) > 10
    assert {(document, module) for document, module in named if module not in modules} == set()


def test_the_index_of_the_decisions_names_each_of_them() -> None:
    folder = ROOT / "docs/decisions"
    listed = LINK.findall((folder / "README.md").read_text())
    assert sorted(listed) == sorted(path.name for path in folder.glob("0*.md"))


def test_every_setting_is_told() -> None:
    names = {
        name
        for path in (ROOT / "config").rglob("*.py")
        for name in SETTING.findall(path.read_text())
    }
    assert names >= {"ALLMARK_DATA", "DATABASE_URL"}
    names_in_docs = re.findall(
        r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operations.md").read_text(), re.M
    )
    assert sorted(names_in_docs) == sorted(names)


def is_noun(name: str) -> bool:
    """Return whether a name may stand for a value; predicates, moments and sentences may."""
    snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    words = snake.strip("_").split("_")
    return bool(PREDICATE.match(snake)) or (
        NO_NOUNS.isdisjoint(words) and words[-1] not in NO_NOUNS_AT_THE_END
    )


def test_a_noun_is_told_from_a_participle() -> None:
    assert not any(
        map(is_noun, ["found", "kept_rows", "_asked", "this_one", "_Found", "MOST_KEPT"])
    )
    assert all(
        map(is_noun, ["foundation", "own_money", "one_line", "is_kept", "asked_at", "isOwn"])
    )


def variables_of(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the parameters and variables of a module, with their lines; fields of classes apart."""
    fields = {id(target) for node in ast.walk(module) for target in targets_in(node)}
    for node in ast.walk(module):
        if isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            if id(node) not in fields:
                yield node.lineno, node.id
        elif isinstance(node, ast.MatchAs) and node.name:
            yield node.lineno, node.name


def members_of(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield classes, functions, methods and fields, with their lines; members of enums apart, whose
    values are the words of their subject."""
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr
        for target in targets_in(node):
            if not target.id.isupper():
                yield target.lineno, target.id


def targets_in(node: ast.AST) -> Iterator[ast.Name]:
    """Yield the fields of a class."""
    for statement in node.body if isinstance(node, ast.ClassDef) else []:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                yield from (name for name in ast.walk(target) if isinstance(name, ast.Name))


def test_variables_fields_and_functions_are_called_by_nouns() -> None:
    read, named = 0, list[str]()
    for path in tracked("*.py"):
        place = str(path.relative_to(ROOT))
        if not path.exists():
            continue
        read += 1
        module = ast.parse(path.read_text())
        named += [
            f"{place}:{line} {name}"
            for line, name in (*variables_of(module), *members_of(module))
            if not is_noun(name)
        ]
    assert read > 300
    assert named == []


# Commands and migrations, as Django names them; the laws of the games, which read alike.
SAME_NAME = re.compile(r"^tests/|^benchmarks/|^rules/\w+/|/migrations/|/management/commands/")


def test_a_class_name_stands_for_one_class() -> None:
    places = defaultdict[str, list[str]](list)
    for path in tracked("*.py"):
        place = str(path.relative_to(ROOT))
        if SAME_NAME.search(place) or not path.exists():
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(place)
    assert len(places) > 900
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


NAMED_BY_TAG = re.compile(
    r"{% for ([\w, ]+) in |{% (?:with|include|blocktranslate)(.*?)%}|\bas(?:var)? (\w+) "
)
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")


def test_variables_of_templates_are_called_by_nouns() -> None:
    texts = {path: path.read_text() for path in tracked("*.html") if path.exists()}
    names = [
        (path, name)
        for path, text in texts.items()
        for looped, given, stored in NAMED_BY_TAG.findall(text)
        for name in (*re.findall(r"\w+", looped), *re.findall(r"(\w+)=", given), stored)
    ]
    assert len(names) > 1000
    assert [f"{path.relative_to(ROOT)} {name}" for path, name in names if not is_noun(name)] == []


def test_classes_ids_and_data_of_pages_are_called_by_nouns() -> None:
    texts = [path.read_text() for path in tracked("*.html") if path.exists()]
    names = {
        name
        for text in texts
        for words in re.findall(r'(?:class|id)="([^"]*)"', text)
        for name in re.findall(r"[a-z][\w-]*", re.sub(r"{[{%].*?[%}]}", " ", words))
    } | {name for text in texts for name in re.findall(r"\sdata-([a-z-]+)", text)}
    assert len(names) > 500
    assert [name for name in sorted(names) if not is_noun(re.sub("[-_]+", "_", name))] == []


def test_what_is_filled_into_messages_is_called_by_nouns() -> None:
    names = PLACEHOLDER.findall((ROOT / "locale/nl/LC_MESSAGES/django.po").read_text())
    assert len(names) > 1000
    assert [name for name in names if name == "two" or not is_noun(name)] == []


NAMED_BY_SCRIPT = re.compile(
    r"\b(?:const|let|var|function)\s+([\w$]+|[{\[][^=]*?[}\]])\s*[=;(]"
    r"|\(([^()]*)\)\s*=>|(?<![\w.$])([\w$]+)\s*=>|\bfor \((?:const|let) ([^()]*?) (?:of|in) "
)


def test_variables_of_scripts_are_called_by_nouns() -> None:
    """Parameters too; a single letter is no noun."""
    names = [
        (path.name, name)
        for path in tracked("static/js/*.js")
        if path.exists()
        for groups in NAMED_BY_SCRIPT.findall(path.read_text())
        for name in re.findall(r"[A-Za-z$][\w$]*(?!\s*:|\w)", " ".join(groups))
    ]
    assert len(names) > 400
    assert [(file, name) for file, name in names if not is_noun(name) or len(name) == 1] == []


READ_AT_ONCE = re.compile(
    r"\.(?:all_inner_texts|all_text_contents|inner_text|text_content|inner_html|input_value"
    r"|get_attribute|is_(?:visible|hidden|checked|enabled|disabled|editable))\("
    r"|\.url\b"
    r"|^(?!.*\.objects\b).*\.count\(\)"
)


def test_what_a_page_shows_is_expected_to_come_and_not_read_at_once() -> None:
    """Right after a click the new page has only begun to come; ``expect`` waits for it."""
    asserted = [
        (ast.unparse(node.test), path.name)
        for path in tracked("tests/browser/*.py")
        if path.exists()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Assert)
    ]
    assert len(asserted) > 150
    assert [test for test in asserted if READ_AT_ONCE.search(test[0])] == []


def test_lock_files_hold_hashes_and_no_addresses() -> None:
    locks = tracked("*.lock")
    assert len(locks) == 3
    for lock in locks:
        text = lock.read_text()
        assert "--hash=sha256:" in text
        assert "://" not in text


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    stray = re.compile(r"(?<![\w.])/(?:home|root|work|Users)/\w")
    named = [
        path.relative_to(ROOT)
        for path in tracked(
            "*.py", "*.md", "*.toml", "*.html", "*.js", "*.css", "Makefile", "*.json"
        )
        if path.exists() and stray.search(path.read_text())
    ]
    assert named == []


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_lines_of_templates_have_at_most_120_characters() -> None:
    templates = tracked("templates/*.html", "games/*.html")
    assert templates
    assert [
        f"{path.name}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > 120
    ] == []


# What a script writes itself; names of events, keys, headers and selectors are not said to anybody.
SAID_BY_SCRIPT = re.compile(
    r"(?:(?:textContent|innerText|innerHTML|title|placeholder|ariaLabel) \+?= "
    r"|\b(?:alert|confirm)\()"
    r"[\"'`](?:\$\{[^}]*\}|[^\"'`A-Za-z$])*[A-Za-z]{2}"
)


def test_scripts_say_nothing_of_their_own() -> None:
    """Texts come translated, in attributes of the page."""
    assert SAID_BY_SCRIPT.search("row.textContent = `${count} waiting`;")
    assert not SAID_BY_SCRIPT.search("row.textContent = page.dataset.waiting;")
    scripts = tracked("static/js/*.js")
    assert scripts
    assert [
        f"{path.name}:{number}"
        for path in scripts
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if SAID_BY_SCRIPT.search(line)
    ] == []


INCLUDED = re.compile(r'{% include "([^"]+)"([^%]*)%}')


def test_what_has_a_form_to_send_is_included_with_the_token_of_the_page() -> None:
    """``only`` leaves the token out, and the server then refuses what is sent."""
    folder = ROOT / "templates"
    texts = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.html")}
    sending = {name for name, text in texts.items() if "{% csrf_token %}" in text}
    assert sending
    while more := {
        name
        for name, text in texts.items()
        if name not in sending and any(part in sending for part, _ in INCLUDED.findall(text))
    }:
        sending |= more
    assert [
        f"{name}: {part}"
        for name, text in texts.items()
        for part, rest in INCLUDED.findall(text)
        if part in sending and rest.split()[-1:] == ["only"]
    ] == []


LOAD = re.compile(r"{% load ([^%]+?) %}")


def test_templates_load_no_library_that_they_do_not_use() -> None:
    """A template that still compiles without a library of its own does not use it."""
    engine = Engine.get_default()
    texts = {path: path.read_text() for path in tracked("templates/*.html", "games/*.html")}
    assert any(LOAD.search(text) for text in texts.values())
    needless = []
    for path, text in texts.items():
        for loaded in LOAD.finditer(text):
            libraries = loaded[1].split()
            for library in libraries:
                others = " ".join(other for other in libraries if other != library)
                try:
                    engine.from_string(
                        text.replace(loaded[0], f"{{% load {others} %}}" if others else "", 1)
                    )
                except TemplateSyntaxError:
                    continue
                needless.append(f"{path.relative_to(ROOT)}: {library}")
    assert needless == []
