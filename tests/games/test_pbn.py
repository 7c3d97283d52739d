"""Portable Bridge Notation: what is written, what is read again, and what is refused."""

from random import Random
from typing import Any

import pytest

from analysis.deals import make_deal
from games import PRESENTERS
from games.pbn import HandNotation, PbnError, file_written, games_read, is_pbn, text_of
from rules import GAMES, verdict
from tests.rules.dummy_spades.dealing import full_hand, less_detail
from tests.tables import table

SPADES = PRESENTERS["dummy_spades"].pbn
PANDOEREN = PRESENTERS["pandoeren"].pbn
NAMES = ("Ann", "Bob", 'Cleo "C" \\ Ortiz')
TAGS = {"Event": "Spades evening", "Site": "Waco", "Date": "2026.11.26", "Board": "3"}
HEAD = {"format": "hand-record/1", "game": "dummy_spades"}

PLAYED = {
    "dealer": 2,
    "deal": [
        ["SA", "SK", "SQ", "SJ", "ST", "S9", "S8", "HA", "HK", "HQ", "DA", "DK", "CA"],
        ["S7", "S6", "HJ", "HT", "H9", "DQ", "DJ", "DT", "D9", "CK", "CQ", "CJ", "C10"],
        ["S5", "S4", "H8", "H7", "H6", "D8", "D7", "D6", "D5", "C9", "C8", "C7", "C6"],
        ["S3", "S2", "H5", "H4", "H3", "H2", "D4", "D3", "D2", "C5", "C4", "C3", "C2"],
    ],
    "auction": [
        {"seat": 0, "bid": "9"},
        {"seat": 1, "bid": "1"},
        {"seat": 2, "bid": "0", "nil": [2]},
    ],
    "plays": [["HA", "HJ", "H5", "H8"], ["CA", "C10", "C2", "C6"], ["DK", "D9"]],
    "claim": "declarer",
}
WRITTEN = """\
% PBN 2.1
%Content-type: text/x-pbn; charset=UTF-8
[Event "Spades evening"]
[Site "Waco"]
[Date "2026.11.26"]
[Board "3"]
[West "Bob"]
[North "the dummy"]
[East "Cleo \\"C\\" \\\\ Ortiz"]
[South "Ann"]
[Dealer "E"]
[Vulnerable "None"]
[Deal "E:54.876.8765.9876 AKQJT98.AKQ.AK.A 76.JT9.QJT9.KQJT 32.5432.432.5432"]
[Scoring "Dummy-Hand Spades"]
[Declarer "S"]
[Contract "3S"]
[Result "13"]
[Claim "declarer"]
[Points "W:-10 E:100 S:94"]
[Seats "W:B N:D E:C S:A"]
[Play "S"]
HA HJ H5 H8
CA CT C2 C6
DK D9 -  -
*
[BidTable "Bidder;Bid;Nil"]
S 9 -
W 1 -
E 0 E
"""


def spades() -> HandNotation:
    assert isinstance(SPADES, HandNotation)
    return SPADES


def written(record: dict[str, Any], **tags: str) -> str:
    judged = verdict({**HEAD, **record})
    assert judged["ok"], judged
    return file_written([spades().hand_game({**TAGS, **tags}, record, judged, NAMES)])


def read(text: str) -> list[dict[str, Any]]:
    return [spades().record_of(game) for game in games_read(text)]


def test_a_hand_is_written_as_the_standard_wants_it() -> None:
    text = written(PLAYED)
    assert text.replace("\r\n", "\n") == WRITTEN
    assert text.count("\r\n") == text.count("\n")
    assert all(len(line) < 255 for line in text.split("\r\n"))


def test_a_hand_written_by_hand_is_read() -> None:
    (record,) = read(WRITTEN)
    assert record == {
        **PLAYED,
        "deal": as_cards(PLAYED["deal"]),
        "plays": as_cards(PLAYED["plays"]),
    }


def as_cards(groups: Any) -> list[list[str]]:
    return [[card.replace("10", "T") for card in group] for group in groups]


@pytest.mark.parametrize("rules", [{}, {"preset": "flip_2"}, {"preset": "suicide"}])
def test_hands_come_back_with_the_same_verdict_in_every_detail(rules: dict[str, Any]) -> None:
    rng, seen = Random(11), set()
    for _hand in range(60):
        whole = full_hand(rng, rules)
        taken = verdict(whole)["tricks"]
        for record in (whole, less_detail(rng, whole, taken)):
            judged = verdict(record)
            if not judged["ok"]:
                continue
            seen |= set(record)
            game = spades().hand_game(TAGS, record, judged, NAMES)
            (again,) = read(file_written([game]))
            assert verdict({**HEAD, "rules": rules, **again}) == judged
            assert again["auction"] == [
                {key: value for key, value in call.items() if value != []}
                for call in record["auction"]
            ]
            assert again.get("plays", []) == as_cards(record.get("plays", []))
            assert again.get("flipped", []) == as_cards([record.get("flipped", [])])[0]
    assert {"plays", "trick_results", "tally", "claim", "deal"} <= seen


def test_all_tricks_show_the_deal_that_nobody_wrote_down() -> None:
    whole = full_hand(Random(5))
    record = {key: value for key, value in whole.items() if key != "deal"}
    (again,) = read(written(record))
    pack = GAMES["dummy_spades"].dealing
    assert pack is not None
    numbers = pack.pack.numbers
    assert [{numbers[card] for card in hand} for hand in again["deal"]] == [
        {numbers[card] for card in hand} for hand in whole["deal"]
    ]


def test_a_bid_below_seven_is_no_contract_of_bridge() -> None:
    record = {
        "dealer": 2,
        "auction": [{"seat": seat, "bid": bid} for seat, bid in enumerate(("6", "4", "3"))],
        "tally": {"declarer_side": 6},
    }
    assert '[Contract "?"]' in written(record)
    assert '[Deal "E:- - - -"]' in written(record)
    assert read(written(record)) == [record]


WRONG = {
    "no tag": ('[Event "x"', 3, 'This is not a tag: [Name "value"].'),
    "text before any tag": ('HA HJ\n[Event "x"]', 3, 'This is not a tag: [Name "value"].'),
    "two games without an empty line": (
        '[Event "x"]\n[Event "y"]',
        4,
        "A second “Event”: an empty line is missing before the next game.",
    ),
    "a comment without an end": ("{ so", 3, "A comment that begins with { has no end."),
}


@table("text, line, message", WRONG.values(), ids=WRONG)
def test_a_text_that_is_no_pbn_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(PbnError) as refused:
        list(games_read(f"% PBN 2.1\n\n{text}"))
    assert (refused.value.line, refused.value.message) == (line, message)


FAULTS = {
    "no seats": ('[Seats "W:B N:D E:C S:A"]\n', "", 3, "This game has no tag “Seats”."),
    "a seat twice": ("N:D", "N:C", 20, "“Seats” names the four seats, each once."),
    "the dummy beside the declarer": (
        "W:B N:D",
        "W:D N:B",
        20,
        "The dummy sits opposite the declarer, the others in turn.",
    ),
    "no dealer": ('Dealer "E"', 'Dealer "X"', 11, "“X” is not W, N, E or S."),
    "another declarer": (
        'Declarer "S"',
        'Declarer "W"',
        15,
        "The bids make another player the declarer.",
    ),
    "no deal": (
        "E:54.876",
        "54.876",
        13,
        "“54.876.8765.9876 AKQJT98.AKQ.AK.A 76.JT9” is not a deal: a direction, a colon and four "
        "hands are expected.",
    ),
    "three suits": (
        "54.876.8765.9876",
        "54.876.8765",
        13,
        "“54.876.8765” is not a hand: four suits with dots between them are expected.",
    ),
    "no bid": (
        "W 1 -",
        "W pass -",
        28,
        "A bid is a direction, a number and the directions of nils or “-”: “W 4 -”.",
    ),
    "a word for a card": (
        "HA HJ H5 H8",
        "HA HJ H5 X8",
        22,
        "A trick is four cards, suit first, or “-” for one that was not played.",
    ),
    "a hole in a trick": (
        "CA CT C2 C6",
        "CA -  C2 C6",
        23,
        "A card is missing before others of its trick.",
    ),
    "another leader": ('Play "S"', 'Play "W"', 21, "The first bidder leads first."),
    "another result": (
        'Result "13"',
        'Result "9"',
        17,
        "The recorded tricks come to another result.",
    ),
    "no number of tricks": (
        'Result "13"',
        'Result "NS 13"',
        17,
        "“NS 13” is not a number of tricks.",
    ),
}


@table("old, new, line, message", FAULTS.values(), ids=FAULTS)
def test_a_faulty_hand_is_refused_with_the_line_of_its_fault(
    old: str, new: str, line: int, message: str
) -> None:
    assert WRITTEN.count(old) == 1
    with pytest.raises(PbnError) as refused:
        read(WRITTEN.replace(old, new))
    assert (refused.value.line, refused.value.message) == (line, message)


def test_comments_notes_and_escaped_lines_are_no_part_of_a_game() -> None:
    text = WRITTEN.replace("[Site", "{ a hand\n\nof spades } [Site").replace(
        '[Play "S"]', '; what follows\n% not for us\n[Play "S"] ; the lead'
    )
    text = text.replace("\n*\n", '\n*\n[Note "1:a claim"]\n')
    assert read(text) == read(WRITTEN)


def test_a_file_is_known_by_how_it_begins() -> None:
    assert all(map(is_pbn, (WRITTEN, '[Deal "N:- - - -"]', "; a comment\n")))
    assert not any(map(is_pbn, ('{"format": "deal/1"}', "[1, 2]", "no json", "")))


def test_a_file_in_latin_1_is_read() -> None:
    assert text_of('[West "Müller"]'.encode("latin-1")) == '[West "Müller"]'
    assert text_of('\ufeff[West "Müller"]'.encode()) == '[West "Müller"]'
    with pytest.raises(UnicodeDecodeError):
        text_of(b"\xff\xfe")


def test_a_deal_of_pandoeren_is_written_with_its_middle_card_and_read_without() -> None:
    assert PANDOEREN is not None
    dealing = GAMES["pandoeren"].dealing
    assert dealing is not None
    for number in range(1, 20):
        deal = make_deal("pandoeren", "a seed", number)
        game = PANDOEREN.deal_game(TAGS, number % 4, deal["deal"], deal["centre"])
        assert f'[Centre "{deal["centre"]}"]' in game
        (read_again,) = games_read(file_written([game]))
        again = PANDOEREN.deal_of(read_again, dealing)
        assert again["centre"] == deal["centre"]
        assert [set(hand) for hand in again["deal"]] == [set(hand) for hand in deal["deal"]]
        assert read_again.tags["Dealer"].value == "NESW"[number % 4]


def test_games_of_dominoes_have_no_pbn() -> None:
    assert PRESENTERS["texas42"].pbn is None
