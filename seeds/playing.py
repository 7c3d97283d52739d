"""Play an evening of the demo club: entries, rounds and hands, all through the services."""

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.models import User
from scoring.models import Match
from scoring.services.hands import hand_correct, hand_record
from scoring.services.results import result_state
from seeds.deals import deals_set_up, rulings_give
from seeds.demo import DemoClub, Spec
from tournaments.events.models import EntryPlayer, Event, Game, Round, RoundState
from tournaments.events.services.clocks import clock_start
from tournaments.events.services.decisions import adjustment_make, decision_revoke
from tournaments.events.services.entries import entries_add, entry_substitute
from tournaments.events.services.events import event_create
from tournaments.events.services.plan_changes import entries_seed
from tournaments.events.services.rounds import round_begin, rounds_plan

DATA = Path(__file__).parent / "data"

"""The description of an evening or a season in the data files."""

OF_EVENT = ("game", "rules", "stakes", "format", "format_options", "tie_breaks", "best_of")
HALL = ("starts_at", "place")
SCORING = ("round_minutes", "time_rule", "cap", "bye_rule", "bye_for", "bye_against")


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """A line of an evening: the table and the match as it was recorded.

    ``mended`` are corrected hands: ``hand`` counts from 1, ``first`` is the first record,
    ``reason`` that of the correction; ``late`` if it was made after settling. ``evening`` counts
    within a season, ``game`` within a series. ``totals`` if the match was entered as totals.
    """

    round: int
    table: int
    match: Mapping[str, Any]
    mended: tuple[Mapping[str, Any], ...] = ()
    game: int = 1
    evening: int = 1
    totals: tuple[int, ...] = ()


def played(path: Path) -> Iterator[PlayedLine]:
    """Yield the lines of an evening, or of all evenings of a season."""
    with path.open() as file:
        for line in file:
            spec = json.loads(line)
            yield PlayedLine(**spec | {"mended": tuple(spec["mended"])})


def date_of(spec: Spec) -> datetime.date:
    """Return the date of a description, counted from today."""
    return timezone.localdate() - datetime.timedelta(days=spec["days_ago"])


def event_entered(*, demo: DemoClub, spec: Spec) -> Event:
    """Create the event of a description with its entries."""
    event = event_create(
        club=demo.club,
        name=spec["name"],
        date=date_of(spec),
        created_by=demo.owner,
        **{key: spec[key] for key in (*OF_EVENT, *HALL, *SCORING) if key in spec},
    )
    entries_add(event=event, lineups=[demo.named(names) for names in spec["entries"]])
    return event


def event_set_up(*, demo: DemoClub, spec: Spec) -> Event:
    """Create the event with entries, seeds and substitutes; its rounds are drawn, none begun."""
    event = event_entered(demo=demo, spec=spec)
    entries_seed(event=event, seeds={number: number for number in spec.get("seeds", ())})
    if "deals" in spec:
        event = deals_set_up(demo=demo, event=event, spec=spec["deals"])
    event_draw(demo=demo, event=event, spec=spec, seed=spec["seed"])
    return event


def event_draw(*, demo: DemoClub, event: Event, spec: Spec, seed: str) -> None:
    """Draw the rounds and enter the substitutes."""
    rounds_plan(event=event, shuffle=True, seed=seed)
    for change in spec.get("substitutes", ()):
        replaced = EntryPlayer.objects.select_related("entry").get(
            entry__event=event, player=demo.players[change["for"]]
        )
        entry_substitute(
            entry=replaced.entry,
            place=replaced.place,
            player=demo.players[change["player"]],
            from_round=change["from_round"],
        )


def rounds_begun(*, event: Event, count: int, seed: str) -> Iterator[Round]:
    """Begin this many rounds one by one, each to be played before the next is requested.

    Rounds that have begun already are yielded unchanged.
    """
    for number in range(1, count + 1):
        round_ = event.rounds.filter(number=number).first() or rounds_plan(event=event)[0]
        is_planned = round_.state == RoundState.PLANNED
        yield round_begin(round=round_, seed=seed) if is_planned else round_


def rounds_play(*, event: Event, lines: Sequence[PlayedLine], owner: User, seed: str) -> None:
    """Play an evening as the lines have it, with the corrections that were made at once.

    Each match is a transaction; those that have begun already are left alone.
    """
    count = max(line.round for line in lines)
    for round_ in rounds_begun(event=event, count=count, seed=seed):
        for line in lines:
            if line.round != round_.number or (match := match_of(event, line)).is_begun:
                continue
            with transaction.atomic():
                match_play(match, line, owner)
                hands_mend(match, line, owner, late=False)


def match_of(event: Event, line: PlayedLine) -> Match:
    """Return the match of a line; ``ValueError`` if others sit there."""
    game = Game.objects.select_related("match").get(
        table__round__event=event,
        table__round__number=line.round,
        table__number=line.table,
        number=line.game,
    )
    seated = [seat.name for seat in game.match.seats.all()]
    if seated != line.match["players"]:
        raise ValueError(f"round {line.round}, table {line.table}: {seated} sit there")
    return game.match


def match_play(match: Match, line: PlayedLine, owner: User) -> None:
    """Record a match hand by hand, as it was first written down, or by its totals alone."""
    if line.totals:
        result_state(match_id=match.pk, totals=line.totals, author=owner)
    first = {mend["hand"]: mend["first"] for mend in line.mended}
    for number, hand in enumerate(line.match["hands"], start=1):
        record = first.get(number, hand)
        hand_record(match_id=match.pk, record=record, author=owner, number=number)


def hands_mend(match: Match, line: PlayedLine, owner: User, *, late: bool) -> None:
    """Correct the hands of a match that were first recorded wrongly, at once or ``late``."""
    for mend in line.mended:
        if mend.get("late", False) == late:
            hand_correct(
                match_id=match.pk,
                number=mend["hand"],
                record=line.match["hands"][mend["hand"] - 1],
                author=owner,
                reason=mend["reason"],
                revision=1,
            )


def late_reasons(lines: Iterable[PlayedLine]) -> Iterator[str]:
    """Yield the reasons of corrections after the evening."""
    return (mend["reason"] for line in lines for mend in line.mended if mend.get("late"))


def decisions_make(*, demo: DemoClub, event: Event, spec: Spec) -> None:
    """Enter penalties, bonuses and rulings, revoke some, and start the clock of a round."""
    for adjustment_spec in spec.get("adjustments", ()):
        adjustment = adjustment_make(
            entry=event.entries.get(number=adjustment_spec["entry"]),
            by=demo.owner,
            reason=adjustment_spec["reason"],
            games=adjustment_spec.get("games", 0),
            marks=adjustment_spec.get("marks", 0),
        )
        if adjustment_spec.get("revoked"):
            decision_revoke(decision=adjustment, by=demo.owner)
    if "rulings" in spec:
        rulings_give(demo=demo, event=event, rulings=spec["rulings"])
    if clock := spec.get("clock"):
        clock_start(round=event.rounds.get(number=clock["round"]), minutes=clock["minutes"])
