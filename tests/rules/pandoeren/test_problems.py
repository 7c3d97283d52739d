"""Every problem that a Pandoeren record can have, with its place."""

from typing import Any

import pytest

from rules import verdict
from rules.problems import Code
from tests.rules.pandoeren.records import Record, calls, hand, without
from tests.tables import table

BY_0 = "120 pass pass pass"
SOLO = "prive pass pass pass"
LOW = "misere pass pass pass"
PLUS = "pandoer+40 pass pass pass"
TWO_BIDS = "120 130 140 pass pass pass"
"""Seats 0, 1 and 2 bid; seat 2 plays."""
SPADES = "SA SK SQ SJ ST S9 S8 S7"
HEARTS = "HA HK HQ HJ HT H9 H8 H7"
DIAMONDS = "DA DK DQ DJ DT D9 D8 D7"
CLUBS = "CA CK CQ CJ CT C9 C8 C7"
SUITS_DEALT = {0: SPADES, 1: HEARTS, 2: DIAMONDS, 3: CLUBS}
ACES_AND_KINGS = "SA HA DA CA SK HK DK CK"
JACKS = "SJ HJ DJ CJ SA SK H7 D7"
MADE = {"made": True}


def sheet(**keys: Any) -> Record:
    """A number contract by 0 with 1 of which only the sheet is known."""
    return hand(BY_0, "S HA", partner=1, tally=keys)


def solo_sheet(**keys: Any) -> Record:
    """A prive by 0 of which only the sheet is known."""
    return hand(SOLO, "S", tally=keys)


def full(**more: Any) -> Record:
    """Everybody has a suit; seat 0 throws the 6 of hearts out again and has all the trumps."""
    return hand(SOLO, "S", deal=SUITS_DEALT, centre="H6", discard="H6", **more)


PROBLEMS: list[tuple[str, str, str, Any]] = [
    # Shape
    ("no object", "record.malformed", "", ["120"]),
    ("no format", "record.malformed", "/format", without(hand(BY_0), "format")),
    ("another format", "record.unknown_format", "/format", hand(BY_0) | {"format": "hand/2"}),
    ("no game", "record.malformed", "/game", without(hand(BY_0), "game")),
    ("another game", "record.unknown_game", "/game", hand(BY_0) | {"game": "pandoer"}),
    ("rules no object", "record.malformed", "/rules", hand(BY_0, rules=[], dealer=9)),
    ("dealer out of range", "record.malformed", "/dealer", hand(BY_0) | {"dealer": 4}),
    ("dealer true", "record.malformed", "/dealer", hand(BY_0) | {"dealer": True}),
    ("three hands", "record.malformed", "/deal", hand(BY_0) | {"deal": [None] * 3}),
    ("a hand no list", "record.malformed", "/deal/1", hand(BY_0) | {"deal": [None, 5, 5, 5]}),
    ("a card no text", "record.malformed", "/deal/0/1", hand(BY_0) | {"deal": [["SA", 1], *"abc"]}),
    ("no auction", "record.malformed", "/auction", without(hand(BY_0, "S"), "auction")),
    ("a call no object", "record.malformed", "/auction/0", hand(BY_0) | {"auction": ["pass"]}),
    ("no seat", "record.malformed", "/auction/0/seat", hand(BY_0) | {"auction": [{"bid": "x"}]}),
    ("no bid", "record.malformed", "/auction/0/bid", hand(BY_0) | {"auction": [{"seat": 1}]}),
    (
        "a key too many in a call",
        "record.malformed",
        "/auction/0/nil",
        hand(BY_0) | {"auction": [{"seat": 0, "bid": "120", "nil": []}]},
    ),
    ("contract null", "record.malformed", "/contract", hand(BY_0) | {"contract": None}),
    (
        "trump no text",
        "record.malformed",
        "/contract/trump",
        hand(BY_0) | {"contract": {"trump": 0}},
    ),
    ("call no text", "record.malformed", "/contract/call", hand(BY_0) | {"contract": {"call": 1}}),
    (
        "trump before call",
        "record.malformed",
        "/contract/trump",
        hand(BY_0) | {"contract": {"x": 1, "call": 1, "trump": 1}},
    ),
    ("plays no list", "record.malformed", "/plays", hand(BY_0, "S HA") | {"plays": "SA"}),
    ("a trick no list", "record.malformed", "/plays/0", hand(BY_0, "S HA") | {"plays": ["SA"]}),
    ("both", "record.malformed", "/trick_results", full(plays=[], trick_results=[])),
    ("no winner", "record.malformed", "/trick_results/0/winner", full(trick_results=[{}])),
    (
        "points below zero",
        "record.malformed",
        "/trick_results/0/points",
        full(trick_results=[{"winner": 0, "points": -1}]),
    ),
    ("claim of nobody", "record.malformed", "/claim", full(claim="both")),
    (
        "ruling without reason",
        "record.malformed",
        "/ruling/reason",
        full(ruling={"against": "x"}) | {"ruling": {"against": "declarer"}},
    ),
    ("made no yes or no", "record.malformed", "/tally/made", sheet(made=1)),
    ("cards below zero", "record.malformed", "/tally/cards", sheet(cards=-1)),
    ("stuk ten", "record.malformed", "/tally/stuk", sheet(stuk=10)),
    ("stuk false", "record.malformed", "/tally/stuk", sheet(stuk=False)),
    ("tricks a fraction", "record.malformed", "/tally/tricks", sheet(tricks=2.0)),
    ("first no yes or no", "record.malformed", "/tally/first", sheet(first=None)),
    ("an unknown key in the tally", "record.malformed", "/tally/points", sheet(points=3)),
    ("centre null", "record.malformed", "/centre", full() | {"centre": None}),
    ("discard null", "record.malformed", "/discard", full() | {"discard": None}),
    ("partner out of range", "record.malformed", "/partner", full(partner=4)),
    ("roem no list", "record.malformed", "/roem", full(roem={})),
    ("roem of nobody", "record.malformed", "/roem/0/seat", full(roem=[{"value": 20}])),
    (
        "roem of no value",
        "record.malformed",
        "/roem/0/value",
        full(roem=[{"seat": 0, "value": "x"}]),
    ),
    ("denial of nobody", "record.malformed", "/denials/0/by", full(denials=[{"against": 0}])),
    ("denial against nobody", "record.malformed", "/denials/0/against", full(denials=[{"by": 0}])),
    ("stuk out of range", "record.malformed", "/stuk", full(stuk=-1)),
    ("a key of another game", "record.malformed", "/opening_suit", full(opening_suit=3)),
    ("an unknown key", "record.malformed", "/a~1b~0", full(**{"a/b~": 1})),
    # Rules
    ("another preset", "rules.unknown_preset", "/rules/preset", full(rules={"preset": "marks"})),
    ("another option", "rules.unknown_option", "/rules/pass", full(rules={"pass": True})),
    ("piccolo last", "rules.bad_value", "/rules/piccolo", full(rules={"piccolo": "last"})),
    ("piccolo null", "rules.bad_value", "/rules/piccolo", full(rules={"piccolo": None})),
    ("a wrong pass", "rules.bad_value", "/rules/pass_is_final", full(rules={"pass_is_final": 1})),
    ("no hands", "rules.bad_value", "/rules/hands", full(rules={"hands": 0})),
    ("too many hands", "rules.bad_value", "/rules/hands", full(rules={"hands": 1001})),
    # Deal
    ("no card dealt", "deal.unknown_piece", "/deal/0/1", hand(BY_0, deal={0: "SA S6"})),
    ("seven cards", "deal.wrong_size", "/deal/0", hand(BY_0, deal={0: "SA SK SQ SJ ST S9 S8"})),
    ("nine cards", "deal.wrong_size", "/deal/2", hand(BY_0, deal={2: DIAMONDS + " SA"})),
    (
        "a card twice in a hand",
        "deal.duplicate",
        "/deal/0/7",
        hand(BY_0, deal={0: "SA SK SQ SJ ST S9 S8 S10"}),
    ),
    ("a card in two hands", "deal.duplicate", "/deal/1/0", hand(BY_0, deal={0: SPADES, 1: SPADES})),
    (
        "seat by seat",
        "deal.duplicate",
        "/deal/0/1",
        hand(BY_0, deal={0: "SA SA SQ SJ ST S9 S8 S7", 1: "XX"}),
    ),
    ("no centre card", "deal.unknown_piece", "/centre", hand(BY_0, centre="joker")),
    ("centre dealt", "deal.duplicate", "/centre", hand(BY_0, deal={0: SPADES}, centre="S10")),
    ("no card thrown out", "deal.unknown_piece", "/discard", hand(BY_0, discard="")),
    # Auction
    ("too small a bid", "auction.unknown_bid", "/auction/0", hand("110 pass pass pass")),
    ("a bid between tens", "auction.unknown_bid", "/auction/0", hand("125 pass pass pass")),
    ("pandoer+30", "auction.unknown_bid", "/auction/0", hand("pandoer+30 pass pass pass")),
    ("pandoer+420", "auction.unknown_bid", "/auction/0", hand("pandoer+420 pass pass pass")),
    ("in capitals", "auction.unknown_bid", "/auction/0", hand("PASS 120 pass pass pass")),
    (
        "unknown before out of turn",
        "auction.unknown_bid",
        "/auction/0",
        hand(BY_0) | {"auction": [{"seat": 3, "bid": "?"}]},
    ),
    (
        "the dealer first",
        "auction.out_of_turn",
        "/auction/0",
        hand(BY_0) | {"auction": [{"seat": 3, "bid": "120"}]},
    ),
    (
        "a passed player where a pass is final",
        "auction.out_of_turn",
        "/auction/4",
        hand("pass 120 130 pass 140", rules={"preset": "pass_out"}),
    ),
    ("the same bid", "auction.not_higher", "/auction/1", hand("130 130 pass pass pass")),
    ("a row above", "auction.not_higher", "/auction/1", hand("150 misere pass pass pass")),
    ("pandoer+20 under +40", "auction.not_higher", "/auction/1", hand("pandoer+40 pandoer+20")),
    ("after three passes", "auction.after_end", "/auction/4", hand("120 pass pass pass pass")),
    ("after four passes", "auction.after_end", "/auction/4", hand("pass pass pass pass 120")),
    (
        "after the end comes first",
        "auction.after_end",
        "/auction/4",
        hand(BY_0) | {"auction": [*calls(BY_0), {"seat": 0, "bid": "?"}]},
    ),
    (
        "after the others have passed for good",
        "auction.after_end",
        "/auction/4",
        hand("pass pass pass 120 130", rules={"pass_is_final": True}),
    ),
    (
        "after four passes that are final",
        "auction.after_end",
        "/auction/4",
        full(plays="SA HA DA CA", rules={"preset": "pass_out"})
        | {"auction": calls("pass pass pass pass pass")},
    ),
    ("three passes at the start", "auction.incomplete", "/auction", hand("pass pass pass")),
    ("nobody called", "auction.incomplete", "/auction", hand("")),
    ("two passes after a bid", "auction.incomplete", "/auction", hand("120 pass pass")),
    ("the dealer may still bid", "auction.incomplete", "/auction", hand("120 130 pass pass")),
    # Contract
    ("no contract", "contract.missing", "/contract", hand(BY_0)),
    ("trumps not named", "contract.not_allowed", "/contract/trump", hand(BY_0, "- HA")),
    (
        "trumps left out",
        "contract.not_allowed",
        "/contract/trump",
        hand(BY_0, contract="- HA") | {"contract": {"call": "HA"}},
    ),
    (
        "trumps in zwabber",
        "contract.not_allowed",
        "/contract/trump",
        hand("zwabber pass pass pass", "S HA"),
    ),
    (
        "trumps in solo zwabber",
        "contract.not_allowed",
        "/contract/trump",
        hand("solo_zwabber pass pass pass", "C"),
    ),
    ("no suit", "contract.unknown", "/contract/trump", hand(BY_0, "s HA")),
    ("two suits", "contract.unknown", "/contract/trump", hand(BY_0, "SH HA")),
    (
        "no suit at all",
        "contract.unknown",
        "/contract/trump",
        hand(BY_0) | {"contract": {"trump": ""}},
    ),
    ("no card called", "contract.unknown", "/contract/call", hand(BY_0, "S S6")),
    ("a call in misere that is no card", "contract.unknown", "/contract/call", hand(LOW, "S XX")),
    ("nobody called", "call.missing", "/contract/call", hand(BY_0, "S")),
    (
        "nobody called in zwabber",
        "call.missing",
        "/contract/call",
        hand("zwabber pass pass pass", "-"),
    ),
    (
        "seven aces and kings",
        "call.missing",
        "/contract/call",
        hand(BY_0, "S", deal={0: ACES_AND_KINGS.replace("SA", "S7")}, centre="H6"),
    ),
    ("a call in misere", "call.not_allowed", "/contract/call", hand(LOW, "S HA")),
    ("a call in prive", "call.not_allowed", "/contract/call", hand(SOLO, "S HA")),
    ("a queen called", "call.not_allowed", "/contract/call", hand(BY_0, "S HQ")),
    (
        "another card in kereltje",
        "call.not_allowed",
        "/contract/call",
        hand("kereltje pass pass pass", "S HJ"),
    ),
    ("an ace in the hand", "call.own_card", "/contract/call", hand(BY_0, "S SA", deal={0: SPADES})),
    ("an ace in the middle", "call.own_card", "/contract/call", hand(BY_0, "S HA", centre="HA")),
    ("an ace thrown out", "call.own_card", "/contract/call", hand(BY_0, "S HA", discard="HA")),
    (
        "an ace that he plays",
        "call.own_card",
        "/contract/call",
        hand(BY_0, "S HA", plays="HA H7 H8 H9"),
    ),
    (
        "an ace that nobody else was dealt",
        "call.own_card",
        "/contract/call",
        hand(BY_0, "S SA", deal={1: HEARTS, 2: DIAMONDS, 3: CLUBS}),
    ),
    (
        "the ace that nobody plays",
        "call.own_card",
        "/contract/call",
        hand(
            BY_0,
            "S SA",
            plays="S7 H7 D7 C7/S8 H8 D8 C8/S9 H9 D9 C9/ST HT DT CT/SJ HJ DJ CJ"
            "/SQ HQ DQ CQ/SK HK DK CK/H6 HA DA CA",
        ),
    ),
    (
        "his own jack in kereltje",
        "call.own_card",
        "/contract/trump",
        hand("kereltje pass pass pass", "S", deal={0: SPADES}),
    ),
    (
        "the jack thrown out in kereltje",
        "call.own_card",
        "/contract/trump",
        hand("kereltje pass pass pass", "S", discard="SJ"),
    ),
    (
        "the jack led in kereltje",
        "call.own_card",
        "/contract/trump",
        hand("kereltje pass pass pass", "S SJ", plays="SJ S7 S8 S9"),
    ),
    (
        "a jack called with all four",
        "call.own_card",
        "/contract/call",
        hand("kereltje pass pass pass", "S SJ", deal={0: JACKS}),
    ),
    (
        "a king with an ace dealt elsewhere",
        "call.king_only",
        "/contract/call",
        hand(BY_0, "S HK", deal={1: "SA H7 H8 H9 D7 D8 D9 DT"}),
    ),
    (
        "a king with an ace played elsewhere",
        "call.king_only",
        "/contract/call",
        hand(BY_0, "S HK", plays="S7 SA S8 S9"),
    ),
    (
        "a king with nine known",
        "call.king_only",
        "/contract/call",
        hand(BY_0, "S HK", deal={0: "SA DA CA SK SQ SJ ST S9"}, centre="S8"),
    ),
    (
        "a king with six other cards known",
        "call.king_only",
        "/contract/call",
        hand(BY_0, "S HK", deal={0: "SA DA SK SQ SJ ST S9 S8"}),
    ),
    (
        "another's card thrown out",
        "deal.bad_discard",
        "/discard",
        hand(BY_0, "S HA", deal={1: HEARTS}, discard="H7"),
    ),
    (
        "a card that he does not have",
        "deal.bad_discard",
        "/discard",
        hand(BY_0, "S HA", deal={0: SPADES}, centre="C7", discard="D7"),
    ),
    (
        "a wrong call before a wrong discard",
        "call.own_card",
        "/contract/call",
        hand(BY_0, "S SA", deal={0: SPADES}, centre="C7", discard="D7"),
    ),
    (
        "a wrong discard before a wrong partner",
        "deal.bad_discard",
        "/discard",
        hand(BY_0, "S HA", deal={1: HEARTS}, discard="H7", partner=2),
    ),
    ("himself as partner", "contract.not_allowed", "/partner", hand(BY_0, "S HA", partner=0)),
    ("a partner in prive", "contract.not_allowed", "/partner", hand(SOLO, "S", partner=1)),
    (
        "a partner who was dealt no ace of hearts",
        "contract.not_allowed",
        "/partner",
        hand(BY_0, "S HA", deal={2: DIAMONDS}, partner=2),
    ),
    (
        "another than he who was dealt it",
        "contract.not_allowed",
        "/partner",
        hand(BY_0, "S HA", deal={1: HEARTS}, partner=2),
    ),
    (
        "another than he who plays it",
        "contract.not_allowed",
        "/partner",
        hand(BY_0, "S HA", plays="H7 HA H8 H9", partner=2),
    ),
    (
        "a partner beside all aces and kings",
        "contract.not_allowed",
        "/partner",
        hand(BY_0, "S", deal={0: ACES_AND_KINGS}, partner=2),
    ),
    (
        "a contract after four passes",
        "contract.unexpected",
        "/contract",
        hand("pass pass pass pass", "S"),
    ),
    (
        "a discard after four passes",
        "contract.unexpected",
        "/discard",
        hand("pass pass pass pass", discard="SA"),
    ),
    (
        "a partner after four passes",
        "contract.unexpected",
        "/partner",
        hand("pass pass pass pass", partner=1),
    ),
    (
        "a claim after four passes",
        "contract.unexpected",
        "/claim",
        hand("pass pass pass pass", claim="defence"),
    ),
    (
        "a ruling after four passes",
        "contract.unexpected",
        "/ruling",
        hand("pass pass pass pass", ruling={"against": "defence", "reason": "?"}),
    ),
    # Play
    ("no card played", "play.unknown_piece", "/plays/0/1", hand(SOLO, "S", plays="SA H06")),
    (
        "a card played twice",
        "play.duplicate",
        "/plays/1/1",
        hand(SOLO, "S", plays="SA SK SQ SJ/S7 SQ"),
    ),
    ("another's card", "play.not_held", "/plays/0/1", full(plays="SA DA")),
    (
        "a card dealt to another",
        "play.not_held",
        "/plays/0/0",
        hand(SOLO, "S", deal={1: HEARTS}, plays="H7"),
    ),
    (
        "the centre card played by another",
        "play.not_held",
        "/plays/0/2",
        hand(SOLO, "S", centre="H7", plays="SA SK H7"),
    ),
    (
        "the card thrown out",
        "play.not_held",
        "/plays/0/0",
        hand(SOLO, "S", discard="SA", plays="SA"),
    ),
    (
        "a tenth card of the declarer",
        "play.not_held",
        "/plays/1/0",
        hand(SOLO, "S", deal={0: SPADES}, centre="H6", plays="S7 H7 H8 H9/D7"),
    ),
    (
        "one card too many beside eight",
        "play.not_held",
        "/plays/2/0",
        hand(SOLO, "S", deal={0: SPADES}, plays="S7 H7 H8 H9/DA D8 C7 C8/C9"),
    ),
    (
        "neither centre nor discard played",
        "play.not_held",
        "/plays/7/0",
        hand(
            SOLO,
            "S",
            centre="H6",
            discard="D7",
            plays="SA H7 D8 C7/SK H8 D9 C8/SQ H9 DT C9/SJ HT DJ CT/ST HJ DQ CJ/S9 HQ DK CQ"
            "/S8 HK DA CK/S7 HA",
        ),
    ),
    ("not following", "play.revoke", "/plays/0/1", hand(SOLO, "S", plays="H7 D7 H8 H9/HA HK HQ")),
    (
        "not following without trumps",
        "play.revoke",
        "/plays/0/2",
        hand(
            "solo_zwabber pass pass pass", "-", plays="H7 H8 D7 H9/S7 S8 S9 HA/HK HQ C7 C8/C9 D8 HJ"
        ),
    ),
    (
        "not following trumps",
        "play.revoke",
        "/plays/0/3",
        hand(SOLO, "S", plays="S7 D7 S8 H9/S9 SA"),
    ),
    (
        "a lower trump",
        "play.undertrump",
        "/plays/0/2",
        hand(SOLO, "S", plays="H7 SA S8 H9/D7 D8 D9"),
    ),
    (
        "revoke of the innocent side under a ruling",
        "play.revoke",
        "/plays/0/1",
        hand(
            SOLO, "S", plays="H7 D7 H8 H9/HA HK HQ", ruling={"against": "declarer", "reason": "?"}
        ),
    ),
    ("five cards", "play.wrong_size", "/plays/0", full(plays="SA SK SQ SJ ST")),
    ("a short trick in the middle", "play.wrong_size", "/plays/0", full(plays="SA/SK")),
    (
        "an empty trick in the middle",
        "play.wrong_size",
        "/plays/0",
        full() | {"plays": [[], ["SA"]]},
    ),
    (
        "a ninth trick",
        "play.too_many",
        "/plays/8",
        full(
            plays="SJ HA DA CA/S9 HK DK CK/SA HQ DQ CQ/SK HJ DJ CJ/SQ HT DT CT/ST H9 D9 C9"
            "/S8 H8 D8 C8/S7 H7 D7 C7/"
        )
        | {},
    ),
    (
        "a ninth result",
        "play.too_many",
        "/trick_results/8",
        full(trick_results="0 0 0 0 0 0 0 0 0"),
    ),
    (
        "tricks after four passes",
        "play.too_many",
        "/plays/0",
        hand("pass pass pass pass", plays="SA"),
    ),
    (
        "results after four passes",
        "play.too_many",
        "/trick_results/0",
        hand("pass pass pass pass", trick_results="1"),
    ),
    ("an empty list of tricks", "play.incomplete", "/plays", full(plays=[])),
    (
        "an empty list of results",
        "play.incomplete",
        "/trick_results",
        full(trick_results=[], tally=MADE),
    ),
    (
        "seven tricks of a number contract",
        "play.incomplete",
        "/trick_results",
        hand(BY_0, "S HA", partner=1, trick_results="2 2 2 2 2 3 3"),
    ),
    ("all won so far", "play.incomplete", "/trick_results", full(trick_results="0 0 0 0 0 0 0")),
    (
        "the only other winner may be the partner",
        "play.incomplete",
        "/trick_results",
        hand("pandoer pass pass pass", "S HA", trick_results="0 1 1 1 0 1 1"),
    ),
    (
        "none won so far",
        "play.incomplete",
        "/trick_results",
        hand(LOW, "S", trick_results="1 2 3 1 2 3 1"),
    ),
    (
        "piccolo after the first",
        "play.incomplete",
        "/trick_results",
        hand("piccolo pass pass pass", "S", trick_results="0 1"),
    ),
    (
        "any piccolo after one",
        "play.incomplete",
        "/trick_results",
        hand("piccolo pass pass pass", "S", trick_results="1 0", rules={"preset": "easy_piccolo"}),
    ),
    ("points in prive", "result.impossible", "/trick_results/1", full(trick_results="0 0:0")),
    (
        "points of no four cards",
        "result.impossible",
        "/trick_results/0",
        hand(BY_0, "S HA", trick_results="0:57"),
    ),
    (
        "more than the four best",
        "result.impossible",
        "/trick_results/0",
        hand(BY_0, "S HA", trick_results="0:1000"),
    ),
    (
        "too many tricks without points",
        "result.impossible",
        "/trick_results/3",
        hand(BY_0, "S HA", trick_results="0:0 1:0 1:0 1:0"),
    ),
    (
        "the jass twice",
        "result.impossible",
        "/trick_results/1",
        hand(BY_0, "S HA", trick_results="0:56 1:55"),
    ),
    (
        "the jass thrown out",
        "result.impossible",
        "/trick_results/0",
        hand(BY_0, "H CA", discard="HJ", centre="HJ", trick_results="0:56"),
    ),
    (
        "eight tricks too low",
        "result.impossible",
        "/trick_results/7",
        hand(BY_0, "S HA", trick_results="0:56 1:42 1:26 1:10 1:6 1:1 1:0 1:1"),
    ),
    (
        "a trick before the ninth",
        "result.impossible",
        "/trick_results/0",
        hand(BY_0, "S HA", trick_results="0:57 1 1 1 1 1 1 1 1"),
    ),
    # Announcements
    (
        "roem in misere",
        "roem.not_allowed",
        "/roem/0",
        hand(LOW, "S", roem=[{"seat": 0, "value": 20}], tally=MADE),
    ),
    (
        "roem in pandoer",
        "roem.not_allowed",
        "/roem/0",
        hand(
            "pandoer pass pass pass", "S HA", partner=1, roem=[{"seat": 0, "value": 20}], tally=MADE
        ),
    ),
    (
        "an opponent's roem",
        "roem.not_allowed",
        "/roem/0",
        sheet(made=True) | {"roem": [{"seat": 2, "value": 20}]},
    ),
    (
        "roem twice",
        "roem.not_allowed",
        "/roem/1",
        sheet(made=True) | {"roem": [{"seat": 0, "value": 20}, {"seat": 0, "value": 20}]},
    ),
    (
        "roem after four passes",
        "roem.not_allowed",
        "/roem/0",
        hand("pass pass pass pass", roem=[{"seat": 0}]),
    ),
    (
        "no roem in the hand",
        "roem.none",
        "/roem/0",
        hand(
            BY_0,
            "S HA",
            deal={1: "HA HK HJ HT D7 D8 C9 CT"},
            roem=[{"seat": 1, "value": 20}],
            tally=MADE,
        ),
    ),
    (
        "another value",
        "roem.wrong_value",
        "/roem/0",
        hand(BY_0, "S HA", deal={1: HEARTS}, roem=[{"seat": 1, "value": 140}], tally=MADE),
    ),
    (
        "no value of an unknown hand",
        "roem.wrong_value",
        "/roem/0",
        sheet(made=True) | {"roem": [{"seat": 0}]},
    ),
    (
        "a hand is not known without the discard",
        "roem.wrong_value",
        "/roem/0",
        hand(
            BY_0, "S HA", deal={0: SPADES}, centre="H6", partner=1, roem=[{"seat": 0}], tally=MADE
        ),
    ),
    (
        "denial by one who passed",
        "denial.not_entitled",
        "/denials/0",
        sheet(made=True)
        | {"roem": [{"seat": 0, "value": 20}], "denials": [{"by": 2, "against": 0}]},
    ),
    (
        "denial by the partner",
        "denial.not_entitled",
        "/denials/0",
        hand(
            TWO_BIDS,
            "S HA",
            partner=1,
            roem=[{"seat": 2, "value": 20}],
            denials=[{"by": 1, "against": 2}],
            tally=MADE,
        ),
    ),
    (
        "denial of nothing",
        "denial.not_entitled",
        "/denials/0",
        hand(TWO_BIDS, "S HA", partner=3, roem=[], denials=[{"by": 1, "against": 2}], tally=MADE),
    ),
    (
        "denial of the partner while the declarer's stands",
        "denial.not_entitled",
        "/denials/0",
        hand(
            TWO_BIDS,
            "S HA",
            partner=3,
            tally=MADE,
            denials=[{"by": 1, "against": 3}],
            roem=[{"seat": 3, "value": 20}, {"seat": 2, "value": 20}],
        ),
    ),
    (
        "denial in misere",
        "denial.not_entitled",
        "/denials/0",
        hand("120 misere pass pass pass", "S", denials=[{"by": 0, "against": 1}], tally=MADE),
    ),
    (
        "denial after four passes",
        "denial.not_entitled",
        "/denials/0",
        hand("pass pass pass pass", denials=[{"by": 0, "against": 1}]),
    ),
    ("stuk in prive", "stuk.not_allowed", "/stuk", full(stuk=0, tally=MADE)),
    ("an opponent's stuk", "stuk.not_allowed", "/stuk", sheet(made=True) | {"stuk": 3}),
    ("stuk after four passes", "stuk.not_allowed", "/stuk", hand("pass pass pass pass", stuk=0)),
    (
        "stuk of another suit",
        "stuk.not_held",
        "/stuk",
        hand(BY_0, "S HA", deal={1: HEARTS}, stuk=1, tally=MADE),
    ),
    (
        "the queen thrown out",
        "stuk.not_held",
        "/stuk",
        hand(BY_0, "S HA", discard="SQ", partner=1, stuk=0, tally=MADE),
    ),
    (
        "the queen played by another",
        "stuk.not_held",
        "/stuk",
        hand(BY_0, "S HA", plays="SA HA SQ S7", stuk=0, claim="defence"),
    ),
    (
        "nine cards without the queen",
        "stuk.not_held",
        "/stuk",
        hand(
            BY_0,
            "S HA",
            deal={0: SPADES.replace("SQ", "D7")},
            centre="H6",
            partner=1,
            stuk=0,
            tally=MADE,
        ),
    ),
    # Tally
    (
        "a sheet after four passes",
        "tally.impossible",
        "/tally",
        hand("pass pass pass pass", tally={}),
    ),
    ("nine tricks", "tally.impossible", "/tally/tricks", solo_sheet(tricks=9)),
    ("147 points", "tally.impossible", "/tally/cards", sheet(cards=147)),
    (
        "114 points without trumps",
        "tally.impossible",
        "/tally/cards",
        hand("solo_zwabber pass pass pass", "-", tally={"cards": 114}),
    ),
    (
        "146 points less an ace thrown out",
        "tally.impossible",
        "/tally/cards",
        hand(BY_0, "S HA", partner=1, discard="DA", tally={"cards": 136}),
    ),
    ("points without a trick", "tally.impossible", "/tally/tricks", sheet(cards=20, tricks=0)),
    (
        "all tricks without all points",
        "tally.impossible",
        "/tally/tricks",
        sheet(cards=100, tricks=8),
    ),
    ("no card counts six", "tally.impossible", "/tally/tricks", sheet(cards=140, tricks=8)),
    ("roem of 30", "tally.impossible", "/tally/roem", sheet(cards=100, roem=30)),
    ("roem of 10", "tally.impossible", "/tally/roem", sheet(roem=10, made=True)),
    ("first without a trick", "tally.impossible", "/tally/first", solo_sheet(tricks=0, first=True)),
    (
        "four without the first",
        "tally.impossible",
        "/tally/first_four",
        sheet(first=False, first_four=True),
    ),
    (
        "four out of three",
        "tally.impossible",
        "/tally/first_four",
        sheet(tricks=3, first_four=True),
    ),
    (
        "all alone, not the first",
        "tally.impossible",
        "/tally/first",
        solo_sheet(tricks=8, first=False),
    ),
    (
        "all alone, not the four",
        "tally.impossible",
        "/tally/first_four",
        solo_sheet(tricks=8, first_four=False),
    ),
    ("made with too few points", "tally.impossible", "/tally/made", sheet(made=True, cards=119)),
    (
        "set with enough points",
        "tally.impossible",
        "/tally/made",
        sheet(made=False, cards=80, roem=40),
    ),
    (
        "set although roem was announced",
        "tally.impossible",
        "/tally/made",
        sheet(made=False, cards=100) | {"roem": [{"seat": 0, "value": 20}]},
    ),
    ("made with seven tricks", "tally.impossible", "/tally/made", solo_sheet(made=True, tricks=7)),
    (
        "made with a shortage of roem",
        "tally.impossible",
        "/tally/made",
        hand(PLUS, "S HA", partner=1, tally={"made": True, "tricks": 8, "roem": 20}),
    ),
    (
        "a misere made with a trick",
        "tally.impossible",
        "/tally/made",
        hand(LOW, "S", tally={"made": True, "first": True}),
    ),
    (
        "cards against the tricks",
        "tally.mismatch",
        "/tally/cards",
        hand(
            BY_0,
            "S HA",
            partner=1,
            discard="H7",
            trick_results="0:56 2:42 2:26 2:10 2:6 2:1 2:0 2:0",
            tally={"cards": 57},
        ),
    ),
    (
        "fewer points than the last trick counts",
        "tally.mismatch",
        "/tally/cards",
        hand(BY_0, "S HA", partner=1, trick_results="2 2 2 2 2 2 2 0", tally={"cards": 4}),
    ),
    (
        "fewer points than a trick of that side, the others unknown",
        "tally.mismatch",
        "/tally/cards",
        hand(
            BY_0,
            "S HA",
            partner=1,
            trick_results="0:30 0 2:25 2:21 2:24 2:14 2:12 2:8",
            tally={"cards": 17},
        ),
    ),
    (
        "points that leave no 5 for the last trick",
        "tally.mismatch",
        "/tally/cards",
        hand(BY_0, "S HA", partner=1, trick_results="0 0 0 0 0 0 0 2", tally={"cards": 142}),
    ),
    (
        "points that leave no 5 for the claim",
        "tally.mismatch",
        "/tally/cards",
        hand(BY_0, "S HA", partner=1, trick_results="0 0", claim="defence", tally={"cards": 142}),
    ),
    (
        "roem against the announcements",
        "tally.mismatch",
        "/tally/roem",
        sheet(roem=20, cards=1) | {"roem": []},
    ),
    (
        "roem against an announcement by who may be the partner",
        "tally.mismatch",
        "/tally/roem",
        hand(BY_0, "S HA", roem=[{"seat": 3, "value": 20}], tally={"cards": 140, "roem": 0}),
    ),
    (
        "stuk against the announcements",
        "tally.mismatch",
        "/tally/stuk",
        sheet(stuk=20, made=True) | {"stuk": None},
    ),
    (
        "tricks against the results",
        "tally.mismatch",
        "/tally/tricks",
        hand(LOW, "S", trick_results="1 1 1 1 1 1 1 1", tally={"tricks": 1}),
    ),
    (
        "fewer tricks than recorded",
        "tally.mismatch",
        "/tally/tricks",
        hand(LOW, "S", trick_results="0 0", tally={"tricks": 1}),
    ),
    (
        "tricks against the claim",
        "tally.mismatch",
        "/tally/tricks",
        hand(SOLO, "S", claim="declarer", tally={"tricks": 7}),
    ),
    (
        "first against the results",
        "tally.mismatch",
        "/tally/first",
        hand(LOW, "S", trick_results="0", tally={"first": False}),
    ),
    (
        "first against the claim",
        "tally.mismatch",
        "/tally/first",
        hand(SOLO, "S", claim="defence", tally={"first": True}),
    ),
    (
        "four against the results",
        "tally.mismatch",
        "/tally/first_four",
        hand(LOW, "S", trick_results="0 1", tally={"first_four": True}),
    ),
    (
        "made against the results",
        "tally.mismatch",
        "/tally/made",
        hand(LOW, "S", trick_results="0", tally={"made": True}),
    ),
    (
        "made against the ruling",
        "tally.mismatch",
        "/tally/made",
        hand(LOW, "S", tally={"made": True}, ruling={"against": "declarer", "reason": "?"}),
    ),
    ("nothing settles it", "tally.insufficient", "/tally", hand(SOLO, "S")),
    ("an empty sheet", "tally.insufficient", "/tally", solo_sheet()),
    ("a sheet that says too little", "tally.insufficient", "/tally", sheet(roem=20, stuk=20)),
    (
        "four personally, but all?",
        "tally.insufficient",
        "/tally",
        hand("zwabber pass pass pass", "- HA", partner=2, tally={"first_four": True}),
    ),
    (
        "all, but the first four personally?",
        "tally.insufficient",
        "/tally",
        hand("zwabber pass pass pass", "- HA", partner=2, tally={"tricks": 8}),
    ),
    (
        "one trick, but which?",
        "tally.insufficient",
        "/tally",
        hand("piccolo pass pass pass", "S", tally={"tricks": 1}),
    ),
    (
        "results without points",
        "tally.insufficient",
        "/tally",
        hand(BY_0, "S HA", partner=1, trick_results="0 0 0 0 0 0 2 2"),
    ),
    ("who was the partner?", "tally.insufficient", "/partner", hand(BY_0, "S HA", tally=MADE)),
    (
        "who was the partner, whose roem the sheet has?",
        "tally.insufficient",
        "/partner",
        hand(BY_0, "S HA", roem=[{"seat": 3, "value": 20}], tally={"cards": 140, "roem": 20}),
    ),
    (
        "who was the partner, whose roem makes it?",
        "tally.insufficient",
        "/partner",
        hand(
            "150 pass pass pass",
            "S HA",
            roem=[{"seat": 3, "value": 20}],
            tally={"cards": 140, "made": True},
        ),
    ),
    (
        "who was the partner, under a ruling?",
        "tally.insufficient",
        "/partner",
        hand(BY_0, "S HA", ruling={"against": "defence", "reason": "?"}),
    ),
    (
        "lost whoever the partner is",
        "tally.insufficient",
        "/partner",
        hand("pandoer pass pass pass", "S HA", trick_results="1 2"),
    ),
    (
        "all claimed without the discard",
        "claim.ambiguous",
        "/claim",
        hand(BY_0, "S HA", partner=1, claim="declarer"),
    ),
    (
        "who takes the first four?",
        "claim.ambiguous",
        "/claim",
        hand("zwabber pass pass pass", "- HA", partner=2, trick_results="0 0 0", claim="declarer"),
    ),
]


@table(("code", "at", "record"), [row[1:] for row in PROBLEMS], ids=[row[0] for row in PROBLEMS])
def test_the_first_problem_is_this_one_at_this_place(code: str, at: str, record: object) -> None:
    judgement = verdict(record)
    assert [(wrong["code"], wrong["at"]) for wrong in judgement["problems"][:1]] == [(code, at)]
    assert judgement["ok"] is False
    empty = ("outcome", "points", "score", "tricks")
    assert [judgement[key] for key in empty] == [None] * 4
    assert all(wrong["message"] for wrong in judgement["problems"])


NOT_OF_THIS_GAME = {
    Code.AUCTION_NOT_ALLOWED,
    Code.AUCTION_MUST_BID,
    Code.CONTRACT_MUST_PLUNGE,
    Code.CONTRACT_NEEDS_DOUBLES,
    Code.PLAY_BAD_LEAD,
    Code.MATCH_AFTER_END,
    Code.MATCH_OTHER_DEAL,
    Code.MATCH_WRONG_DEALER,
}


def test_every_code_of_this_game_is_reached() -> None:
    assert {row[1] for row in PROBLEMS} == {
        code.value for code in Code if code not in NOT_OF_THIS_GAME
    }


KNOWN = [
    ("before the contract nothing is known", hand("120 pass pass"), (None, None, None)),
    ("the contract names nobody yet", hand(BY_0, "S HA", partner=0), (0, None, "120")),
    ("after it the partner is known", full(plays="SA DA"), (0, None, "prive")),
    ("as far as he is known", hand(BY_0, "S HA", partner=2), (0, 2, "120")),
]


@pytest.mark.parametrize(("record", "known"), [row[1:] for row in KNOWN], ids=[r[0] for r in KNOWN])
def test_an_illegal_record_says_what_is_known(
    record: Record, known: tuple[int | None, int | None, str | None]
) -> None:
    judgement = verdict(record)
    assert (judgement["declarer"], judgement["partner"], judgement["bid"]) == known
