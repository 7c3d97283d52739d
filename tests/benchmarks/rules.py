"""The rule book of each game: against bare JSON reading, over a long run, and beside OpenSpiel.

    python -m tests.benchmarks.rules [GAME ...] [--hands 4000] [--records 1000000] [--rounds 5]

The records are in full detail, every piece played, under mixed rules. Both rates of a ratio come
from the same lines in the same run, in turns, and the middle of the rounds counts. Every round
judges freshly parsed records, as a program that reads them does.

OpenSpiel (`pip install .[bench]`) knows spades with four players but no dummy. The same deals are
replayed there with the hands in the order in which they sit: first to see that every trick is won
by the same hand, then for the rate of a replay with its legality check against that of full
verdicts. Its check never lets a spade be led from a hand with anything else, so the hands of that
part are played so.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from rules import verdict
from rules.dummy_spades.auction import IN_TURN
from rules.dummy_spades.cards import PACK
from rules.dummy_spades.play import ORDERS, CardPlay
from rules.trick_play import replay
from tests.rules.dummy_spades import dealing as spades
from tests.rules.dummy_spades import naive
from tests.rules.pandoeren import dealing as pandoeren
from tests.rules.texas42 import dealing as texas42
from tests.rules.texas42.naive import played_as

ROOT = Path(__file__).resolve().parent.parent
ENOUGH = 2000
"""Full hands a second and core that are asked for."""
SOME_BID = 3
RANKS = "23456789TJQKA"
SUITS = "CDHS"


def texas42_hands(count: int) -> list[dict[str, Any]]:
    """Random legal hands in which all 28 dominoes are played."""
    hands: list[dict[str, Any]] = []
    seed = 0
    while len(hands) < count:
        seed += 1
        rng = Random(seed)
        preset = rng.choice(("marks", "points", "straight", "splash", "everything"))
        record = texas42.played_hand(rng, {"preset": preset})
        if played_as(record["contract"])["kind"] != "nello":
            hands.append(record)
    return hands


def pandoeren_hands(count: int) -> list[dict[str, Any]]:
    """Random legal hands, bid and played as people would, with roem and stuk where announced."""
    hands = []
    for seed in range(count):
        rng = Random(seed)
        rules = {"preset": rng.choice(("standard", "easy_piccolo", "pass_out"))}
        hands.append(pandoeren.played_hand(rng, rules, wild=seed % 2 == 0))
    return hands


def spades_hands(count: int, *, spades_last: bool = False) -> list[dict[str, Any]]:
    """Random legal hands of four hands, three bids and 52 plays."""
    rng = Random(52)
    presets = ("standard", "short", "three_peeky", "flip_2", "mirror", "suicide")
    return [
        spades.full_hand(rng, {"preset": rng.choice(presets)}, spades_last=spades_last)
        for _ in range(count)
    ]


HANDS: dict[str, Callable[[int], list[dict[str, Any]]]] = {
    "texas42": texas42_hands,
    "pandoeren": pandoeren_hands,
    "dummy_spades": spades_hands,
}


def rate(work: Callable[[str | dict], object], inputs: Sequence[str | dict]) -> float:
    """Inputs a second of processor time."""
    began = time.process_time()
    for each in inputs:
        work(each)
    return len(inputs) / (time.process_time() - began)


def in_process(lines: list[str], rounds: int) -> None:
    """`json.loads` of each line against `verdict` of each parsed record."""
    reading, judging = [], []
    for _ in range(rounds):
        reading.append(rate(json.loads, lines))
        records = [json.loads(line) for line in lines]
        judging.append(rate(verdict, records))
    bare, judged = median(reading), median(judging)
    print(f"json.loads                 {bare:>10,.0f} lines/s")
    print(
        f"verdict on parsed records  {judged:>10,.0f} records/s  ratio {judged / bare:.3f}"
        f"  {judged / ENOUGH:.1f} times what is asked for"
    )


def check(block: bytes, times: int) -> tuple[float, int]:
    """Processor seconds and peak memory (KiB) of `check` over a block, so many times."""
    with subprocess.Popen(
        [sys.executable, "-m", "rules", "check"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as process:
        for _ in range(times):
            process.stdin.write(block)
        memory = peak_memory(process.pid)
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"check ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, memory


def peak_memory(pid: int) -> int:
    """The most that a running process has held, in KiB.

    Not from wait4, which counts what the parent held when it forked.
    """
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1])


def end_to_end(lines: list[str], records: int) -> None:
    """The command line: read, parse, check, write; and its memory at a tenth and at the whole."""
    block = "".join(line + "\n" for line in lines).encode()
    for share in (max(records // 10, len(lines)), records):
        times = max(1, share // len(lines))
        bare = rate(json.loads, lines)
        seconds, memory = check(block, times)
        judged = times * len(lines) / seconds
        print(
            f"check, {times * len(lines):>9,} records   {judged:>10,.0f} records/s"
            f"  ratio {judged / bare:.3f}  peak {memory / 2**10:.1f} MiB"
        )


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
    held = PACK.holdings(PACK.read_hands(record["deal"]), ())
    rules = CardPlay(ORDERS[declarer], IN_TURN[record["dealer"]][0], break_spades=True)
    return replay(record["plays"], rules, held).winners


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
    free = spades_hands(count)
    differing = sum(winners_there(game, record) != winners_here(record) for record in free)
    print(f"trick winners              {13 * count:>10,} compared, {differing} hands differ")
    if differing:
        raise SystemExit("OpenSpiel and the rule book differ.")
    records = spades_hands(count, spades_last=True)
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
    """Print each game's ratios to JSON reading and its memory, and the ratio to OpenSpiel."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(HANDS))
    parser.add_argument("--hands", type=int, default=4000, help="different hands")
    parser.add_argument("--records", type=int, default=1_000_000, help="records of the long run")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    for game in options.games or HANDS:
        print(f"\n{game}")
        lines = [json.dumps(record) for record in HANDS[game](options.hands)]
        in_process(lines, options.rounds)
        end_to_end(lines, options.records)
    if find_spec("pyspiel") is None:
        print("OpenSpiel is not installed, so nothing was compared with it: pip install '.[bench]'")
    else:
        compare(min(options.hands, 1000), options.rounds)


if __name__ == "__main__":
    main()
