"""Documents of forty pairs with long names: nothing cut, one size for all, no page for a title."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from django.utils import translation

from games.printing import Cell
from press.base import Paper, render
from press.fonts import Script
from press.tables import Column, cell, column_scales
from press.text import BODY
from tests.prints.boards.deals import travellers
from tests.prints.boards.documents import (
    badges,
    calendar,
    draw,
    guides,
    name,
    seated,
    slips,
    table_cards,
)
from tests.prints.matches.documents import LONG_NAMES, hands, scorecard
from tests.prints.matches.players_documents import pandoeren_sheet
from tests.prints.matches.reading import placed_texts, texts

EN = Script()

LONG_CLUB = "Vereniging der Kaartspelers van Oud-Beijerland, Strijen en de Hoeksche Waard"
LATIN = LONG_NAMES[0]


def far_cards() -> bytes:
    """Cards of tables from which people go to table 20."""
    document = table_cards(3, 5, long=True)
    cards = tuple(
        replace(
            card,
            rounds=tuple(
                replace(
                    round_,
                    sitters=tuple(replace(sitter, goes="20") for sitter in round_.sitters),
                )
                for round_ in card.rounds
            ),
        )
        for card in document.cards
    )
    imprint = replace(document.imprint, club=LONG_CLUB)
    return render([replace(document, cards=cards, imprint=imprint)], paper=Paper.A4)


def long_draw() -> bytes:
    """A draw with an index of eighty names, some of them long."""
    document = draw(2, long=True)
    names = [LONG_NAMES[n % 2] if n % 7 == 0 else name(n) for n in range(80)]
    index = tuple((name, str(place % 20 + 1), "2") for place, name in enumerate(names))
    return render([replace(document, index=index)], paper=Paper.A4)


def long_card() -> bytes:
    """A scorecard of long names with an auction below each bid."""
    rows = tuple(
        replace(
            hand,
            cells=(
                Cell(LONG_NAMES[hand.number % 4]),
                replace(hand.cells[1], foot="pass · 31 · pass · pass"),
                Cell(LONG_NAMES[(hand.number + 1) % 4]),
                *hand.cells[3:],
            ),
        )
        for hand in hands(7)
    )
    return render([replace(scorecard(7), hands=rows, notes=(), settlement=None)], paper=Paper.A4)


def of_long_club(document: Callable[..., object]) -> Callable[[], bytes]:
    def drawn() -> bytes:
        made = document()
        imprint = replace(made.imprint, club=LONG_CLUB)  # type: ignore[attr-defined]
        return render([replace(made, imprint=imprint)], paper=Paper.A4)  # type: ignore[type-var,list-item]

    return drawn


KINDS: dict[str, Callable[[], bytes]] = {
    "table-cards": far_cards,
    "draw": long_draw,
    "scorecard": long_card,
    "guides": of_long_club(lambda: guides(5, 5, long=True)),
    "slips": of_long_club(lambda: slips(5, long=True)),
    "badges": of_long_club(badges),
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_nothing_is_cut_and_no_auction_lies_under_a_name(kind: Callable[[], bytes]) -> None:
    for page in placed_texts(kind()):
        assert not [text for text in page if "\u2026" in text.text]
        overlapping = [
            (text, other)
            for text in page
            for other in page
            if text is not other and text.overlaps(other)
        ]
        assert overlapping == []


def test_a_card_says_in_full_to_which_table_people_go() -> None:
    pages = texts(far_cards())
    assert pages
    assert all("20" in page for page in pages)


def test_the_names_of_an_index_have_one_size() -> None:
    index = [text for page in placed_texts(long_draw()) for text in page]
    shown = {name(n) for n in range(80) if n % 7} & {text.text for text in index}
    assert len(shown) > 40
    sizes = {round(text.size, 2) for text in index if text.text in shown}
    assert len(sizes) == 1


def test_one_long_name_or_ruling_is_smaller_or_broken_alone() -> None:
    document = draw(2)
    index = tuple((LATIN if n == 7 else name(n), "1", "2") for n in range(30))
    page = placed_texts(render([replace(document, index=index)], paper=Paper.A4))[0]
    plain = {line[0] for line in index} - {LATIN}
    sizes = [text.size for text in page if text.text in plain]
    assert len(sizes) > 20
    assert min(sizes) >= BODY.size
    assert not [text for text in page if "\u2026" in text.text]
    column = (Column("Contract", 60),)
    texts = ["31 fives"] * 11 + ["Ruling: average plus, at least 60% / average minus"]
    assert column_scales(column, [[cell(text)] for text in texts], 90, EN) == [1]
    assert (
        column_scales(column, [[cell(text)] for text in texts[-3:] * 2], 90, EN)[0] >= 8 / BODY.size
    )


def test_the_slips_and_guides_of_an_event_set_names_alike() -> None:
    plain = slips(4)
    long = seated(("1", LATIN), ("3", LATIN))
    mixed = replace(
        plain,
        slips=(plain.slips[0], replace(plain.slips[1], sides=(long, plain.slips[1].sides[1]))),
    )
    names = {name for slip in mixed.slips for side in slip.sides for name in side.names}
    texts = [
        text
        for page in placed_texts(render([mixed], paper=Paper.A4))
        for text in page
        if text.text in names
    ]
    assert texts
    assert len({round(text.size, 2) for text in texts}) == 1


def test_a_long_traveller_begins_below_the_title() -> None:
    first, *_others = texts(render([travellers(2, 24, long=True)], paper=Paper.A4))
    assert "Deal 1" in first


def test_a_calendar_of_twelve_evenings_takes_one_page() -> None:
    assert len(texts(render([calendar(12, 0)], paper=Paper.A4))) == 1


@pytest.mark.parametrize("language", ["en", "nl", "fa", "ja"])
def test_the_dates_of_a_calendar_stand_beside_each_other(language: str) -> None:
    with translation.override(language):
        pages = placed_texts(render([calendar(12, 0)], paper=Paper.A4))
    assert pages
    for page in pages:
        assert not [text for text in page if "\u2026" in text.text]
        assert not [pair for pair in combinations(page, 2) if pair[0].overlaps(pair[1])]


def test_the_names_on_a_sheet_of_five_are_whole() -> None:
    sheet = pandoeren_sheet()
    side = sheet.sides[0]
    five = tuple(
        replace(side, short=key, players=(replace(side.players[0], value=LATIN),))
        for key in "ABCDE"
    )
    page, *others = placed_texts(render([replace(sheet, sides=five)], paper=Paper.A4))
    assert others == []
    assert not [text for text in page if "\u2026" in text.text]
