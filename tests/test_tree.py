"""What the tree promises of itself: examples that hold, locks without addresses."""

import ast
import doctest
import re
import subprocess
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest
from django.core.management import call_command

from tests.tables import table

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
PLACE = re.compile(
    r"`((?:rules|games|engine|press|core|clubs|jobs|feeds|scoring|ledger|tournaments|leagues|stats|paper"
    r"|archive|config|seeds|templates|static|tests|docs|deploy)/[a-z0-9_./-]*)`"
)
MODULE = re.compile(r"`([a-z0-9_]+\.(?:py|c|wasm))`")
SETTING = re.compile(r'(?:environ\.get|flag|comma_separated|networks|secret)\(\s*"([A-Z_]+)"')
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
def test_no_comment_of_a_template_is_shown() -> None:
    """One of several lines is none to Django."""
    assert [
        f"{path.name}:{number}"
        for path in tracked("*.html")
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if line.count("{#") != line.count("#}")
    ] == []


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
