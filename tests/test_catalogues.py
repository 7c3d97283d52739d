"""The catalogues of the languages on offer are complete; all agree with the source."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import django
import knox
import polib
import pytest
import rest_framework
from django.conf import settings
from django.utils.translation import to_locale

from core.languages import LATIN_DIGITS, OWN_WORDING

ROOT = Path(__file__).resolve().parents[1]
OFFERED = [
    ROOT / "locale" / to_locale(code) / "LC_MESSAGES/django.po"
    for code, _name in settings.LANGUAGES
    if code != settings.LANGUAGE_CODE and not code.endswith(LATIN_DIGITS)
]
FIELD = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}")
TAG = re.compile(r"</?\w+[^>]*>")
SOURCES = shutil.ignore_patterns(".*", "var", "tests", "docs", "*.mo", "static", "__pycache__")


def messages(catalogue: Path) -> Iterator[polib.POEntry]:
    return (entry for entry in polib.pofile(str(catalogue)) if not entry.obsolete)


@pytest.mark.parametrize("catalogue", OFFERED, ids=lambda path: path.parts[-3])
def test_every_message_is_translated(catalogue: Path) -> None:
    missing = [entry.msgid for entry in messages(catalogue) if not entry.translated()]
    assert missing == []


MISSPELT = {"fa": ("مطمعن",)}
"""By language: what libraries write wrongly."""


def in_libraries(code: str) -> dict[str, str]:
    """What the libraries have in a language."""
    translations: dict[str, str] = {}
    for library in (django, rest_framework, knox):
        assert library.__file__
        for catalogue in Path(library.__file__).parent.rglob(f"locale/{code}/LC_MESSAGES/*.mo"):
            for entry in polib.mofile(str(catalogue)):
                translations[entry.msgid] = entry.msgstr or " ".join(entry.msgstr_plural.values())
    return translations


def test_what_a_library_misspells_is_a_message_of_our_own() -> None:
    ours = {wording.text for wording in OWN_WORDING}
    for code, words in MISSPELT.items():
        translations = in_libraries(code)
        assert ours <= translations.keys()
        assert {
            key for key in translations if any(word in translations[key] for word in words)
        } <= ours


@pytest.mark.parametrize("catalogue", OFFERED, ids=lambda path: path.parts[-3])
def test_what_is_filled_in_and_the_tags_are_those_of_the_source(catalogue: Path) -> None:
    """A plural form may leave one number out: "one table" needs none."""
    wrong = []
    for entry in messages(catalogue):
        if entry.msgid_plural:
            wanted = set(FIELD.findall(entry.msgid_plural))
            for form in entry.msgstr_plural.values():
                fields = set(FIELD.findall(form))
                if not fields <= wanted or len(wanted - fields) > 1:
                    wrong.append(entry.msgid)
        elif any(
            sorted(part.findall(entry.msgid)) != sorted(part.findall(entry.msgstr))
            for part in (FIELD, TAG)
        ):
            wrong.append(entry.msgid)
    assert wrong == []


@pytest.mark.gettext
def test_collecting_the_messages_changes_nothing(tmp_path: Path) -> None:
    copy = shutil.copytree(ROOT, tmp_path / "tree", ignore=SOURCES)
    before = {path: path.read_text() for path in copy.glob("locale/*/LC_MESSAGES/*.po")}
    command = ["manage.py", "makemessages", "--all", "--no-location", "--no-obsolete"]
    subprocess.run([sys.executable, *command], cwd=copy, check=True, capture_output=True)
    assert [path.parts[-3] for path, text in before.items() if path.read_text() != text] == []
