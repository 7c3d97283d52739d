"""Dummy-Hand Spades: the rule book against bare JSON reading and against OpenSpiel.

    python -m benchmarks.rules_dummy_spades [--hands 4000] [--records 1000000] [--rounds 5]

The records are in full detail: four hands, three bids, 52 plays, under mixed rules. OpenSpiel
(`pip install .[bench]`) knows spades with four players but no dummy. The same deals are replayed
there with the hands in the order in which they sit: first to see that every trick is won by the
same hand, then for the rate of a replay with its legality check against that of full verdicts.
Its check never lets a spade be led from a hand with anything else, so the hands of that part are
played so.
"""

import json
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

from benchmarks._records import arguments, end_to_end, in_process, rate
from rules import verdict
from rules.dummy_spades.auction import IN_TURN
from rules.dummy_spades.cards import PACK
from rules.dummy_spades.play import TABLES, follow_play
from rules.pack import holdings
from tests.rules.dummy_spades import dealing, naive

PRESETS = ("standard", "short", "three_peeky", "flip_2", "mirror", "suicide")
SOME_BID = 3
RANKS = "23456789TJQKA"
SUITS = "CDHS"


def hands(count: int, *, spades_last: bool = False) -> list[dict[str, Any]]:
    """Random legal hands in full detail."""
    rng = Random(52)
    return [
        dealing.full_hand(rng, {"preset": rng.choice(PRESETS)}, spades_last=spades_last)
        for _ in range(count)
    ]


# OpenSpiel


def card(name: str) -> int:
    """OpenSpiel's number of a card."""
    suit_and_rank = naive.spelt(name)
    return 13 * SUITS.index(suit_and_rank[0]) + RANKS.index(suit_and_rank[1])


def seats_of(record: dict[str, Any]) -> list[int]:
    """Which of our hands are OpenSpiel's players 0 to 3: from the first leader, clockwise."""
    return naive.order_from((record["dealer"] + 1) % 3, naive.declarer_of(record))


def actions_of(record: dict[str, Any]) -> list[int]:
    """The deal card by card in turn, four bids that do not matter, and the play."""
    dealt = [record["deal"][seat] for seat in seats_of(record)]
    deal = [card(hand[i]) for i in range(13) for hand in dealt]
    plays = [card(name) for trick in record["plays"] for name in trick]
    return deal + [52 + SOME_BID] * 4 + plays


def winners_there(game: Any, record: dict[str, Any]) -> list[int]:
    """Who wins each trick there: who leads to the next, and by the counts, who wins the last."""
    state = game.new_initial_state()
    seats = seats_of(record)
    leaders = []
    for i, action in enumerate(actions_of(record)):
        if i >= 56 and i % 4 == 0:
            leaders.append(seats[state.current_player()])
        state.apply_action(action)
    by_player = [int(word) for word in str(state).split("West\n")[-1].split()[:4]]
    last = [by_player[seats.index(hand)] - leaders[1:].count(hand) for hand in range(4)]
    return [*leaders[1:], last.index(1)]


def winners_here(record: dict[str, Any]) -> list[int]:
    """Who wins each trick by the rule book."""
    declarer = naive.declarer_of(record)
    held = holdings(PACK.read_hands(record["deal"]), (), PACK)
    leader = IN_TURN[record["dealer"]][0]
    played = follow_play(record["plays"], held, TABLES[declarer], leader, break_spades=True)
    return played.winners


def replayed(game: Any, actions: list[int]) -> list[float]:
    """A replay in which every action is checked."""
    state = game.new_initial_state()
    apply = state.apply_action_with_legality_check
    for action in actions:
        apply(action)
    return state.returns()


def compare(count: int, rounds: int) -> None:
    """Equal winners on the same deals, then the two rates, in turns, on freshly parsed records."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("spades")
    free = hands(count)
    differing = sum(winners_there(game, record) != winners_here(record) for record in free)
    print(f"trick winners              {13 * count:>10,} compared, {differing} hands differ")
    if differing:
        raise SystemExit("OpenSpiel and the rule book differ.")
    records = hands(count, spades_last=True)
    lines = [json.dumps(record) for record in records]
    actions = [actions_of(record) for record in records]
    theirs, ours = [], []
    for _ in range(rounds):
        theirs.append(rate(lambda each: replayed(game, each), actions))
        ours.append(rate(verdict, [json.loads(line) for line in lines]))
    there, here = median(theirs), median(ours)
    print(f"OpenSpiel, checked replay  {there:>10,.0f} hands/s")
    print(f"verdict on the same hands  {here:>10,.0f} hands/s  ratio {here / there:.2f}")


def main() -> None:
    """Prints the ratios to JSON reading, the memory, and the ratio to OpenSpiel."""
    options = arguments(__doc__)
    lines = [json.dumps(record) for record in hands(options.hands)]
    in_process(lines, options.rounds)
    end_to_end(lines, options.records)
    if find_spec("pyspiel") is None:
        print("OpenSpiel is not installed, so nothing was compared with it: pip install '.[bench]'")
        return
    compare(min(options.hands, 1000), options.rounds)


if __name__ == "__main__":
    main()
