"""The command line: each command once as people run it, else in this process; deals by lot."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.analysis import answers
from engine.analysis.__main__ import main
from engine.analysis.deals import dealing_of, dealt_games, make_deal, make_deals, seed_hash
from rules.texas42.dominoes import NAMES
from tests.rules.in_process import run_here
from tests.rules.texas42.dealing import played_hand
from tests.tables import table

ROOT = Path(__file__).parents[2]
DEAL = make_deal("texas42", "a seed", 1)
CARDS = make_deal("pandoeren", "a seed", 1)
RECORD = played_hand(Random(4))


def run(*arguments: str, text: bytes = b"") -> tuple[int, list[Any], str]:
    """Exit status, answers and standard error of the command line."""
    status, out, errors = run_here(main, arguments, text)
    return status, [json.loads(line) for line in out.splitlines()], errors


def run_as_people_do(*arguments: str, text: bytes = b"") -> tuple[int, list[Any], str]:
    """The same of `python -m engine.analysis`, from a shell that names no settings."""
    shell = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "-m", "engine.analysis", *arguments],
        input=text,
        capture_output=True,
        cwd=ROOT,
        env=shell,
        check=False,
        timeout=120,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, lines, done.stderr.decode()


BAD_LINES: list[tuple[bytes, str, str]] = [
    (b"{", "record.malformed", ""),
    (b"[]", "record.malformed", ""),
    (b"\xff\xfe", "record.malformed", ""),
    (b'{"format": NaN}', "record.malformed", ""),
    (b"[" * 100_000, "record.malformed", ""),
    (b"1" * 100_000, "record.malformed", ""),
    (b'{"format": "deal/2", "game": "texas42"}', "record.unknown_format", "/format"),
    (b'{"format": "deal/1", "game": "whist", "deal": []}', "record.unknown_game", "/game"),
    (b'{"format": "deal/1", "game": "dummy_spades"}', "record.unknown_game", "/game"),
]


def test_a_bad_line_is_answered_in_its_place_and_the_run_goes_on(tmp_path: Path) -> None:
    file, good = tmp_path / "deals.jsonl", json.dumps(DEAL).encode()
    lines = [good, b" ", *(line for line, _, _ in BAD_LINES), good]
    file.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines))
    status, output, errors = run_as_people_do("table", str(file))
    assert (status, errors) == (1, "")
    assert output[0] == output[-1] == answers.table(DEAL)
    problems = [answer["problems"][0] for answer in output[1:-1]]
    assert [(each["code"], each["at"]) for each in problems] == [
        (code, at) for _, code, at in BAD_LINES
    ]
    assert all(set(answer) == {"ok", "problems"} for answer in output[1:-1])


def test_plays_are_read_from_standard_input_too() -> None:
    lines = [json.dumps(RECORD), "{}", json.dumps(RECORD)]
    status, output, errors = run_as_people_do("plays", text="\n".join(lines).encode())
    assert (status, errors) == (1, "")
    assert output == [answers.plays(RECORD), answers.plays({}), answers.plays(RECORD)]
    assert run("plays", text=lines[0].encode())[0] == 0


def changed(**keys: object) -> dict[str, Any]:
    return {**DEAL, **keys}


def with_piece(name: str) -> list[list[str]]:
    return [[name, *DEAL["deal"][0][1:]], *DEAL["deal"][1:]]


@table(
    ("deal", "code", "at"),
    [
        (changed(format=1), "record.malformed", "/format"),
        (changed(deal=None), "record.malformed", "/deal"),
        (changed(deal=DEAL["deal"][:3]), "record.malformed", "/deal"),
        (changed(deal=[*DEAL["deal"][:3], None]), "record.malformed", "/deal/3"),
        (changed(deal=with_piece(3)), "record.malformed", "/deal/0/0"),  # type: ignore[arg-type]
        (changed(extra=1), "record.malformed", "/extra"),
        (changed(deal=with_piece("7-0")), "deal.unknown_piece", "/deal/0/0"),
        (changed(deal=[DEAL["deal"][0][:6], *DEAL["deal"][1:]]), "deal.wrong_size", "/deal/0"),
        (changed(deal=with_piece(DEAL["deal"][0][1])), "deal.duplicate", "/deal/0/1"),
        (changed(game="pandoeren"), "record.malformed", "/centre"),
        (
            {
                **make_deal("pandoeren", "", 1),
                "centre": make_deal("pandoeren", "", 1)["deal"][0][0],
            },
            "deal.duplicate",
            "/centre",
        ),
        ({"format": "deal/1", "game": "texas42"}, "record.malformed", "/deal"),
    ],
)
def test_malformed_deals(deal: object, code: str, at: str) -> None:
    answer = answers.table(deal)
    assert (answer["problems"][0]["code"], answer["problems"][0]["at"]) == (code, at)


def test_either_spelling_of_a_domino_is_read() -> None:
    turned = [[f"{name[2]}-{name[0]}" for name in hand] for hand in DEAL["deal"]]
    assert answers.table(changed(deal=turned)) == answers.table(DEAL)


@pytest.mark.parametrize(
    "arguments",
    [
        *([], ["tables"], ["table", "no such file"], ["deal", "seed"], ["deal", "seed", "0"]),
        *(["deal", "seed", "1001"], ["deal", "seed", "x"], ["deal", "--game", "whist", "s", "1"]),
    ],
)
def test_what_cannot_be_used_is_one_line_and_status_2(arguments: list[str]) -> None:
    status, output, errors = run(*arguments)
    assert (status, output) == (2, [])
    assert errors.startswith("analysis: ")
    assert errors.count("\n") == 1


# Deals by lot


def test_deals_of_a_seed_are_printed_with_its_hash() -> None:
    status, output, errors = run_as_people_do("deal", "four aces", "3")
    assert status == 0
    assert output == list(make_deals("texas42", "four aces", 3))
    assert hashlib.sha256(b"four aces").hexdigest() == seed_hash("four aces")
    assert errors == f"SHA-256 of the seed: {seed_hash('four aces')}\n"
    assert run("deal", "four aces", "1")[1] == output[:1]


def test_a_deal_stays_what_it_was() -> None:
    """By the description in `docs/analysis.md`, written out once more."""
    words, order = [], list(range(28))
    for block in range(8):
        text = f"deal/1 texas42 2 {block}\nZuid-Holland é"
        digest = hashlib.sha256(text.encode()).digest()
        words += [int(digest[at : at + 4].hex(), 16) for at in range(0, 32, 4)]
    for last in range(27, 0, -1):
        while words[0] >= 2**32 - 2**32 % (last + 1):
            words.pop(0)
        chosen = words.pop(0) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    hands = [[NAMES[n] for n in sorted(order[7 * seat : 7 * seat + 7])] for seat in range(4)]
    deal = make_deal("texas42", "Zuid-Holland é", 2)
    assert deal == {"format": "deal/1", "game": "texas42", "deal": hands}
    assert make_deal("texas42", "hello", 1)["deal"][0] == [
        *("0-0", "1-1", "2-2", "3-0", "4-0", "4-2", "5-4"),
    ]


@table("game", dealt_games())
def test_every_piece_is_dealt_once_and_anywhere(game: str) -> None:
    dealing = dealing_of(game)
    size, names = dealing.pack.hand_size, [dealing.pack.names[piece] for piece in dealing.order]
    seen: Counter[tuple[str, int]] = Counter()
    for deal in make_deals(game, "anywhere", 400):
        dealt = [piece for hand in deal["deal"] for piece in hand]
        dealt += [deal["centre"]] if "centre" in deal else []
        assert sorted(dealt) == sorted(names)
        assert [len(hand) for hand in deal["deal"]] == [size] * 4
        seen.update((piece, seat) for seat, hand in enumerate(deal["deal"]) for piece in hand)
    expected = 400 * size / len(names)
    assert len(seen) == 4 * len(names)
    assert all(0.6 * expected < number < 1.4 * expected for number in seen.values())
