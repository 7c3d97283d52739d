"""The interpretation of a hand being typed: text, score and dominoes; nothing is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.figures import signed
from engine.analysis.answers import claim_of
from games import GamePresenter
from games.base import DrawnTrick, ExplanationLine, Fact, HandTable, SeatedNames, SideLabel
from games.entry_form import EntryForm
from games.wording import isolated_names, problem_text
from rules import explain, judge, verdict
from rules.game import MatchStanding
from rules.pieces import place_in_hand
from rules.problems import Problem
from scoring.models import Match
from scoring.running_score import match_rotation
from scoring.selectors.scores import player_names, standing_after, standing_before, table_of


class PreviewState(StrEnum):
    """How far the hand is."""

    EMPTY = "empty"
    OPEN = "open"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A trick to be drawn, with its problems in words."""

    trick: DrawnTrick
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownScore:
    """A hand's effect on a side's score: "A & C", "+2"; ``state`` is "good", "bad" or empty.

    ``player`` is the side's only player, if there is one.
    """

    side: str
    players: tuple[str, ...]
    player: str
    added: str
    state: str


@dataclass(frozen=True, slots=True)
class Preview:
    """``sentence`` and ``scores`` for a valid hand, ``facts`` for any other; ``explanation`` up to
    the first problem.

    ``asks`` is the missing input, ``problems`` the errors.
    """

    state: PreviewState
    sentence: str = ""
    scores: tuple[ShownScore, ...] = ()
    explanation: tuple[ExplanationLine, ...] = ()
    facts: tuple[Fact, ...] = ()
    asks: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    tricks: tuple[ShownTrick, ...] = ()
    claim: "JudgedClaim | None" = None


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """The best-play answer on a claim; ``line`` has the players and pieces of a refutation."""

    text: str
    holds: bool
    certain: bool
    line: tuple[tuple[str, str], ...]


def preview_of(*, match: Match, form: EntryForm) -> Preview:
    form.is_valid()
    if not form.record:
        return _not_yet(form)
    record = {"format": "hand-record/1", "game": match.game, "rules": match.rules} | form.record
    problems = explain(record)
    if problems:
        return _problematic(form, record, problems)
    judged = verdict(record)
    labels = match.presenter.hand_labels(record, judged, isolated_names(form.table.names))
    before = standing_before(match, number=form.hand_number)
    return Preview(
        state=PreviewState.GOOD,
        sentence=labels.sentence,
        scores=_scores(match, form.hand_number, before, judged),
        explanation=_explanation(match, form.hand_number, record, form.table, before),
        tricks=_tricks(form, record, ()),
        claim=_claim(match, form, record),
    )


def _claim(match: Match, form: EntryForm, record: dict[str, Any]) -> JudgedClaim | None:
    """Return the judged claim, if the deal is known and public."""
    words = match.presenter.best_play
    if words is None or match.is_sealed or (judged := claim_of(record)) is None:
        return None
    names = isolated_names(form.table.names)
    line = tuple((names[seat], piece) for seat, piece in judged["refutation"])
    return JudgedClaim(words.claim(judged), judged["holds"], judged["certain"], line)


def hand_shown(
    match: Match, number: int, record: dict[str, Any], judged: dict[str, Any]
) -> dict[str, Any]:
    """A recorded hand for its own page: words, facts, score, pieces, a director's notes."""
    presenter, table = (
        match.presenter,
        table_of(match, dealer=record["dealer"], number=number),
    )
    names = isolated_names(table.names)
    labels = presenter.hand_labels(record, judged, names)
    judgement = judge(record)
    warnings = judgement.warnings
    tricks = presenter.tricks(record, table.options, table.names, warnings)
    before = standing_before(match, number=number)
    return {
        "labels": labels,
        "seated": _seated(presenter, table),
        "cards": presenter.cards,
        "facts": presenter.facts(_undrawn(record), names),
        "deal": [
            (name, sorted(hand, key=place_in_hand) if presenter.cards else hand)
            for name, hand in zip(
                presenter.hand_names(table.names), record.get("deal", ()), strict=False
            )
            if hand
        ],
        "scores": _scores(match, number, before, judged),
        "warnings": [problem_text(warning, presenter, table.names) for warning in warnings],
        "preview": Preview(
            PreviewState.GOOD,
            # A sealed record lacks the values from which its result follows.
            explanation=()
            if judgement.problems
            else _explanation(match, number, record, table, before),
            tricks=tuple(ShownTrick(trick, ()) for trick in tricks),
        ),
    }


def _seated(presenter: GamePresenter, table: HandTable) -> list[tuple[str, str]]:
    """Return the players by seat letter; empty unless players rotate."""
    if not isinstance(table.names, SeatedNames):
        return []
    return list(zip(presenter.hand_keys(table.names), table.names, strict=False))


def _explanation(
    match: Match, number: int, record: dict[str, Any], table: HandTable, before: MatchStanding
) -> tuple[ExplanationLine, ...]:
    """Return the explanation of the result for its players."""
    at_seats = match_rotation(match).at_seats(before, number)
    return match.presenter.explanation(record, table.options, isolated_names(table.names), at_seats)


def _added(
    match: Match, number: int, before: MatchStanding, judged: dict[str, Any]
) -> tuple[int, ...]:
    """Return the change of totals, penalties included; the bare score of a hand that does not
    count.
    """
    if before.over:
        nothing = (0,) * len(before.totals)
        return match_rotation(match).scattered(nothing, judged["score"], number)
    after = standing_after(match, before, judged)
    return tuple(map(int.__sub__, after.totals, before.totals))


def _scores(
    match: Match, number: int, before: MatchStanding, judged: dict[str, Any]
) -> tuple[ShownScore, ...]:
    """Return each side's gain or loss."""
    sides = match.presenter.sides(player_names(match))
    resting = match_rotation(match).resting(number)
    added = enumerate(zip(sides, _added(match, number, before, judged), strict=True))
    return tuple(_score(*each) for player, each in added if player != resting)


def _score(side: SideLabel, added: int) -> ShownScore:
    return ShownScore(
        side=side.short,
        players=tuple(side.players),
        player=side.players[0] if len(side.players) == 1 else "",
        added=signed(added),
        state="good" if added > 0 else "bad" if added else "",
    )


def _not_yet(form: EntryForm) -> Preview:
    if form.command_error:
        return Preview(PreviewState.BAD, problems=(form.command_error,))
    if not form.is_typed:
        return Preview(PreviewState.EMPTY)
    asks = [str(error) for errors in form.errors.values() for error in errors]
    return Preview(PreviewState.OPEN, asks=tuple(asks))


def _problematic(form: EntryForm, record: dict[str, Any], problems: Sequence[Problem]) -> Preview:
    missing = all(problem.code in form.questions for problem in problems)
    tricks = _tricks(form, record, problems)
    beside = [problem for shown in tricks for problem in shown.trick.problems]
    elsewhere = [problem for problem in problems if problem not in beside]
    words = tuple(dict.fromkeys(form.problem_words(problem) for problem in elsewhere))
    return Preview(
        state=PreviewState.OPEN if missing else PreviewState.BAD,
        facts=form.presenter.facts(_undrawn(record), isolated_names(form.table.names)),
        explanation=_so_far(form, record) if missing else (),
        asks=words if missing else (),
        problems=() if missing else words,
        tricks=tricks,
    )


def _so_far(form: EntryForm, record: dict[str, Any]) -> tuple[ExplanationLine, ...]:
    presenter: GamePresenter = form.presenter
    names = isolated_names(form.table.names)
    return presenter.explanation_so_far(record, form.table.options, names)


def _undrawn(record: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of the record that neither the drawing nor the form shows."""
    return {key: value for key, value in record.items() if key not in {"deal", "plays"}}


def _tricks(
    form: EntryForm, record: dict[str, Any], problems: Sequence[Problem]
) -> tuple[ShownTrick, ...]:
    names = form.table.names
    drawn = form.presenter.tricks(record, form.table.options, names, problems)
    return tuple(
        ShownTrick(
            trick, tuple(problem_text(problem, form.presenter, names) for problem in trick.problems)
        )
        for trick in drawn
    )
