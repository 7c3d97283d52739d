"""A scorecard read back from its PDF says what the match was, on any paper, in any script."""

from dataclasses import replace
from itertools import cycle

import pytest

from games.base import SideLabel
from paper.documents.matches import PrintedSettlement
from paper.documents.scorecard import Scorecard
from press.base import Paper, render
from tests.prints.matches.documents import (
    IMPRINT,
    LONG_NAMES,
    NAMES,
    SETTLEMENT,
    hands,
    persian_scorecard,
    points_scorecard,
    scorecard,
    team_scores,
)
from tests.prints.matches.reading import bookmarks, fonts, in_digits, missing_glyphs, reader, texts

CARDS = {
    "a finished match": scorecard(),
    "no hands": scorecard(0, settlement=None, notes=()),
    "one hand": scorecard(1),
    "sixty hands": scorecard(60, target=21),
    "a target of one": scorecard(2, target=1),
    "a target of ten": scorecard(12, target=10),
    "a target of twenty-one": scorecard(12, target=21),
    "a target of a thousand": scorecard(12, target=1000),
    "points": points_scorecard(),
    "Persian": persian_scorecard(),
    "long names": scorecard(
        sides=team_scores(
            (
                SideLabel(LONG_NAMES[0], LONG_NAMES[::2]),
                SideLabel(LONG_NAMES[1], LONG_NAMES[1::2]),
            ),
            hands(11),
            winner=None,
        ),
    ),
    "strange characters": scorecard(
        sides=team_scores(
            (SideLabel("🎲", ("ᚠᚢ 🎲", "a\u202eb")), SideLabel("", ("",))), hands(11), winner=None
        )
    ),
}
PAGES = {"sixty hands": 3}


def printed(card: Scorecard, paper: Paper = Paper.A4) -> str:
    return "\n".join(texts(render([card], paper=paper)))


@pytest.mark.parametrize(("name", "paper"), list(zip(CARDS, cycle(Paper), strict=False)))
def test_every_glyph_is_there_and_every_font_embedded(name: str, paper: Paper) -> None:
    data = render([CARDS[name]], paper=paper)
    assert missing_glyphs(data) == 0
    assert all(embedded for _, embedded in fonts(data))


@pytest.mark.parametrize(("name", "paper"), list(zip(CARDS, cycle(Paper), strict=False)))
def test_pages_have_the_size_of_the_paper_and_are_numbered(name: str, paper: Paper) -> None:
    data = render([CARDS[name]], paper=paper)
    pages = reader(data).pages
    total = len(pages)
    for page in pages:
        assert tuple(map(float, page.mediabox[2:])) == pytest.approx(paper.value, abs=0.01)
    for number, text in enumerate(texts(data), start=1):
        imprint = CARDS[name].imprint
        expected = in_digits(imprint.page_of.format(page=number, pages=total), imprint.lang)
        assert expected.replace("ٔ", "") in text.replace("ٔ", "")


def test_a_usual_match_takes_one_page_on_either_paper() -> None:
    for paper in Paper:
        assert len(texts(render([scorecard()], paper=paper))) == 1


def test_the_same_card_gives_the_same_bytes() -> None:
    first = render([scorecard()], paper=Paper.A4)
    render([points_scorecard()], paper=Paper.LETTER)
    assert render([scorecard()], paper=Paper.A4) == first
    other = scorecard(imprint=replace(IMPRINT, code="K7Q-2MY"))
    assert render([other], paper=Paper.A4) != first


def test_the_file_says_what_it_is() -> None:
    file = reader(render([scorecard()], paper=Paper.A4))
    assert file.metadata is not None
    assert (
        file.metadata.title
        == "Wednesday 42 night · Round 3 · Table 4 · 14 May 2026 · Ł & Z – ب & 花"
    )
    assert file.metadata.author == "Elm Street 42 Club"
    assert file.metadata.subject == "Scorecard"
    assert file.root_object["/Lang"] == "en"


def test_a_card_is_bookmarked() -> None:
    [(title, page)] = bookmarks(render([scorecard(60)], paper=Paper.A4))
    assert title.startswith("Wednesday 42 night")
    assert page == 1


@pytest.mark.parametrize("name", NAMES)
def test_names_of_every_script_read_back(name: str) -> None:
    text = printed(scorecard())
    assert all(part in text for part in name.split())


def test_persian_digits_are_not_reversed() -> None:
    assert "۱۲۳" in printed(persian_scorecard())
    assert "۳۲۱" not in printed(persian_scorecard())


@pytest.mark.parametrize(
    "text",
    [
        "Elm Street 42 Club",
        "Made 14 May 2026, 22:05",
        "K7Q-2MX",
        "Round 3 · Table 4",
        "Winner",
        "pass · 31 · pass · pass",
        "The bid of hand 3 was corrected from 31 to 33.",
        "Stakes: €0.25 a mark, €1.00 a set",
        "3 marks short at €0.25",
        "+€1.75",
    ],
)
def test_a_card_shows(text: str) -> None:
    assert text in printed(scorecard())


def test_each_stroke_carries_the_number_of_its_hand() -> None:
    card = scorecard(3, hands=hands(3, marks=((2, 0),)), notes=(), settlement=None)
    assert card.strokes(0) == (1, 1, 2, 2, 3, 3)
    assert card.strokes(1) == ()
    assert [side.figure for side in card.sides] == ["6", "0"]


def test_a_match_without_hands_says_so() -> None:
    assert "No hand has been recorded." in printed(CARDS["no hands"])


def test_every_hand_of_a_long_match_is_printed_under_a_head_on_each_page() -> None:
    pages = texts(render([CARDS["sixty hands"]], paper=Paper.A4))
    assert len(pages) == PAGES["sixty hands"]
    assert all("Shaker" in page and "Contract" in page for page in pages[:-1])
    lines = [line.split() for page in pages for line in page.splitlines() if line.strip()]
    ends = {words[0] for words in lines} | {words[-1] for words in lines}
    assert {str(number) for number in range(1, 61)} <= ends


def test_notes_are_numbered_at_their_hands() -> None:
    text = printed(scorecard()).replace("\r", "")
    assert "\n3\n1 山本" in text
    assert "\n4\n2\nŁukasz" in text or "\n4\n2 Łukasz" in text


def test_long_names_are_printed_in_full_beside_the_marks() -> None:
    text = "".join(printed(CARDS["long names"]).split())
    for name in LONG_NAMES:
        for word in name.split():
            assert word in text or word[:8] in text, word


def test_amounts_with_three_decimals_are_printed_whole() -> None:
    amounts = PrintedSettlement(
        stakes="Stakes: 1.250 BHD a mark",
        steps=(("Short", "BHD 1,234,567.750"),),
        sides=(("Side", "-BHD 1,234,567.750"),),
        players=tuple((name, "-BHD 617,283.875") for name in LONG_NAMES),
    )
    text = printed(scorecard(settlement=amounts))
    assert text.count("BHD 1,234,567.750") == 2
    assert text.count("BHD 617,283.875") == len(LONG_NAMES)


def test_a_settlement_of_very_many_lines_goes_over_the_page() -> None:
    steps = tuple((f"Line {number}.", f"€{number}.00") for number in range(1, 101))
    card = scorecard(settlement=replace(SETTLEMENT, steps=steps))
    pages = texts(render([card], paper=Paper.A4))
    assert len(pages) >= 3
    assert all(f"Line {number}. €{number}.00" in "\n".join(pages) for number in range(1, 101))


def test_money_stays_in_reading_order_on_a_page_read_from_the_right() -> None:
    card = replace(persian_scorecard(), settlement=SETTLEMENT)
    assert in_digits("-€0.88", "fa") in printed(card)


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one document"):
        render([], paper=Paper.A4)
