"""Text in any script becomes runs of glyphs in the right order, and nothing is lost."""

import hashlib
import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from paper.documents.hand_diagrams import Pieces
from paper.documents.hand_record import HandRecords
from press.base import Paper, render
from press.fonts import (
    FOLDER,
    REPLACEMENT,
    Base,
    Font,
    Script,
    Weight,
    coverage,
    face,
    isolated,
    script_of,
    set_line,
    visual,
)
from tests.prints.matches.documents import IMPRINT
from tests.prints.matches.reading import reader, texts


def squeezed(text: str) -> str:
    return "".join(text.split())


def letters(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


@pytest.mark.parametrize(
    ("logical", "base", "drawn"),
    [
        ("Ann", Base.AUTO, "Ann"),
        ("Łukasz Ågren", Base.AUTO, "Łukasz Ågren"),
        ("Zoe\u0308", Base.AUTO, "Zoë"),
        ("山本 花子", Base.AUTO, "山本 花子"),
        ("بهرام", Base.AUTO, "مارهب"),
        ("۱۲۳", Base.RTL, "۱۲۳"),
        ("دور ۱۲۳", Base.AUTO, "۱۲۳ رود"),
        ("دور 123", Base.AUTO, "123 رود"),
        ("شب (۴۲)", Base.AUTO, "(۴۲) بش"),
        ("شب [a]", Base.AUTO, "[a] بش"),
        ("Ann (بهر)", Base.AUTO, "Ann (رهب)"),
        ("Ann – بهر", Base.RTL, "رهب – Ann"),
        (f"{isolated('a!')} – {isolated('بهر!')}", Base.LTR, "a! – !رهب"),
        (f"{isolated('a!')} – {isolated('بهر!')}", Base.RTL, "!رهب – a!"),
        (f"{isolated('بهر')} & Ann", Base.AUTO, "رهب & Ann"),
        (f"{isolated('Ann')} و بهر", Base.AUTO, "رهب و Ann"),
        ("می\u200cخواهم", Base.AUTO, "مهاوخیم"),
        ("two\nlines", Base.AUTO, "two lines"),
    ],
)
def test_text_is_drawn_in_the_order_it_is_seen(logical: str, base: Base, drawn: str) -> None:
    assert letters(visual(logical, base)) == letters(drawn)


@pytest.mark.parametrize("name", ["𠮷野家 𠮷", "棒槗 花", "山﨑 髙橋 渡邉", "𩸽 𣘺本"])
def test_rare_kanji_of_names_are_printed(name: str) -> None:
    for weight in Weight:
        assert "".join(run.text for run in set_line(name, Script(), weight).runs) == name


@pytest.mark.parametrize("names", [("𠮷野家 𠮷", "𩸽 𣘺本", "山﨑 花", "Ann Lee")])
def test_rare_kanji_are_copied_from_a_file_as_they_are(names: tuple[str, ...]) -> None:
    """By two readers; a code point of five digits would be read as another character."""
    sheet = replace(IMPRINT, club=" ".join(names))
    players = tuple(zip("1234", names, strict=True))
    record = HandRecords(sheet, "Hand records", "Table 1", Pieces.DOMINOES, players, ())
    data = render([record], paper=Paper.A4)
    for text in (texts(data)[0], reader(data).pages[0].extract_text()):
        assert [name for name in names if squeezed(name) not in squeezed(text)] == []


def test_persian_letters_are_joined() -> None:
    assert all("\ufb50" <= char <= "\ufefc" for char in visual("بهرام"))


@pytest.mark.parametrize(
    ("logical", "drawn"),
    [
        ("گلاب", "\ufe8f\ufefc\ufb94"),
        ("عبدالله", "\ufdf2\ufeaa\ufe92\ufecb"),
        ("بالله", "\ufeea\ufee0\ufedf\ufe8e\ufe91"),
        ("محمّد", "\ufeaa\u0651\ufee4\ufea4\ufee3"),
        ("۱۴۰۴ ه\u200d.ش. گلاب", "\ufe8f\ufefc\ufb94 .\ufeb5.\ufeeb ۱۴۰۴"),
        ("\u200dلا", "\ufefc"),
    ],
)
def test_letters_have_the_forms_that_their_neighbours_give_them(logical: str, drawn: str) -> None:
    assert visual(logical) == drawn


def test_a_joiner_without_width_keeps_letters_apart() -> None:
    assert visual("می\u200cخواهم") != visual("میخواهم")


@pytest.mark.parametrize("font", Font)
def test_the_librarys_own_shaping_is_never_used(font: Font) -> None:
    assert face(font).shapable is False


@pytest.mark.parametrize(
    ("text", "fonts"),
    [
        ("Ann", [Font.MAIN]),
        ("بهرام ۱۲", [Font.MAIN]),
        ("Đặng", [Font.WIDE]),
        ("Zoë Đặng", [Font.MAIN, Font.WIDE]),
        ("Иван Ελένη", [Font.WIDE, Font.MAIN, Font.WIDE]),
        ("花子", [Font.EAST]),
        ("Ann 花子", [Font.MAIN, Font.EAST]),
    ],
)
def test_a_word_is_set_in_one_font_that_holds_all_of_it(text: str, fonts: list[Font]) -> None:
    assert [run.font for run in set_line(text, Script()).runs] == [font.value for font in fonts]


@pytest.mark.parametrize("text", ["🎲", "ᚠ", "\U000e0041x", "a\ud7b0", "\ue000"])
@pytest.mark.parametrize("weight", Weight)
def test_every_character_that_is_drawn_has_a_glyph(text: str, weight: Weight) -> None:
    for run in set_line(text, Script(), weight).runs:
        assert set(map(ord, run.text)) <= coverage(Font(run.font))


def test_a_character_in_no_font_is_a_visible_box() -> None:
    line = set_line("Ann ᚠ", Script())
    assert "".join(run.text for run in line.runs) == f"Ann {REPLACEMENT}"
    assert ord(REPLACEMENT) in coverage(Font.WIDE)


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Joe 🎲🎲 Lucky", "Joe Lucky"),
        ("🎲 Ann", "Ann"),
        ("Ann ♠", "Ann ♠"),
        ("🎲", REPLACEMENT),
        ("山本 🎲", "山本"),
    ],
)
def test_a_pictograph_that_no_font_holds_is_left_out_of_a_name(name: str, drawn: str) -> None:
    assert "".join(run.text for run in set_line(name, Script()).runs) == drawn


def test_bold_of_a_face_without_a_bold_is_outlined() -> None:
    assert [run.heavy for run in set_line("花 a", Script(), Weight.BOLD).runs] == [True, False]
    assert [run.heavy for run in set_line("花 a", Script(), Weight.REGULAR).runs] == [False, False]


@pytest.mark.parametrize(
    "hostile", ["\u2068", "\u2069\u2069", "\u202eAnn", "\u034f(ب", "\x00ب\u2067"]
)
def test_marks_of_direction_in_a_name_do_no_harm(hostile: str) -> None:
    drawn = visual(hostile)
    assert not any(unicodedata.category(char) in {"Cf", "Cc"} for char in drawn)


def test_vendored_fonts_are_the_ones_listed() -> None:
    rows = re.findall(r"^\| `(\S+\.ttf)` .*`([0-9a-f]{64})` \|$", _list(), re.MULTILINE)
    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in _files()}
    assert dict(rows) == digests
    assert set(digests) == {f"{font.value}.ttf" for font in Font}


def _files() -> list[Path]:
    return sorted(FOLDER.glob("*.ttf"))


def _list() -> str:
    return (FOLDER / "VERSIONS.md").read_text()


@pytest.mark.parametrize("sign", ["・", "、", "（"])
def test_a_latin_name_beside_a_japanese_sign_is_set_as_any_other(sign: str) -> None:
    alone = {run.font for run in set_line("Müller", Script(), Weight.REGULAR).runs}
    runs = set_line(f"Müller{sign}佐藤", Script(), Weight.REGULAR).runs
    assert {runs[0].font} == alone != {runs[-1].font}


@pytest.mark.parametrize(("language", "order"), [("en", "ABC"), ("fa", "CBA")])
@pytest.mark.parametrize("names", [("A", "B", "C"), ("A", "B آ", "C")])
def test_names_alone_follow_each_other_as_their_document_is_read(
    language: str, order: str, names: tuple[str, ...]
) -> None:
    runs = set_line(", ".join(map(isolated, names)), script_of(language)).runs
    drawn = "".join(run.text for run in runs)
    assert [letter for letter in drawn if letter in "ABC"] == list(order)
