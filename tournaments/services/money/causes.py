"""What made an entry of an evening's book: only where one cause alone is known.

Facts are what was recorded: revisions of hands, entered results, and the changes that services
note with ``standings_mark_stale``. Where several came since an entry was made, or none is known, it
is said that results changed.
"""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ledger.hooks import Said
from ledger.models import Book, Transaction
from scoring.models import EnteredResult, HandRevision, Match
from scoring.models.hands import RevisionKind
from tournaments.models import Event, EventChange

UNKNOWN: Final = {"code": "changed"}
_BY_HANDS: Final = {
    RevisionKind.RECORDED: "hand_recorded",
    RevisionKind.CORRECTED: "hand_corrected",
    RevisionKind.UNDONE: "hand_undone",
}
_Fact = tuple[datetime.datetime, Said]


def causes_of(event: Event, book: Book, asked: Said | None = None) -> dict[str, Said]:
    """The cause of what differs, by source: of every match, and of prizes and house share.

    ``asked`` is what somebody does just now, who has the book brought up to date by it. Six
    queries.
    """
    made = _made_at(book)
    matches = _match_facts(event)
    played = Match.objects.filter(game_of__table__round__event=event, is_over=True)
    over = set(played.values_list("pk", flat=True))
    changes = list(EventChange.objects.filter(event=event).order_by("pk"))
    found: dict[str, Said] = {}
    for match, facts in matches.items():
        own: list[_Fact] = [
            *facts,
            *((row.made_at, row.said) for row in changes if match in row.matches),
        ]
        if match not in over:
            own += [(row.made_at, row.said) for row in changes if row.code in _OF_ALL]
        for source in (f"stakes:{match}", f"cents:{match}"):
            found[source] = _cause(own, made.get(source))
    everything: list[_Fact] = [(row.made_at, row.said) for row in changes]
    everything += [fact for facts in matches.values() for fact in facts]
    for source in ("house", "fund", "prizes", "rest"):
        since = made.get(source)
        later = [] if since is None else _later(everything, since)
        found[source] = _only([*later, *([asked] if asked else [])])
    return found


_OF_ALL: Final = frozenset({"event_finished", "event_reopened"})


def _cause(facts: Iterable[_Fact], since: datetime.datetime | None) -> Said:
    """The one thing since the entry was made; of a first entry the last thing that was done."""
    if since is None:
        ordered = sorted(facts, key=lambda fact: fact[0])
        return ordered[-1][1] if ordered else UNKNOWN
    return _only(_later(facts, since))


def _later(facts: Iterable[_Fact], since: datetime.datetime) -> list[Said]:
    return [said for at, said in facts if at > since]


def _only(causes: list[Said]) -> Said:
    """The one cause there is; the same thing done twice is told as it was done last."""
    if not causes or len({_kind(said) for said in causes}) > 1:
        return UNKNOWN
    return causes[-1]


def _kind(said: Said) -> tuple[Any, ...]:
    return said["code"], said.get("hand"), said.get("number")


def _made_at(book: Book) -> dict[str, datetime.datetime]:
    """When the last entry of each source was made. One query."""
    rows = Transaction.objects.filter(book=book).order_by("turn")
    return dict(rows.values_list("source", "made_at"))


def _match_facts(event: Event) -> Mapping[int, list[_Fact]]:
    """What was recorded in each match, in its order. Three queries."""
    of_event = {"match__game_of__table__round__event": event}
    keys = Match.objects.filter(game_of__table__round__event=event).values_list("pk", flat=True)
    found: dict[int, list[_Fact]] = {key: [] for key in keys}
    hands = HandRevision.objects.filter(**of_event).order_by("pk")
    columns = ("match", "created_at", "kind", "hand__number", "author_name", "reason")
    for match, at, kind, number, by, reason in hands.values_list(*columns):
        code = _BY_HANDS[RevisionKind(kind)]
        said = {"code": code, "hand": number, "by": by, "reason": reason}
        found[match].append((at, said))
    stated = EnteredResult.objects.filter(**of_event).order_by("pk")
    known: set[int] = set()
    for match, at, totals, by in stated.values_list("match", "created_at", "totals", "author_name"):
        code = "result_changed" if match in known else "result_entered"
        code = "result_withdrawn" if totals is None else code
        known = known - {match} if totals is None else known | {match}
        found[match].append((at, {"code": code, "by": by}))
    return found
