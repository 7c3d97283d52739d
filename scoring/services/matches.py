"""Create matches, set their rules, call time, and derive their state from their hands."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, Player, User
from core.queries import CompiledQuery
from core.transactions import RowGone, get_or_gone
from feeds.models import ChangeKind
from feeds.noting import changes_note
from games import PRESENTERS
from games.wording import DealerTerm, problem_text
from rules import GAMES, explain_match, next_dealer
from rules.game import MatchStanding
from scoring.labels import Label
from scoring.models import Hand, Match, Seat, Side, TimePays
from scoring.running_score import (
    Rotation,
    RunningScore,
    agreement_problems,
    match_rotation,
    match_running_score,
    may_rotate,
    rules_for,
)
from scoring.services.numbers import numbers_add, numbers_write
from scoring.signals import matches_changed

DERIVED = (
    *("version", "hand_count", "numbers_used", "next_dealer", "standing", "totals", "winner"),
    *("is_over", "changed_at"),
)


CALLED = ("called_after", "plays_off", "called_by", "called_at")


class Seating(NamedTuple):
    """The players of a match in the order of seats, its label and first dealer.

    ``rules`` if they differ from those of the other matches. ``deals`` are the numbers of the deals
    of its hands, if other matches play them too; they are secret.
    """

    players: Sequence[Player]
    label: Label = Label()
    first_dealer: int = 0
    rules: Mapping[str, Any] | None = None
    deals: range | None = None


class LastHand(NamedTuple):
    """The hand that ends a match when time is called; None is the hand under way."""

    match_id: int
    after: int | None = None
    plays_off: bool = False


@transaction.atomic
def matches_create(
    *,
    club: Club,
    game: str,
    rules: Mapping[str, Any],
    stakes: Mapping[str, Any] | None,
    seatings: Iterable[Seating],
    says: str = DealerTerm.SHAKER,
    time_pays: str = TimePays.TARGET,
) -> list[Match]:
    """Create matches under these rules or their own. Three statements for up to fifty.

    ``says`` is the word for the dealer. In a game of single players there may be one
    player more than seats; the dealer then sits out, and ``rules_for`` adapts the rules.

    Raises ``ValidationError`` if the rule book refuses rules or stakes, ``ValueError`` for a wrong
    number of players.
    """
    setups: dict[tuple[int, str], tuple[dict[str, Any], MatchStanding]] = {}
    matches, seated = [], []
    for seating in seatings:
        count = len(seating.players)
        fits = count == GAMES[game].seats or may_rotate(game, count)
        if not fits or seating.first_dealer not in range(count):
            raise ValueError(f"{game} is played by {GAMES[game].seats}")
        rotation = Rotation(GAMES[game].seats, count)
        wanted = rules if seating.rules is None else seating.rules
        setup = count, json.dumps(wanted, sort_keys=True)
        if setup not in setups:
            adapted = rules_for(game, wanted, count)
            setups[setup] = adapted, rotation.begun(_start(game, adapted, stakes))
        adapted, start = setups[setup]
        match = Match(
            club=club,
            game=game,
            rules=dict(adapted),
            stakes=dict(stakes) if stakes else None,
            time_pays=time_pays,
            label_kind=seating.label.kind,
            label_values=dict(seating.label.values),
            says=says,
            first_dealer=seating.first_dealer,
            next_dealer=rotation.seats - 1 if rotation.rotates else seating.first_dealer,
            totals=list(start.totals),
            standing=asdict(start),
            first_deal=seating.deals[0] if seating.deals else None,
            last_deal=seating.deals[-1] if seating.deals else None,
            is_sealed=bool(seating.deals),
        )
        matches.append(match)
        seated.append((match, seating.players))
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player=player, name=player.name)
        for match, players in seated
        for number, player in enumerate(players)
    )
    sets = next((0 for _rules, start in setups.values() if start.sets is not None), None)
    Side.objects.bulk_create(
        Side(match=match, number=number, total=total, sets=sets)
        for match in matches
        for number, total in enumerate(match.totals)
    )
    return matches


@transaction.atomic
def match_rules_set(
    *,
    match: Match,
    rules: Mapping[str, Any],
    stakes: Mapping[str, Any] | None,
    time_pays: str = TimePays.TARGET,
) -> None:
    """Change rules and stakes of a match that has not begun. Locks the match.

    Raises ``ValidationError`` where the rule book refuses them.
    """
    locked = match_locked(match.pk)
    if locked.is_begun:
        raise ValueError("a match keeps the rules of its first hand")
    rotation = match_rotation(locked)
    rules = rules_for(locked.game, rules, rotation.players)
    start = rotation.begun(_start(locked.game, rules, stakes))
    locked.rules, locked.stakes = dict(rules), dict(stakes) if stakes else None
    locked.time_pays = time_pays
    locked.totals, locked.standing = list(start.totals), asdict(start)
    locked.version += 1
    fields = ["rules", "stakes", "time_pays", "totals", "standing", "version", "changed_at"]
    locked.save(update_fields=fields)


@transaction.atomic
def match_time_call(
    *, match_id: int, called_by: User, plays_off: bool = False, after: int | None = None
) -> Match:
    """Call time on one match; see ``matches_time_call``. Locks the match."""
    last = LastHand(match_id, after, plays_off)
    return matches_time_call(lasts=[last], called_by=called_by)[0]


def called_match_end(*, match_id: int, ended_by: User) -> Match:
    """End a match on which time was called as it stands, no hand being played. Locks the match."""
    match = get_or_gone(Match.objects.all(), match_id)
    if match.called_after is None:
        raise ValidationError(_("Time has not been called on this match."), code="time_not_called")
    return match_time_call(
        match_id=match.pk, called_by=ended_by, plays_off=match.plays_off, after=match.hand_count
    )


@transaction.atomic
def matches_time_call(*, lasts: Iterable[LastHand], called_by: User) -> list[Match]:
    """Call time on matches: each ends with the hand under way. Locks the matches.

    ``after`` is the number of the last hand; left out, the hand under way. The highest total
    wins; a tie is a draw, or is played off hand by hand. ``ValidationError`` where a match is
    over. The number of statements does not grow with the matches.
    """
    by_match = {last.match_id: last for last in lasts}
    matches, now = _locked(by_match), timezone.now()
    for match in matches:
        given = by_match[match.pk]
        if match.is_over:
            raise ValidationError(_("This match is already over."), code="match_over")
        last = match.hand_count + 1 if given.after is None else given.after
        if last < match.hand_count:
            raise ValidationError(
                _("More hands than that have been recorded."), code="hands_recorded"
            )
        match.called_after, match.plays_off = last, given.plays_off
        match.called_by, match.called_at = called_by, now
    _matches_refold(matches, also=CALLED)
    return matches


@transaction.atomic
def matches_time_uncall(*, match_ids: Iterable[int]) -> list[Match]:
    """Undo a time call: each match continues under its rules. Locks the matches."""
    matches = _locked(match_ids)
    for match in matches:
        if match.called_after is None:
            raise ValidationError(
                _("Time has not been called on this match."), code="time_not_called"
            )
        match.called_after, match.plays_off = None, False
        match.called_by, match.called_at = None, None
    _matches_refold(matches, also=CALLED)
    return matches


_LOCKED = CompiledQuery(lambda key: Match.objects.select_for_update().filter(pk=key))


def match_locked(match_id: int) -> Match:
    """Lock a match by its key. Raises ``RowGone``."""
    for match in _LOCKED(match_id):
        return match
    raise RowGone


def _locked(match_ids: Iterable[int]) -> list[Match]:
    """Lock matches by their keys. Raises ``RowGone`` if one was deleted."""
    wanted = sorted(match_ids)
    matches = Match.objects.select_for_update(of=("self",)).in_bulk(wanted)
    if len(matches) < len(wanted):
        raise RowGone
    return [matches[key] for key in wanted]


def match_advance(match: Match, *, hand: Hand) -> None:
    """Add one hand to the stored standing; the match is locked. No earlier hand is read."""
    assert hand.record is not None
    assert hand.verdict is not None
    score = match_running_score(match, match.standing)
    score.add_hand(hand.verdict)
    _sides_write([(match, score)])
    match.hand_count = hand.number
    match.numbers_used = max(match.numbers_used, hand.number)
    match.next_dealer = _dealer_after(match, [hand])
    _standing_set(match, score.standing)
    match.save(update_fields=DERIVED)
    numbers_add(match, hand)


def match_refold(match: Match) -> None:
    """Derive the match's state and statistics from all its hands; the match is locked."""
    _refold([match])
    numbers_write([match])


def _matches_refold(matches: Sequence[Match], *, also: Sequence[str]) -> None:
    """Derive locked matches, save the fields ``also``, and send ``matches_changed``."""
    if matches:
        changed = _refold(matches, also=also)
        if changed:
            numbers_write([match for match in matches if match.pk in changed])
        results = [(ChangeKind.RESULT, match.api_path) for match in matches]
        changes_note(matches[0].club_id, *results)
        matches_changed.send(sender=Match, matches=matches)


def _refold(matches: Sequence[Match], *, also: Sequence[str] = ()) -> set[int]:
    """Derive how locked matches stand from all their hands. Four statements, or three.

    Return the keys of matches in which other hands count than before.
    """
    by_match: dict[int, list[Hand]] = defaultdict(list)
    for hand in Hand.objects.filter(match__in=matches, record__isnull=False).order_by("number"):
        by_match[hand.match_id].append(hand)
    changed: list[Hand] = []
    scores = []
    for match in matches:
        hands, score = by_match[match.pk], match_running_score(match)
        changed += (hand for hand in hands if hand.counted != score.add_hand(hand.verdict or {}))
        match.hand_count = len(hands)
        match.next_dealer = _dealer_after(match, hands)
        _standing_set(match, score.standing)
        scores.append((match, score))
    _counted_toggle(changed)
    _sides_write(scores)
    Match.objects.bulk_update(matches, [*DERIVED, *also])
    return {hand.match_id for hand in changed}


def _start(game: str, rules: Mapping[str, Any], stakes: Mapping[str, Any] | None) -> MatchStanding:
    if problems := agreement_problems(game, rules, stakes or None):
        raise ValidationError([problem_text(problem, PRESENTERS[game]) for problem in problems])
    return RunningScore(game, rules).standing


def wrong_agreement(game: str, rules: object, stakes: object) -> dict[str, list[ValidationError]]:
    """Return what the rule book refuses of rules and stakes of a known game, by field.

    They are as the record of a match has them, or anything else.
    """
    record: dict[str, Any] = {
        "format": "match-record/1",
        "game": game,
        "rules": rules,
        "players": ["?"] * GAMES[game].seats,
        "hands": [],
    }
    if stakes is not None:
        record["stakes"] = stakes
    wrong: dict[str, list[ValidationError]] = {}
    for problem in explain_match(record):
        field = problem.at.split("/")[1]
        text = problem_text(problem, PRESENTERS[game])
        wrong.setdefault(field, []).append(ValidationError(text, code=problem.code.value))
    return wrong


def _dealer_after(match: Match, hands: Sequence[Hand]) -> int:
    """Return the seat that deals next; with rotating players always the last."""
    rotation = match_rotation(match)
    if rotation.rotates:
        return rotation.seats - 1
    last = hands[-1].record if hands else None
    return next_dealer(match.game, last["dealer"]) if last else match.first_dealer


def _counted_toggle(changed: Sequence[Hand]) -> None:
    """Save that these hands have moved across the end of the match."""
    for hand in changed:
        hand.counted = not hand.counted
    if changed:
        Hand.objects.bulk_update(changed, ["counted"])


def _standing_set(match: Match, standing: MatchStanding) -> None:
    """Set the fields ``DERIVED`` from the standing."""
    match.version += 1
    match.standing, match.totals = asdict(standing), list(standing.totals)
    match.winner, match.is_over = standing.winner, standing.over
    match.changed_at = timezone.now()


def _sides_write(scores: Iterable[tuple[Match, RunningScore]]) -> None:
    rows = [
        (match.pk, number, *_side_standing(score, number).values())
        for match, score in scores
        for number in range(len(score.standing.totals))
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(SIDE_STANDS, rows)


# As it runs with every hand: ``bulk_create`` takes ten times as long.
SIDE_STANDS = """
    INSERT INTO scoring_side
        (match_id, number, total, against, sets, hands, won, drawn, lost, is_over)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (match_id, number) DO UPDATE SET
        total = excluded.total, against = excluded.against, sets = excluded.sets,
        hands = excluded.hands, won = excluded.won, drawn = excluded.drawn,
        lost = excluded.lost, is_over = excluded.is_over
"""


def _side_standing(score: RunningScore, number: int) -> dict[str, int | bool | None]:
    standing, totals = score.standing, score.standing.totals
    known = score.hands_written or standing.hands > 0
    is_over = standing.over and (standing.hands > 0 or not score.hands_written)
    won = standing.winner == number
    drawn = is_over and standing.winner is None and totals[number] == max(totals)
    return {
        "total": totals[number],
        "against": max(total for side, total in enumerate(totals) if side != number),
        "sets": standing.sets[number] if standing.sets else None,
        "hands": score.rotation.hands_played(number, standing.hands) if known else None,
        "won": won,
        "drawn": drawn,
        "lost": is_over and not (won or drawn),
        "is_over": is_over,
    }
