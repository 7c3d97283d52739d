"""Lines typed on keyboards of other scripts, and in the letters of the reader's language."""

from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.test import override_settings
from django.utils import translation

from core.text import isolated
from core.typing import plain_line
from games.base import HandTable, LineError
from games.pandoeren import line as pandoeren
from games.texas42 import line as texas42

SAID = {"bidder": "1", "bid": "30", "contract": "5", "result": "made"}
LETTERS = [
    ("letter typed for a contract made", "m", "g"),
    ("letter typed for a contract set", "s", "n"),
    ("letter typed for a contract failed", "f", "v"),
    ("letters typed for spades, hearts, diamonds, clubs", "s h d c", "s h r k"),
    (None, "fives", "Vijven"),
    (None, "hearts", "harten"),
    (None, "made", "gemaakt"),
]


@pytest.mark.parametrize("typed", ["ｂ３０５ｍ", "ذ ۳۰ ۵ ئ", "b٣٠5m", "ｂ 30 ５ m"])
def test_a_line_is_read_from_every_keyboard(typed: str) -> None:
    assert texas42.read_line(plain_line(typed), by_points=False) == SAID


def test_kana_of_a_japanese_input_method_are_latin_letters() -> None:
    assert plain_line("あ３０さ・ナ") == "a30sa/na"
    assert plain_line("b150 h sa d m") == "b150 h sa d m"


@pytest.fixture
def own_letters(tmp_path: Path) -> Iterator[None]:
    """A language whose readers type g for made, and r and k for two suits."""
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    catalogue.extend(
        polib.POEntry(msgctxt=context, msgid=english, msgstr=translation)
        for context, english, translation in LETTERS
    )
    folder = tmp_path / "en_XB" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue.save_as_mofile(str(folder / "django.mo"))
    offered = [("en", "English"), ("en-xb", "Own")]
    with (
        override_settings(LANGUAGES=offered, LOCALE_PATHS=[tmp_path]),
        translation.override("en-xb"),
    ):
        yield


def test_own_letters_are_read_beside_the_english_ones_and_shown_first(own_letters: None) -> None:
    assert texas42.read_line("b305g", by_points=False) == SAID
    assert texas42.read_line("b305m", by_points=False) == SAID
    record = pandoeren.read_line("b150 r ka d g 112 r50")
    assert record == pandoeren.read_line("b150 d ca d m 112 r50")
    assert record["roem"] == "50"
    keys = [
        row.keys for row in pandoeren.line_help(HandTable(None, ("Ann", "Bob", "Carl", "Dora"), 0))
    ]
    assert ("s", "h", "r", "k") in keys
    assert ("g", "m", "+") in keys


def test_a_letter_that_a_line_needs_is_nobodys_own(own_letters: None) -> None:
    nello = texas42.read_line("a1mnm", by_points=False)
    assert nello["contract"] == "nello"
    assert nello["result"] == "made"


def test_an_own_letter_of_a_result_is_read_where_results_stand(own_letters: None) -> None:
    assert pandoeren.read_line("b150 r ka d v") == pandoeren.read_line("b150 d ca d f")
    assert pandoeren.read_line("bpv h v")["bid"] == "prive"


def test_names_of_the_readers_language_stand_for_their_letters(own_letters: None) -> None:
    assert texas42.read_line("b 30 vijven gemaakt", by_points=False) == SAID
    assert pandoeren.read_line("b150 harten sa d gemaakt") == pandoeren.read_line("b150 h sa d m")


def test_what_is_not_understood_is_named_as_it_was_typed(own_letters: None) -> None:
    for line, part in (("b30 5 g wat", "wat"), ("ｂ３０ ５ ｇｇ", "ｇｇ"), ("ذ۳۰ ۵ شض", "شض")):
        with pytest.raises(LineError, match=f"^“{isolated(part)}” "):
            texas42.read_line(line, by_points=False)
