"""Brackets to print in tests, put together box by box."""

from itertools import count

from paper.documents.bracket import BracketDocument
from paper.documents.bracket_plan import BoxEmphasis, BracketBox, BracketLine, PlanColumn, PlanTree
from tests.prints.boards.documents import imprint, pair, partners
from tests.prints.matches.documents import LONG_NAMES


def entrant(number: int, *, long: bool) -> str:
    if long:
        return partners(LONG_NAMES[number % 4], LONG_NAMES[(number + 1) % 4])
    return pair(number)


def tree(
    entries: int, numbers: "count[int]", *, title: str = "", played: int = 2, long: bool = False
) -> PlanTree:
    """A knockout; the upper line of each box has won in the first `played` columns."""
    boxes: list[BracketBox] = []
    strokes: list[tuple[int, int]] = []
    names = list(range(entries))
    before: list[BracketBox] = []
    column = 0
    while len(names) > 1:
        column_boxes = []
        for place in range(len(names) // 2):
            feeds = before[2 * place : 2 * place + 2]
            row = sum(box.row for box in feeds) / 2 if feeds else float(place)
            lines = (
                line(names[2 * place], column, played, feeds[0] if feeds else None, True, long),
                line(
                    names[2 * place + 1], column, played, feeds[1] if feeds else None, False, long
                ),
            )
            look = BoxEmphasis.LIVE if column == played else BoxEmphasis.PLAIN
            box = BracketBox(next(numbers), column, row, lines, f"Table {place + 1}", look)
            strokes += [(feed.number, box.number) for feed in feeds]
            column_boxes.append(box)
        boxes += column_boxes
        before, names, column = column_boxes, names[::2], column + 1
    columns = tuple(PlanColumn(f"Round {n + 1}", "best of 3") for n in range(column))
    return PlanTree(columns, tuple(boxes), tuple(strokes), entries / 2, title)


def line(
    number: int, column: int, played: int, feed: BracketBox | None, upper: bool, long: bool
) -> BracketLine:
    seed = str(number + 1) if column == 0 else ""
    if column <= played:
        games = ("2" if upper else "1") if column < played else ""
        return BracketLine(entrant(number, long=long), seed, games, won=upper and column < played)
    return BracketLine("", source=f"Winner of {feed.number}" if feed else "")


def losers(entries: int, numbers: "count[int]", *, played: int = 0, long: bool = False) -> PlanTree:
    """The losers' half of a double elimination: every second column takes in others.

    The names of the first `played` columns are known.
    """
    boxes: list[BracketBox] = []
    strokes: list[tuple[int, int]] = []
    before: list[BracketBox] = []
    size, column = entries // 4, 0
    while size:
        for drop in (False, True):
            column_boxes = []
            for place in range(size):
                if not before:
                    row, feeds = float(place), []
                elif drop:
                    row, feeds = before[place].row, [before[place]]
                else:
                    feeds = before[2 * place : 2 * place + 2]
                    row = sum(box.row for box in feeds) / 2
                lines = (
                    BracketLine("", source=f"Winner of {place + 3}"),
                    BracketLine("", source=f"Loser of {place + 1}"),
                )
                if column < played:
                    first, second = 2 * place, entries - 1 - 2 * place
                    lines = (
                        BracketLine(entrant(first, long=long), score="1"),
                        BracketLine(entrant(second, long=long), score="2", won=True),
                    )
                box = BracketBox(next(numbers), column, row, lines)
                strokes += [(feed.number, box.number) for feed in feeds]
                column_boxes.append(box)
            boxes += column_boxes
            before, column = column_boxes, column + 1
        size //= 2
    columns = tuple(PlanColumn(f"Round {n + 1}") for n in range(column))
    return PlanTree(columns, tuple(boxes), tuple(strokes), entries / 4, "Losers")


def bracket(
    entries: int = 8,
    *,
    double: bool = False,
    consolation: bool = False,
    long: bool = False,
    persian: bool = False,
    played: int = 2,
    champion: bool = False,
) -> BracketDocument:
    numbers = count(1)
    first = tree(entries, numbers, title="Winners" if double else "", played=played, long=long)
    parts = [first]
    if double:
        parts.append(losers(entries, numbers, played=played - 2, long=long))
    if consolation:
        parts.append(tree(entries // 2, numbers, title="Consolation", played=0))
    return BracketDocument(
        imprint("Bracket", persian=persian),
        "Spring Tournament",
        "Single elimination, 14 May 2026",
        tuple(parts),
        champions=(("Winner", entrant(0, long=long)),) if champion else (),
        legend="The number of a box stands at its beginning. Bold: won. Last: games won.",
    )
