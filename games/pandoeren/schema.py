"""Pandoeren: hands, contracts and results."""

from typing import Final

from games.schema import (
    CLAIM,
    RULING,
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

CARD: Final = pattern("[SHDC](10|[AKQJT6-9])", "A card, suit then rank.", "SA", "HT")
BID: Final = pattern(
    r"(pass|[1-3][0-9]0|piccolo|misere|kereltje|zwabber|solo_zwabber|piccolo_ouvert"
    r"|misere_ouvert|stil_praatje|pandoer(\+[1-9][0-9]{1,2})?|praatje|prive)",
    "A pass, card points in tens, or a contract by name.",
    *("pass", "150", "pandoer+20"),
)
TALLY: Final = closed(
    {
        "made": {"type": "boolean"},
        "cards": described(integer(0), "The declaring side's card points, last trick included."),
        "roem": integer(0),
        "stuk": {"enum": [0, 20]},
        "tricks": described(integer(0), "The declaring side's tricks."),
        "first": described({"type": "boolean"}, "The declarer won the first trick."),
        "first_four": described({"type": "boolean"}, "The declarer won the first four tricks."),
    },
    description="What the table wrote on its sheet.",
)
POINTS: Final = closed(
    {name: integer() for name in ("cards", "roem", "stuk", "total")},
    ["cards", "roem", "stuk", "total"],
    "Of the declaring side.",
)
SCHEMA: Final = GameSchema(
    title="Pandoeren",
    description="A hand of Pandoeren, in as much detail as the table wrote down: `plays` or "
    "`trick_results`, not both; where neither is given, `tally`, `claim` or `ruling` settles it. "
    "`deal` is the eight cards each, before the exchange.",
    fields={
        "dealer": SEAT,
        "deal": array(nullable(array(CARD)), length=4),
        "auction": array(closed({"seat": SEAT, "bid": BID}, ["seat", "bid"])),
        "contract": closed(
            {
                "trump": described(nullable(enum("S", "H", "D", "C")), "Null: no trumps."),
                "call": described(nullable(CARD), "The called card."),
            }
        ),
        "plays": described(array(array(CARD)), "Tricks, each in the order played."),
        "trick_results": array(closed({"winner": SEAT, "points": integer(0)}, ["winner"])),
        "claim": CLAIM,
        "ruling": RULING,
        "tally": TALLY,
        "centre": described(CARD, "The card dealt face up in the middle."),
        "discard": described(CARD, "The card that the declarer threw out."),
        "partner": described(SEAT, "For tables that write down no cards."),
        "roem": array(closed({"seat": SEAT, "value": integer(0)}, ["seat"])),
        "denials": array(closed({"by": SEAT, "against": SEAT}, ["by", "against"])),
        "stuk": described(nullable(integer(0, 3)), "Who announced king and queen of trumps."),
    },
    required=("dealer", "auction"),
    facts={
        "outcome": nullable(enum("made", "set", "passed_out")),
        "declarer": nullable(SEAT),
        "partner": nullable(SEAT),
        "bid": nullable({"type": "string"}),
        "tricks": nullable(array(integer(0, 8), length=4)),
        "points": nullable(POINTS),
        "score": nullable(array(integer(), length=4)),
    },
)
