"""Standings counted a second time, slowly: game by game, table by table, with nothing shared.

And ``result``, which writes how a match ended as if it had been played.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from scoring.models import Match, Side
from tournaments.events.models import Event, Game, RoundState, Table

Row = dict[str, int]
Line = tuple[int, int, bool, bool, bool]  # marks for, against, won, drawn, lost


def result(match: Match, *totals: int, over: bool = True, winner: int | None = None) -> Match:
    """Let a match stand at these totals; where it is over the most win, or the ``winner`` told."""
    best = [side for side, total in enumerate(totals) if total == max(totals)]
    match.totals, match.is_over = list(totals), over
    match.winner = (winner if winner is not None else best[0]) if over and len(best) == 1 else None
    match.hand_count = sum(totals)
    match.standing = {**match.standing, "hands": match.hand_count}
    match.save()
    played = over and match.hand_count > 0
    for side in match.sides.all():
        decided = match.winner is not None
        Side.objects.filter(pk=side.pk).update(
            total=totals[side.number],
            against=max(total for number, total in enumerate(totals) if number != side.number),
            won=decided and match.winner == side.number,
            drawn=played and not decided,
            lost=decided and match.winner != side.number,
            is_over=played,
        )
    return match


def counted(event: Event) -> dict[int, Row]:
    """What every entry has, by its number: sums, and what follows from whom it met.

    Games and meetings won are in tenths, as they are stored: a draw is half a one. Who sits out
    meets somebody who stands as he does.
    """
    rows: dict[int, Row] = {entry.number: defaultdict(int) for entry in event.entries.all()}
    met: list[tuple[int, int, int, int]] = []  # one, other, ten for a win or five for a draw, table
    byes: list[tuple[int, int]] = []
    for table in Table.objects.filter(round__event=event, round__state=RoundState.BEGUN):
        if table.is_bye:
            number = table.seats.get().entry.number
            byes.append((number, length_of(event, table)))
            if event.bye_rule == "none":
                met.append((number, number, 0, table.pk))
            else:
                worth = 5 if event.bye_rule == "half" else 10
                met.extend([(number, number, worth, table.pk)] * length_of(event, table))
            continue
        lines = list(lines_of(event, table))
        won = {side: sum(line[side][2] for line in lines) for side in (0, 1)}
        best = {side: (won[side], sum(line[side][0] for line in lines)) for side in (0, 1)}
        gave_up = {seat.side for seat in table.seats.all() if seat.forfeited}
        for seat in table.seats.all():
            row, other = rows[seat.entry.number], 1 - seat.side
            row["played"] += bool(gave_up or any(game.match.hand_count for game in games_of(table)))
            for line in lines:
                add(row, line[seat.side], event.cap)
            if gave_up:
                row["meetings_won"] += 10 * (seat.side not in gave_up)
            elif is_over(table) and lines:
                row["meetings_won"] += 5 * (best[seat.side] >= best[other])
                row["meetings_won"] += 5 * (best[seat.side] > best[other])
            for rival in table.seats.filter(side=other):
                for line in finished(event, table):
                    _for, _against, has_won, was_drawn, _lost = line[seat.side]
                    worth = 10 * has_won + 5 * was_drawn
                    met.append((seat.entry.number, rival.entry.number, worth, table.pk))
    for number, games in byes:
        add_bye(event, rows[number], games)
    for change in event.adjustments.filter(revoked_at=None):
        row = rows[change.entry.number]
        for key in ("games_won", "meetings_won"):
            row[key] += 10 * change.games
        row["changed"] += bool(change.games or change.marks)
        for key in ("points", "capped_for", "capped_difference"):
            row[key] += change.marks
    for number, row in rows.items():
        row["difference"] = row["points"] - row["points_against"]
        tables = {(other, at) for entry, other, _worth, at in met if entry == number}
        row["buchholz"] = sum(rows[other]["games_won"] for other, _at in tables)
        row["sonneborn_berger"] = sum(
            worth * rows[other]["games_won"] for entry, other, worth, _at in met if entry == number
        )
        row["met"] = len(tables)
    return rows


def games_of(table: Table) -> list[Game]:
    """The games that count: in a series none after it was won, and none left unplayed."""
    games = list(table.games.order_by("number"))
    if any(seat.forfeited for seat in table.seats.all()):
        return []
    if table.best_of:
        tally = [0, 0]
        games_counted = []
        for game in games:
            if max(tally) > table.best_of // 2:
                break
            if game.match.is_over:
                games_counted.append(game)
                if game.match.winner is not None:
                    tally[game.match.winner] += 1
        if max(tally) > table.best_of // 2:
            return games_counted
    return [game for game in games if game.match.hand_count or not game.match.is_over]


def is_over(table: Table) -> bool:
    """Whether nothing more is played there."""
    tally = [0, 0]
    for game in table.games.all():
        if game.match.winner is not None:
            tally[game.match.winner] += 1
    if table.best_of and max(tally) > table.best_of // 2:
        return True
    return all(game.match.is_over for game in table.games.all())


def length_of(event: Event, table: Table) -> int:
    """The games that the tables of its round play, or that win a series there."""
    best_of = max(other.best_of for other in table.round.tables.all())
    return best_of // 2 + 1 if best_of else event.games_per_meeting


def lines_of(event: Event, table: Table) -> Iterator[list[Line]]:
    """Every game as both sides have it, those awarded by forfeit too."""
    gave_up = {seat.side for seat in table.seats.all() if seat.forfeited}
    if gave_up:
        yield from forfeited(event, table, gave_up)
    for game in games_of(table):
        match = game.match
        yield [
            (
                *(match.totals[side], match.totals[1 - side], match.winner == side),
                *(match.is_over and match.winner is None, lost(match, side)),
            )
            for side in (0, 1)
        ]


def forfeited(event: Event, table: Table, gave_up: set[int]) -> Iterator[list[Line]]:
    """The games of a meeting that was given up."""
    length = table.best_of // 2 + 1 if table.best_of else table.games.count()
    for _game in range(length):
        yield [
            (event.forfeit_against, event.forfeit_for, False, False, True)
            if side in gave_up
            else (event.forfeit_for, event.forfeit_against, True, False, False)
            for side in (0, 1)
        ]


def finished(event: Event, table: Table) -> Iterator[list[Line]]:
    """The games that are over, awarded ones too."""
    open_games = [not game.match.is_over for game in games_of(table)]
    awarded = any(seat.forfeited for seat in table.seats.all())
    for place, line in enumerate(lines_of(event, table)):
        if awarded or not open_games[place]:
            yield line


def lost(match: Match, side: int) -> bool:
    """Whether the other side has won."""
    return match.winner is not None and match.winner != side


def add(row: Row, line: Line, cap: int) -> None:
    """One game."""
    points, other, has_won, was_drawn, has_lost = line
    row["points"] += points
    row["points_against"] += other
    row["games_won"] += 10 * has_won + 5 * was_drawn
    row["games_lost"] += has_lost
    row["capped_for"] += min(points, cap)
    row["capped_difference"] += max(-cap, min(cap, points - other))


def add_bye(event: Event, row: Row, games: int) -> None:
    """What sitting out is worth; an average is that of games played, so byes come last."""
    scores: dict[str, tuple[int, int] | None] = {
        "none": None,
        "win": (0, 0),
        "half": (0, 0),
        "fixed": (event.bye_for, event.bye_against),
    }
    score, is_half = scores[event.bye_rule], event.bye_rule == "half"
    for _game in range(games if score else 0):
        assert score is not None
        add(row, (*score, not is_half, is_half, False), event.cap)
        row["played"] += 1
    row["meetings_won"] += (5 if is_half else 10) * bool(score)


def ranks(rows: dict[int, Row], order: list[str], *, fewer: set[str]) -> dict[int, int]:
    """One more than those who are better in the first metric that differs, or have played."""

    def worth(number: int) -> list[int]:
        row = rows[number]
        return [bool(row["played"]), *(-row[key] if key in fewer else row[key] for key in order)]

    return {row: 1 + sum(worth(other) > worth(row) for other in rows) for row in rows}


def figures(row: Row, order: list[str]) -> list[int | None]:
    """What a row shows: nothing of somebody who played nothing, nor of who met nobody."""
    opponents = ("buchholz", "sonneborn_berger")
    return [
        row[key] if (row["met"] if key in opponents else row["played"] or row["changed"]) else None
        for key in order
    ]


def shown(event: Event, keys: list[str]) -> dict[int, Any]:
    """The stored standings by number: rank and the values of the metrics, as ``counted`` has them.

    Wins are in tenths there, the product of two in hundredths.
    """
    scale = dict.fromkeys(("games_won", "meetings_won", "buchholz"), 10) | {"sonneborn_berger": 100}
    return {
        standing.entry.number: (
            standing.rank,
            [
                None
                if (value := standing.values[key]) is None
                else Fraction(value) * scale.get(key, 1)
                for key in keys
            ],
        )
        for standing in event.standings.select_related("entry")
    }
