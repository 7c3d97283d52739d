"""Statistics of hands: rows derived from records and verdicts, in the same transaction.

A new hand adds its rows; any other change rewrites those of its match. So does the answer of best
play to a known deal, when the worker has it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from django.db import connection, transaction
from django.db.models import Model

from clubs.models import Club
from core.queries import CompiledQuery
from games.measures import BestPlayOfHand, HandRole
from games.presenter import GamePresenter
from scoring.models import (
    BestPlay,
    DealState,
    Hand,
    HandSeat,
    KnownDeal,
    Match,
    Occurrence,
    Seat,
)
from scoring.running_score import Rotation, match_rotation
from scoring.selectors.best_play import Answer, Ask, question_of
from scoring.services.best_play import answer_of

MATCHES: Final = 100
"""Number of matches whose rows are written at once."""
AT_ONCE: Final = 20
"""Number of hands whose answers are counted at once; each rewrites its match."""
LONGEST: Final = 16
"""Characters of a code."""


def numbers_add(match: Match, hand: Hand) -> None:
    """Add the rows of a recorded hand; its match is locked. At most three statements, five if its
    deal is known.
    """
    players = dict(_PLAYERS(match.pk))
    known = None
    if digest := _digest_of_deal(hand):
        answered = _ANSWERED(digest)
        known = DealAnswer(digest, answer_of(answered[0]) if answered else None)
    _insert(_of_hand(match, hand, players, match_rotation(match), known))


_PLAYERS = CompiledQuery(
    lambda match: Seat.objects.order_by().filter(match=match).values_list("number", "player_id")
)
_ANSWERED = CompiledQuery(lambda digest: BestPlay.objects.defer("question").filter(pk=digest))


@transaction.atomic
def numbers_write(matches: Sequence[Match]) -> None:
    """Rewrite the rows of all hands of locked matches. Nine statements for a few dozen matches."""
    for derived in COLUMNS:
        derived._default_manager.filter(match__in=matches).delete()
    players: dict[int, dict[int, int]] = defaultdict(dict)
    seats = Seat.objects.filter(match__in=matches)
    for match_id, number, player in seats.values_list("match_id", "number", "player_id"):
        players[match_id][number] = player
    by_key = {match.pk: (match, match_rotation(match)) for match in matches}
    counted = Hand.objects.filter(match__in=matches, counted=True, record__isnull=False)
    hands = list(
        counted.only("match_id", "number", "record", "verdict").order_by("match_id", "number")
    )
    known = _known_deals(hands)
    _insert(
        row
        for hand in hands
        for match, rotation in (by_key[hand.match_id],)
        for row in _of_hand(match, hand, players[hand.match_id], rotation, known.get(hand.pk))
    )


def numbers_rebuild(club: Club) -> None:
    """Rebuild the rows of all hands of a club, a hundred matches per transaction.

    Locks the matches.
    """
    left = iter(list(club.matches.order_by("pk").values_list("pk", flat=True)))
    while keys := list(islice(left, MATCHES)):
        with transaction.atomic():
            numbers_write(list(Match.objects.select_for_update().filter(pk__in=keys)))


def numbers_due() -> None:
    """Count what best play says of hands whose deals have been answered, at most twenty matches.

    Locks each of them.
    """
    due = KnownDeal.objects.filter(state=DealState.DUE).order_by("hand")
    keys = set(due.values_list("match", flat=True)[:AT_ONCE])
    for key in sorted(keys):
        with transaction.atomic():
            numbers_write(list(Match.objects.select_for_update().filter(pk=key)))


class DealAnswer(NamedTuple):
    """The digest of a known deal, and the answer of best play if there is one."""

    digest: str
    answer: Answer | None


def _known_deals(hands: Iterable[Hand]) -> dict[int, DealAnswer]:
    """Return the known deals of declared hands by the key of the hand. One query, none without."""
    digests = {hand.pk: digest for hand in hands if (digest := _digest_of_deal(hand))}
    rows = BestPlay.objects.defer("question").in_bulk(set(digests.values())) if digests else {}
    return {
        key: DealAnswer(digest, answer_of(rows[digest]) if digest in rows else None)
        for key, digest in digests.items()
    }


def _digest_of_deal(hand: Hand) -> str:
    """Return the digest of the deal of a declared hand; empty unless the whole deal is known."""
    if not (hand.record and hand.verdict and hand.verdict.get("declarer") is not None):
        return ""
    question = question_of(Ask.MAKEABLE, hand.record)
    return question.digest if question else ""


Values = tuple[str | int | None, ...]
"""The values of a row in the order of the columns."""

COLUMNS: Final[Mapping[type[Model], tuple[str, ...]]] = {
    HandSeat: (
        *("club_id", "game", "match_id", "hand_id", "player_id"),
        *("bid", "declaration", "outcome", "declarer_id", "partner_id", "role", "points"),
    ),
    Occurrence: ("club_id", "game", "match_id", "hand_id", "player_id", "measure", "made"),
    KnownDeal: ("hand_id", "club_id", "match_id", "declarer_id", "digest", "state"),
}


def _insert(rows: Iterable[tuple[type[Model], Values]]) -> None:
    """Insert rows of these models.

    Plain statements, since a club can have millions of rows: with ``bulk_create`` all hands of a
    club take twice as long, and reading an archive a tenth longer.
    """
    by_model: dict[type[Model], list[Values]] = defaultdict(list)
    for model, values in rows:
        by_model[model].append(values)
    with connection.cursor() as cursor:
        for model, values_of_rows in by_model.items():
            columns = COLUMNS[model]
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(
                f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"  # noqa: S608 names of ours
                f" VALUES ({places})",
                values_of_rows,
            )


def _of_hand(
    match: Match,
    hand: Hand,
    players: Mapping[int, int],
    rotation: Rotation,
    known: DealAnswer | None,
) -> Iterator[tuple[type[Model], Values]]:
    """Yield the rows of a legal hand; ``players`` are the keys of players by their numbers."""
    presenter, record, verdict = match.presenter, hand.record, hand.verdict
    if record is None or verdict is None:
        return
    measures = presenter.measures
    seated = [players.get(number) for number in rotation.seated(hand.number)]
    declarer, called = verdict.get("declarer"), verdict.get("partner")
    partners = _partners(seated, declarer, called, in_teams=presenter.in_teams)
    score = verdict.get("score") or [None]
    shared = match.club_id, match.game, match.pk, hand.pk
    codes = (
        str(verdict.get("bid") or "")[:LONGEST],
        measures.declaration(record)[:LONGEST],
        measures.outcome(record, verdict)[:LONGEST],
        None if declarer is None else seated[declarer],
    )
    best = None
    if known:
        best = _best_play(presenter, hand, known.answer)
        state = DealState.WAITING if known.answer is None else DealState.COUNTED
        yield KnownDeal, (hand.pk, match.club_id, match.pk, codes[-1], known.digest, state.value)
    for seat, player in enumerate(seated):
        if player is not None:
            role, points = _role(seat, declarer, called).value, score[seat % len(score)]
            yield HandSeat, (*shared, player, *codes, partners[seat], role, points)
    for measure in measures.measures:
        for seat, made in measure.occurrences(record, verdict, len(seated), best):
            if (player := seated[seat]) is not None:
                yield Occurrence, (*shared, player, measure.code, made)


def _best_play(
    presenter: GamePresenter, hand: Hand, answer: Answer | None
) -> BestPlayOfHand | None:
    """Return what best play says of a hand with a declarer; None if it says nothing."""
    record, verdict = hand.record, hand.verdict
    if presenter.best_play is None or not (record and verdict and answer and answer["ok"]):
        return None
    could_make = presenter.best_play.could_make(record, verdict, answer)
    if could_make is None:
        return None
    outcome = presenter.measures.outcome(record, verdict)
    declarer, called = verdict["declarer"], verdict.get("partner")
    seats = range(presenter.laws.seats)
    return {
        "could_make": could_make,
        "was_set": outcome == "set",
        "defenders": [seat for seat in seats if _role(seat, declarer, called) is HandRole.DEFENDER],
    }


def _role(seat: int, declarer: int | None, partner: int | None) -> HandRole:
    if declarer is None:
        return HandRole.PLAYER
    if seat == declarer:
        return HandRole.DECLARER
    return HandRole.PARTNER if seat == partner else HandRole.DEFENDER


def _partners(
    seated: Sequence[int | None], declarer: int | None, called: int | None, *, in_teams: bool
) -> list[int | None]:
    """Return each seat's partner: the opposite seat in team games, or declarer and partner."""
    if in_teams:
        return [seated[(seat + len(seated) // 2) % len(seated)] for seat in range(len(seated))]
    partners: list[int | None] = [None] * len(seated)
    if declarer is not None and called is not None and called < len(seated):
        partners[declarer], partners[called] = seated[called], seated[declarer]
    return partners
