"""A document depends on no other that is printed before it, or at the same time."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from django.utils import translation

from press.base import Imprint, Paper, Press
from press.blocks import Document, Paragraph
from press.fonts import isolated
from press.tables import Column, TextTable, cell
from tests.prints.boards import kinds as boards
from tests.prints.matches import kinds as matches
from tests.prints.money import kinds as money

LANGUAGES = ("en", "fa", "fa-latn")
KINDS = boards.KINDS | matches.KINDS | money.KINDS


def document(lang: str) -> Document:
    """A document whose only texts are names and numbers, which say nothing of its language."""
    imprint = Imprint("Club 42", "List 7", "2026", "K7Q-2MX", "{page}/{pages}", lang)
    names = ", ".join(map(isolated, ("Ann", "Bob", "Cec")))
    rows = [(cell(names), cell(f"{number} 000")) for number in range(90)]
    table = TextTable(columns=[Column("1", 60, 1), Column("2", 30)], rows=rows)
    return Document(imprint, "42", "1234567890", (Paragraph(names), table))


def files(languages: tuple[str, ...]) -> dict[str, bytes]:
    """Return what each language gives, their stories added in turn."""
    outs = {language: BytesIO() for language in languages}
    presses = {
        language: Press(out, paper=Paper.A4, title="", imprint=document(language).imprint)
        for language, out in outs.items()
    }
    for _story in range(2):
        for language, press in presses.items():
            press.add(document(language))
    for press in presses.values():
        press.close()
    return {language: out.getvalue() for language, out in outs.items()}


def test_stories_of_several_languages_added_in_turn_are_as_alone() -> None:
    alone = {language: files((language,))[language] for language in LANGUAGES}
    assert len(set(alone.values())) == len(LANGUAGES)
    assert files(LANGUAGES) == alone
    assert files(LANGUAGES[::-1]) == alone


@pytest.fixture
def in_turns() -> Iterator[None]:
    """Let threads take turns every few instructions."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("in_turns")
def test_documents_of_two_languages_in_two_threads_are_as_alone() -> None:
    def in_language(language: str, kind: Callable[[], bytes]) -> bytes:
        with translation.override(language):
            return kind()

    def everything(language: str) -> list[bytes]:
        return [in_language(language, kind) for kind in KINDS.values()]

    alone = [everything(language) for language in ("en", "fa")]
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(everything, ("en", "fa"))) == alone
