"""Input of formats, read from the database: rounds, results, draw order, room."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from django.db.models import Count, Q

from engine.pairings.formats import FORMATS
from engine.pairings.groups import SHARES
from engine.pairings.state import PairingState, PlannedRound, Slot, TableResult
from engine.standings.ranking import by_the_game, ranked
from engine.standings.results import Results
from engine.standings.series import SeriesGame, marks, meeting_state, wins
from scoring.labels import Label, LabelKind
from tournaments.events.models import Event, Game, Lot, Round, RoundState, Table, TableSeat
from tournaments.events.selectors.sums import bye_points, results_of

ORDER_LOT = "order"
ROUND_LOT = "round"
SEEDING_LOT = "seeding"


def pairing_state_of(
    event: Event,
    *,
    announced: tuple[PlannedRound, ...] = (),
    lot: tuple[int, ...] = (),
    fixed_until: int = 0,
) -> PairingState:
    """Return all that the event's format plans from. Six queries, more for a ranking.

    Planned rounds up to number ``fixed_until`` are taken as played.
    """
    format_ = FORMATS[event.format]
    active = dict(event.entries.values_list("number", "left_after_round"))
    begun = list(event.rounds.filter(state=RoundState.BEGUN))
    return PairingState(
        entries=draw_order(event),
        absent=frozenset(number for number, left in active.items() if left is not None),
        played=stored_rounds(
            event.rounds.filter(Q(state=RoundState.BEGUN) | Q(number__lte=fixed_until)).order_by(
                "number"
            )
        ),
        options=event.format_options,
        size=format_.entries_a_table(event.game),
        announced=announced,
        results=table_results(event, begun),
        ranking=_ranking(event, format_.ranked_by),
        lot=lot,
        groups=tuple(map(tuple, event.groups)),
        may_repeat=format_.by_score and bool(repeats_allowed(event)),
        bye_points=bye_points(event) if format_.by_score else {},
    )


def repeats_allowed(event: Event) -> str:
    """Return why the planned round may repeat meetings or byes; empty if it may not. One query."""
    planned = event.rounds.filter(state=RoundState.PLANNED).exclude(repeats="")
    return planned.values_list("repeats", flat=True).first() or ""


def stored_rounds(rounds: Iterable[Round]) -> tuple[PlannedRound, ...]:
    """Return stored rounds as formats plan them. Two queries."""
    stored = list(rounds)
    by_round: dict[int, list[TableSeat]] = {round_.pk: [] for round_ in stored}
    seats = TableSeat.objects.filter(table__round__in=by_round).select_related("table", "entry")
    for seat in seats.order_by("table__number", "place"):
        by_round[seat.table.round_id].append(seat)
    return tuple(_as_planned(round_, by_round[round_.pk]) for round_ in stored)


def draw_order(event: Event) -> tuple[int, ...]:
    """Return the entries' numbers: seeded first, then as drawn, latecomers last. Two queries."""
    lot = Lot.objects.filter(event=event, purpose__startswith=ORDER_LOT).order_by("pk").last()
    drawn = {number: place for place, number in enumerate(lot.outcome["order"])} if lot else {}
    last = len(drawn)

    def place(item: tuple[int, int | None]) -> tuple[bool, int, int, int]:
        number, seed = item
        return seed is None, seed or 0, drawn.get(number, last), number

    entries = event.entries.values_list("number", "seed")
    return tuple(number for number, _seed in sorted(entries, key=place))


def newest_round_lot(event: Event) -> tuple[str, Lot | None]:
    """Return the purpose of the next round's lot, and the newest that was drawn. Two queries."""
    purpose = f"{ROUND_LOT}.{event.rounds.filter(state=RoundState.BEGUN).count() + 1}"
    same = Q(purpose=purpose) | Q(purpose__startswith=f"{purpose}.")
    return purpose, Lot.objects.filter(same, event=event).order_by("pk").last()


def round_lot(event: Event) -> tuple[int, ...]:
    """Return the entries in the order drawn for the next round; empty without a lot."""
    _purpose, lot = newest_round_lot(event)
    return tuple(lot.outcome["order"]) if lot else ()


def table_results(event: Event, rounds: Sequence[Round]) -> tuple[tuple[TableResult, ...], ...]:
    """Return the results of the tables of begun rounds, without byes. Three queries."""
    games: dict[int, list[Game]] = defaultdict(list)
    for game in Game.objects.filter(table__round__in=rounds).select_related("match"):
        games[game.table_id].append(game)
    by_round: dict[int, list[TableResult]] = {round_.pk: [] for round_ in rounds}
    tables = Table.objects.filter(round__in=rounds, is_bye=False).order_by("number")
    for table in tables.prefetch_related("seats__entry"):
        by_round[table.round_id].append(table_result(table, table.seats.all(), games[table.pk]))
    return tuple(tuple(results) for results in by_round.values())


def table_result(table: Table, seats: Iterable[TableSeat], games: Sequence[Game]) -> TableResult:
    """Return the result of a table, without games that a decided series did not need.

    Reads nothing that is not given.
    """
    seated = list(seats)
    given_up = frozenset(seat.side for seat in seated if seat.forfeited)
    sides = {seat.side for seat in seated}
    state = meeting_state(table.best_of, games_played(games), sides, given_up, table.decided_side)
    won, made = wins(state.counted), marks(state.counted)
    return TableResult(
        is_over=state.is_over,
        winners=frozenset(seat.entry.number for seat in seated if seat.side == state.winner),
        won={seat.entry.number: won[seat.side] for seat in seated},
        marks={seat.entry.number: made[seat.side] for seat in seated},
        games=tuple(
            {seat.entry.number: game.totals[seat.side] for seat in seated}
            for game in state.counted
            if game.totals
        ),
        is_void=len(given_up) == len(sides) or not any(game.match.is_begun for game in games),
    )


def games_played(games: Iterable[Game]) -> list[SeriesGame]:
    """Return games with the values that decide a series; a disputed one is open and without a
    winner.
    """
    return [
        SeriesGame(
            game.match.is_over and not game.is_disputed,
            None if game.is_disputed else game.match.winner,
            game.match.totals or (),
        )
        for game in games
    ]


def _ranking(event: Event, stage: str | None) -> tuple[int, ...]:
    if stage is None:
        return ()
    rows = ranked(_comparable(event, stage), event.tie_breaks)
    lot = Lot.objects.filter(event=event, purpose=SEEDING_LOT).first() if stage else None
    drawn = {number: place for place, number in enumerate(lot.outcome["order"])} if lot else {}
    order = sorted(rows, key=lambda row: (row.rank, drawn.get(row.entry, len(drawn)), row.entry))
    return tuple(row.entry for row in order)


def _comparable(event: Event, stage: str) -> Results:
    """Return the results of a stage, per game if the event compares them so."""
    results = results_of(event, stage=stage or None)
    return by_the_game(results) if compares_shares(event) else results


def compares_shares(event: Event) -> bool:
    """Whether entries with unequal numbers of games are compared per game."""
    return bool(event.format_options.get("unequal", 0) == SHARES)


def lines_of(event: Event) -> dict[int, int]:
    """Return the line in which each entry is ranked apart; empty for one ranking, and before the
    draw. Six queries where lines are ranked apart.
    """
    if not ranks_lines(event) or not event.rounds.exists():
        return {}
    active = dict(event.entries.values_list("number", "left_after_round"))
    state = PairingState(
        entries=draw_order(event),
        absent=frozenset(number for number, left in active.items() if left is not None),
        played=stored_rounds(event.rounds.filter(state=RoundState.BEGUN).order_by("number")),
        options=event.format_options,
    )
    lines = FORMATS[event.format].lines(state)
    return {number: lines.get(number, max(lines.values())) for number in active}


def ranks_lines(event: Event) -> bool:
    """Whether the event ranks the lines of its movement apart. No queries."""
    two = PairingState((1, 2), options=event.format_options)
    return bool(event.deals_per_round and FORMATS[event.format].lines(two))


def level_in_stage(event: Event) -> tuple[tuple[int, ...], ...]:
    """Return the groups of tied entries in the stage from which a bracket is to be drawn next.

    Empty where none is. The queries of the sums, and two.
    """
    stage = FORMATS[event.format].ranked_by
    stages = set(event.rounds.values_list("stage", "state"))
    if not stage or stages != {(stage, RoundState.BEGUN)}:
        return ()
    rows = [row for row in ranked(_comparable(event, stage), event.tie_breaks) if row.tied]
    return tuple(
        tuple(row.entry for row in level) for _rank, level in groupby(rows, key=attrgetter("rank"))
    )


def _as_planned(round_: Round, seats: Iterable[TableSeat]) -> PlannedRound:
    tables: dict[int, list[int]] = defaultdict(list)
    slots: dict[int, Slot] = {}
    byes = []
    for seat in seats:
        table = seat.table
        slots[table.pk] = Slot(table.section, table.slot, table.best_of)
        if table.is_bye:
            byes.append(seat.entry.number)
        else:
            tables[table.pk].append(seat.entry.number)
    drawn_slots = tuple(slots.values()) if set(slots.values()) - {Slot()} else ()
    return PlannedRound(tuple(map(tuple, tables.values())), tuple(byes), round_.stage, drawn_slots)


# The tables of the room.


def room_of(event: Event) -> frozenset[int]:
    """Return the numbers of the usable tables.

    If the event does not set them, there are as many as in the largest round; one query then.
    """
    count = event.tables_in_room or _most_tables(event)
    usable = frozenset(range(1, count + 1)) - frozenset(event.tables_lost)
    # With more lost than there are, one must have been put back unrecorded.
    return usable or frozenset({1})


def open_numbers(event: Event) -> dict[int, frozenset[int]]:
    """Return the numbers in the draw of tables still playing, by round. Five queries."""
    begun = list(event.rounds.filter(state=RoundState.BEGUN))
    tables = Table.objects.filter(round__in=begun, is_bye=False).order_by("number")
    by_round: dict[int, list[int]] = {round_.pk: [] for round_ in begun}
    for key, number in tables.values_list("round_id", "number"):
        by_round[key].append(number)
    return {
        round_.pk: frozenset(
            number
            for number, result in zip(by_round[round_.pk], came, strict=True)
            if not result.is_over
        )
        for round_, came in zip(begun, table_results(event, begun), strict=True)
    }


def free_tables(event: Event) -> int | None:
    """Return how many tables of the room are free; None without a limit.

    Seven queries, or none.
    """
    if not (event.tables_in_room or event.tables_lost):
        return None
    playing = open_numbers(event)
    taken = {
        table.in_room
        for table in Table.objects.filter(round__in=playing, is_bye=False)
        if table.number in playing[table.round_id]
    }
    return len(room_of(event) - taken)


def game_label(event: Event, round_: Round, table: Table, number: int | None) -> Label:
    """Return the name of a match; ``number`` if its table plays several."""
    values = {"event": event.name, "round": round_.number, "table": table.in_room}
    if table.shift > 1:
        values["shift"] = table.shift
    if number is None:
        return Label(LabelKind.TABLE, values)
    return Label(LabelKind.GAME, values | {"game": number})


def _most_tables(event: Event) -> int:
    tables = Count("tables", filter=Q(tables__is_bye=False))
    counts = event.rounds.annotate(count=tables).values_list("count", flat=True)
    return max(counts, default=1)
