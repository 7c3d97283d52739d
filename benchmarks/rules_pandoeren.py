"""Pandoeren: the rule book against bare JSON reading, and the memory of a long run.

    python -m benchmarks.rules_pandoeren [--hands 4000] [--records 1000000] [--rounds 5]

The records are in full detail: four hands, centre card and discard, auction, contract, 32 plays,
roem with denials and stuk where they were announced, under mixed rules.
"""

import json
from random import Random

from benchmarks._records import arguments, end_to_end, in_process
from tests.rules.pandoeren import dealing

PRESETS = ("standard", "easy_piccolo", "pass_out")


def full_lines(count: int) -> list[str]:
    """Random legal hands, bid and played as people would, one a line."""
    lines: list[str] = []
    for seed in range(count):
        rng = Random(seed)
        rules = {"preset": rng.choice(PRESETS)}
        lines.append(json.dumps(dealing.played_hand(rng, rules, wild=seed % 2 == 0)))
    return lines


def main() -> None:
    """Prints the two ratios and the memory."""
    options = arguments(__doc__)
    lines = full_lines(options.hands)
    in_process(lines, options.rounds)
    end_to_end(lines, options.records)


if __name__ == "__main__":
    main()
