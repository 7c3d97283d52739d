"""The command line: run as people run it where that matters, and in this process elsewhere."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules import match_verdict, verdict
from rules.__main__ import main
from tests.rules.in_process import run_here
from tests.rules.texas42.dealing import full_hand, match_record
from tests.tables import table

ROOT = Path(__file__).parents[2]


def run(*arguments: str, text: str | bytes = "") -> tuple[int, list[Any], str]:
    """Exit status, verdicts and standard error of the command line."""
    given = text.encode() if isinstance(text, str) else text
    status, out, errors = run_here(main, arguments, given)
    return status, [json.loads(line) for line in out.splitlines()], errors


def run_as_people_do(*arguments: str, text: str = "") -> tuple[int, list[Any], str]:
    """The same of `python -m rules`."""
    done = subprocess.run(
        [sys.executable, "-m", "rules", *arguments],
        input=text.encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, lines, done.stderr.decode()


HANDS = [full_hand(Random(seed)) for seed in range(5)]
LINES = "".join(json.dumps(hand) + "\n" for hand in HANDS)
BROKEN = {**HANDS[0], "dealer": 9}


def test_each_line_gets_its_verdict_in_order() -> None:
    assert run_as_people_do("check", text=LINES) == (0, [verdict(hand) for hand in HANDS], "")


def test_matches_too() -> None:
    record = match_record(Random(3), {"target": 100})
    assert run("match", text=json.dumps(record)) == (0, [match_verdict(record)], "")


def test_one_illegal_record_is_exit_status_1() -> None:
    status, answers, _ = run_as_people_do("check", text=LINES + json.dumps(BROKEN))
    assert status == 1
    assert [each["ok"] for each in answers] == [True] * 5 + [False]


@pytest.mark.parametrize(
    "order", ["--summary check {}", "check --summary {}", "check {} --summary"]
)
def test_the_summary_may_be_asked_for_anywhere(order: str, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(LINES)
    status, answers, errors = run(*order.format(file).split())
    assert (status, len(answers)) == (0, 5)
    assert "records per second" in errors


def test_files_are_read_in_order_and_blank_lines_skipped(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    first.write_text("\n  \n" + json.dumps(HANDS[0]) + "\r\n\n")
    second.write_bytes(b"\xef\xbb\xbf" + json.dumps(HANDS[1]).encode())
    status, answers, _ = run("check", str(first), str(second))
    assert (status, answers) == (0, [verdict(HANDS[0]), verdict(HANDS[1])])


@table(
    ("line", "code", "at"),
    [
        (b"{", "record.malformed", ""),
        (b"[]", "record.malformed", ""),
        (b"null", "record.malformed", ""),
        (b'"hand-record/1"', "record.malformed", ""),
        (b"{} {}", "record.malformed", ""),
        (b'{"format": NaN}', "record.malformed", ""),
        (b'{"format": -Infinity}', "record.malformed", ""),
        (b'{"format": "\xff"}', "record.malformed", ""),
        (b"\xff\xfe{}", "record.malformed", ""),
        (b"[" * 100_000, "record.malformed", ""),
        (b'{"a":' * 100_000, "record.malformed", ""),
        (b'{"format": 1e999}', "record.malformed", "/format"),
        (b'{"format": "\\ud800"}', "record.unknown_format", "/format"),
        (
            b'{"format": "hand-record/1", "game": "texas42", "dealer": ' + b"9" * 9999 + b"}",
            "record.malformed",
            "/dealer",
        ),
        (
            b'{"format": "hand-record/1", "game": "texas42", "dealer": 0, "dealer": 7}',
            "record.malformed",
            "/dealer",
        ),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_line_that_is_no_record_gets_a_verdict_and_the_run_goes_on(
    line: bytes, code: str, at: str
) -> None:
    status, answers, errors = run("check", text=line + b"\n" + LINES.encode())
    assert (status, errors) == (1, "")
    assert (answers[0]["problems"][0]["code"], answers[0]["problems"][0]["at"]) == (code, at)
    assert [each["ok"] for each in answers[1:]] == [True] * 5


def test_the_summary_counts_on_standard_error() -> None:
    status, answers, errors = run("check", "--summary", text=LINES + json.dumps(BROKEN) + "\n[]")
    rows = dict(line.rsplit(maxsplit=1) for line in errors.splitlines())
    assert status == 1
    assert len(answers) == 7
    rate = rows.pop("records per second")
    assert int(rate.replace(",", "")) > 0
    assert rows == {"records": "7", "legal": "5", "illegal": "2", "record.malformed": "2"}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["judge"],
        ["check", "--colour"],
        ["check", "/no/such/file"],
        ["check", "."],
        ["match", "--summary", "a\nb"],
        ["check", "--summ"],
    ],
    ids=" ".join,
)
def test_unusable_arguments_and_files_are_one_line_and_exit_status_2(arguments: list[str]) -> None:
    status, answers, errors = run(*arguments)
    assert (status, answers) == (2, [])
    assert errors.startswith("rules: ")
    assert "Traceback" not in errors
    assert errors.count("\n") == 1


def test_verdicts_before_an_unreadable_file_are_still_written(tmp_path: Path) -> None:
    good = tmp_path / "good.jsonl"
    good.write_text(LINES)
    files = (str(good), str(tmp_path / "missing.jsonl"))
    status, answers, errors = run_as_people_do("check", *files)
    assert (status, len(answers)) == (2, 5)
    assert "missing.jsonl" in errors


@pytest.mark.parametrize(
    ("redirection", "said"),
    [
        (">/dev/full", "rules: No space left on device\n"),
        (">&-", "rules: standard output is closed\n"),
        ("<&-", "rules: standard input is closed\n"),
    ],
)
def test_streams_that_cannot_be_used_are_one_line_and_exit_status_2(
    redirection: str, said: str
) -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m rules check {redirection}',
        shell=True,  # only a shell starts a program with a closed stream
        input=LINES.encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", said)


def test_a_reader_that_goes_away_is_met_with_silence() -> None:
    feed = LINES.encode() * 2000
    with subprocess.Popen(
        [sys.executable, "-m", "rules", "check"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        try:
            process.stdin.write(feed)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""


def test_help_is_no_error() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rules", "--help"], capture_output=True, cwd=ROOT, check=True
    )
    assert b"check" in done.stdout


def test_the_rule_book_needs_nothing_but_the_standard_library() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import rules;"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & "
        "{'django', 'rest_framework', 'celery', 'random', 'datetime', 'logging'}))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(ROOT)], capture_output=True, check=True
    )
    assert done.stdout.strip() == b"[]"


def test_a_dash_is_standard_input_among_files(tmp_path: Path) -> None:
    hands = tmp_path / "hands.jsonl"
    hands.write_text(json.dumps(BROKEN) + "\n")
    status, verdicts, _ = run("check", str(hands), "-", text=LINES)
    assert status == 1
    assert [each["ok"] for each in verdicts] == [False] + [True] * len(HANDS)
