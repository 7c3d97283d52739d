"""Reconcile an event's book with stakes, fees and prizes, and recompute open transfers.

Idempotent: entries that differ are reversed and made again, nothing else is written.
"""

import datetime
import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from core.transactions import Closed, RowGone
from ledger.accounts import CASH, CLUB, POT, PRIZES, AccountRef, ExpectedEntry, of_player, side_pot
from ledger.messages import Message
from ledger.models import Book, EntryKind, Transaction
from ledger.services.books import Reconciliation, entries_reconcile
from ledger.services.transfers import transfers_renew
from rules import money as coins
from scoring.models import BEGUN, EnteredResult, Hand, HandRevision, Match, RevisionKind
from scoring.running_score import match_rotation, match_settled
from tournaments.events.models import Event, EventChange, EventState, Game
from tournaments.events.services.locking import event_closed, event_locked
from tournaments.events.services.standings import lot_draw, standings_refresh
from tournaments.money.models import EventMoney, SidePot
from tournaments.money.selectors.fees import FeeLine, fee_lines
from tournaments.money.selectors.gaps import game_message, has_pot_of_cents
from tournaments.money.selectors.money import unsettled_event_ids
from tournaments.money.selectors.prizes import PRIZES_LOT, AwardPlan, Fund, award_plan, fund_of

# Expected transactions, computed without writing. Sources: `fee:ENTRY:PLACE`, `stakes:MATCH`,
# `cents:MATCH`, `pot:POT:PLAYER`, `pot:POT`, `float`, `house`, `fund`, `prizes` and `rest`.


logger = logging.getLogger(__name__)

DERIVED = (
    *(EntryKind.FEE, EntryKind.STAKES, EntryKind.POT, EntryKind.PRIZE, EntryKind.HOUSE),
    EntryKind.FLOAT,
)
"""The kinds of entries that are derived, and reconciled."""

AWARDED: Final = ("house", "fund", "prizes", "rest")
"""The sources of entries that awarding makes."""


def added(*parts: Mapping[AccountRef, int]) -> dict[AccountRef, int]:
    """Add up amounts by account, without those that come to 0."""
    total = Counter[AccountRef]()
    for part in parts:
        for at, amount in part.items():
            total[at] += amount
    return {at: amount for at, amount in total.items() if amount}


def charge_of(line: FeeLine) -> ExpectedEntry:
    """Return the charge for a fee, split between those who owe it together."""
    status = line.status.value
    return ExpectedEntry(
        source=f"fee:{line.entry_id}:{line.place}",
        kind=EntryKind.FEE,
        text="",
        amounts=added({POT: line.due}, _shares(line, -line.due)),
        about=_of_line("fee", line),
        cause={"code": "fee_set"} if line.due else {"code": "fee_is", "status": status},
    )


def _of_line(code: str, line: FeeLine) -> dict[str, Any]:
    names = [player.name for player in line.players]
    return {"code": code, "number": line.entrant.number, "names": names}


def payment_of(line: FeeLine) -> ExpectedEntry:
    """Return the payment of a fee into the cash box."""
    return ExpectedEntry(
        source=f"paid:{line.entry_id}:{line.place}",
        kind=EntryKind.PAYMENT,
        text="",
        amounts=added({CASH: -line.paid}, _shares(line, line.paid)),
        about=_of_line("fee_paid", line),
        cause={"code": "fee_is", "status": line.status.value},
    )


def _shares(line: FeeLine, amount: int) -> dict[AccountRef, int]:
    """Split an amount among those who owe a fee together."""
    if not line.players:
        return {}
    shares = coins.split(amount, len(line.players))
    return added(
        *({of_player(player.pk): share} for player, share in zip(line.players, shares, strict=True))
    )


def expected_float(money: EventMoney) -> Iterator[ExpectedEntry]:
    """Yield the club's float in the cash box."""
    amounts = {CASH: -money.cash_float, CLUB: money.cash_float} if money.cash_float else {}
    yield ExpectedEntry("float", EntryKind.FLOAT, "", amounts, {"code": "float"})


def expected_stakes(event: Event, money: EventMoney) -> Iterator[ExpectedEntry]:
    """Yield the stakes of finished matches.

    Four queries. In a finished event every begun match counts as it stands. With a pot of cents
    each hand is settled instead of the differences. Unknown stakes are not entered: see
    ``stake_gaps``.
    """
    over = Q(match__is_over=True)
    if event.state == EventState.FINISHED:
        over |= Q(match__in=Match.objects.filter(BEGUN, game_of__table__round__event=event))
    games = Game.objects.filter(over, table__round__event=event).select_related(
        "match", "table__round"
    )
    begun = list(games.prefetch_related("match__seats").order_by("pk"))
    if has_pot_of_cents(money):
        scores = _scores(begun)
        for game in begun:
            if game.match.entered_totals is None:
                yield _cents(game, money, scores.get(game.match_id, []))
        return
    for game in begun:
        yield from _settled(game, money)


def _settled(game: Game, money: EventMoney) -> Iterator[ExpectedEntry]:
    match = game.match
    if match.stakes is None or match.stakes["currency"] != money.book.currency:
        return
    owed, paid_for = match_settled(match)
    if owed is not None:
        amounts = _by_seat(match, owed.players)
        about = game_message("stakes", game) | ({"time_pays": paid_for.value} if paid_for else {})
        yield ExpectedEntry(f"stakes:{match.pk}", EntryKind.STAKES, "", amounts, about)


def _cents(game: Game, money: EventMoney, scores: Sequence[Sequence[int]]) -> ExpectedEntry:
    received = game.match.presenter.pot_received(
        scores, players=len(game.match.totals), ante=money.ante, point=money.point
    )
    amounts = _by_seat(game.match, received)
    return ExpectedEntry(
        f"cents:{game.match_id}", EntryKind.STAKES, "", amounts, game_message("cents", game)
    )


def _by_seat(match: Match, received: Sequence[int]) -> dict[AccountRef, int]:
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    return added(
        *({of_player(seat.player_id): amount} for seat, amount in zip(seats, received, strict=True))
    )


def _scores(games: Sequence[Game]) -> dict[int, list[Sequence[int]]]:
    """Return the scores by player of each counted hand, by match. One query.

    A player who sits a hand out stays in the pot with 0 for it.
    """
    by_match: dict[int, list[Sequence[int]]] = defaultdict(list)
    hands = Hand.objects.filter(
        match__in=[game.match_id for game in games], verdict__isnull=False, counted=True
    )
    scores = hands.order_by("match", "number").values_list("match", "number", "verdict__score")
    rotations = {game.match_id: match_rotation(game.match) for game in games}
    for match_id, number, score in scores:
        rotation = rotations[match_id]
        by_match[match_id].append(rotation.scattered((0,) * rotation.players, score, number))
    return by_match


def expected_side_pots(money: EventMoney) -> Iterator[ExpectedEntry]:
    """Yield stakes and winnings of side pots. Two queries."""
    for pot in money.side_pots.prefetch_related("players"):
        players = list(pot.players.all())
        for player in players:
            yield ExpectedEntry(
                source=f"pot:{pot.pk}:{player.pk}",
                kind=EntryKind.POT,
                text="",
                amounts=added({of_player(player.pk): -pot.stake, side_pot(pot.name): pot.stake}),
                about={"code": "pot_in", "pot": pot.name, "name": player.name},
            )
        yield _pot_won(pot, pot.stake * len(players))


def _pot_won(pot: SidePot, whole: int) -> ExpectedEntry:
    parts = coins.split(whole, len(pot.winners)) if pot.winners else ()
    won = {of_player(key): part for key, part in zip(pot.winners, parts, strict=True)}
    amounts = added(won, {side_pot(pot.name): -sum(parts)})
    return ExpectedEntry(
        f"pot:{pot.pk}", EntryKind.POT, "", amounts, {"code": "pot_won", "pot": pot.name}
    )


# Causes of corrections. Facts are revisions of hands, entered results, and the changes that
# services record with `standings_mark_stale`. An entry has a cause where exactly one fact is newer
# than it; else the cause is UNKNOWN.


UNKNOWN: Final = {"code": "changed"}
_BY_HANDS: Final = {
    RevisionKind.RECORDED: "hand_recorded",
    RevisionKind.CORRECTED: "hand_corrected",
    RevisionKind.UNDONE: "hand_undone",
}
_Fact = tuple[datetime.datetime, Message]


def causes_of(event: Event, book: Book, action: Message | None = None) -> dict[str, Message]:
    """Return the cause of differences, by source: matches, prizes and house share. Six queries.

    ``action`` is the action that triggered reconciling.
    """
    entered_at = _made_at(book)
    matches = _match_facts(event)
    played = Match.objects.filter(game_of__table__round__event=event, is_over=True)
    over = set(played.values_list("pk", flat=True))
    changes = list(EventChange.objects.filter(event=event).order_by("pk"))
    causes: dict[str, Message] = {}
    for match, facts in matches.items():
        of_match: list[_Fact] = [
            *facts,
            *((row.made_at, row.message) for row in changes if match in row.matches),
        ]
        if match not in over:
            of_match += [(row.made_at, row.message) for row in changes if row.code in _OF_ALL]
        for source in (f"stakes:{match}", f"cents:{match}"):
            causes[source] = _cause(of_match, entered_at.get(source))
    everything: list[_Fact] = [(row.made_at, row.message) for row in changes]
    everything += [fact for facts in matches.values() for fact in facts]
    for source in AWARDED:
        since = entered_at.get(source)
        later = [] if since is None else _later(everything, since)
        causes[source] = _only([*later, *([action] if action else [])])
    return causes


_OF_ALL: Final = frozenset({"event_finished", "event_reopened"})


def _cause(facts: Iterable[_Fact], since: datetime.datetime | None) -> Message:
    """Return the only fact since an entry was made; for a first entry the last fact."""
    if since is None:
        ordered = sorted(facts, key=lambda fact: fact[0])
        return ordered[-1][1] if ordered else UNKNOWN
    return _only(_later(facts, since))


def _later(facts: Iterable[_Fact], since: datetime.datetime) -> list[Message]:
    return [said for at, said in facts if at > since]


def _only(causes: list[Message]) -> Message:
    """Return the cause if there is exactly one, otherwise UNKNOWN. If the same change was made
    twice, the later one counts."""
    if not causes or len({_kind(message) for message in causes}) > 1:
        return UNKNOWN
    return causes[-1]


def _kind(message: Message) -> tuple[Any, ...]:
    return message["code"], message.get("hand"), message.get("number")


def _made_at(book: Book) -> dict[str, datetime.datetime]:
    """Return when the last entry of each source was made. One query."""
    rows = Transaction.objects.filter(book=book).order_by("revision")
    return dict(rows.values_list("source", "made_at"))


def _match_facts(event: Event) -> Mapping[int, list[_Fact]]:
    """Return the changes recorded in each match, in order. Three queries."""
    of_event = {"match__game_of__table__round__event": event}
    keys = Match.objects.filter(game_of__table__round__event=event).values_list("pk", flat=True)
    facts: dict[int, list[_Fact]] = {key: [] for key in keys}
    # That a sealed hand was opened changes no amount.
    revisions = HandRevision.objects.filter(**of_event).exclude(kind=RevisionKind.OPENED)
    hands = revisions.order_by("pk")
    columns = ("match", "created_at", "kind", "hand__number", "author_name", "reason")
    for match, at, kind, number, by, reason in hands.values_list(*columns):
        code = _BY_HANDS[RevisionKind(kind)]
        message = {"code": code, "hand": number, "by": by, "reason": reason}
        facts[match].append((at, message))
    results = EnteredResult.objects.filter(**of_event).order_by("pk")
    known: set[int] = set()
    for match, at, totals, by in results.values_list(
        "match", "created_at", "totals", "author_name"
    ):
        code = "result_changed" if match in known else "result_entered"
        code = "result_withdrawn" if totals is None else code
        known = known - {match} if totals is None else known | {match}
        facts[match].append((at, {"code": code, "by": by}))
    return facts


# Expected house share and prizes of a finished event.


def expected_awards(event: Event, money: EventMoney, fund: Fund) -> Iterator[ExpectedEntry]:
    """Yield house share, prizes and the rest of the pot of a finished event. It is locked.

    A lot is drawn and recorded if tied entries cannot share exactly.
    """
    if not money.awarded or event.state != EventState.FINISHED:
        return
    plan = award_plan(event, money, fund)
    if plan.tied:
        lot_draw(event=event, purpose=PRIZES_LOT, options=plan.tied)
        plan = award_plan(event, money, fund)
    winners = _winners(plan)
    total = sum(winners.values())
    house, prize = EntryKind.HOUSE, EntryKind.PRIZE
    yield ExpectedEntry("house", house, "", _moved(POT, CLUB, fund.house), {"code": "house"})
    yield ExpectedEntry("fund", prize, "", _moved(POT, PRIZES, total), {"code": "fund"})
    prizes = {PRIZES: -total, **winners} if total else {}
    yield ExpectedEntry("prizes", prize, "", prizes, {"code": "prizes"})
    code = "club_adds" if plan.club_adds else "rest"
    yield ExpectedEntry(
        "rest", house, "", _moved(POT, CLUB, plan.to_club - plan.club_adds), {"code": code}
    )


def _moved(giver: AccountRef, receiver: AccountRef, amount: int) -> dict[AccountRef, int]:
    return {giver: -amount, receiver: amount} if amount else {}


def _winners(plan: AwardPlan) -> dict[AccountRef, int]:
    received: dict[AccountRef, int] = {}
    for award in plan.awards:
        for player, part in award.parts:
            at = of_player(player.pk)
            received[at] = received.get(at, 0) + part
    return {at: amount for at, amount in received.items() if amount}


def evening_settle(
    *, event_id: int, made_by: User | None = None, cause: Message | None = None
) -> Reconciliation:
    """Reconcile all derived transactions of an event's book. Locks the event, then the book.

    Refreshes standings first, because prizes depend on them. Does nothing if no money is kept;
    idempotent. ``made_by`` is None for the worker; ``cause`` is the action that may change prizes
    and house share.
    """
    if not EventMoney.objects.filter(event=event_id).exists():
        return Reconciliation()
    standings_refresh(event_id=event_id)
    with transaction.atomic():
        event = event_locked(event_id)
        money = EventMoney.objects.select_related("book").filter(event=event).first()
        if money is None:
            return Reconciliation()
        money.event = event
        if event.is_stale and money.awarded:
            return Reconciliation()  # a change came in between, which starts another run
        lines = fee_lines(money)
        brought = entries_reconcile(
            book=money.book,
            wanted=_expected(event, money, lines),
            kinds=DERIVED,
            causes=causes_of(event, money.book, cause),
            made_by=made_by,
        )
        # Payments are not derived: a removed entry's payment remains its credit.
        entries_reconcile(book=money.book, wanted=map(payment_of, lines), made_by=made_by)
        money.settled_version, money.failed_at = event.version, None
        money.save(update_fields=["settled_version", "failed_at"])
        transfers_renew(book=money.book)
    return brought


@contextmanager
def book_guard(*, event: Event, sources: Collection[str] = ()) -> Iterator[None]:
    """Let an act on a finished event add to its book, and take back entries of ``sources`` alone.

    These are sources, or what they begin with up to a colon. Raises ``Closed``, as a page and the
    API do, if another entry would be taken back. The event is locked.
    """
    if event.state != EventState.FINISHED:
        yield
        return
    evening_settle(event_id=event.pk)  # the act is no cause of what was not entered yet
    entries = Transaction.objects.filter(book__event_money__event=event)
    last = entries.aggregate(last=Max("number"))["last"] or 0
    yield
    reversing = entries.filter(number__gt=last, reverses__isnull=False)
    undone = set(reversing.values_list("reverses__source", flat=True))
    if rewritten := {source for source in undone if not _is_of(source, sources)}:
        raise _refusal(event, rewritten)


def _is_of(source: str, sources: Collection[str]) -> bool:
    return any(source == allowed or source.startswith(f"{allowed}:") for allowed in sources)


def _refusal(event: Event, sources: Collection[str]) -> Closed:
    closed = event_closed(event)
    words = (
        _("The prizes of this finished event are entered: take them back first, or reopen it.")
        if not {*sources}.isdisjoint(AWARDED)
        else _("This event is finished. Open it again to change its book.")
    )
    return Closed(words, href=closed.href, action=closed.action, operation=closed.operation)


def evening_settle_if_stale(*, event_id: int) -> None:
    """Do the same if the event has changed since it was last settled."""
    if event_id in unsettled_event_ids():
        evening_settle_or_note(event_id=event_id)


def evening_settle_or_note(*, event_id: int) -> None:
    """Settle an event's book.

    A failure is recorded and shown on the money page. A deleted event has no book.
    """
    try:
        evening_settle(event_id=event_id)
    except RowGone:
        return
    except Exception:
        logger.exception("The money of event %d cannot be settled", event_id)
        EventMoney.objects.filter(event=event_id).update(failed_at=timezone.now())


def evening_follow(*, money: EventMoney, made_by: User | None, cause: str) -> None:
    """Update everything that depends on the pot: awarded prizes and open transfers."""
    if EventMoney.objects.filter(pk=money.pk, awarded=True).exists():
        evening_settle(event_id=money.event_id, made_by=made_by, cause={"code": cause})
    else:
        transfers_renew(book=money.book)


def entries_expected(event: Event) -> dict[str, ExpectedEntry]:
    """Return the derived entries of an event's book, by source; none is written.

    The event is locked: a lot may be drawn for prizes that are awarded.
    """
    money = EventMoney.objects.select_related("book").get(event=event)
    money.event = event
    return {entry.source: entry for entry in _expected(event, money, fee_lines(money))}


def _expected(event: Event, money: EventMoney, lines: Sequence[FeeLine]) -> list[ExpectedEntry]:
    fund = fund_of(money, lines)
    return [
        *map(charge_of, lines),
        *expected_float(money),
        *expected_stakes(event, money),
        *expected_side_pots(money),
        *expected_awards(event, money, fund),
    ]
