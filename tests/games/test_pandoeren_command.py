"""The one line in which a hand of Pandoeren is typed, and what it says otherwise."""

import pytest

from games.base import LineError
from games.pandoeren.line import SHORT, read_bid, read_calls, read_line
from rules.pandoeren.contracts import BIDS
from tests.tables import table

FULL = {"trump": "H", "call": "SA", "partner": "3", "result": "made"}
LINES = [
    # line, who, bid, what else
    ("b150 h sa d m", "1", "150", FULL),
    ("b150hsadm", "1", "150", FULL),
    ("b15hsadm", "1", "150", FULL),
    ("B150 H SA D +", "1", "150", FULL),
    ("a12 d da b f", "0", "120", {"trump": "D", "call": "DA", "partner": "1", "result": "set"}),
    ("a120ddabx", "0", "120", {"trump": "D", "call": "DA", "partner": "1", "result": "set"}),
    ("a30 c hk c -", "0", "300", {"trump": "C", "call": "HK", "partner": "2", "result": "set"}),
    ("a200 s da c m", "0", "200", {"trump": "S", "call": "DA", "partner": "2", "result": "made"}),
    ("a150 h d m", "0", "150", {"trump": "H", "partner": "3", "result": "made"}),
    ("a150 h sa d 112", "0", "150", FULL | {"cards": "112", "result": None}),
    ("a150 h sa d m 112", "0", "150", FULL | {"cards": "112"}),
    ("a150hsadm112r50st", "0", "150", FULL | {"cards": "112", "roem": "50", "stuk": "20"}),
    ("a150 h sa d r 20 st", "0", "150", FULL | {"roem": "20", "stuk": "20", "result": None}),
    ("a150", "0", "150", {}),
    ("apihm", "0", "piccolo", {"trump": "H", "result": "made"}),
    ("cmisf", "2", "misere", {"trump": "S", "result": "set"}),
    ("cmissm", "2", "misere", None),
    ("dksam", "3", "kereltje", {"trump": "S", "partner": "0", "result": "made"}),
    ("bzsam", "1", "zwabber", {"call": "SA", "result": "made"}),
    ("bz sa d m", "1", "zwabber", {"call": "SA", "partner": "3", "result": "made"}),
    ("bszm", "1", "solo_zwabber", {"result": "made"}),
    ("bszhm", "1", "solo_zwabber", None),
    ("bpohm", "1", "piccolo_ouvert", {"trump": "H", "result": "made"}),
    ("bmodm", "1", "misere_ouvert", {"trump": "D", "result": "made"}),
    ("bspsm", "1", "stil_praatje", {"trump": "S", "result": "made"}),
    ("bprcf", "1", "praatje", {"trump": "C", "result": "set"}),
    ("bpvdm", "1", "prive", {"trump": "D", "result": "made"}),
    ("bpdhsadm", "1", "pandoer", FULL),
    ("bpd40hsadm", "1", "pandoer", FULL | {"plus": "40"}),
    ("b pandoer+120 h sa d m", "1", "pandoer", FULL | {"plus": "120"}),
    ("b 140 h sa d 100 r100 m", "1", "140", FULL | {"cards": "100", "roem": "100"}),
    (
        "a150 h sa d 112 st r20",
        "0",
        "150",
        FULL | {"cards": "112", "stuk": "20", "roem": "20", "result": None},
    ),
    ("a150 h sa d r20 m st 112", "0", "150", FULL | {"cards": "112", "stuk": "20", "roem": "20"}),
    ("a150 hearts ace of spades d made", "0", "150", FULL),
    ("a150 hearts spades ace with d made 112 points", "0", "150", FULL | {"cards": "112"}),
    ("a150 sa d m", "0", "150", FULL | {"trump": None}),
    ("b piccolo h failed", "1", "piccolo", {"trump": "H", "result": "set"}),
    ("b solo zwabber made", "1", "solo_zwabber", {"result": "made"}),
    ("b misère ouvert d +", "1", "misere_ouvert", {"trump": "D", "result": "made"}),
    ("b pandoer 40 h sa d m", "1", "pandoer", FULL | {"plus": "40"}),
    ("b solo_zwabber m", "1", "solo_zwabber", {"result": "made"}),
]


@table(("line", "who", "bid", "rest"), LINES)
def test_a_line_stands_for_the_fields_of_the_form(
    line: str, who: str, bid: str, rest: dict[str, str | None] | None
) -> None:
    if rest is None:
        with pytest.raises(LineError):
            read_line(line)
        return
    said = {name: value for name, value in rest.items() if value is not None}
    assert read_line(line) == {"bidder": who, "bid": bid} | said


@pytest.mark.parametrize("line", ["p", "P", " pass "])
def test_p_is_a_hand_that_everybody_passed(line: str) -> None:
    assert read_line(line) == {"bidder": "none"}


def test_the_auction_may_go_before_a_stroke_and_says_what_may_be_named() -> None:
    assert read_line("p 120 p z / sa d m") == {
        "calls": "p 120 p z",
        "call": "SA",
        "partner": "3",
        "result": "made",
    }


CALLS = [
    ("p 120 p 150", ["pass", "120", "pass", "150"]),
    ("p12pi15", ["pass", "120", "piccolo", "150"]),
    ("pppp", ["pass"] * 4),
    ("pd20 pd40 pr", ["pandoer+20", "pandoer+40", "praatje"]),
    ("pass piccolo k sz", ["pass", "piccolo", "kereltje", "solo_zwabber"]),
    ("", []),
    ("p 120 what", None),
]


@pytest.mark.parametrize(("text", "calls"), CALLS)
def test_calls_are_read_in_their_order(text: str, calls: list[str] | None) -> None:
    assert read_calls(text) == calls


@table("bid", BIDS)
def test_every_bid_of_the_rule_book_is_read_by_its_own_name(bid: str) -> None:
    assert read_bid(bid) == bid
    assert read_calls(f"p {bid} p") == ["pass", bid, "pass"]


def test_short_names_are_as_many_as_there_are_contracts_with_names() -> None:
    assert set(SHORT.values()) == {
        bid.name for bid in BIDS.values() if not bid.is_number and "+" not in bid.name
    }


WRONG = [
    ("150 h sa d m", "Start with the bidder"),
    ("e150", "Start with the bidder"),
    ("a", "type the bid"),
    ("a 110 h", "110 is not a bid. Bid 120 to 300 in tens"),
    ("b145 h sa a m", "145 is not a bid. Bid 120 to 300 in tens"),
    ("b310 h sa a m", "310 is not a bid"),
    ("b11hsadm", "11 is not a bid"),
    ("b1500", "1500 is not a bid"),
    ("a150 h sq d m", "^“sq” is not understood. Trumps, called card, partner"),
    ("a150 h sa d m 112 113", "^“113” is not understood. After the declaration"),
    ("a150 h sa d m what", "^“what” is not understood"),
    ("az h sa d m", "^“h” is not understood. Called card, partner, result"),
    ("ak h sa m", "Trumps, partner, result"),
    ("api h sa m", "Nobody is called here"),
    ("p 120 / what", "is not understood"),
    ("p 12x / h", "Type the calls"),
]


@table(("line", "says"), WRONG)
def test_a_line_that_is_not_understood_says_how_to_mend_it(line: str, says: str) -> None:
    with pytest.raises(LineError, match=says):
        read_line(line)
