"""The one line in which a hand is typed: what each line stands for, and what it says otherwise."""

import pytest

from games.base import LineError
from games.texas42.line import read_calls, read_line
from tests.tables import table

LINES = [
    # line, who, bid, contract, what else
    ("b305m", "1", "30", "5", {"result": "made"}),
    ("b30 5 m", "1", "30", "5", {"result": "made"}),
    ("B30 5 M", "1", "30", "5", {"result": "made"}),
    ("a41 0 -", "0", "41", "0", {"result": "set"}),
    ("a410s", "0", "41", "0", {"result": "set"}),
    ("c30 6 +", "2", "30", "6", {"result": "made"}),
    ("c306x", "2", "30", "6", {"result": "set"}),
    ("d1m4m", "3", "1m", "4", {"result": "made"}),
    ("dm4m", "3", "1m", "4", {"result": "made"}),
    ("d42 4 m", "3", "1m", "4", {"result": "made"}),
    ("a84 1 m", "0", "2m", "1", {"result": "made"}),
    ("a168 1 m", "0", "4m", "1", {"result": "made"}),
    ("a2mdm", "0", "2m", "doubles", {"result": "made"}),
    ("a2m f s", "0", "2m", "no_trump", {"result": "set"}),
    ("a30flm", "0", "30", "no_trump", {"ranking": "low", "result": "made"}),
    ("a1mnm", "0", "1m", "nello", {"result": "made"}),
    ("a1mnhm", "0", "1m", "nello", {"ranking": "high", "result": "made"}),
    ("a1mndls", "0", "1m", "nello", {"ranking": "own_low", "result": "set"}),
    ("a1mss", "0", "1m", "sevens", {"result": "set"}),
    ("a1ms", "0", "1m", "sevens", {}),
    ("a4mpl5m", "0", "4m", "plunge", {"named": "5", "result": "made"}),
    ("a4m pl f m", "0", "4m", "plunge", {"named": "no_trump", "result": "made"}),
    ("a4m plunge fives made", "0", "4m", "plunge", {"named": "5", "result": "made"}),
    ("a2m sp 3 s", "0", "2m", "splash", {"named": "3", "result": "set"}),
    ("a2m sp s", "0", "2m", "splash", {"result": "set"}),
    ("b30 5 made", "1", "30", "5", {"result": "made"}),
    ("b30 fives set", "1", "30", "5", {"result": "set"}),
    ("b30fives31", "1", "30", "5", {"points": "31"}),
    ("b30 5 31 m", "1", "30", "5", {"result": "made", "points": "31"}),
    ("b 30 treys made 31 points", "1", "30", "3", {"result": "made", "points": "31"}),
    ("b 2 marks doubles set", "1", "2m", "doubles", {"result": "set"}),
    ("b mark follow me made", "1", "1m", "no_trump", {"result": "made"}),
    ("b1m no trumps", "1", "1m", "no_trump", {}),
    ("b1m sevens set", "1", "1m", "sevens", {"result": "set"}),
    ("b1m set", "1", "1m", "", {"result": "set"}),
    ("a4m plf m", "0", "4m", "plunge", {"named": "no_trump", "result": "made"}),
    ("a2msp3s", "0", "2m", "splash", {"named": "3", "result": "set"}),
    ("b305 31", "1", "30", "5", {"points": "31"}),
    ("b30531", "1", "30", "5", {"points": "31"}),
    ("b305m31", "1", "30", "5", {"result": "made", "points": "31"}),
    ("b305", "1", "30", "5", {}),
    ("b30", "1", "30", "", {}),
    ("b30 31", "1", "30", "", {"points": "31"}),
]


@table(("line", "who", "bid", "contract", "rest"), LINES)
def test_a_line_stands_for_the_fields_of_the_form(
    line: str, who: str, bid: str, contract: str, rest: dict[str, str]
) -> None:
    named = {"contract": contract} if contract else {}
    expected = {"bidder": who, "bid": bid} | named | rest
    assert read_line(line, by_points=False) == expected


@pytest.mark.parametrize("line", ["p", "P", " pass "])
def test_p_is_a_hand_that_everybody_passed(line: str) -> None:
    assert read_line(line, by_points=False) == {"bidder": "none"}


POINTS = [
    ("b42 5 42", {"bidder": "1", "bid": "42", "contract": "5", "points": "42"}),
    ("b84 5 m", {"bidder": "1", "bid": "84", "contract": "5", "result": "made"}),
    ("dln m", {"bidder": "3", "bid": "low-no", "contract": "nello", "result": "made"}),
]


@pytest.mark.parametrize(("line", "expected"), POINTS)
def test_in_points_scoring_bids_are_points(line: str, expected: dict[str, str]) -> None:
    assert read_line(line, by_points=True) == expected


def test_the_whole_auction_may_go_before_a_stroke() -> None:
    assert read_line("p 30 p 1m / 5 m", by_points=False) == {
        "calls": "p 30 p 1m",
        "contract": "5",
        "result": "made",
    }


CALLS = [
    ("p 30 p 1m", ["pass", "30", "pass", "1m"]),
    ("p30pm", ["pass", "30", "pass", "1m"]),
    ("pass 84 pass pass", ["pass", "2m", "pass", "pass"]),
    ("", []),
    ("p 30 what", None),
]


@pytest.mark.parametrize(("text", "calls"), CALLS)
def test_calls_are_read_in_their_order(text: str, calls: list[str] | None) -> None:
    assert read_calls(text, by_points=False) == calls


WRONG = [
    ("30 5 m", "Start with the bidder"),
    ("e30", "Start with the bidder"),
    ("a", "type the bid"),
    ("a 5 m", "5 is not a bid. Bid from 30 to 42 points, or marks"),
    ("b43", "43 is not a bid"),
    ("b43 5 m", "43 is not a bid"),
    ("b435m", "435 is not a bid"),
    ("b29 d m", "29 is not a bid"),
    ("b20m 5 m", "20 is not a bid"),
    ("a30 5 m and more", "is not understood"),
    ("a30 9 9", "^“9” is not a suit: trumps are 0 to 6"),
    ("c1m 7 m", "^“7” is not a suit"),
    ("b30 5 m what", "^“what” is not understood"),
    ("b30 fivs m", "^“fivs” is not understood"),
    ("b30 5 m s", "^“s” is not understood"),
    ("ذ۳۰ ۵ شض", "^“\u2068شض\u2069” is not understood"),
    ("p 30 / what", "is not understood|Begin"),
]


@table(("line", "says"), WRONG)
def test_a_line_that_is_not_understood_says_how_to_mend_it(line: str, says: str) -> None:
    with pytest.raises(LineError, match=says):
        read_line(line, by_points=False)
