"""What all games ask when they judge a hand: whether it was passed out, what a claim and a ruling
say, and the judgement of a hand without a result.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from rules.game import HandSide, Judgement, Record
from rules.problems import Code, Problem, Problems, first_stage, problem
from rules.shape import Shape
from rules.trick_play import Fault


def illegal(
    facts: Mapping[str, Shape], problems: Problems, warnings: Problems = (), **known: object
) -> Judgement:
    """Return the judgement of a hand with problems: no result, only what is known of the
    auction."""
    return Judgement(problems, warnings, {**dict.fromkeys(facts), **known})


def claimed_by(record: Record) -> HandSide | None:
    """Return the side that claimed the tricks not recorded."""
    return HandSide(record["claim"]) if "claim" in record else None


def made_by_ruling(record: Record) -> bool | None:
    """Return the result of a ruling, if there is one: the side named loses the hand."""
    if "ruling" not in record:
        return None
    return HandSide(record["ruling"]["against"]) is HandSide.DEFENCE


def weighed(faults: Iterable[Fault], ruled_against: Collection[int]) -> tuple[Problems, Problems]:
    """Return the faults that are problems, and as warnings those that a ruling covers: what the
    seats that it goes against played wrongly."""
    problems: list[Problem] = []
    warnings: list[Problem] = []
    for fault in faults:
        (warnings if fault.by in ruled_against else problems).append(fault.problem)
    return tuple(problems), tuple(warnings)


# A hand that was passed out: nobody played it, so its record has nothing of a play


def passed_out(
    facts: Mapping[str, Shape],
    record: Record,
    played_keys: Iterable[str],
    *,
    sides: int,
    announced: Iterable[Problem] = (),
) -> Judgement:
    """Judge a hand without a bid: the next player deals, and nothing else belongs in the record.

    `played_keys` are those that only a hand that was played has, `announced` the problems of what
    may be announced in this game.
    """
    wrong = first_stage(
        _unexpected(record, played_keys), _played_on(record), announced, _tallied(record)
    )
    if wrong:
        return illegal(facts, wrong)
    scored = {"outcome": "passed_out", "score": [0] * sides}
    return Judgement((), (), {**dict.fromkeys(facts), **scored})


def _unexpected(record: Record, keys: Iterable[str]) -> Iterator[Problem]:
    for key in keys:
        if key in record:
            yield problem(
                Code.CONTRACT_UNEXPECTED, f"/{key}", "The hand was passed out: nobody played it."
            )


def _played_on(record: Record) -> Iterator[Problem]:
    for key in ("plays", "trick_results"):
        if record.get(key):
            yield problem(
                Code.PLAY_TOO_MANY, f"/{key}/0", "The hand was passed out: it has no tricks."
            )


def _tallied(record: Record) -> Iterator[Problem]:
    if "tally" in record:
        yield problem(
            Code.TALLY_IMPOSSIBLE, "/tally", "The hand was passed out: there is nothing to tally."
        )
