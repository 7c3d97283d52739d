"""The one line of Dummy-Hand Spades: what each line stands for, and what it says otherwise."""

from typing import Any

import pytest

from games.base import LineError
from games.dummy_spades.form import DummySpadesEntryForm
from games.dummy_spades.line import read_line
from tests.tables import table

BIDS = {"bid_1": "4", "bid_2": "5", "bid_0": "3"}
TRICKS = {"tricks_1": "5", "tricks_2": "2", "tricks_0": "3"}
DUMMY = {"tricks_3": "3"}
LINES: list[tuple[str, dict[str, Any]]] = [
    # dealt by A: so B bids first, then C, then A
    ("4 5 3", BIDS),
    ("453", BIDS),
    ("4,5,3", BIDS),
    ("4 5 3 / 8", BIDS | {"declarer_side": "8"}),
    ("4 5 3 8", BIDS | {"declarer_side": "8"}),
    ("453 10", BIDS | {"declarer_side": "10"}),
    ("4 5 3 / 5 2 3 3", BIDS | TRICKS | DUMMY),
    ("4 5 3 5 2 3 3", BIDS | TRICKS | DUMMY),
    ("453 5233", BIDS | TRICKS | DUMMY),
    ("453/5233", BIDS | TRICKS | DUMMY),
    ("4535233", BIDS | TRICKS | DUMMY),
    ("453 523", BIDS | TRICKS),
    ("453 52", BIDS | {"tricks_1": "5", "tricks_2": "2"}),
    ("4", {"bid_1": "4"}),
    ("4 5", {"bid_1": "4", "bid_2": "5"}),
    ("10 0 13", {"bid_1": "10", "bid_2": "0", "bid_0": "13"}),
    ("1 0 3", {"bid_1": "1", "bid_2": "0", "bid_0": "3"}),
    ("103", {"bid_1": "1", "bid_2": "0", "bid_0": "3"}),
    ("4 5n 3", BIDS | {"nil_2": ["2"]}),
    ("45n3 5233", BIDS | {"nil_2": ["2"]} | TRICKS | DUMMY),
    ("4 5 nil 3", BIDS | {"nil_2": ["2"]}),
    ("4 5nil 3 / 5 2 3 3", BIDS | {"nil_2": ["2"]} | TRICKS | DUMMY),
    ("4 5 nild 3", BIDS | {"nil_2": ["3"]}),
    ("4 5 3 5233", BIDS | TRICKS | DUMMY),
    ("4N 5ND 3NA", BIDS | {"nil_1": ["1"], "nil_2": ["3"], "nil_0": ["0"]}),
    ("4nc 5nod 3nnd", BIDS | {"nil_1": ["2"], "nil_2": ["2", "3"], "nil_0": ["0", "3"]}),
    ("4nn 5 3", BIDS | {"nil_1": ["1", "1"]}),  # twice the same: for the rule book to refuse
]


@table(("line", "fields"), LINES)
def test_a_line_stands_for_the_fields_of_the_form(line: str, fields: dict[str, Any]) -> None:
    assert read_line(line, dealer=0) == fields


@pytest.mark.parametrize(("dealer", "turns"), [(0, (1, 2, 0)), (1, (2, 0, 1)), (2, (0, 1, 2))])
def test_the_numbers_go_round_from_the_dealer_s_left(
    dealer: int, turns: tuple[int, int, int]
) -> None:
    fields = read_line("123 4540", dealer=dealer)
    assert [fields[f"bid_{seat}"] for seat in turns] == ["1", "2", "3"]
    assert [fields[f"tricks_{hand}"] for hand in (*turns, 3)] == ["4", "5", "4", "0"]


WRONG = [
    ("/", "three bids in bidding order"),
    ("x", "is not understood"),
    ("4 5 3 m", "^“m” is not understood"),
    ("n 4 5", "is not understood"),
    ("4 5nx 3", "^“x” is not understood"),
    ("453 52331", "seven numbers"),
    ("14 3 4", "14 is too many: bids and tricks go from 0 to 13"),
    ("4 14n 3 / 5 2 3 3", "14 is too many"),
    ("4 5 3 / 5 20 3 3", "20 is too many"),
    ("4 5 3 5n", "A nil belongs to a bid"),
]


@pytest.mark.parametrize(("line", "says"), WRONG)
def test_a_line_that_is_not_understood_says_how_to_mend_it(line: str, says: str) -> None:
    with pytest.raises(LineError, match=says):
        read_line(line, dealer=0)


CARDS = [
    ("sa s10 ht c2", ["SA", "ST", "HT", "C2"]),
    ("SAS10HTC2", ["SA", "ST", "HT", "C2"]),
    ("s a, h 9", ["SA", "H9"]),
    ("s1 joker", ["s1", "joker"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "cards"), CARDS)
def test_cards_are_read_in_any_spelling(text: str, cards: list[str]) -> None:
    assert DummySpadesEntryForm.read_pieces(text) == cards
