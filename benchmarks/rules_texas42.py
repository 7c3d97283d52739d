"""Texas 42: the rule book against bare JSON reading, and the memory of a long run.

    python -m benchmarks.rules_texas42 [--hands 4000] [--records 1000000] [--rounds 5]

The records are in full detail: four hands, auction, contract, 28 plays, under mixed rules.
"""

import json
from random import Random

from benchmarks._records import arguments, end_to_end, in_process
from tests.rules.texas42 import dealing, naive

PRESETS = ("marks", "points", "straight", "splash", "everything")


def full_lines(count: int) -> list[str]:
    """Random legal hands in which all 28 dominoes are played, one a line."""
    lines: list[str] = []
    seed = 0
    while len(lines) < count:
        seed += 1
        rng = Random(seed)
        record = dealing.played_hand(rng, {"preset": rng.choice(PRESETS)})
        if naive.played_as(record["contract"])["kind"] != "nello":
            lines.append(json.dumps(record))
    return lines


def main() -> None:
    """Prints the two ratios and the memory."""
    options = arguments(__doc__)
    lines = full_lines(options.hands)
    in_process(lines, options.rounds)
    end_to_end(lines, options.records)


if __name__ == "__main__":
    main()
