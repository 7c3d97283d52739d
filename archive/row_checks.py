"""Checks of a whole row of an archive, which its columns alone cannot decide."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from archive.kinds import KEYS, kinds
from engine.pairings.formats import FORMATS
from leagues.models import Division, Evening, Season
from leagues.services.seasons import season_check
from rules import explain
from scoring.models import EnteredResult, Hand, HandRevision, Match
from scoring.services.matches import wrong_agreement
from scoring.services.results import entered_result_check, result_revision_check
from tournaments.events.event_labels import direction_names, entry_labels
from tournaments.events.models import EntryPlayer, Event, Game, Lot, Round, Standing, Table
from tournaments.events.services.events import event_check

_NOT_OURS: Final = gettext_lazy("Allmark writes no such value here.")


@dataclass(frozen=True, slots=True)
class RowCheck:
    """Raises ``ValidationError`` by field for a row, which is read with its ``related`` rows."""

    model: type[models.Model]
    check: Callable[[Any], None]
    related: tuple[str, ...] = ()


def _from_1(name: str) -> Callable[[models.Model], None]:
    """Return the check that a number is not below 1."""

    def check(row: models.Model) -> None:
        if getattr(row, name) < 1:
            raise ValidationError({name: _NOT_OURS})

    return check


def _lot_check(row: Lot) -> None:
    match row.outcome:
        case {"options": [*options], "order": [*order], **more} if not more and all(
            type(number) is int for number in [*options, *order]
        ):
            if sorted(options) == sorted(order):
                return
    raise ValidationError({"outcome": _NOT_OURS})


def _hand_check(row: Hand | HandRevision) -> None:
    _from_1("number" if isinstance(row, Hand) else "no")(row)
    calls = row.derived_calls
    if calls is not None and not (
        isinstance(calls, list) and all(type(place) is int for place in calls)
    ):
        raise ValidationError({"derived_calls": _NOT_OURS})


def _revision_check(row: HandRevision) -> None:
    _hand_check(row)
    if row.record in (None, row.hand.record):  # a hand's own record is judged later
        return
    if any(problem.code.value.startswith("record.") for problem in explain(row.record)):
        raise ValidationError({"record": _NOT_OURS})


def _match_check(row: Match) -> None:
    if wrong := wrong_agreement(row.game, row.rules, row.stakes):
        raise ValidationError(wrong)
    entered_result_check(row)


def _entry_player_check(row: EntryPlayer) -> None:
    event = row.entry.event
    if row.place >= FORMATS[event.format].lineup:
        raise ValidationError({"place": entry_labels(event).wrong_place})
    at_place = EntryPlayer.objects.filter(entry=row.entry_id, place=row.place)
    if not row.is_original and not at_place.filter(is_original=True).exists():
        raise ValidationError(
            {"is_original": _("A substitute can only replace an original player.")}
        )


def _table_check(row: Table) -> None:
    _from_1("number")(row)
    sides = list(row.seats.values_list("side", flat=True))
    if max(sides, default=0) >= max(2, len(sides)):
        raise ValidationError({"seats": _NOT_OURS})
    if not row.deals_stand and not row.seats.filter(forfeited=True).exists():
        raise ValidationError(
            {"deals_stand": _("Only the deals of a forfeited meeting can be left out.")}
        )


def _game_check(row: Game) -> None:
    for name in KEYS[Game._meta.label]:
        key = getattr(row, name)
        if key and not HandRevision.objects.filter(pk=key, match=row.match_id).exists():
            raise ValidationError({name: _("This is not a revision of a hand in this match.")})


def _standing_check(row: Standing) -> None:
    if row.line > len(direction_names(row.event.game)):
        raise ValidationError({"line": _("There is no such line.")})


_CHECKS: Final = (
    RowCheck(Event, event_check),
    RowCheck(Season, season_check),
    RowCheck(Match, _match_check),
    RowCheck(Division, _from_1("order")),
    RowCheck(Evening, _from_1("number")),
    RowCheck(Round, _from_1("number")),
    RowCheck(Hand, _hand_check),
    RowCheck(HandRevision, _revision_check, ("hand",)),
    RowCheck(Lot, _lot_check),
    RowCheck(EnteredResult, result_revision_check, ("match",)),
    RowCheck(EntryPlayer, _entry_player_check, ("entry__event",)),
    RowCheck(Table, _table_check),
    RowCheck(Game, _game_check),
    RowCheck(Standing, _standing_check, ("event",)),
)
"""In this order: later checks rely on what earlier ones accept."""


def row_checks() -> Iterator[RowCheck]:
    """Yield the checks above, then those that models of an archive have themselves."""
    yield from _CHECKS
    for kind in kinds():
        if kind.model.clean is not models.Model.clean:
            yield RowCheck(kind.model, kind.model.clean)
