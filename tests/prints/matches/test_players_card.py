"""A card of single players read back from its PDF says what every hand brought to whom."""

import io
import re
from collections import Counter
from dataclasses import replace
from itertools import cycle

import pytest

from games.base import SideLabel
from games.printing import Cell, Figures, MarkedOutcome, Sign
from paper.documents.scorecard import Scorecard
from paper.documents.scorecard_hands import CardHand, ScorecardRow
from press.base import Paper, Printable, print_documents, render
from press.charts import Scale, scale_of
from press.text import ELLIPSIS
from tests.prints.matches.documents import (
    IMPRINT,
    LONG_NAMES,
    NAMES,
    persian_scorecard,
    running_totals,
    scorecard,
)
from tests.prints.matches.players_documents import (
    SETTLEMENT,
    pandoeren_card,
    side_score,
    side_scores,
    spades_card,
)
from tests.prints.matches.reading import (
    bookmarks,
    fonts,
    in_digits,
    inked,
    missing_glyphs,
    pictures,
    reader,
    streams,
    texts,
)


def with_long_names(card: Scorecard) -> Scorecard:
    """The same card, every name too long for its column."""
    sides = tuple(
        replace(side, label=SideLabel(name, (name,)))
        for side, name in zip(card.sides, LONG_NAMES, strict=False)
    )
    hands = tuple(
        replace(hand, cells=tuple(replace(cell, text=LONG_NAMES[0]) for cell in hand.cells))
        for hand in card.hands
    )
    return replace(card, sides=sides, hands=hands)


def with_big_figures(card: Scorecard) -> Scorecard:
    """The same card with totals of five digits below zero."""
    hands = tuple(
        replace(
            hand,
            figures=tuple(
                replace(figure, texts=(*figure.texts[:-1], "−12345")) for figure in hand.figures
            ),
        )
        for hand in card.hands
    )
    sides = tuple(replace(side, figure="−12345") for side in card.sides)
    return replace(card, hands=hands, sides=sides)


def empty(card: Scorecard) -> Scorecard:
    count = len(card.sides)
    bare = replace(
        card, sides=side_scores((), count, won=0), running_totals=running_totals((), count)
    )
    return replace(bare, hands=(), notes=(), settlement=None)


PERSIAN = persian_scorecard().imprint
CARDS = {
    "a round of Pandoeren": pandoeren_card(),
    "Pandoeren, one hand": pandoeren_card(1),
    "Pandoeren, no hands": empty(pandoeren_card()),
    "Pandoeren, sixty hands": pandoeren_card(60),
    "Pandoeren, a tie": pandoeren_card(
        sides=tuple(replace(side, won=False) for side in pandoeren_card().sides)
    ),
    "Pandoeren, long names": with_long_names(pandoeren_card()),
    "Pandoeren, big totals": with_big_figures(pandoeren_card()),
    "Pandoeren, from the right": pandoeren_card(imprint=PERSIAN),
    "a match of spades": spades_card(),
    "spades, no hands": empty(spades_card()),
    "spades, forty hands": spades_card(40),
    "spades, long names": with_long_names(spades_card()),
    "spades, big totals": with_big_figures(spades_card()),
    "spades, from the right": spades_card(imprint=PERSIAN),
}


def printed(card: Printable, paper: Paper = Paper.A4) -> str:
    return "\n".join(texts(render([card], paper=paper)))


@pytest.mark.parametrize(("name", "paper"), list(zip(CARDS, cycle(Paper), strict=False)))
def test_every_glyph_is_there_every_font_embedded_and_every_page_numbered(
    name: str, paper: Paper
) -> None:
    data = render([CARDS[name]], paper=paper)
    assert missing_glyphs(data) == 0
    assert all(embedded for _, embedded in fonts(data))
    pages = texts(data)
    for number, text in enumerate(pages, start=1):
        imprint = CARDS[name].imprint
        expected = in_digits(imprint.page_of.format(page=number, pages=len(pages)), imprint.lang)
        assert expected.replace("ٔ", "") in text.replace("ٔ", "")


@pytest.mark.parametrize(("name", "paper"), list(zip(CARDS, cycle(Paper), strict=False)))
def test_nothing_reaches_into_the_margins(name: str, paper: Paper) -> None:
    for page in pictures(render([CARDS[name]], paper=paper), 72):
        left, top, right, bottom = inked(page)
        assert left >= 44
        assert right <= page.width - 44
        assert top >= 36
        assert bottom <= page.height - 26


def test_a_round_of_sixteen_hands_with_its_settlement_takes_one_page() -> None:
    assert len(texts(render([pandoeren_card(notes=())], paper=Paper.A4))) == 1


@pytest.mark.parametrize("name", ["Pandoeren, sixty hands", "spades, forty hands"])
def test_a_long_match_has_its_head_on_every_page_with_hands(name: str) -> None:
    pages = texts(render([CARDS[name]], paper=Paper.A4))
    with_hands = [page for page in pages if "Declarer" in page]
    assert len(with_hands) >= 3
    assert all("Total" in page for page in with_hands)
    numbers = {word for page in with_hands for word in page.split()}
    assert {str(hand.number) for hand in CARDS[name].hands} <= numbers


@pytest.mark.parametrize("name", ["a round of Pandoeren", "a match of spades"])
def test_the_same_card_gives_the_same_bytes(name: str) -> None:
    first = render([CARDS[name]], paper=Paper.A4)
    assert render([CARDS[name]], paper=Paper.A4) == first
    other = replace(CARDS[name], imprint=replace(IMPRINT, code="K7Q-2MY"))
    assert render([other], paper=Paper.A4) != first


@pytest.mark.parametrize(
    "text",
    [
        *("Round 2 · Table 3 · 14 May 2026", "Winner", "±", "cards + roem + stuk"),
        *("150", "calls the ace of hearts", "misère", "calls the jass", "alone"),
        *("pandoer + 120", "thrown in", "failed", "126 + 70 + 20 = 216"),
        *("+4", "−6", "−18", "Ruling against the declaring side"),
        *("0.25 EUR for each point of difference", "(12 − 5) × 0.25", "−1.50 EUR"),
    ],
)
def test_a_card_of_pandoeren_shows(text: str) -> None:
    assert text in printed(CARDS["a round of Pandoeren"])


@pytest.mark.parametrize(
    "text",
    [
        *("Bid", "Tricks", "Bags", "2 bags", "Winner"),
        *("4 × 10 + 2 bags = +42", "nil on own hand: made, +100"),
        *("nil on the dummy: failed, −100", "−6 × 10 = −60", "10 bags: −100"),
    ],
)
def test_a_card_of_spades_explains(text: str) -> None:
    assert text in printed(CARDS["a match of spades"])


def test_each_hand_shows_what_it_brought_and_the_running_totals() -> None:
    card = pandoeren_card(8, notes=(), settlement=None)
    words = Counter(re.findall(r"[+−]?\d+", printed(card)))
    texts_of_figures = [figure.texts for hand in card.hands for figure in hand.figures]
    expected = Counter(text for texts in texts_of_figures for text in texts if text)
    assert expected["+2"] == 6
    assert all(words[text] >= count for text, count in expected.items())


def test_suits_and_cards_are_drawn_once_as_shapes() -> None:
    data = render([pandoeren_card(60)], paper=Paper.A4)
    assert b"/Subtype /Image" not in data
    drawn = b" ".join(streams(data))
    for name in ("suit-S", "suit-H", "suit-D", "suit-C", "card-HA", "card-DK", "card-SA"):
        assert name.encode() in drawn
    assert data.count(b"/Subtype /Form") < 30


def test_suits_are_told_apart_without_colour() -> None:
    grey = pictures(render([pandoeren_card(1)], paper=Paper.A4), 200)[0]
    histogram = grey.histogram()
    assert sum(histogram[:60]) > 0, "ink"
    assert sum(histogram[70:120]) > 100, "the called ace of hearts is a grey of its own"


def test_a_match_without_hands_says_so() -> None:
    for name in ("Pandoeren, no hands", "spades, no hands"):
        assert "No hand has been recorded." in printed(CARDS[name])


def test_notes_are_numbered_at_their_hands() -> None:
    text = printed(CARDS["a round of Pandoeren"]).replace("\r", "")
    assert "\n1\n1\n" in text or "1 1" in text
    assert "\n4\n2\n" in text or "4 2" in text


def test_long_names_are_printed_in_full_above_the_hands() -> None:
    text = "".join(printed(CARDS["Pandoeren, long names"]).split())
    for name in LONG_NAMES:
        for word in name.split():
            assert word in text or word[:8] in text, word


FIVE = (
    "Maximiliana Oosterhout-van der Meulen-Ek",
    "Александра Константиновна Преображенская",
    "Nguyễn Thị Minh Khai Hoàng Phương Thảo B",
    "عبد الرحمن بن محمد الأنصاري الدمشقي الحل",
    "Wolfeschlegelsteinhausenbergerdorffmanns",
)


def of_five() -> Scorecard:
    """Five players of forty letters each, with everything a hand can say."""
    rest = Figures(("–", "0"))
    hands = tuple(
        CardHand(
            number,
            (
                Cell(FIVE[number % 5]),
                Cell(
                    text, "calls the king of diamonds", sign=Sign(suit="H"), card="DK", strong=True
                ),
                Cell(FIVE[(number + 1) % 5], FIVE[(number + 2) % 5]),
                Cell("failed", "112 + 50 + 20 = 182", outcome=MarkedOutcome.SET),
            ),
            (rest, *[Figures(("+12", "112"), changed=True)] * 4),
        )
        for number, text in enumerate(("pandoer + 40", "misère ouvert", "solo zwabber"), start=1)
    )
    sides = tuple(side_score(key, name, 112) for key, name in zip("ABCDE", FIVE, strict=True))
    card = pandoeren_card(sides=sides, running_totals=((1, 2, 3),) * 5, hands=hands)
    return replace(card, notes=(), settlement=None)


@pytest.mark.parametrize("paper", Paper)
def test_a_card_of_five_long_names_cuts_no_word_and_shrinks_none(paper: Paper) -> None:
    whole = "".join(printed(of_five(), paper).split()).replace("\x02", "")
    assert ELLIPSIS not in whole
    for words in ("pandoer + 40", "misère ouvert", "112 + 50 + 20 = 182", "cards + roem + stuk"):
        assert words.replace(" ", "") in whole, words
    for name in (*FIVE[:3], FIVE[4]):
        assert whole.count(name.replace(" ", "")) >= 1, name
    assert "ABCDE" in whole, "the letters of the empty sheet stand over the columns"


def test_every_column_of_a_card_has_one_size() -> None:
    card = of_five()
    block = card.table.block(523.0, card.script)
    rows = [row for row in block.rows if isinstance(row, ScorecardRow)]
    for column in zip(*(row.cells for row in rows), strict=True):
        assert len({laid.style.size for laid in column}) == 1
    spans = tuple(block.spans(523.0))
    assert spans[-1].x + spans[-1].width == pytest.approx(523.0)


def test_a_settlement_of_many_lines_goes_over_the_page() -> None:
    steps = tuple((f"Line {number}.", f"{number}.00 EUR") for number in range(1, 101))
    card = pandoeren_card(settlement=replace(SETTLEMENT, steps=steps))
    text = printed(card)
    assert all(f"Line {number}. {number}.00 EUR" in text for number in range(1, 101))


def test_a_card_is_bookmarked_and_named_by_its_players() -> None:
    [(title, page)] = bookmarks(render([pandoeren_card()], paper=Paper.A4))
    assert page == 1
    assert title == f"Pandoeren · Round 2 · Table 3 · 14 May 2026 · {', '.join(NAMES)}"


def test_an_evening_may_hold_cards_of_every_kind() -> None:
    out = io.BytesIO()
    cards: list[Printable] = [scorecard(), pandoeren_card(), spades_card()]
    pages = print_documents(cards, paper=Paper.A4, out=out)
    assert len(bookmarks(out.getvalue())) == 3
    assert len(reader(out.getvalue()).pages) == pages


@pytest.mark.parametrize(
    ("running_totals", "target", "scale"),
    [
        ([], None, Scale(0, 0, 0)),
        ([()], 500, Scale(0, 500, 0)),
        ([(1, -3), (2, 2)], None, Scale(-3, 2, 2)),
        ([(-50, -60, 10)], 500, Scale(-60, 500, 3)),
    ],
)
def test_courses_share_one_scale(
    running_totals: list[tuple[int, ...]], target: int | None, scale: Scale
) -> None:
    assert scale_of(running_totals, target) == scale


def test_a_course_lies_in_its_box_even_where_nothing_happened() -> None:
    flat = Scale(0, 0, 0)
    assert (flat.across(0, 100), flat.down(0, 20)) == (0, 0)
    scale = Scale(-10, 30, 4)
    assert (scale.across(4, 100), scale.down(30, 20), scale.down(-10, 20)) == (100, 0, 20)
