"""Playing cards: their drawings, their names, and the packs to choose from."""

from __future__ import annotations

import re
from itertools import product
from xml.etree import ElementTree

import pytest
from django.template import Context, Template

from clubs.templatetags.cards import card, suit
from games import PRESENTERS
from games.cards import RANK_NAMES, card_name, card_rows, suit_name
from press import cards
from press.icons import BADGES, State
from rules.dummy_spades import cards as spades_pieces
from rules.pandoeren import cards as pandoeren_pieces
from rules.pieces import RANKS, SUITS, place_in_hand
from tests.tables import table

ALL_CARDS = [f"{suit}{rank}" for suit, rank in product("SHDC", "AKQJT98765432")]


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def classes(svg: str, wanted: str) -> list[ElementTree.Element]:
    return [e for e in parse(svg).iter() if wanted in e.get("class", "").split()]


# Names


@pytest.mark.parametrize(
    ("piece", "name"),
    [
        ("SA", "ace of spades"),
        ("HT", "ten of hearts"),
        ("H10", "ten of hearts"),
        ("H6", "six of hearts"),
        ("CJ", "jack of clubs"),
        ("D2", "two of diamonds"),
    ],
)
def test_a_card_is_said_by_rank_and_suit(piece: str, name: str) -> None:
    assert card_name(piece) == name
    assert parse(card(piece)).get("aria-label") == name


def test_a_hand_is_sorted_by_suit_and_from_the_ace_down() -> None:
    hand = ["D7", "H10", "SA", "C9", "HA", "S2", "HT"]
    assert sorted(hand, key=place_in_hand) == ["SA", "S2", "HA", "H10", "HT", "D7", "C9"]


def test_every_card_has_a_name_of_its_own() -> None:
    assert len({card_name(piece) for piece in ALL_CARDS}) == 52
    assert set(RANK_NAMES) == set(RANKS)


@table(
    "piece", ["", "S", "A", "AS", "S1", "S11", "SAA", "sa", "XA", "S0", "SH", "SHD", "S100", "ST0"]
)
def test_what_is_no_card_is_refused(piece: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        card(piece)


# Drawings


@table("piece", ALL_CARDS)
def test_a_card_shows_its_rank_its_suit_and_its_colour(piece: str) -> None:
    svg = card(piece)
    (index,) = classes(svg, "playing-card__index")
    assert index.text == ("10" if piece[1] == "T" else piece[1])
    pips = {pip.get("d") for pip in classes(svg, "card-pip")}
    assert pips == {cards.path_of(piece[0])}
    colour = "red" if piece[0] in "HD" else "black"
    assert f"playing-card--{colour}" in parse(svg).get("class", "").split()


def test_the_four_suits_are_four_shapes_inside_their_box() -> None:
    assert len({cards.path_of(sign) for sign in SUITS}) == 4
    for sign in SUITS:
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", cards.path_of(sign))]
        assert min(numbers) >= 0
        assert max(numbers) <= cards.BOX


@pytest.mark.parametrize("sign", SUITS)
def test_a_suit_is_the_same_on_both_sides(sign: str) -> None:
    for shape in cards.OUTLINES[sign]:
        points = {tuple(round(n, 3) for n in segment[-2:]) for segment in shape}
        others = {
            tuple(round(n, 3) for n in segment[-2:])
            for other in cards.OUTLINES[sign]
            for segment in other
        }
        assert {(round(cards.BOX - x, 3), y) for x, y in points} <= others


@pytest.mark.parametrize(("size", "count"), [("xs", 1), ("sm", 1), ("md", 2), ("lg", 2), ("xl", 2)])
def test_a_small_card_has_its_suit_once_to_be_read_the_better(size: str, count: int) -> None:
    assert len(classes(card("CQ", size=size), "card-pip")) == count


def test_ten_is_squeezed_to_the_width_of_one_letter() -> None:
    (ten,) = classes(card("ST"), "playing-card__index")
    (nine,) = classes(card("S9"), "playing-card__index")
    assert (ten.get("textLength"), nine.get("textLength")) == ("25", None)


@pytest.mark.parametrize(
    ("state", "name"),
    [
        ("trump", "jack of hearts, trump"),
        ("led", "jack of hearts, led"),
        ("winner", "jack of hearts, wins the trick"),
        ("problem", "jack of hearts, problem"),
        ("selected", "jack of hearts, chosen"),
        ("muted", "jack of hearts, out of play"),
    ],
)
def test_a_card_says_its_state_and_shows_it_by_class(state: str, name: str) -> None:
    drawing = parse(card("HJ", state=state))
    assert drawing.get("aria-label") == name
    assert f"piece--{state}" in drawing.get("class", "").split()


@pytest.mark.parametrize("state", sorted(set(State) - {State.MUTED}))
def test_every_state_of_a_card_has_its_badge_at_the_left_in_sight_of_a_fan(state: State) -> None:
    (badge,) = classes(card("HJ", state=state), "piece__badge")
    assert [path.get("d") for path in badge if path.tag == "path"] == [BADGES[state]]
    (x,) = re.findall(r"translate\((\d+) ", badge.get("transform", ""))
    assert int(x) < cards.WIDTH / 4


def test_a_card_without_a_name_is_hidden_from_readers() -> None:
    drawing = parse(card("SA", state="trump", named=False))
    assert (drawing.get("aria-hidden"), drawing.get("aria-label")) == ("true", None)


def test_a_card_face_down_does_not_give_itself_away() -> None:
    back = card("SA", face_down=True)
    assert back == card(face_down=True)
    assert parse(back).get("aria-label") == "card, face down"
    assert parse(card(face_down=True, named=False)).get("aria-label") is None


@pytest.mark.parametrize(
    ("sign", "name", "colour"),
    [
        ("S", "spades", "black"),
        ("H", "hearts", "red"),
        ("D", "diamonds", "red"),
        ("C", "clubs", "black"),
    ],
)
def test_the_sign_of_a_suit_says_its_name(sign: str, name: str, colour: str) -> None:
    drawing = parse(suit(sign))
    assert drawing.get("aria-label") == name == suit_name(sign)
    assert f"suit-sign--{colour}" in drawing.get("class", "").split()
    assert parse(suit(sign, named=False)).get("aria-hidden") == "true"


# Packs and pickers


@pytest.mark.parametrize(
    ("pack", "numbers", "count"),
    [
        ("pandoeren", pandoeren_pieces.NUMBERS, 33),
        ("dummy_spades", spades_pieces.NUMBERS, 52),
    ],
)
def test_a_pack_holds_what_the_rule_book_deals(
    pack: str, numbers: dict[str, int], count: int
) -> None:
    pieces = [piece for row in card_rows(PRESENTERS[pack].pack) for piece in row]
    assert len(pieces) == count
    assert set(pieces) == {name for name in numbers if len(name) == 2}
    assert {key.upper() for piece in pieces for key in cards.spellings(piece)} == set(numbers)


def test_the_six_of_hearts_follows_the_seven_in_pandoeren() -> None:
    assert card_rows(PRESENTERS["pandoeren"].pack)[1] == tuple(f"H{rank}" for rank in "AKQJT9876")


def rendered(source: str, **values: object) -> str:
    return Template(source).render(Context(values))


def inputs(html: str) -> dict[str, str]:
    """The tags of all inputs by their value."""
    return {
        value.group(1): tag
        for tag in re.findall(r"<input[^>]*>", html)
        if (value := re.search(r'value="([^"]*)"', tag))
    }


@pytest.mark.parametrize(("pack", "count"), [("pandoeren", 33), ("dummy_spades", 52)])
def test_the_picker_offers_the_pack_with_the_chosen_and_the_gone_told_apart(
    pack: str, count: int
) -> None:
    html = rendered(
        '{% card_picker "hand" "Hand" pack=pack chosen=chosen used=used limit=8 %}',
        pack=card_rows(PRESENTERS[pack].pack),
        chosen=["SA", "HT"],
        used={"D9": "Bob <b>, trick 2"},
    )
    boxes = inputs(html)
    assert len(boxes) == html.count('type="checkbox"') == count
    assert [piece for piece, tag in boxes.items() if "checked" in tag] == ["SA", "HT"]
    assert [piece for piece, tag in boxes.items() if "disabled" in tag] == ["D9"]
    assert "nine of diamonds, Bob &lt;b&gt;, trick 2" in html
    assert 'data-keys="ht h10"' in boxes["HT"]
    assert 'data-limit="8"' in html
