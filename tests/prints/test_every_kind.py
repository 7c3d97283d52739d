"""On every kind of page each text is whole, in its place, and on no other."""

from collections.abc import Callable
from itertools import combinations

import pytest
from django.utils import translation

from press.text import ELLIPSIS
from tests.prints.boards import kinds as boards
from tests.prints.matches import kinds as matches
from tests.prints.matches.reading import placed_texts, reader, texts
from tests.prints.money import kinds as money

KINDS = boards.KINDS | matches.KINDS | money.KINDS


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_no_text_is_cut_or_lies_on_another(kind: Callable[[], bytes]) -> None:
    data = kind()
    assert _cut(data) == set()
    for drawn, page in zip(placed_texts(data), reader(data).pages, strict=True):
        overlapping = [pair for pair in combinations(drawn, 2) if pair[0].overlaps(pair[1])]
        assert overlapping == []
        for text in drawn:
            assert 0 < text.left < text.right < page.mediabox.width, text
            assert 0 < text.foot < text.top < page.mediabox.height, text


@pytest.mark.parametrize("language", ["nl", "fa", "ja"])
def test_no_text_is_cut_in_any_language(language: str) -> None:
    cut = {
        f"{name}: {line}"
        for name, kind in KINDS.items()
        for line in _cut(_in_language(kind, language))
    }
    assert cut == set()


def _cut(data: bytes) -> set[str]:
    """The lines of all texts that are cut, those of tiles too."""
    lines = (line for page in texts(data) for line in page.splitlines())
    return {line for line in lines if ELLIPSIS in line}


def _in_language(kind: Callable[[], bytes], language: str) -> bytes:
    with translation.override(language):
        return kind()
