"""Double elimination from two boxes: each series is drawn anew among entries with as many defeats.
Source: the printed rules of a tournament in Hearne, Texas: a winners' and a losers' box, opponents
drawn from them for each series, one bye a pair."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, repeat

from engine.pairings.bracket_state import STILL_IN, Worth, placed, without_first
from engine.pairings.brackets import FINAL, LOSERS, WINNERS
from engine.pairings.drawing import (
    Bracket,
    DrawnBox,
    DrawnColumn,
    DrawnLine,
    DrawnPart,
    Status,
    marks_by_game,
)
from engine.pairings.elimination import FINAL_BEST_OF, LINES, LOSERS_TARGET, final_setting
from engine.pairings.format import BracketFormat
from engine.pairings.state import PairingState, PlannedRound, Slot, Table, TableResult, bye_counts
from rules.phrases import phrase

LIVES = 2


@dataclass(frozen=True, slots=True)
class Boxes:
    """Who is still in, by the number of defeats, in the order of ``PairingState.entries``.

    ``out`` are all others with how far they came: the number of the last round they were in, and
    1 for who left without having lost there.
    """

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    out: Mapping[int, Worth]

    @property
    def still_in(self) -> tuple[int, ...]:
        """Everybody that has something to play for, or has won."""
        return self.winners + self.losers

    @property
    def champion(self) -> int | None:
        """The last one in, or who had won everything when they left."""
        if self.still_in:
            return self.still_in[0] if len(self.still_in) == 1 else None
        far = max(self.out.values(), default=None)
        best = [entry for entry, worth in self.out.items() if worth == far]
        return best[0] if far and far[1] and len(best) == 1 else None


class TwoBoxes(BracketFormat):
    """A winners' and a losers' box; opponents are drawn from them for each series."""

    key = "two_boxes"
    name = phrase("Double elimination out of two boxes")
    explanation = phrase(
        "Fixed pairs; two losses and you are out. Opponents are drawn again for each series: "
        "the unbeaten among themselves, and those with one loss among themselves. Nobody gets "
        "a second bye while someone else can take it."
    )
    settings = (final_setting(2), FINAL_BEST_OF, LOSERS_TARGET)
    draws_rounds = True
    closed_by = ""
    most = LINES

    def plan(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return the next series as ``state.lot`` brings them out of the boxes.

        In a box neighbours in the order of the lot meet. Of an odd number the last in that order
        sits out, among those with the fewest byes so far: nobody twice while there is another in
        their box. A box of one waits. When but two are left they play the final; it decides by
        itself where ``final`` (2) is 1, else the unbeaten pair may lose it once. ``final_best_of``
        (0).
        """
        if state.is_waiting or self.undecided(state):
            return ()
        boxes = boxes_of(state)
        if len(boxes.still_in) < LIVES:
            return ()
        if len(boxes.still_in) == 2 and _has_begun(state):
            return (_final(boxes.still_in, state),)
        byes = bye_counts(state.entries, state.played)
        drawn = [
            (section, *_drawn(_out_of_the_hat(box, state), byes))
            for section, box in ((WINNERS, boxes.winners), (LOSERS, boxes.losers))
            if len(box) > 1
        ]
        return (_round(drawn),)

    def places(self, state: PairingState) -> dict[int, int]:
        """Places by the series in which each was put out; those still in share the first.

        Where all who were left dropped out together nobody is first: they share the second place.
        """
        boxes = boxes_of(state)
        ranks = placed({**boxes.out, **dict.fromkeys(boxes.still_in, (STILL_IN,))})
        return without_first(ranks, is_won=bool(boxes.still_in) or boxes.champion is not None)

    def undecided(self, state: PairingState) -> frozenset[tuple[int, int]]:
        """Return the tables whose series ended without a winner, so that the boxes are unknown."""
        return frozenset(
            (round_, table)
            for round_, results in enumerate(state.results, start=1)
            for table, result in enumerate(results, start=1)
            if result.is_over and not result.winners and not state.absent.intersection(result.won)
        )

    def bracket(self, state: PairingState) -> Bracket:
        """Return the drawing, announced rounds included. The final is in the winners' columns."""
        numbers = count(1)
        numbered = [(next(numbers), laid) for laid in _laid(state)]
        parts = (
            _part(name, [item for item in numbered if item[1][3].section in sections], state)
            for name, sections in ((WINNERS, (WINNERS, FINAL)), (LOSERS, (LOSERS,)))
        )
        champion = boxes_of(state).champion if state.played else None
        champions = () if champion is None else ((WINNERS, champion),)
        return Bracket(tuple(part for part in parts if part.boxes), champions)


def boxes_of(state: PairingState) -> Boxes:
    """Return both boxes by the results; late entries are in neither. Two defeats eliminate, the
    second one in the last series that was played: an entry that won again after a defeat that was
    only found by a correction stays until it loses again."""
    field = _field(state)
    defeats, lost_last = _defeats(state)
    gone = {entry: _last_seen(entry, state) for entry in field if entry in state.absent}
    beaten = {entry: at for entry, at in lost_last.items() if defeats[entry] >= LIVES}
    out = {
        entry: (number, int(entry not in lost_last)) for entry, number in (gone | beaten).items()
    }
    still_in = [entry for entry in field if entry not in out]
    return Boxes(
        tuple(entry for entry in still_in if not defeats[entry]),
        tuple(entry for entry in still_in if defeats[entry]),
        out,
    )


def _field(state: PairingState) -> tuple[int, ...]:
    """Return who takes part: those drawn into the first round, once it has begun."""
    if not state.played:
        return state.active
    there = state.played[0].entries
    return tuple(entry for entry in state.entries if entry in there)


def _defeats(state: PairingState) -> tuple[Counter[int], dict[int, int]]:
    """Return each entry's number of defeats, and the last round of those who lost their last
    series."""
    defeats: Counter[int] = Counter()
    lost_last: dict[int, int] = {}
    rounds = zip(state.played, _losers(state), strict=True)
    for number, (planned, losers) in enumerate(rounds, start=1):
        defeats.update(losers)
        for table in planned.tables:
            for entry in table:
                lost_last.pop(entry, None)
        lost_last |= dict.fromkeys(losers, number)
    return defeats, lost_last


def _has_begun(state: PairingState) -> bool:
    """Two alone first have to play for the winners' box."""
    return any(planned.tables for planned in state.played)


def _losers(state: PairingState) -> Iterator[list[int]]:
    """Yield who lost in each round, as often as it counts: a single final puts out at once."""
    single = state.options.get("final", LIVES) == 1
    for planned, results in zip(state.played, state.results, strict=False):
        lost: list[int] = []
        for table, slot, result in zip(planned.tables, planned.slots, results, strict=False):
            times = LIVES if single and slot.section == FINAL else 1
            if result.winners:
                lost += [entry for entry in table if entry not in result.winners] * times
        yield lost


def _last_seen(entry: int, state: PairingState) -> int:
    """Return the last round in which it was drawn."""
    rounds = [
        number for number, planned in enumerate(state.played, start=1) if entry in planned.entries
    ]
    return rounds[-1] if rounds else 0


def _out_of_the_hat(box: Iterable[int], state: PairingState) -> list[int]:
    """Return a box in the order of the lot; without one as it is."""
    place = {entry: number for number, entry in enumerate(state.lot)}
    return sorted(box, key=lambda entry: place.get(entry, len(place)))


def _drawn(order: Sequence[int], byes: Mapping[int, int]) -> tuple[list[Table], list[int]]:
    """Neighbours meet; of an odd number one sits out."""
    left, resting = list(order), []
    if len(left) % 2:
        fewest = min(byes[entry] for entry in left)
        resting = [[entry for entry in left if byes[entry] == fewest][-1]]
        left.remove(resting[0])
    return list(zip(left[::2], left[1::2], strict=True)), resting


def _round(drawn: Sequence[tuple[str, list[Table], list[int]]]) -> PlannedRound:
    tables = [
        (table, Slot(section, slot))
        for section, pairs, _resting in drawn
        for slot, table in enumerate(pairs, start=1)
    ]
    byes = [
        (entry, Slot(section, len(pairs) + 1))
        for section, pairs, resting in drawn
        for entry in resting
    ]
    return PlannedRound.of_slots(tables, byes)


def _final(two: tuple[int, ...], state: PairingState) -> PlannedRound:
    """Return the final, or the further one: who has lost less comes first."""
    before = sum(slot.section == FINAL for planned in state.played for slot in planned.slots)
    length = state.options.get("final_best_of", 0)
    return PlannedRound((two,), slots=(Slot(FINAL, before + 1, length),))


BoxTable = tuple[int, int, Table, Slot, TableResult | None]
"""A table of the event: its round and number there, who sits there, its slot, what came of it."""


def _laid(state: PairingState) -> Iterator[BoxTable]:
    rounds = chain(state.played, state.announced)
    for number, (planned, came) in enumerate(
        zip(rounds, chain(state.results, repeat(())), strict=False), start=1
    ):
        tables = zip(planned.sittings, planned.slots, chain(came, repeat(None)), strict=False)
        for table, (entries, slot, result) in enumerate(tables, start=1):
            yield number, table, entries, slot, result


def _part(name: str, numbered: Sequence[tuple[int, BoxTable]], state: PairingState) -> DrawnPart:
    rounds = sorted({laid[0] for _number, laid in numbered})
    boxes = tuple(
        _box(number, laid, rounds.index(laid[0]), len(state.played)) for number, laid in numbered
    )
    sections = {laid[0]: laid[3].section for _number, laid in numbered}
    columns = tuple(
        DrawnColumn(sections[round_], _number_of(round_, sections), len(rounds), round_)
        for round_ in rounds
    )
    return DrawnPart(name, columns, boxes, (), max((box.row + 1 for box in boxes), default=0))


def _number_of(round_: int, sections: dict[int, str]) -> int:
    """Return the how-manieth of its section a round is."""
    return sum(
        section == sections[round_] for number, section in sections.items() if number <= round_
    )


def _box(number: int, laid: BoxTable, column: int, begun: int) -> DrawnBox:
    round_, table, entries, slot, result = laid
    lines = [
        DrawnLine(
            entry,
            games=result.won.get(entry) if result else None,
            has_won=bool(result and entry in result.winners) or len(entries) == 1,
            marks=marks_by_game(result, entry),
        )
        for entry in entries
    ]
    upper, other = lines if len(lines) == 2 else (lines[0], DrawnLine(None))
    return DrawnBox(
        number=number,
        section=slot.section,
        column=column,
        row=slot.number - 1 if slot.section != FINAL else 0,
        lines=(upper, other),
        status=_status(entries, result, is_begun=round_ <= begun),
        round=round_,
        table=table if len(entries) == 2 else None,
        best_of=slot.best_of,
        if_needed=slot.section == FINAL and slot.number > 1,
    )


def _status(entries: Table, result: TableResult | None, *, is_begun: bool) -> Status:
    if len(entries) == 1:
        return Status.WALKOVER
    if not is_begun:
        return Status.DRAWN
    return Status.OVER if result and result.is_over else Status.PLAYING
