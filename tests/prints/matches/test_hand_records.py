"""Hand records are two to four on a page, whole, and show what was written down and no more."""

import re
from dataclasses import replace
from itertools import cycle

import pytest
from django.utils import translation
from django.utils.translation import gettext as _

from core.text import beside
from paper.documents.hand_diagrams import RecordedTrick
from paper.documents.hand_record import HandRecords
from press.base import Paper, render
from press.fonts import Base, visual
from tests.prints.matches.documents import LONG_NAMES, NAMES
from tests.prints.matches.hand_documents import (
    card_hand,
    deal,
    domino_hand,
    domino_records,
    long_records,
    mixed_records,
    pandoeren_records,
    partial_hand,
    persian_records,
    spades_records,
    tally_hand,
)
from tests.prints.matches.reading import (
    bookmarks,
    fonts,
    inked,
    missing_glyphs,
    pictures,
    reader,
    streams,
    texts,
)

RECORDS = {
    "dominoes": domino_records(),
    "mixed": mixed_records(),
    "persian": persian_records(),
    "pandoeren": pandoeren_records(),
    "spades": spades_records(),
    "long names": long_records(),
    "no hand": domino_records(0),
}


@pytest.mark.parametrize(("name", "paper"), list(zip(RECORDS, cycle(Paper), strict=False)))
def test_every_kind_is_printed_with_embedded_fonts_and_no_missing_glyph(
    name: str, paper: Paper
) -> None:
    data = render([RECORDS[name]], paper=paper)
    assert missing_glyphs(data) == 0
    assert all(embedded for _, embedded in fonts(data))


@pytest.mark.parametrize(("name", "paper"), list(zip(RECORDS, cycle(Paper), strict=False)))
def test_nothing_leaves_the_type_area(name: str, paper: Paper) -> None:
    for page in pictures(render([RECORDS[name]], paper=paper), 72):
        left, top, right, bottom = inked(page)
        assert (left, top) >= (44, 40)
        assert right <= page.width - 44
        assert bottom <= page.height - 24


def hands_by_page(records: HandRecords, paper: Paper) -> list[int]:
    printed = texts(render([records], paper=paper))
    return [len(re.findall(r"Hand \d", text)) for text in printed]


@pytest.mark.parametrize(
    ("name", "paper", "pages"),
    [
        ("dominoes", Paper.A4, [4, 2]),
        ("dominoes", Paper.LETTER, [4, 2]),
        ("pandoeren", Paper.A4, [3, 3]),
        ("pandoeren", Paper.LETTER, [3, 3]),
        ("spades", Paper.A4, [3, 3]),
        ("spades", Paper.LETTER, [3, 3]),
    ],
)
def test_full_hands_stand_three_or_four_on_a_page(
    name: str, paper: Paper, pages: list[int]
) -> None:
    assert hands_by_page(RECORDS[name], paper) == pages


def test_a_hand_is_never_parted() -> None:
    records = domino_records(11)
    data = render([records], paper=Paper.A4)
    for text in texts(data):
        assert text.count("Auction") == text.count("Score") == len(re.findall(r"Hand \d", text))


def test_a_hand_with_much_to_tell_leaves_room_for_two_more() -> None:
    """Long auctions and announcements widen nothing: four players' scores stand below the play."""
    facts = (*card_hand("pandoeren", 1).facts, ("Announced", "Hanako announces 100 roem. " * 3))
    hands = tuple(replace(card_hand("pandoeren", n), facts=facts) for n in range(1, 4))
    assert hands_by_page(pandoeren_records(hands=hands), Paper.A4) == [3]


def test_every_piece_of_a_deal_and_of_the_play_is_drawn() -> None:
    data = render([domino_records(1)], paper=Paper.A4)
    drawn = b" ".join(streams(data))
    for piece in (piece for hand in deal("dominoes", 1) for piece in hand):
        assert f"tile-{piece} Do".encode() in drawn
        assert f"lying-{piece} Do".encode() in drawn


def test_cards_of_a_deal_stand_by_suit_from_high_to_low() -> None:
    records = spades_records()
    hands = (replace(card_hand("spades", 1), tricks=()),)
    [text] = texts(render([replace(records, hands=hands)], paper=Paper.A4))
    for hand in deal("spades", 1):
        held = [card[1].replace("T", "10") for card in hand if card[0] == "S"]
        order = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
        assert " ".join(sorted(held, key=order.index)) in text


def test_a_hand_known_by_its_tally_has_neither_diagram_nor_tricks() -> None:
    data = render([domino_records(hands=(tally_hand(1),))], paper=Paper.A4)
    drawn = b" ".join(streams(data))
    assert b"tile-" not in drawn
    assert b"lying-" not in drawn
    [text] = texts(data)
    assert "32–10" in text
    assert "A frame marks" not in text


def test_a_hand_that_is_not_known_is_a_dash() -> None:
    known = texts(render([domino_records(1)], paper=Paper.A4))[0]
    part = texts(render([domino_records(hands=(partial_hand(1),))], paper=Paper.A4))[0]
    assert part.count("–") == known.count("–") + 2
    assert "a revoke at trick 3" in part


def test_a_trick_whose_pieces_are_unknown_shows_who_won_it() -> None:
    def ink(trick: RecordedTrick) -> int:
        hand = replace(domino_hand(1), deal=(), tricks=(trick,))
        page = pictures(render([domino_records(hands=(hand,))], paper=Paper.A4), 72)[0]
        return sum(page.point(lambda grey: grey < 100 and 1).histogram()[1:2])

    nobody = RecordedTrick(1, ("",) * 4, points="6")
    assert ink(replace(nobody, winner=2)) > ink(nobody)


def test_names_stand_in_full_above_and_cut_at_the_table_only() -> None:
    text = texts(render([domino_records(1)], paper=Paper.A4))[0]
    assert all(text.count(name) >= 2 for name in (NAMES[0], NAMES[2], NAMES[3]))
    long = texts(render([long_records()], paper=Paper.A4))[0]
    assert LONG_NAMES[2] in long


def test_a_file_says_what_it_is_and_marks_where_a_match_begins() -> None:
    data = render([domino_records()], paper=Paper.A4)
    assert bookmarks(data) == [("Wednesday 42 night: round 3, table 4", 1)]
    metadata = reader(data).metadata
    assert metadata is not None
    assert (metadata.title, metadata.author) == (
        "Wednesday 42 night: round 3, table 4",
        "Elm Street 42 Club",
    )


def test_the_same_records_give_the_same_bytes() -> None:
    first, second = (render([mixed_records()], paper=Paper.A4) for _ in range(2))
    assert first == second


def test_many_matches_go_into_one_file_with_a_bookmark_each() -> None:
    records = (domino_records(2, place=f"Table {number}") for number in range(1, 6))
    content = render(records, paper=Paper.A4)
    assert bookmarks(content) == [(f"Table {n}", n) for n in range(1, 6)]


def test_pieces_are_drawn_once_in_a_file_and_then_referred_to() -> None:
    few = len(render([domino_records(8)], paper=Paper.A4))
    many = len(render([domino_records(40)], paper=Paper.A4))
    assert (many - few) / 32 < 3000


def test_a_long_contract_is_said_whole_above_its_hand() -> None:
    summary = f"{LONG_NAMES[0]}, 120, spades, ace of hearts, with {LONG_NAMES[0]}"
    record = replace(card_hand("pandoeren", 1), summary=summary)
    data = render([replace(pandoeren_records(), hands=(record,))], paper=Paper.A4)
    assert " ".join(summary.split()) in " ".join(texts(data)[0].split())


@pytest.mark.parametrize(("language", "letters"), [("en", "EBC"), ("fa", "CBE")])
def test_the_calls_of_an_auction_follow_each_other_in_the_direction_of_reading(
    language: str, letters: str
) -> None:
    calls = (("E", "misère"), ("B", "pass"), ("C", "pass"))
    with translation.override(language):
        auction = " · ".join(beside(key, _(call), space="\u00a0") for key, call in calls)
    shown = visual(auction, Base.RTL if language == "fa" else Base.LTR)
    assert "".join(re.findall("[A-Z]", shown)) == letters
    assert shown.endswith("E") is (language == "fa")
