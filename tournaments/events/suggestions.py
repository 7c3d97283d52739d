"""Suggestions for an evening: formats that fit how many come and how long it is.

What a suggestion says will happen is counted in the very plan that its format draws.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.pairings.balance import balance
from engine.pairings.format import sides_of
from engine.pairings.formats import FORMATS
from engine.pairings.state import PairingState
from engine.standings.rounding import rounded
from games import PRESENTERS
from rules import GAMES
from tournaments.events.event_labels import byes_text
from tournaments.events.lengths import HANDS, length_options

BETWEEN: Final = 5
"""Minutes from the end of a round to the beginning of the next."""
MOST_ROUNDS: Final = 20
PACES: Final = (1.0, 0.5, 1.5)
"""Lengths of a round as shares of the usual one: the usual, a shorter and a longer round."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected of an evening: the game, how many play, how many minutes there are.

    ``rules`` are those it is played under.
    """

    game: str
    players: int
    minutes: int
    rules: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RoundLength:
    """How long a round is: ``hands`` if their number ends a match, otherwise the clock does."""

    minutes: int
    hands: int | None = None

    def rounds_in(self, minutes: int) -> int:
        """Return how many such rounds there is time for, with a break between two."""
        return min(MOST_ROUNDS, (minutes + BETWEEN) // (self.minutes + BETWEEN))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A way to spend an evening: what it is called, what will happen, the event's settings."""

    key: str
    name: str
    explanation: str
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Draft:
    """A format with its settings for this many rounds."""

    name: str
    format: str
    rounds: int
    options: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


class _Counts(NamedTuple):
    """What a plan gives: tables, the fewest and most others that anybody meets, the most rounds
    with one partner, the most byes, and the difference to the fewest."""

    tables: int
    meets_least: int
    meets_most: int
    partner_most: int
    byes_most: int
    byes_spread: int


def suggestions(expected: Expected) -> tuple[Suggestion, ...]:
    """Return up to three suggestions, the most usual first; none if too few come."""
    lengths = round_lengths(expected)
    if sides_of(expected.game) == 2:
        drafts = [(lengths[0], draft) for draft in _of_teams(expected, lengths[0])]
    else:
        drafts = list(_of_single_players(expected, lengths))
    return tuple(_suggestion(expected, length, draft) for length, draft in drafts)


def round_lengths(expected: Expected) -> tuple[RoundLength, ...]:
    """Return the usual, a shorter and a longer round of the game under these rules."""
    presenter = PRESENTERS[expected.game]
    option = length_options(expected.game).get(HANDS)
    usual = GAMES[expected.game].options.values(dict(expected.rules))[option] if option else None
    if not isinstance(usual, int):
        return tuple(RoundLength(_fives(presenter.round_minutes * pace)) for pace in PACES)
    # Everybody deals equally often.
    seats = GAMES[expected.game].seats
    counts = [
        usual if pace == 1 else max(2, rounded(usual * pace / seats)) * seats for pace in PACES
    ]
    return tuple(RoundLength(_fives(presenter.hand_minutes * count), count) for count in counts)


def _fives(minutes: float) -> int:
    return max(BETWEEN, ceil(minutes / 5) * 5)


def _of_teams(expected: Expected, length: RoundLength) -> Iterator[_Draft]:
    """Yield fixed pairs, changing partners, and a third in which results decide who meets."""
    rounds, pairs = length.rounds_in(expected.minutes), expected.players // 2
    fixed = list(_of_pairs(expected, rounds, pairs)) if rounds else []
    alone = list(_of_changing_partners(expected, rounds)) if rounds else []
    if expected.players % 2:
        yield from [*alone, *fixed][:3]
    else:
        yield from [*fixed[:1], *alone[:1], *fixed[1:], *alone[1:]][:3]


def _of_pairs(expected: Expected, rounds: int, pairs: int) -> Iterator[_Draft]:
    notes = (_("One player has no partner."),) if expected.players % 2 else ()
    everybody = pairs - 1 + pairs % 2
    if 2 <= pairs <= FORMATS["round_robin"].most:
        name = _("Fixed pairs")
        if rounds < everybody:
            yield _Draft(name, "round_robin", rounds, {"rounds": rounds}, notes)
        else:
            cycles = min(2, rounds // everybody)
            yield _Draft(name, "round_robin", everybody * cycles, {"cycles": cycles}, notes)
    if rounds < everybody and 4 <= pairs <= FORMATS["swiss"].most:
        name = _("Fixed pairs, Swiss")
        yield _Draft(name, "swiss", rounds, {"rounds": rounds}, notes)


def _of_changing_partners(expected: Expected, rounds: int) -> Iterator[_Draft]:
    options = {"rounds": rounds}
    if 4 <= expected.players <= FORMATS["rotating_partners"].most:
        name = _("New partners each round")
        yield _Draft(name, "rotating_partners", rounds, options)
    if 8 <= expected.players <= FORMATS["progressive"].most:
        notes = (_("The winners of a table move up, and partners part."),)
        yield _Draft(_("Winners move up"), "progressive", rounds, options, notes)


def _of_single_players(
    expected: Expected, lengths: tuple[RoundLength, ...]
) -> Iterator[tuple[RoundLength, _Draft]]:
    """Yield usual rounds, then larger tables if some are left over, shorter and longer rounds."""
    seats = GAMES[expected.game].seats
    if not seats <= expected.players <= FORMATS["table_mates"].most:
        return
    usual, shorter, longer = lengths
    ways = [(_("Usual rounds"), usual, 0)]
    if expected.players % seats:
        ways.append((_("Larger tables"), usual, 1))
    for name, other in ((_("Shorter rounds"), shorter), (_("Longer rounds"), longer)):
        if other != usual:
            ways.append((name, other, 0))
    offered = [
        (length, _Draft(name, "table_mates", rounds, {"rounds": rounds, "left_over": left_over}))
        for name, length, left_over in ways
        if (rounds := length.rounds_in(expected.minutes))
    ]
    yield from offered[:3]


def _suggestion(expected: Expected, length: RoundLength, draft: _Draft) -> Suggestion:
    rules = dict(expected.rules)
    if length.hands is not None:
        rules[length_options(expected.game)[HANDS]] = length.hands
    numbers = [draft.rounds, length.hands or length.minutes, draft.options.get("left_over", 0)]
    return Suggestion(
        key="-".join(map(str, (draft.format, *numbers))),
        name=draft.name,
        explanation=" ".join(_what_happens(expected, length, draft)),
        settings={
            "game": expected.game,
            "rules": rules,
            "format": draft.format,
            "format_options": draft.options,
            "tie_breaks": _tie_breaks(expected.game, draft.options),
            "round_minutes": None if length.hands else length.minutes,
            "minutes": expected.minutes,
        },
    )


def _tie_breaks(game: str, options: Mapping[str, int]) -> tuple[str, ...] | None:
    """Return the ranking if it is not the usual one: at larger tables not everybody plays the same
    number of hands, so points a hand come first."""
    presenter = PRESENTERS[game]
    if not options.get("left_over") or "average" not in presenter.metrics:
        return None
    return ("average", *presenter.usual_order)


def _what_happens(expected: Expected, length: RoundLength, draft: _Draft) -> Iterator[str]:
    """Yield the sentences: tables and rounds, who meets, who sits out, what else is to be known."""
    format_ = FORMATS[draft.format]
    count = expected.players // format_.lineup
    counts = _counts(draft.format, count, expected.game, tuple(sorted(draft.options.items())))
    if counts is None:
        counts = _counts_of_results(draft, count, expected.game)
    tables = ngettext("%(count)d table", "%(count)d tables", counts.tables)
    values = {"tables": tables % {"count": counts.tables}, "rounds": _rounds_text(draft, length)}
    yield _("%(tables)s, %(rounds)s.") % values
    if counts.meets_least:
        yield _meets_text(counts, count - 1, is_pairs=format_.lineup == 2)
    if counts.partner_most == 1:
        yield _("Nobody has a partner twice.")
    yield byes_text(counts.byes_most, counts.byes_spread)
    yield from draft.notes


def _rounds_text(draft: _Draft, length: RoundLength) -> str:
    values = {"rounds": draft.rounds, "minutes": length.minutes, "hands": length.hands}
    if length.hands is None:
        words = ngettext(
            "%(rounds)d round of %(minutes)d minutes",
            "%(rounds)d rounds of %(minutes)d minutes",
            draft.rounds,
        )
    else:
        words = ngettext(
            "%(rounds)d round of %(hands)d hands, about %(minutes)d minutes",
            "%(rounds)d rounds of %(hands)d hands, about %(minutes)d minutes each",
            draft.rounds,
        )
    return words % values


def _meets_text(counts: _Counts, others: int, *, is_pairs: bool) -> str:
    values = {"met": counts.meets_least, "others": others}
    if counts.meets_least == others:
        return _("Every pair meets every other.") if is_pairs else _("Everybody meets everybody.")
    if counts.meets_least == counts.meets_most:
        pairs, players = (
            _("Every pair meets %(met)d of %(others)d others."),
            _("Everybody meets %(met)d of %(others)d others."),
        )
    else:
        pairs, players = (
            _("Every pair meets at least %(met)d of %(others)d others."),
            _("Everybody meets at least %(met)d of %(others)d others."),
        )
    return (pairs if is_pairs else players) % values


@lru_cache(maxsize=256)
def _counts(
    format_key: str, count: int, game: str, options: tuple[tuple[str, int], ...]
) -> _Counts | None:
    """Count in the plan of this many entries; None if its rounds follow results."""
    format_ = FORMATS[format_key]
    if format_.from_results:
        return None
    size, entries = format_.entries_a_table(game), tuple(range(1, count + 1))
    plan = format_.plan(PairingState(entries=entries, options=dict(options), size=size))
    sides = format_.sides_shared(game)
    counted = balance(entries, plan, sides=sides)
    met = [sum(map(bool, row)) for row in counted.together.counts]
    return _Counts(
        tables=max(len(planned.tables) for planned in plan),
        meets_least=min(met),
        meets_most=max(met),
        partner_most=counted.partners.most if counted.partners else 0,
        byes_most=max(counted.byes),
        byes_spread=max(counted.byes) - min(counted.byes),
    )


def _counts_of_results(draft: _Draft, count: int, game: str) -> _Counts:
    """Count what is certain before any result: nobody sits out twice before everybody has once."""
    format_ = FORMATS[draft.format]
    size = format_.entries_a_table(game)
    least, more = divmod(draft.rounds * (count % size), count)
    byes_most = least + bool(more)
    meets = draft.rounds if format_.by_score else 0
    return _Counts(
        tables=count // size,
        meets_least=max(0, meets - byes_most),
        meets_most=max(0, meets - least),
        partner_most=0,
        byes_most=byes_most,
        byes_spread=byes_most - least,
    )
