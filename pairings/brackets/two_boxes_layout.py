"""The drawing of two boxes: a column of tables for each series, without strokes."""

from collections.abc import Iterator, Sequence
from itertools import chain, count

from pairings.base import PairingState, PlannedRound, Spot, Table, TableResult
from pairings.brackets.boxes import FINAL, LOSERS, WINNERS
from pairings.brackets.drawing import Bracket, DrawnBox, DrawnColumn, DrawnLine, DrawnPart, Status
from pairings.brackets.strip import marks_of
from pairings.brackets.two_boxes import boxes_of

Laid = tuple[int, int, Table, Spot, TableResult | None]
"""A table of the event: its round and number there, who sits there, its spot, what came of it."""


def two_boxes_bracket(situation: PairingState) -> Bracket:
    """The drawing, announced rounds included. A final stands with the winners."""
    numbers = count(1)
    numbered = [(next(numbers), laid) for laid in _laid(situation)]
    parts = (
        _part(name, [one for one in numbered if one[1][3].section in sections], situation)
        for name, sections in ((WINNERS, (WINNERS, FINAL)), (LOSERS, (LOSERS,)))
    )
    champion = boxes_of(situation).champion if situation.played else None
    champions = () if champion is None else ((WINNERS, champion),)
    return Bracket(tuple(part for part in parts if part.boxes), champions)


def _laid(situation: PairingState) -> Iterator[Laid]:
    rounds = chain(situation.played, situation.announced)
    results: Iterator[Sequence[TableResult]] = chain(
        situation.results, ((),) * len(situation.announced)
    )
    for number, (planned, came) in enumerate(zip(rounds, results, strict=True), start=1):
        yield from _laid_round(number, planned, came)


def _laid_round(number: int, planned: PlannedRound, came: Sequence[TableResult]) -> Iterator[Laid]:
    sitting = [*planned.tables, *((entry,) for entry in planned.byes)]
    lacking = [None] * (len(sitting) - len(came))
    tables = zip(sitting, planned.spots, [*came, *lacking], strict=True)
    for table, (entries, spot, result) in enumerate(tables, start=1):
        yield number, table, entries, spot, result


def _part(name: str, numbered: Sequence[tuple[int, Laid]], situation: PairingState) -> DrawnPart:
    rounds = sorted({laid[0] for _number, laid in numbered})
    boxes = tuple(
        _box(number, laid, rounds.index(laid[0]), len(situation.played))
        for number, laid in numbered
    )
    sections = {laid[0]: laid[3].section for _number, laid in numbered}
    columns = tuple(
        DrawnColumn(sections[round_], _number_of(round_, sections), len(rounds), round_)
        for round_ in rounds
    )
    return DrawnPart(name, columns, boxes, (), max((box.row + 1 for box in boxes), default=0))


def _number_of(round_: int, sections: dict[int, str]) -> int:
    """The how-manieth of its section a round is."""
    return sum(
        section == sections[round_] for number, section in sections.items() if number <= round_
    )


def _box(number: int, laid: Laid, column: int, begun: int) -> DrawnBox:
    round_, table, entries, spot, result = laid
    lines = [
        DrawnLine(
            entry,
            games=result.won.get(entry) if result else None,
            has_won=bool(result and entry in result.winners) or len(entries) == 1,
            marks=marks_of(result, entry),
        )
        for entry in entries
    ]
    one, other = lines if len(lines) == 2 else (lines[0], DrawnLine(None))
    return DrawnBox(
        number=number,
        section=spot.section,
        column=column,
        row=spot.slot - 1 if spot.section != FINAL else 0,
        lines=(one, other),
        status=_status(entries, result, is_begun=round_ <= begun),
        round=round_,
        table=table if len(entries) == 2 else None,
        best_of=spot.best_of,
        if_needed=spot.section == FINAL and spot.slot > 1,
    )


def _status(entries: Table, result: TableResult | None, *, is_begun: bool) -> Status:
    if len(entries) == 1:
        return Status.WALKOVER
    if not is_begun:
        return Status.DRAWN
    return Status.OVER if result and result.is_over else Status.PLAYING
