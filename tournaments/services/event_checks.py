"""What may be wrong with an event, all of it at once and by field."""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from rules import GAMES, explain_match
from scoring.models.matches import GameName
from standings.metrics import tie_breaks_of
from tournaments.formats import FORMATS
from tournaments.lengths import MOST, length_options
from tournaments.models import EntryPlayer, Event
from tournaments.words import entry_words

MAX_GAMES = 9
MAX_SCORE = 9_999
MAX_TABLES = 500
MAX_SUBSTITUTES = 99

ROUND = re.compile(r"[1-9][0-9]{0,2}")
"""The number of a round as it is written."""

SCORING = frozenset(
    {"best_of", "round_lengths", "round_minutes", "time_rule", "tables_in_room", "substitutes"}
    | {"says"}
    | {"bye_rule", "bye_for", "bye_against", "forfeit_for", "forfeit_against", "cap"}
)
"""The fields that say how long and where is played, by whom, and what counts beside hands."""

_NOT_PLAIN = {field.name for field in Event._meta.fields} - {"name", "date", "game"} - SCORING


def event_check(event: Event) -> None:
    """``ValidationError`` with everything that is wrong with an event, by field."""
    errors: dict[str, Any] = {}
    try:
        event.clean_fields(exclude=_NOT_PLAIN)
    except ValidationError as error:
        errors |= error.error_dict
    for field, messages in _wrong_fields(event).items():
        errors.setdefault(field, []).extend(messages)
    if errors:
        raise ValidationError(errors)


def _wrong_fields(event: Event) -> dict[str, list[Any]]:
    wrong: dict[str, list[Any]] = {}
    if event.game in GAMES:
        wrong |= _wrong_rules(event)
    if event.format not in FORMATS:
        wrong["format"] = [_("There is no such format.")]
    elif event.game in GameName.values and event.game not in FORMATS[event.format].games:
        wrong["format"] = [_("This format does not suit this game.")]
    elif _wrong_lineups(event):
        wrong["format"] = [_("The entries do not fit this format: remove them first.")]
    else:
        event.format_options, wrong_options = _options(event)
        wrong |= wrong_options or _wrong_size(event)
    if event.tables_in_room == 0:
        wrong["tables_in_room"] = [_("At least one table.")]
    wrong |= _wrong_lengths(event)
    keys = event.tie_breaks
    if not keys or len(set(keys)) < len(keys):
        wrong["tie_breaks"] = [_("Choose at least one, and each only once.")]
    elif not set(keys) <= set(tie_breaks_of(event.game, has_places=True)):
        wrong["tie_breaks"] = [_("One of these does not suit this game.")]
    return wrong


def _wrong_lengths(event: Event) -> dict[str, list[Any]]:
    """What is wrong with how long meetings and games are."""
    wrong: dict[str, list[Any]] = {}
    if not 1 <= event.games_per_meeting <= MAX_GAMES:
        wrong["games_per_meeting"] = [_("From 1 to %(high)d.") % {"high": MAX_GAMES}]
    if wrong_lengths(event.best_of):
        wrong["best_of"] = [_("Odd numbers of games up to %(high)d.") % {"high": MAX_GAMES}]
    if event.game in GAMES and wrong_round_lengths(event.round_lengths, event.game):
        wrong["round_lengths"] = [_("The number of a round, then its length: 6: 5, or 6: 8 hands.")]
    return wrong


def wrong_lengths(lengths: object) -> bool:
    """Whether these are not lengths of series: odd numbers, so that somebody wins."""
    if not isinstance(lengths, list):
        return True
    return any(
        type(length) is not int or length % 2 == 0 or not 1 <= length <= MAX_GAMES
        for length in lengths
    )


def wrong_round_lengths(lengths: object, game: str) -> bool:
    """Whether these are not lengths by round of a game that can be played so long."""
    if not isinstance(lengths, dict):
        return True
    known = length_options(game)
    return any(
        not (isinstance(number, str) and ROUND.fullmatch(number))
        or not isinstance(length, dict)
        or len(length) != 1
        or not known.keys() >= length.keys()
        or any(type(value) is not int or not 1 <= value <= MOST for value in length.values())
        for number, length in lengths.items()
    )


def _wrong_lineups(event: Event) -> bool:
    """Whether pairs are entered where the format has single players, or the other way round."""
    if event._state.adding:
        return False
    beyond = EntryPlayer.objects.filter(entry__event=event, place__gt=0)
    return event.entries.exists() and beyond.exists() != (FORMATS[event.format].lineup > 1)


def _wrong_size(event: Event) -> dict[str, list[Any]]:
    """Whether more are entered than the format has room for."""
    if event._state.adding:
        return {}
    most = FORMATS[event.format].most_entries(event.format_options)
    if event.entries.count() <= most:
        return {}
    return {"format": [entry_words(event).too_many % {"count": most}]}


def _options(event: Event) -> tuple[dict[str, int], dict[str, list[Any]]]:
    try:
        return FORMATS[event.format].options_read(event.format_options), {}
    except ValidationError as error:
        return event.format_options, dict(error.error_dict)


def _wrong_rules(event: Event) -> dict[str, list[Any]]:
    """What the rule book says of rules and stakes, asked with a match that has no hands."""
    record: dict[str, Any] = {
        "format": "match-record/1",
        "game": event.game,
        "rules": event.rules,
        "players": ["?"] * GAMES[event.game].seats,
        "hands": [],
    }
    if event.stakes is not None:
        record["stakes"] = event.stakes
    wrong: dict[str, list[Any]] = {}
    for problem in explain_match(record):
        field = problem.at.split("/")[1]
        text = _(problem.text).format(**problem.values)
        wrong.setdefault(field, []).append(ValidationError(text, code=problem.code.value))
    return wrong
