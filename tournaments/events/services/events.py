"""Events: check, create, change, finish, reopen, delete."""

import datetime
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, User
from core.currencies import currency_check
from core.model_settings import settings_check, settings_of
from core.text import isolated
from core.transactions import is_trial
from core.versions import version_check
from engine.pairings.format import SettingWrong
from engine.pairings.formats import FORMATS, usual_format
from engine.standings.metrics import BRACKET_PLACE, COMPARED, METRICS, usual_order
from feeds.models import ChangeKind
from feeds.noting import changes_note
from games import PRESENTERS, GamePresenter, first
from games.presets import DealPlan, EventTemplate
from rules import GAMES
from rules.problems import shown
from scoring.models import Match
from scoring.services.matches import match_rules_set, wrong_agreement
from tournaments.events.event_hooks import same_deals
from tournaments.events.event_labels import entry_labels, metric_label
from tournaments.events.format_labels import setting_problem
from tournaments.events.lengths import has_lengths, length_options, rules_at, target_apart
from tournaments.events.models import (
    MOST_REASON,
    ByeRule,
    EntryPlayer,
    Event,
    EventState,
    EventTransition,
    Game,
    TotalsReading,
    WhoWrites,
)
from tournaments.events.models.events import lengths_wrong
from tournaments.events.selectors.ending import open_tables, refusal, tables_level_texts
from tournaments.events.services.locking import (
    event_closed,
    event_locked,
    matches_locked,
    open_event_locked,
    standings_mark_stale,
)
from tournaments.events.services.planning import rounds_replan
from tournaments.events.services.room import tables_place
from tournaments.events.signals import event_changed, event_deleting, event_finished, event_reopened
from tournaments.events.suggestions import Suggestion

# Validation of an event: all problems at once, by field.


SETTINGS: Final = settings_of(Event)

_CHECKED_BELOW = {"rules", "stakes", "format", "format_options", "tie_breaks"}
_NOT_PLAIN = {field.name for field in Event._meta.fields} - {*SETTINGS} | _CHECKED_BELOW


def event_check(event: Event, changed: Collection[str] = SETTINGS) -> None:
    """``ValidationError`` with all that is wrong with ``changed`` settings of an event, by field.

    Others are not judged again: they were accepted in their day.
    """
    errors: dict[str, Any] = {}
    try:
        event.clean_fields(exclude=_NOT_PLAIN | {*SETTINGS} - {*changed})
    except ValidationError as error:
        errors |= error.error_dict
    if "round_lengths" not in errors and {"game", "round_lengths"} & {*changed}:
        errors |= _wrong_lengths(event)
    for field, messages in _wrong_fields(event, {*changed}).items():
        errors.setdefault(field, []).extend(messages)
    if errors:
        raise ValidationError(errors)


def _wrong_fields(event: Event, changed: set[str]) -> dict[str, list[Any]]:
    wrong: dict[str, list[Any]] = {}
    if changed & {"game", "rules", "stakes"} and event.game in GAMES:
        wrong |= wrong_agreement(event.game, event.rules, event.stakes)
    if changed & {"game", "format", "format_options"}:
        wrong |= _wrong_format(event)
    lost = event.tables_lost if "tables_lost" in changed else ()
    if not all(type(number) is int and number > 0 for number in lost):
        wrong["tables_lost"] = [_("Numbers of tables in the room.")]
    if changed & {"game", "tie_breaks"}:
        wrong |= _wrong_tie_breaks(event)
    return wrong


def _wrong_format(event: Event) -> dict[str, list[Any]]:
    wrong: dict[str, list[Any]] = {}
    if event.format not in FORMATS:
        wrong["format"] = [_("There is no such format.")]
    elif event.game in GAMES and not FORMATS[event.format].suits(event.game):
        wrong["format"] = [_("This format does not suit this game.")]
    elif _wrong_lineups(event):
        wrong["format"] = [_("The entries do not fit this format: remove them first.")]
    else:
        event.format_options, wrong_options = _options(event)
        wrong |= wrong_options or _wrong_size(event)
    return wrong


def _wrong_tie_breaks(event: Event) -> dict[str, list[Any]]:
    keys = event.tie_breaks
    if not keys or len(set(keys)) < len(keys):
        return {"tie_breaks": [_("Choose at least one, and each only once.")]}
    presenter = PRESENTERS.get(event.game)
    if presenter is None:
        return {}
    suited = {
        *presenter.tie_breaks(has_places=True),
        *(COMPARED if event.deals_per_round else ()),
    }
    wrong = [_not_ranked_by(key, presenter) for key in keys if key not in suited]
    return {"tie_breaks": wrong} if wrong else {}


def _not_ranked_by(key: str, presenter: GamePresenter) -> str:
    metric = str(metric_label(key).name) if key in METRICS else shown(key)
    return _("An event of %(game)s cannot be ranked by “%(metric)s”.") % {
        "game": presenter.label,
        "metric": isolated(metric),
    }


def _wrong_lengths(event: Event) -> dict[str, list[Any]]:
    """Return a problem if a round is given a length that the game does not have."""
    if event.game not in GAMES:
        return {}
    known = length_options(event.game).keys()
    if all(known >= length.keys() for length in event.round_lengths.values()):
        return {}
    return {"round_lengths": [lengths_wrong()]}


def _wrong_lineups(event: Event) -> bool:
    """Whether pairs are entered, or wait, in a format for single players, or vice versa."""
    if event._state.adding:
        return False
    in_pairs = FORMATS[event.format].lineup > 1
    if event.waiting_players.exists() and not in_pairs:
        return True
    beyond = EntryPlayer.objects.filter(entry__event=event, place__gt=0)
    return event.entries.exists() and beyond.exists() != in_pairs


def _wrong_size(event: Event) -> dict[str, list[Any]]:
    """Return the problem, by field, if more are entered than the format has room for."""
    if event._state.adding:
        return {}
    most = FORMATS[event.format].most_entries(event.format_options)
    if event.entries.count() <= most:
        return {}
    return {"format": [entry_labels(event).too_many % {"count": most}]}


def _options(event: Event) -> tuple[dict[str, int], dict[str, list[Any]]]:
    try:
        return FORMATS[event.format].options_read(event.format_options), {}
    except SettingWrong as wrong:
        words = setting_problem(event.format, wrong)
        # Passed as a value, because a submitted key may contain formatting characters.
        values = {"setting": wrong.key, "words": words}
        return event.format_options, {
            "format_options": [ValidationError("%(words)s", params=values)]
        }


@transaction.atomic
def event_create(
    *, club: Club, created_by: User, deals: DealPlan | None = None, **fields: Any
) -> Event:
    """Set up an event with settings of ``SETTINGS``, of which it needs ``name`` and ``date``.

    ``rules`` and ``stakes`` are as in the record format, ``tie_breaks`` metric keys in order,
    ``format_options`` integers by setting. What is left out or None is the model's default; format,
    tie-breaks and score of a bye are those usual for game and format. ``deals`` draws a deal set at
    once. A second event of this name on a day is numbered. ``ValidationError`` by field.
    """
    settings_check(Event, fields)
    event = Event(
        club=club,
        created_by=created_by,
        deals_per_round=deals.per_round if deals else 0,
        **{name: _stored(value) for name, value in fields.items() if value is not None},
    )
    event.stakes = event.stakes or None
    event.name = _name_of_day(club, event.date, " ".join(event.name.split()))
    if fields.get("format") is None:
        event.format = usual_format(event.game)
    chosen = FORMATS.get(event.format)
    if chosen and chosen.by_score and "bye_rule" not in fields:
        event.bye_rule = ByeRule.WIN
    if fields.get("tie_breaks") is None:
        # An unknown game is reported at the game only.
        known = PRESENTERS.get(event.game, PRESENTERS[first()])
        event.tie_breaks = list(known.order(has_places=_has_places(event)))
    event_check(event)
    _stakes_check(event)
    # Without entries there is nothing to compute: the first entry enqueues the first refresh.
    event.standings_version = event.version
    event.save()
    if deals:
        same_deals().draw(event=event, by=created_by, plan=deals)
    return event


def _stored(value: Any) -> Any:
    """Return a value as JSON keeps it: a tuple is a list, a mapping a dictionary."""
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


@transaction.atomic
def event_create_like(*, event: Event, name: str, date: datetime.date, created_by: User) -> Event:
    """Set up an event with the settings of another, and as many deals where that has a set."""
    fields = {field: getattr(event, field) for field in SETTINGS}
    return event_create(
        club=event.club,
        created_by=created_by,
        deals=same_deals().plan(event),
        **fields | {"name": name, "date": date},
    )


KEPT: Final = ("stakes", "time_pays", "says", "starts_at", "place", "who_writes", "confirms")
"""Settings that an evening takes from the club's last one, whatever its format."""


def event_create_as_suggested(
    *,
    club: Club,
    suggestion: Suggestion,
    last: Event | None,
    name: str,
    date: datetime.date,
    created_by: User,
) -> Event:
    """Create an event as suggested, with money, place and phones as in the club's ``last`` one."""
    kept = {field: getattr(last, field) for field in KEPT} if last else {}
    fields = kept | {**suggestion.settings, "name": name, "date": date}
    return event_create(club=club, created_by=created_by, **fields)


MOST_NAME: Final = Event._meta.get_field("name").max_length or 0


def _named_alike(club: Club, date: datetime.date, name: str) -> QuerySet[Event]:
    return club.events.filter(date=date, name__iexact=name)


def _name_of_day(club: Club, date: datetime.date, name: str) -> str:
    """Return the name, with a number if another event of the club has it on that day."""
    numbered, number = name, 1
    while name and _named_alike(club, date, numbered).exists():
        number += 1
        tail = f" ({number})"
        numbered = name[: MOST_NAME - len(tail)] + tail
    return numbered


def event_create_from_template(
    *,
    club: Club,
    template: EventTemplate,
    date: datetime.date,
    created_by: User,
    name: str = "",
) -> Event:
    """Set up an event from a template; the name defaults to the template's."""
    fields = template.fields(club.currency) | ({"name": name} if name else {})
    return event_create(club=club, date=date, created_by=created_by, **fields)


@transaction.atomic
def event_update(*, event: Event, version: str | None = None, **changes: Any) -> Event:
    """Change the given settings of an event. Locks the event, and its matches if they follow.

    ``name``, ``date``, ``starts_at``, ``minutes`` and ``place`` at any time; ``rules``,
    ``stakes`` and ``time_pays`` until the first hand is recorded, also for matches already set up;
    ``game``, ``format``, ``format_options`` and ``games_per_meeting`` until the first round begins;
    all others until the event is finished (``Closed``). What depends on a former game or format is
    dropped unless it is given. Raises ``Outdated`` if the fields are no longer those of the
    ``version``.
    """
    settings_check(Event, changes)
    matches = matches_locked(event.pk) if (_MATCHES | {"game"}) & changes.keys() else []
    locked = event_locked(event.pk)
    version_check(locked, version)
    changes = _dependent(locked, changes) | changes
    changed = {key for key in changes if _differs(locked, key, changes)}
    _must_be_changeable(locked, changed)
    _set(locked, {key: changes[key] for key in changed})
    event_check(locked, changed)
    if {"name", "date"} & changed:
        others = _named_alike(locked.club, locked.date, locked.name).exclude(pk=locked.pk)
        if others.exists():
            wrong = _("Another event on that day has this name.")
            raise ValidationError({"name": ValidationError(wrong, code="same_name")})
    shuts_out = "who_writes" in changed and locked.who_writes == WhoWrites.SCORERS
    if shuts_out and (wrong := _disputed(locked)):
        raise ValidationError({"who_writes": ValidationError(wrong, code="disputed")})
    if shuts_out:  # nobody is left to answer
        open_questions = Game.objects.filter(table__round__event=locked).exclude(
            take_back_revision=0
        )
        open_questions.update(take_back_revision=0)
    if "stakes" in changed:
        _stakes_check(locked)
    if changed & _IN_CALENDARS:
        locked.calendar_sequence += 1
        locked.calendar_at = timezone.now()
    locked.save(update_fields=[*sorted(changed), "groups", *_CALENDAR])
    _follow(locked, changed, matches)
    return locked


@transaction.atomic
def event_finish(*, event: Event, by: User | None = None, unfinished: bool = False) -> Event:
    """Finish an event: its standings become final and lots are drawn for those still tied.

    Locks the event. Planned rounds are not played. Nothing of it changes unless it is reopened.
    ``ValidationError`` while a result is disputed or a level meeting needs a winner, and, unless
    the director agrees to an ``unfinished`` event, while tables play or the bracket has no winner.
    """
    locked = event_locked(event.pk)
    if locked.state != EventState.RUNNING:
        raise ValidationError(
            _("Only an event that is running can be finished."), code="not_running"
        )
    if wrong := _disputed(locked):
        raise ValidationError(wrong, code="disputed")
    unfinished_tables = open_tables(locked)
    if unfinished_tables.level:
        raise refusal(tables_level_texts(unfinished_tables.level), code="level")
    if unfinished_tables.questions and not unfinished:
        raise refusal(unfinished_tables.questions, code="unfinished")
    EventTransition.objects.create(event=locked, state=EventState.FINISHED, made_by=by)
    same_deals().show_all(locked)
    finished = _state_set(locked, EventState.FINISHED)
    event_finished.send(sender=Event, event=finished, by=by)
    return finished


@transaction.atomic
def event_reopen(*, event: Event, by: User, reason: str) -> Event:
    """Reopen a finished event for corrections. Locks the event, then its book.

    Reverses the transactions that depend on its end: house share, prizes, stakes of unfinished
    matches; finishing it again re-enters them. Lots are kept. ``ValidationError`` if it is not
    finished, was imported from a spreadsheet, or no reason is given; a trial needs none.
    """
    locked = event_locked(event.pk)
    if locked.state != EventState.FINISHED:
        raise ValidationError(_("This event is not finished."), code="not_finished")
    why = " ".join(reason.split())
    if len(why) > MOST_REASON or not (why or is_trial()):
        raise ValidationError(
            {
                "reason": ValidationError(
                    _("Say why, in up to %(most)d characters."),
                    code="reason_length",
                    params={"most": MOST_REASON},
                )
            }
        )
    if TotalsReading.objects.filter(event=locked).exists():
        raise ValidationError(
            _("This event was read in from a spreadsheet: take it back and read it in again."),
            code="read_in",
        )
    EventTransition.objects.create(event=locked, state=EventState.RUNNING, made_by=by, reason=why)
    reopened = _state_set(locked, EventState.RUNNING)
    event_reopened.send(sender=Event, event=reopened, by=by)
    return reopened


@transaction.atomic
def event_delete(*, event: Event) -> None:
    """Delete an event that was never begun and has no money entered. Locks the event."""
    locked = open_event_locked(event.pk)
    if locked.state != EventState.DRAFT:
        raise ValidationError(_("This event has begun, so it cannot be deleted."), code="has_begun")
    event_deleting.send(sender=Event, event=locked)
    locked.rounds.all().delete()
    locked.delete()


_PLAN = {"game", "format", "format_options"}
_BEFORE_START = _PLAN | {"games_per_meeting"}
_DEALS = {"game", "games_per_meeting", "best_of"}
_RULES = {"rules", "stakes", "time_pays"}
_NAMING = {"name", "date", "starts_at", "minutes", "place"}
_CALENDAR = ("calendar_sequence", "calendar_at")
_IN_CALENDARS = _NAMING | {"game"}
_MATCHES = _RULES | {"tables_in_room"}
_NOT_COUNTING = {"best_of", "round_lengths", "round_minutes", "time_rule", "substitutes"} | {
    "who_writes",
    "confirms",
}
_COUNTING = {*SETTINGS} - _NOT_COUNTING - _BEFORE_START - _RULES - _NAMING


def _dependent(event: Event, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return new values of the fields that depend on the game or format, where it changes."""
    game, format_ = changes.get("game", event.game), changes.get("format", event.format)
    follow: dict[str, Any] = {}
    if game != event.game and game in GAMES:
        follow |= {"rules": {}, "stakes": None, "round_lengths": {}}
        if "format" not in changes and not FORMATS[event.format].suits(game):
            follow["format"] = format_ = usual_format(game)
    if format_ not in FORMATS or game not in GAMES:
        return follow
    if format_ != event.format:
        follow["format_options"] = {}
    has_places = FORMATS[format_].has_bracket
    if game != event.game:
        follow["tie_breaks"] = list(PRESENTERS[game].order(has_places=has_places))
    elif has_places != _has_places(event):
        order = [key for key in event.tie_breaks if key != BRACKET_PLACE]
        usual = PRESENTERS[game].usual_order
        follow["tie_breaks"] = list(usual_order(order or usual, has_places=has_places))
    return follow


def _has_places(event: Event) -> bool:
    format_ = FORMATS.get(event.format)
    return format_ is not None and format_.has_bracket


def _follow(event: Event, changed: set[str], matches: Sequence[Match]) -> None:
    """Update everything that depends on the changed fields."""
    event_changed.send(sender=Event, event=event, fields=changed)
    if changed & _RULES:
        rules_by_match = _rules_of(event)
        for match in matches:
            match_rules_set(
                match=match,
                rules=rules_by_match.get(match.pk, event.rules),
                stakes=event.stakes,
                time_pays=event.time_pays,
            )
    if changed & (_PLAN | {"best_of"}):
        rounds_replan(event)
    if "says" in changed:
        Match.objects.filter(game_of__table__round__event=event).update(says=event.says)
    if "tables_in_room" in changed:
        tables_place(event, begun=True)
    if changed & _COUNTING:
        standings_mark_stale(event_id=event.pk, code="event_changed")


def _rules_of(event: Event) -> dict[int, dict[str, Any]]:
    """Return the rules of matches of other lengths, by key, and update their tables' targets.

    One query, and one for each table with another target.
    """
    rules_by_match: dict[int, dict[str, Any]] = {}
    if not has_lengths(event):
        return rules_by_match
    games = Game.objects.filter(table__round__event=event).select_related("table__round")
    for game in games:
        table, round_ = game.table, game.table.round
        rules = rules_at(event, number=round_.number, stage=round_.stage, section=table.section)
        rules_by_match[game.match_id] = rules
        if table.target != (target := target_apart(event, rules)):
            table.target = target
            table.save(update_fields=["target"])
    return rules_by_match


def _set(event: Event, values: Mapping[str, Any]) -> None:
    """Set fields; groups made by hand are dropped with the draw they were made for."""
    for key, value in values.items():
        setattr(event, key, value)
    if values.keys() & _PLAN:
        event.groups = []


def _differs(event: Event, key: str, changes: Mapping[str, Any]) -> bool:
    """Whether a field changes; a setting left out has its default."""
    stored, value = getattr(event, key), changes[key]
    if key == "format_options" and changes.get("format", event.format) == event.format:
        usual = {setting.key: setting.default for setting in FORMATS[event.format].settings}
        return bool(usual | stored != usual | value)
    return bool(stored != value)


def _disputed(event: Event) -> str:
    """Why a dispute keeps an event from being finished or closed to players; empty without a
    dispute."""
    if not Game.objects.filter(table__round__event=event, is_disputed=True).exists():
        return ""
    return _("A result is disputed: settle it at the desk first.")


def _must_be_changeable(event: Event, changed: set[str]) -> None:
    if changed - _NAMING and event.state == EventState.FINISHED:
        raise event_closed(event)
    if changed & _RULES and event.rules_frozen:
        raise ValidationError(
            _("The rules are frozen: a hand has been recorded under them."), code="rules_frozen"
        )
    if changed & _BEFORE_START and event.state != EventState.DRAFT:
        raise ValidationError(
            _("This can be changed only until the first round begins."), code="has_begun"
        )
    if changed & _DEALS and event.deals_per_round:
        raise ValidationError(_("The event has a deal set. Delete it first."))


def _state_set(event: Event, state: EventState) -> Event:
    event.state = state
    event.save(update_fields=["state"])
    finished = state == EventState.FINISHED
    code = "event_finished" if finished else "event_reopened"
    if finished:
        changes_note(event.club_id, (ChangeKind.FINISHED, event.api_path))
    standings_mark_stale(event_id=event.pk, code=code)
    return event


def _stakes_check(event: Event) -> None:
    """Refuse a currency that is not in use; records check only its form."""
    if event.stakes is None:
        return
    try:
        currency_check(event.stakes["currency"])
    except ValidationError as problem:
        raise ValidationError({"stakes": problem}) from problem
