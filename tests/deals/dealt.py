"""Deal sets whose every hand has been played once, so that whole records of them are known."""

import json
from random import Random
from typing import Any

from clubs.models import User
from rules import GAMES
from tests.rules.pandoeren import dealing as pandoeren
from tests.rules.texas42 import dealing as texas42
from tournaments.deals.models import DealSet
from tournaments.deals.services.deals import deal_set_read
from tournaments.events.models import Event

HEAD = {"format", "game", "rules"}


def hands_played(event: Event, count: int) -> list[dict[str, Any]]:
    """A whole record for each deal, dealt by the seat that deals it, under the event's rules."""
    rng, hands = Random(7), []
    for number in range(count):
        dealer = number % GAMES[event.game].seats
        if event.game == "texas42":
            hand = texas42.played_hand(rng, event.rules, dealer)
        else:
            hand = pandoeren.played_hand(rng, event.rules, wild=False)
            hand = pandoeren.rotated(hand, dealer - hand["dealer"])
        hands.append({key: value for key, value in hand.items() if key not in HEAD})
    return hands


def deals_given(event: Event, by: User, per_round: int, rounds: int) -> list[dict[str, Any]]:
    """Give an event a set of the deals of such hands, and return their records."""
    hands = hands_played(event, per_round * rounds)
    lines = [
        {"format": "deal/1", "game": event.game, "deal": hand["deal"]}
        | ({"centre": hand["centre"]} if "centre" in hand else {})
        for hand in hands
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    deal_set_read(event=event, by=by, text=text, per_round=per_round)
    event.refresh_from_db()
    return hands


def pieces_of(event: Event) -> set[str]:
    """Every piece of the event's game."""
    deal_set = DealSet.objects.get(event=event)
    first = deal_set.deals.get(number=1)
    return {piece for hand in first.hands for piece in hand} | ({first.centre} - {""})
