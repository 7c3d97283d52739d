"""The consequences of a correction, shown before it is made.

The state of before is read while others record. The correction runs inside a transaction, the event
is compared, and everything is rolled back unless it is to be kept: preview and correction run the
same services.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.figures import figure
from core.text import comma_list, isolated
from core.transactions import get_or_gone
from core.transactions import trial as trying
from engine.pairings.drawing import Bracket, DrawnBox
from engine.pairings.formats import FORMATS
from engine.pairings.state import PlannedRound, TableResult
from feeds.models import Change, ChangeKind
from scoring.host import Consent, Consequence, TrialResult
from tournaments.events.event_hooks import event_hooks
from tournaments.events.event_labels import box_title, column_title, line_label, part_title
from tournaments.events.models import Event, EventState, Game, Round, RoundState, Table, TableSeat
from tournaments.events.selectors.events import last_begun_number, lineup
from tournaments.events.selectors.next_step import OutdatedDraw, draw_outdated
from tournaments.events.selectors.pairing_state import (
    pairing_state_of,
    stored_rounds,
    table_results,
)
from tournaments.events.services.locking import event_locked, matches_locked
from tournaments.events.services.standings import standings_rows

Outcome = TypeVar("Outcome")
Names = Mapping[int, str]
Place = tuple[int, int]
"""A round and a table of it, by their numbers."""

MOST = 5
"""How many consequences of a kind are listed; of more only the number."""


def round_is_past(event: Event, round_: Round) -> bool:
    """Whether a begun round is over, or a later one has begun or was drawn from its results.

    Five queries at most.
    """
    later = event.rounds.filter(number__gt=round_.number)
    format_ = FORMATS[event.format]
    if later.filter(state=RoundState.BEGUN).exists():
        return True
    if format_.from_results:
        drawn = later.exclude(stage=format_.by_hand_stage) if format_.by_hand_stage else later
        if drawn.exists():
            return True
    (results,) = table_results(event, [round_])
    return all(result.is_over for result in results)


def event_is_past(event: Event) -> bool:
    """Whether the first round of an event is over, or a later one has begun."""
    first = event.rounds.filter(state=RoundState.BEGUN).first()
    return first is not None and round_is_past(event, first)


def next_is_drawn(event: Event) -> bool:
    """Whether a round that follows from results is drawn already. Two queries."""
    format_ = FORMATS[event.format]
    if not format_.from_results or not event.rounds.filter(state=RoundState.BEGUN).exists():
        return False
    planned = event.rounds.filter(state=RoundState.PLANNED)
    if format_.by_hand_stage:
        planned = planned.exclude(stage=format_.by_hand_stage)
    return planned.exists()


def event_weigh(
    *,
    event_id: int,
    act: Callable[[], Outcome],
    agreed: Consent | None = None,
    trial: bool = False,
    past: Callable[[Event], bool] = event_is_past,
) -> TrialResult[Outcome]:
    """Correct something of an event if its consequences are agreed to. Locks matches and event.

    The correction is kept if the event is not ``past``, if it has no consequences, if exactly these
    were ``agreed`` to, or if ``agreed`` is None. A ``trial`` keeps nothing. Errors of ``act``
    propagate, and nothing is written then.

    Consequences that were agreed to are not worked out again while neither form nor event has
    changed. Otherwise the state of before is worked out without a lock, so that hands are recorded
    meanwhile, and again if the event has changed when the lock is taken. That of after is worked
    out under it: only this transaction sees what it has written.
    """
    if not trial:
        with transaction.atomic():
            matches_locked(event_id)
            event = event_locked(event_id)
            if agreed is None or _is_as_agreed(event, agreed) or not past(event):
                return TrialResult((), act())
    consent = agreed or Consent()
    for attempt in range(MAX_TRIES):
        before = _before(event_id) if attempt < MAX_TRIES - 1 else None
        with trying() if trial else transaction.atomic():
            matches_locked(event_id)
            event = event_locked(event_id)
            if before is not None and before.stamp != _stamp(event):
                continue
            before = before or _snapshot(event)
            outcome = act()
            after = _snapshot(event_locked(event_id))
            differences = tuple(_differences(before, after))
            weighed = TrialResult(differences, outcome, basis=consent.basis(*before.stamp))
            if not trial and (not weighed.consequences or consent.agrees(weighed)):
                return weighed
            transaction.set_rollback(True)
        return replace(weighed, is_kept=False, is_other=bool(consent.mark))
    raise AssertionError("the last attempt compares under the lock")


def _is_as_agreed(event: Event, agreed: Consent) -> bool:
    """Whether the consequences that were agreed to are still those of this event. One query."""
    return bool(agreed.mark) and agreed.holds(*_stamp(event))


MAX_TRIES: Final = 3
"""How often the state of before is worked out, the last time under the lock."""


def _before(event_id: int) -> "_Snapshot | None":
    """Return the state of an event that is not locked.

    None of a finished event, in which a lot may be drawn: that takes the lock.
    """
    event = get_or_gone(Event.objects.select_related("club"), event_id)
    return None if event.state == EventState.FINISHED else _snapshot(event)


def _stamp(event: Event) -> tuple[int, int]:
    """Return what differs once the event, or money of the club, has changed. One query."""
    money = Change.objects.filter(club=event.club_id, kind=ChangeKind.MONEY)
    return event.version, money.aggregate(last=Max("pk"))["last"] or 0


@dataclass(frozen=True, slots=True)
class _GameAtPlace:
    """A game of a table: its place, entries and totals by side, whether it is over."""

    place: Place
    table: int
    number: int
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    is_over: bool


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """The state of an event, as far as corrections change it; ``stamp`` was read before it."""

    stamp: tuple[int, int]
    event: Event
    names: Names
    people: Mapping[int, int]
    games: Mapping[int, _GameAtPlace]
    results: Mapping[Place, TableResult]
    places: Mapping[int, int]
    values: Mapping[int, object]
    bracket: Bracket | None
    planned: Mapping[int, PlannedRound]
    outdated: OutdatedDraw | None
    begun: int
    of_hooks: Sequence[object]


def _snapshot(event: Event) -> _Snapshot:
    stamp = _stamp(event)
    format_ = FORMATS[event.format]
    begun = last_begun_number(event)
    entrants = lineup(event).entrants(event.entries.all(), max(begun, 1)).values()
    rows = standings_rows(event)
    numbers = list(event.rounds.filter(state=RoundState.PLANNED).values_list("number", flat=True))
    planned = stored_rounds(event.rounds.filter(state=RoundState.PLANNED))
    return _Snapshot(
        stamp,
        event,
        {entrant.number: isolated(entrant.name) for entrant in entrants},
        {entrant.number: len(entrant.players) for entrant in entrants},
        dict(_games(event)),
        dict(_results(event)),
        {row.entry: row.rank for row in rows},
        {row.entry: row.values for row in rows},
        format_.bracket(pairing_state_of(event)) if format_.has_bracket else None,
        dict(zip(numbers, planned, strict=True)),
        draw_outdated(event) if begun else None,
        begun,
        [hooks.snapshot(event) for hooks in event_hooks()],
    )


def _games(event: Event) -> Iterator[tuple[int, _GameAtPlace]]:
    seats = TableSeat.objects.filter(table__round__event=event).order_by("place")
    entries: dict[tuple[int, int], list[int]] = defaultdict(list)
    for table, side, number in seats.values_list("table", "side", "entry__number"):
        entries[table, side].append(number)
    games = Game.objects.filter(table__round__event=event).select_related("match", "table__round")
    for game in games.order_by("table__round__number", "table__number", "number"):
        totals = tuple(game.match.totals or ())
        yield (
            game.match_id,
            _GameAtPlace(
                (game.table.round.number, game.table.number),
                game.table.in_room,
                game.number,
                tuple(tuple(entries[game.table_id, side]) for side in range(len(totals))),
                totals,
                game.match.is_over,
            ),
        )


def _results(event: Event) -> Iterator[tuple[Place, TableResult]]:
    rounds = list(event.rounds.filter(state=RoundState.BEGUN))
    tables = Table.objects.filter(round__in=rounds, is_bye=False).order_by("number")
    numbers: dict[int, list[int]] = {round_.pk: [] for round_ in rounds}
    for round_id, number in tables.values_list("round", "number"):
        numbers[round_id].append(number)
    for round_, results in zip(rounds, table_results(event, rounds), strict=True):
        for number, result in zip(numbers[round_.pk], results, strict=True):
            yield (round_.number, number), result


def _differences(before: _Snapshot, after: _Snapshot) -> Iterator[Consequence]:
    meetings = [Consequence("match", text) for text in _meetings(before, after)]
    yield from meetings
    boxes = [Consequence("bracket", text) for text in _boxes(before, after)]
    moves = [Consequence("standings", text) for text in _moves(before, after)]
    yield from listed(boxes, _more_boxes)
    yield from listed(moves, _more_places)
    yield from (Consequence("draw", text) for text in _draws(before, after))
    for hooks, old, new in zip(event_hooks(), before.of_hooks, after.of_hooks, strict=True):
        yield from hooks.differences(after.event, old, new)


def listed(
    consequences: Sequence[Consequence], more_text: Callable[[int], str]
) -> Iterator[Consequence]:
    """Yield the first few of one kind, and how many more there are."""
    yield from consequences[:MOST]
    more = len(consequences) - MOST
    if more > 0:
        yield Consequence(consequences[0].kind, more_text(more) % {"count": more})


def _more_boxes(count: int) -> str:
    return ngettext(
        "Bracket: %(count)d more match changes.", "Bracket: %(count)d more matches change.", count
    )


def _more_places(count: int) -> str:
    return ngettext(
        "Standings: %(count)d more place changes.",
        "Standings: %(count)d more places change.",
        count,
    )


def _meetings(before: _Snapshot, after: _Snapshot) -> Iterator[str]:
    """Describe changed totals, and the winners of meetings."""
    seen: set[Place] = set()
    for key, game in after.games.items():
        was = before.games.get(key)
        if was is None or (was.totals, was.is_over) == (game.totals, game.is_over):
            continue
        seen.add(game.place)
        words = _game_words(after, was, game), _winner_words(before, after, game.place)
        yield " ".join(filter(None, words))
    for place, result in after.results.items():
        was_result = before.results.get(place)
        if place in seen or was_result is None:
            continue
        if (was_result.is_over, was_result.winners) != (result.is_over, result.winners):
            at = _("Round %(round)d, table %(table)d:") % {
                "round": place[0],
                "table": _in_room(after, place),
            }
            yield f"{at} {_winner_words(before, after, place)}"


def _in_room(picture: _Snapshot, place: Place) -> int:
    return next((game.table for game in picture.games.values() if game.place == place), place[1])


def _game_words(after: _Snapshot, was: _GameAtPlace, game: _GameAtPlace) -> str:
    """Describe the totals that change, side by side, or that a game goes on or is over."""
    values = {"round": game.place[0], "table": game.table}
    if not game.is_over and was.is_over:
        return _("Round %(round)d, table %(table)d is being played again.") % values
    changes = [
        _total_words(after, entries, new, old)
        for entries, new, old in zip(game.sides, game.totals, was.totals, strict=True)
        if new != old
    ]
    if not changes:
        return _("Round %(round)d, table %(table)d is over.") % values
    words = _("Round %(round)d, table %(table)d: %(changes)s.")
    return words % (values | {"changes": comma_list(changes)})


def _total_words(picture: _Snapshot, entries: Sequence[int], new: int, old: int) -> str:
    words = ngettext(
        "%(who)s has %(new)s instead of %(old)s",
        "%(who)s have %(new)s instead of %(old)s",
        _people(picture, entries),
    )
    values = {"who": _names(picture, entries), "new": figure(new), "old": figure(old)}
    return words % values


def _people(picture: _Snapshot, entries: Iterable[int]) -> int:
    return sum(picture.people[entry] for entry in entries)


def _winner_words(before: _Snapshot, after: _Snapshot, place: Place) -> str:
    was, now = before.results[place], after.results[place]
    if not now.is_over:
        return _("Nobody has won yet.") if was.is_over else ""
    if not now.winners:
        return _("It ends level.") if was.winners or not was.is_over else ""
    winner, people = _names(after, now.winners), _people(after, now.winners)
    if now.winners == was.winners:
        words = ngettext("%(winner)s still wins.", "%(winner)s still win.", people)
        return words % {"winner": winner}
    if was.winners:
        values = {"winner": winner, "loser": _names(before, was.winners)}
        words = ngettext(
            "%(winner)s now wins instead of %(loser)s.",
            "%(winner)s now win instead of %(loser)s.",
            people,
        )
        return words % values
    words = ngettext("%(winner)s now wins.", "%(winner)s now win.", people)
    return words % {"winner": winner}


def _names(picture: _Snapshot, entries: Iterable[int]) -> str:
    return comma_list(picture.names.get(entry, str(entry)) for entry in sorted(entries))


def _moves(before: _Snapshot, after: _Snapshot) -> list[str]:
    """Describe changed places in the standings, the highest first."""
    moved = [
        (min(rank, before.places[entry]), rank, entry)
        for entry, rank in after.places.items()
        if before.places.get(entry, rank) != rank
    ]
    if not moved:
        same = before.values == after.values
        return [] if same else [_("Standings: the figures change, no place does.")]
    texts = []
    for _first, rank, entry in sorted(moved):
        values = {"name": after.names[entry], "old": before.places[entry], "new": rank}
        people = after.people[entry]
        rises = ngettext(
            "Standings: %(name)s rises from place %(old)d to place %(new)d.",
            "Standings: %(name)s rise from place %(old)d to place %(new)d.",
            people,
        )
        falls = ngettext(
            "Standings: %(name)s falls from place %(old)d to place %(new)d.",
            "Standings: %(name)s fall from place %(old)d to place %(new)d.",
            people,
        )
        texts.append((rises if rank < before.places[entry] else falls) % values)
    return texts


def _boxes(before: _Snapshot, after: _Snapshot) -> Iterator[str]:
    """Describe changed boxes of the bracket, and draws that stay."""
    if before.bracket is None or after.bracket is None:
        return
    old = dict(_drawn(before))
    for key, (title, box) in _drawn(after):
        was = old.get(key)
        if was is None:
            continue
        then, now = _lines(before, was[1]), _lines(after, box)
        known = any(line.entry for line in (*box.lines, *was[1].lines))
        if known and then != now:
            values = {"title": title, "now": now, "then": then}
            yield _("%(title)s: %(now)s instead of %(then)s.") % values
        if box.is_overruled and not was[1].is_overruled:
            yield _overruled_words(before, after, (box.round or 0, box.table or 0))


def _overruled_words(before: _Snapshot, after: _Snapshot, place: Place) -> str:
    """Say who plays on although the result of a table says otherwise now."""
    drawn, winners = before.results[place].winners, after.results[place].winners
    words = ngettext(
        "The next round has begun: %(drawn)s plays on instead of %(winner)s, unless its start is "
        "taken back or the two change places.",
        "The next round has begun: %(drawn)s play on instead of %(winner)s, unless its start is "
        "taken back or the two change places.",
        _people(before, drawn),
    )
    return words % {"drawn": _names(before, drawn), "winner": _names(after, winners)}


def _drawn(picture: _Snapshot) -> Iterator[tuple[int, tuple[str, DrawnBox]]]:
    bracket = picture.bracket
    assert bracket is not None
    redrawn = FORMATS[picture.event.format].draws_rounds
    for part in bracket.parts:
        name = part_title(part, bracket, is_redrawn=redrawn)
        for box in part.boxes:
            column = column_title(part.columns[box.column], bracket, is_redrawn=redrawn)
            yield box.number, (comma_list((name, box_title(box, column))), box)


def _lines(picture: _Snapshot, box: DrawnBox) -> str:
    """Return who meets whom in a box."""
    first, second = (
        picture.names.get(line.entry, "") if line.entry else line_label(line) or _("nobody")
        for line in box.lines
    )
    return _("%(home)s against %(away)s") % {"home": first, "away": second}


def _draws(before: _Snapshot, after: _Snapshot) -> Iterator[str]:
    """Describe planned rounds that changed or no longer follow."""
    for number, planned in after.planned.items():
        was = before.planned.get(number)
        if was is not None and (was.tables, was.byes) != (planned.tables, planned.byes):
            yield _redrawn_words(number, was, planned)
    gone = sorted(before.planned.keys() - after.planned.keys())
    for number in gone:
        yield _("Round %(number)d is no longer planned.") % {"number": number}
    if after.outdated and after.outdated != before.outdated:
        yield outdated_text(after.outdated)
    elif before.outdated and not after.outdated and after.planned:
        yield (
            _("The draw of round %(number)d is valid again.") % {"number": before.outdated.number}
        )
    changed = {
        place[0]
        for place, result in after.results.items()
        if place in before.results and before.results[place].winners != result.winners
    }
    later = changed and min(changed) < after.begun
    if later and after.bracket is None and FORMATS[after.event.format].from_results:
        yield _("Rounds that have begun stay as they were drawn.")


def _redrawn_words(number: int, was: PlannedRound, planned: PlannedRound) -> str:
    """Describe the change of a planned round: who meets, otherwise the number of tables, otherwise
    who sits out."""
    others = sum(table not in was.tables for table in planned.tables)
    values = {"number": number, "others": others}
    if others:
        words = ngettext(
            "Round %(number)d is drawn again: %(others)d of its tables changes.",
            "Round %(number)d is drawn again: %(others)d of its tables change.",
            others,
        )
        return words % values
    tables, before = len(planned.tables), len(was.tables)
    if tables == before:
        return _("Round %(number)d is drawn again: only who sits out changes.") % values
    words = ngettext(
        "Round %(number)d is drawn again: it has %(tables)d table instead of %(before)d.",
        "Round %(number)d is drawn again: it has %(tables)d tables instead of %(before)d.",
        tables,
    )
    return words % (values | {"tables": tables, "before": before})


def outdated_text(draw: OutdatedDraw) -> str:
    """Describe how to repair a draw that no longer follows from the results."""
    words = _("The draw of round %(number)d no longer follows from the results.")
    words %= {"number": draw.number}
    if draw.is_waiting:
        return words + " " + _("It is drawn again once the table that plays again has finished.")
    if draw.tables:
        others = ngettext(
            "Table %(tables)s would change. Draw it again before it begins.",
            "Tables %(tables)s would change. Draw it again before it begins.",
            len(draw.tables),
        )
        return words + " " + others % {"tables": comma_list(draw.tables)}
    return words + " " + _("Draw it again before it begins.")
