"""Verify an archive: hands, totals, standings, money.

Nothing is changed: archived values stay, and every difference is reported.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Final

from django.db.models import F
from django.utils.translation import gettext as _

from archive.package import ArchiveRefused
from clubs.models import Club
from core.text import comma_list, isolated
from core.transactions import trial, tried
from leagues.models import Evening, EveningResult, Season, SeasonStanding
from leagues.selectors.ratings import ratings_for
from leagues.selectors.seasons import calendar_of
from leagues.selectors.sums import stale_season
from leagues.selectors.table import season_table
from leagues.services.standings import season_refresh
from rules import verdict
from rules.game import MatchStanding
from scoring.models import Hand, HandRevision, Match, Side
from scoring.running_score import match_running_score, standing_read
from scoring.sealing import unseal, without_pieces
from tournaments.events.event_hooks import event_hooks
from tournaments.events.models import Event
from tournaments.events.selectors.brackets import bracket_view, has_bracket
from tournaments.events.selectors.next_step import draw_state
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.selectors.standings import standings_for
from tournaments.events.services.standings import standings_rows

MATCHES: Final = 100
"""Number of matches judged at once."""


@dataclass(frozen=True, slots=True)
class ArchiveDifference:
    """A value that this program computes differently; ``where`` and ``what`` are translated."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def differences(
    club: Club, judged: Callable[[int], None] = lambda hands: None
) -> Iterator[ArchiveDifference]:
    """Yield the differences. Raises ``ArchiveRefused`` for content that cannot be judged.

    ``judged`` is called with the number of hands since the last call, and may raise to stop.
    """
    matches = club.matches.order_by("pk").iterator(MATCHES)
    while chunk := list(islice(matches, MATCHES)):
        yield from _of_matches(chunk)
        judged(sum(match.hand_count for match in chunk))
    for event in club.events.order_by("pk"):
        with _refusing(str(event)):
            differences = list(_of_event(event))
            _event_shown(event)
        yield from differences
        judged(0)
    for season in club.seasons.order_by("pk"):
        with _refusing(str(season)):
            differences = list(_of_season(season))
            _season_shown(season)
        yield from differences


class _refusing:  # noqa: N801 used as a function, as contextlib's are
    """Refuse the archive if something cannot be judged, whatever the error."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if kind is not None and issubclass(kind, Exception) and kind is not ArchiveRefused:
            raise ArchiveRefused(
                _("%(where)s cannot be judged: its rows contradict each other.")
                % {"where": self._where}
            ) from (error if isinstance(error, Exception) else None)


def _of_matches(matches: Sequence[Match]) -> Iterator[ArchiveDifference]:
    """Judge the hands and totals of matches. Four queries."""
    hands: dict[int, list[Hand]] = defaultdict(list)
    for hand in Hand.objects.filter(match__in=matches).order_by("match", "number"):
        hands[hand.match_id].append(hand)
    newest = {
        row[0]: row[1:]
        for row in HandRevision.objects.filter(
            match__in=matches, hand__match=F("match"), no=F("hand__revision")
        ).values_list("hand", "record", "sealed", "verdict")
    }
    sides: dict[int, list[int]] = defaultdict(list)
    for key, total in (
        Side.objects.filter(match__in=matches)
        .order_by("match", "number")
        .values_list("match", "total")
    ):
        sides[key].append(total)
    for match in matches:
        with _refusing(_("Match %(match)s") % {"match": isolated(match)}):
            differences = [
                *_of_hands(match, hands[match.pk], newest),
                *_of_totals(match, hands[match.pk], sides[match.pk]),
            ]
        yield from differences


def _of_hands(
    match: Match, hands: Sequence[Hand], newest: dict[int, Any]
) -> Iterator[ArchiveDifference]:
    for hand in hands:
        if newest[hand.pk] != (hand.record, hand.sealed, hand.verdict):
            yield _of_hand(match, hand, _("It differs from its newest revision."))
        if hand.record is None:
            continue
        judged: dict[str, Any] = verdict(unseal(hand.record, hand.sealed))
        if any(problem["code"].startswith("record.") for problem in judged["problems"]):
            raise ValueError(judged)
        if match.is_sealed:
            judged = without_pieces(judged)
        if _without_sentences(_plain(judged)) != _without_sentences(hand.verdict):
            yield _of_hand(match, hand, _("The rule book gives a different verdict."))


def _of_hand(match: Match, hand: Hand, what: str) -> ArchiveDifference:
    values = {"match": isolated(match), "number": hand.number}
    return ArchiveDifference(_("Match %(match)s, hand %(number)d") % values, what)


def _of_totals(
    match: Match, hands: Sequence[Hand], sides: Sequence[int]
) -> Iterator[ArchiveDifference]:
    where = _("Match %(match)s") % {"match": isolated(match)}
    score, written = match_running_score(match), [hand for hand in hands if hand.record]
    counted = [score.add_hand(hand.verdict or {}) for hand in written]
    totals = list(score.standing.totals)
    _standing_check(standing_read(match.standing), match.totals, sides=len(totals))
    if counted != [hand.counted for hand in written] or match.hand_count != len(written):
        yield ArchiveDifference(where, _("Different hands are counted."))
    if _plain(asdict(score.standing)) != match.standing or totals != match.totals:
        values = {"ours": totals, "theirs": match.totals}
        yield ArchiveDifference(where, _("The totals are %(ours)s, not %(theirs)s.") % values)
    elif sides != totals or (match.winner, match.is_over) != (
        score.standing.winner,
        score.standing.over,
    ):
        yield ArchiveDifference(where, _("Its sides or its end do not match its totals."))


def _standing_check(standing: MatchStanding, shown: list[int] | None, *, sides: int) -> None:
    """Raise ``ValueError`` for what pages cannot read as a standing, or ``shown`` totals, of so
    many sides.
    """
    figures = (shown, standing.totals, standing.sets, standing.bags)
    is_read = all(
        row is None or (len(row) == sides and all(type(number) is int for number in row))
        for row in figures
    )
    is_whole = all(len(row or ()) == sides for row in (shown, standing.totals))
    is_whole &= type(standing.hands) is int
    if not (is_read and is_whole) or standing.winner not in {None, *range(sides)}:
        raise ValueError(standing)


def _of_event(event: Event) -> Iterator[ArchiveDifference]:
    """Compute standings and transactions again, and roll back."""
    if event.version == event.standings_version:
        ours = {
            row.entry: _plain([row.line, row.rank, row.tied, row.stored_values])
            for row in tried(standings_rows, event)
        }
        rows = event.standings.values_list("entry__number", "line", "rank", "tied", "values")
        theirs = {number: list(rest) for number, *rest in rows}
        numbers = [n for n in sorted(ours.keys() | theirs) if ours.get(n) != theirs.get(n)]
        if numbers:
            values = {"numbers": comma_list(numbers)}
            text = _("The standings differ for the entries with the numbers %(numbers)s.")
            yield ArchiveDifference(str(event), text % values)
    for hooks in event_hooks():
        for text in hooks.lacking(event):
            yield ArchiveDifference(str(event), text)


def _event_shown(event: Event) -> None:
    """Make what the pages of an event show: what stops them stops the archive."""
    overview = event_overview(event)
    if has_bracket(event):
        bracket_view(event, overview)
    standings_for(event)
    draw_state(event)


def _season_shown(season: Season) -> None:
    season_table(season)
    calendar_of(season)
    ratings_for(season)


def _of_season(season: Season) -> Iterator[ArchiveDifference]:
    if stale_season(season.pk) is not None:
        return
    theirs = _season_rows(season)
    with trial():
        Season.objects.filter(pk=season.pk).update(version=F("version") + 1)
        Evening.objects.filter(season=season, event__isnull=False).update(results_version=0)
        season_refresh(season_id=season.pk)
        ours = _season_rows(season)
    if ours != theirs:
        yield ArchiveDifference(str(season), _("The table of the season is different."))


def _season_rows(season: Season) -> list[tuple[Any, ...]]:
    """Return the derived rows of a season, without keys."""
    results = EveningResult.objects.filter(evening__season=season)
    standings = SeasonStanding.objects.filter(contender__season=season)
    rows: list[tuple[Any, ...]] = []
    for query in (results, standings):
        names = [field.attname for field in query.model._meta.concrete_fields[1:]]
        rows += sorted(query.values_list(*names), key=repr)
    return rows


def _without_sentences(judged: Any) -> Any:
    """Return a verdict without the sentences of its warnings, which a later version may reword."""
    if not isinstance(judged, dict) or "warnings" not in judged:
        return judged
    return judged | {"warnings": [dict(row) | {"message": ""} for row in judged["warnings"]]}


def _plain(value: Any) -> Any:
    """Return a value as JSON gives it back."""
    return json.loads(json.dumps(value))
