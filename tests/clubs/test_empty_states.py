"""Where nothing is to be shown yet, the picture is of the game; faces are loaded where needed."""

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

ROOT = Path(__file__).resolve().parents[2]
TOKENS = (ROOT / "static/css/tokens.css").read_text()
FACES = re.findall(r"@font-face \{(.*?)\}", TOKENS, re.DOTALL)


@pytest.mark.parametrize(
    ("game", "drawn", "absent"),
    [
        ("texas42", "domino", "playing-card"),
        ("pandoeren", "playing-card", "domino"),
        ("dummy_spades", "playing-card", "domino"),
        ("", "all-marks", "domino"),
    ],
)
def test_an_empty_page_shows_the_pieces_of_its_own_game(game: str, drawn: str, absent: str) -> None:
    shown = render_to_string("components/empty.html", {"title": "Nothing yet", "game": game})
    assert drawn in shown
    assert absent not in shown


@pytest.mark.parametrize("letter", ["佐", "健", "あ", "ｱ", "藤", "龍", "پ", "ی"])
def test_a_letter_of_the_roster_has_a_face_of_its_own_on_the_screen(letter: str) -> None:
    holding = [face for face in FACES if any(inside(letter, bounds) for bounds in ranges(face))]
    assert len(holding) == 1
    (address,) = re.findall(r'url\("\.\./(.*?)"\)', holding[0])
    assert (ROOT / "static" / address).stat().st_size > 10_000


def test_a_page_in_latin_letters_loads_no_face_of_another_script() -> None:
    others = [face for face in FACES if "biz-udpgothic" in face or "vazirmatn-arabic" in face]
    assert len(others) == 6
    for face in others:
        assert not any(
            inside(letter, bounds) for letter in "Az09 éŁ–’“·" for bounds in ranges(face)
        )


def ranges(face: str) -> list[tuple[int, int]]:
    """The code points that a face is for."""
    (unicode_range,) = re.findall(r"unicode-range: (.*?);", face, re.DOTALL)
    pairs = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", unicode_range)
    return [(int(low, 16), int(high or low, 16)) for low, high in pairs]


def inside(letter: str, codes: tuple[int, int]) -> bool:
    return codes[0] <= ord(letter) <= codes[1]
