"""Dummy-Hand Spades: hands and results. Seat 3 is the dummy."""

from typing import Final

from games.schema import (
    CLAIM,
    SEAT,
    GameSchema,
    array,
    closed,
    described,
    enum,
    integer,
    nullable,
    pattern,
)

CARD: Final = pattern("[SHDC](10|[AKQJT2-9])", "A card, suit then rank.", "SA", "HT")
PLAYER: Final = described(integer(0, 2), "One of the three players.")
CALL: Final = closed(
    {
        "seat": PLAYER,
        "bid": pattern("([0-9]|1[0-3])", "Tricks bid.", "4"),
        "nil": described(array(SEAT), "The hands that a nil is declared on."),
    },
    ["seat", "bid"],
)
NIL: Final = closed(
    {"bidder": SEAT, "hand": SEAT, "made": {"type": "boolean"}}, ["bidder", "hand", "made"]
)
SCHEMA: Final = GameSchema(
    title="DummySpades",
    description="A hand of Dummy-Hand Spades, in as much detail as the table wrote down: `plays` "
    "or `trick_results`, not both; where neither is given, `tally` or `claim` settles it.",
    fields={
        "dealer": PLAYER,
        "deal": array(nullable(array(CARD)), length=4),
        "auction": array(CALL),
        "plays": described(array(array(CARD)), "Tricks, each in the order played."),
        "trick_results": array(closed({"winner": SEAT}, ["winner"])),
        "claim": CLAIM,
        "tally": closed(
            {
                "tricks": described(array(integer(0), length=4), "Tricks by hand."),
                "declarer_side": described(integer(0), "Tricks of declarer and dummy."),
            },
            description="What the table wrote on its sheet.",
        ),
        "flipped": described(array(CARD), "The dummy's cards shown before the bidding."),
    },
    required=("dealer", "auction"),
    facts={
        "outcome": nullable(enum("played", "passed_out")),
        "declarer": nullable(SEAT),
        "partner": nullable(SEAT),
        "bid": nullable({"type": "string"}),
        "tricks": nullable(array(integer(0, 13), length=4)),
        "score": nullable(array(integer(), length=3)),
        "bags": nullable(array(integer(0), length=3)),
        "nil": nullable(array(NIL)),
    },
)
