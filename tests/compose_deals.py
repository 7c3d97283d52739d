"""Compose the demo club's evening of the same deals anew: ``python -m tests.compose_deals``.

Who sits where follows from the seeds in ``club.json``; every table bids and plays for itself, and
one hand in three is written down without its plays.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from engine.analysis.deals import make_deals
from engine.pairings.mitchell import Mitchell
from engine.pairings.state import PairingState, draw
from rules import verdict
from tests.rules.texas42 import dealing

mitchell = Mitchell().plan

DATA = Path(__file__).parents[1] / "seeds" / "data"
NAME = "The same twelve deals"
KINDS = {"trump", "doubles", "nello", "no_trump"}
MOST_PASSED = 2
ATTEMPTS = 200

Record = dict[str, Any]


def lines(spec: Record) -> Iterator[Record]:
    """The matches of the evening, round by round."""
    deal_spec, entries = spec["deals"], spec["entries"]
    per_round, rules = (
        deal_spec["per_round"],
        {**spec["rules"], "hand_limit": deal_spec["per_round"]},
    )
    order = draw(spec["seed"], "order", list(range(1, len(entries) + 1)))
    plan = mitchell(PairingState(tuple(order), options=spec["format_options"]))
    deals = [deal["deal"] for deal in make_deals("texas42", deal_spec["seed"], deal_spec["count"])]
    passed = 0
    for round_, planned in enumerate(plan, start=1):
        for table, pairs in enumerate(planned.tables, start=1):
            home, away = (entries[number - 1] for number in pairs)
            hands = []
            for number in range((round_ - 1) * per_round + 1, round_ * per_round + 1):
                may_pass = passed < MOST_PASSED and number > len(deals) // 2 - 1
                hand = played(deals[number - 1], number, table, rules, may_pass=may_pass)
                passed += "contract" not in hand
                is_short = "plays" in hand and (table + number) % 3 == 0
                hands.append(shortened(hand, rules) if is_short else hand)
            players = [home[0], away[0], home[1], away[1]]
            match = {"format": "match-record/1", "game": "texas42", "rules": spec["rules"]}
            match |= {"players": players, "hands": hands}
            yield {"round": round_, "table": table, "match": match, "mended": []}


def played(
    deal: list[list[str]], number: int, table: int, rules: Record, *, may_pass: bool
) -> Record:
    """A legal hand with this deal, of a contract that every club plays."""
    options, dealer = dealing.options_of(rules), (number - 1) % 4
    for attempt in range(ATTEMPTS):
        rng = Random(f"{number}-{table}-{attempt}")
        calls = dealing.bid_round(rng, deal, dealer, options)
        auction = [{"seat": (dealer + 1 + at) % 4, "bid": call} for at, call in enumerate(calls)]
        hand: Record = {
            "dealer": dealer,
            "deal": [list(seat_hand) for seat_hand in deal],
            "auction": auction,
        }
        bids = [call for call in calls if call != "pass"]
        if bids:
            declarer = (dealer + 1 + calls.index(bids[-1])) % 4
            contract = dealing.name_contract(rng, deal, calls, declarer, options)
            if contract["kind"] not in KINDS:
                continue
            plays = dealing.play_out(rng, deal, contract, declarer, options)
            hand |= {"contract": contract, "plays": plays}
        elif not may_pass:
            continue
        if judged(hand, rules)["ok"]:
            return hand
    raise ValueError(f"no hand for deal {number}")


def shortened(hand: Record, rules: Record) -> Record:
    """The same with the tally of its table alone."""
    judgement = judged(hand, rules)
    tally: Record = {"made": judgement["outcome"] == "made"}
    if judgement["points"]:
        tally["points"] = list(judgement["points"])
    less = {key: value for key, value in hand.items() if key not in {"deal", "plays"}}
    return less | {"tally": tally}


def judged(hand: Record, rules: Record) -> Record:
    head = {"format": "hand-record/1", "game": "texas42", "rules": rules}
    return dict(verdict({**head, **hand}))


def main() -> None:
    """Write the file of the evening."""
    club = json.loads((DATA / "club.json").read_text())
    spec = next(evening_spec for evening_spec in club["evenings"] if evening_spec["name"] == NAME)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines(spec))
    (DATA / spec["file"]).write_text(text)


if __name__ == "__main__":
    main()
