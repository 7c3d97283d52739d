"""All that a club keeps about one player: exported as a file, or the name forgotten.

A forgotten player stays a player: results, standings and money are unchanged, and a number is in
the place of the name. The name is replaced in every text that an archive of the club would hold,
even where rows are otherwise only ever added.
"""

import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, Final

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from archive.arrivals import ARRIVALS
from archive.kinds import ArchiveColumn, ArchiveKind, kinds
from archive.orders import ARCHIVE, SITE
from clubs.models import Club, Forgetting, KeyedAnswer, Membership, Player, User
from jobs.models import Job
from jobs.services import jobs_forget
from ledger.selectors import OpenAccount, open_accounts
from paper.documents.rows import PRINT
from scoring.models import HandRevision, Match, Seat
from tournaments.events.models import Event
from tournaments.phones.models import GuestDevice

CHUNK: Final = 500
BY_ROWS_OF_OTHERS: Final[Mapping[str, str]] = {
    "scoring.Match": "seats__player",
    "tournaments.Entry": "lineup__player",
    "ledger.Transaction": "postings__account__player",
}
"""Lookups to the player for models that players refer to."""

NAMES_OF_OTHERS: Final = {("scoring.HandRevision", "author_name"), ("scoring.Seat", "name")} | {
    ("scoring.EnteredResult", "author_name"),
    ("clubs.Player", "name"),
    ("clubs.Club", "name"),
    ("clubs.Forgetting", "author_name"),
}
"""Columns that hold the name of the person that the row refers to: replaced by that reference."""

CODES_ALONE: Final = {"scoring.Hand", "scoring.HandRevision", "scoring.Match", "deals.Deal"}
"""Models whose JSON is of codes and numbers: records, verdicts, rules, deals."""


# --- Export


def person_rows(player: Player) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
    """Yield the rows about the player by kind, each with its key and the columns of an archive.

    Rows of matches at which the player sat hold seats by number; names of others are left out.
    """
    for kind in kinds():
        lookups = _to_player(kind.model)
        if not lookups:
            continue
        about = Q()
        for lookup in lookups:
            about |= Q(**{lookup: player.pk})
        keys = kind.model._base_manager.filter(about).values("pk")
        names = [
            column.attribute
            for column in kind.columns
            if column.type != "references"
            and column.name != "sealed"  # what somebody else wrote and did not show yet
            and column.target != "clubs.User"
            and (kind.label, column.name) not in NAMES_OF_OTHERS - {("clubs.Player", "name")}
        ]
        rows = kind.model._base_manager.filter(pk__in=keys).order_by(*kind.order)
        yield kind.label, rows.values("pk", *names).iterator(CHUNK)


def person_export(*, player: Player, out: IO[bytes]) -> int:
    """Write everything kept about the player as a zip of JSON Lines; return the number of rows."""
    count = 0
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for label, rows in person_rows(player):
            lines = [json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False) for row in rows]
            if lines:
                package.writestr(f"{label}.jsonl", "\n".join(lines) + "\n")
                count += len(lines)
    return count


def _to_player(model: type[models.Model]) -> list[str]:
    """Return the shortest lookups from a model to a player; several if it has several."""
    ways: list[tuple[type[models.Model], str]] = [(model, "")]
    seen: set[type[models.Model]] = {model}
    while ways:
        direct = [lookup for way in ways for lookup in _direct(*way)]
        by_others = [
            path + BY_ROWS_OF_OTHERS[current._meta.label]
            for current, path in ways
            if current._meta.label in BY_ROWS_OF_OTHERS
        ]
        if direct or by_others:
            return direct or by_others
        longer: list[tuple[type[models.Model], str]] = []
        for current, path in ways:
            for field in current._meta.concrete_fields:
                target = field.related_model
                if isinstance(target, type) and target not in seen | {User, Club, Event}:
                    seen.add(target)
                    longer.append((target, f"{path}{field.name}__"))
        ways = longer
    return []


def _direct(model: type[models.Model], path: str) -> list[str]:
    if model is Player:
        return [f"{path}pk"]
    fields = model._meta.concrete_fields
    return [f"{path}{field.name}" for field in fields if field.related_model is Player]


# --- Forgetting


@dataclass(frozen=True, slots=True)
class Traces:
    """What forgetting a player concerns, as counts; ``money`` is what is open, by currency.

    ``namesakes`` are other players of the same name: texts with it are then left as they are, since
    they may mean one of those.
    """

    matches: int
    events: int
    texts: int
    files: int
    namesakes: int
    has_account: bool
    money: tuple[OpenAccount, ...]


def player_traces(player: Player) -> Traces:
    """Return what forgetting the player would concern. Reads the texts of the club."""
    club = player.club
    return Traces(
        matches=Match.objects.filter(seats__player=player).distinct().count(),
        events=Event.objects.filter(entries__lineup__player=player).distinct().count(),
        texts=sum(1 for _text in _texts(player)),
        files=_files(club).count(),
        namesakes=_namesakes(player).count(),
        has_account=Membership.objects.filter(player=player).exists(),
        money=tuple(account for account in open_accounts(club) if account.player == player),
    )


@transaction.atomic
def player_forget(*, player: Player, reason: str, author: User) -> Forgetting:
    """Replace the name of a player by a number everywhere in the club. Locks the club.

    Printed files and archives of the club are deleted, since they hold the name. ValidationError
    for a player who is forgotten already, and without a reason.
    """
    club = Club.objects.select_for_update().get(pk=player.club_id)
    player = Player.objects.select_for_update().get(pk=player.pk)
    if Forgetting.objects.filter(player=player).exists():
        raise ValidationError(_("This player's name has already been removed."), code="forgotten")
    if not reason.strip():
        raise ValidationError({"reason": _("Say why.")}, code="required")
    last = club.forgettings.aggregate(last=Max("number"))["last"] or 0
    forgetting = Forgetting.objects.create(
        club=club,
        player=player,
        number=last + 1,
        reason=" ".join(reason.split()),
        author=author,
        author_name=author.shown_name,
        is_open=True,
    )
    number = str(forgetting)
    _replace_texts([*_texts(player), *_in_reason(forgetting, player)], player, number)
    _replace_references(player, number)
    player.name, player.note, player.active = number, "", False
    player.keys_set()
    player.save()
    _files_delete(club)
    KeyedAnswer.objects.filter(user__memberships__club=club).delete()
    forgetting.is_open = False
    forgetting.save(update_fields=["is_open"])
    transaction.on_commit(cache.clear)
    return forgetting


@dataclass(frozen=True, slots=True)
class _Text:
    """A value in which the name is found."""

    model: type[models.Model]
    key: Any
    column: str
    value: Any
    length: int | None


def _in_reason(forgetting: Forgetting, player: Player) -> Iterator[_Text]:
    if _pattern(player).search(forgetting.reason):
        yield _Text(Forgetting, forgetting.pk, "reason", forgetting.reason, 200)


def _namesakes(player: Player) -> models.QuerySet[Player]:
    return player.club.players.filter(name_key=player.name_key).exclude(pk=player.pk)


def _names(player: Player) -> set[str]:
    """The player's names, earlier ones at tables and on phones included."""
    seats = Seat.objects.filter(player=player).values_list("name", flat=True)
    return {name for name in {player.name, *seats} if name.strip()}


def _pattern(player: Player) -> re.Pattern[str]:
    """Match the player's names as words; longer names of others come first and match as well."""
    player_names = _names(player)
    others = player.club.players.exclude(pk=player.pk).values_list("name", flat=True)
    longer = {
        other
        for other in others
        if any(name.casefold() in other.casefold() for name in player_names)
    }
    names = sorted(player_names | longer, key=len, reverse=True)
    return re.compile(
        rf"(?<!\w)(?:{'|'.join(re.escape(name) for name in names)})(?!\w)", re.IGNORECASE
    )


def _texts(player: Player) -> Iterator[_Text]:
    """Yield the texts of the club that hold the name, both free and structured ones."""
    if _namesakes(player).exists():
        return
    names = {name.casefold() for name in _names(player)}
    pattern = _pattern(player)

    def is_named(value: Any) -> bool:
        return any(
            word.group().casefold() in names
            for text in _strings(value)
            for word in pattern.finditer(text)
        )

    for kind in kinds():
        rows = kind.rows(player.club_id)
        for column in _columns(kind):
            for key, value in rows.values_list("pk", column.attribute).iterator(CHUNK):
                if is_named(value):
                    yield _Text(kind.model, key, column.attribute, value, column.length)
    for arrival in Job.objects.filter(club=player.club_id, kind__in=ARRIVALS):
        for name in ("parameters", "result"):
            if is_named(value := getattr(arrival, name)):
                yield _Text(Job, arrival.pk, name, value, None)


def _columns(kind: ArchiveKind) -> Iterator[ArchiveColumn]:
    """The columns of a kind that can hold a name."""
    if kind.label == "jobs.Job":  # deleted
        return
    for column in kind.columns:
        is_text = column.type == "string" and not column.values and column.name != "source"
        is_json = column.type == "json" and kind.label not in CODES_ALONE
        if (is_text or is_json) and (kind.label, column.name) not in NAMES_OF_OTHERS:
            yield column


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)


def _replace_texts(texts: Iterable[_Text], player: Player, number: str) -> None:
    pattern, names = _pattern(player), {name.casefold() for name in _names(player)}

    def replaced(value: Any) -> Any:
        if isinstance(value, str):
            return pattern.sub(
                lambda word: number if word.group().casefold() in names else word.group(), value
            )
        if isinstance(value, Mapping):
            return {key: replaced(part) for key, part in value.items()}
        return [replaced(part) for part in value] if isinstance(value, list | tuple) else value

    changed: dict[tuple[type[models.Model], Any], dict[str, Any]] = defaultdict(dict)
    for text in texts:
        value = replaced(text.value)
        changed[text.model, text.key][text.column] = (
            value[: text.length] if isinstance(value, str) else value
        )
    for (model, key), values in changed.items():
        model._base_manager.filter(pk=key).update(**values)


def _replace_references(player: Player, number: str) -> None:
    """Replace the name in rows that copied it from the player they refer to; unlink accounts."""
    Seat.objects.filter(player=player).update(name=number)
    _replace_writers(player, number)
    Membership.objects.filter(player=player).update(player=None)


def _replace_writers(player: Player, number: str) -> None:
    """Replace the name in the history of hands that the player wrote on a phone."""
    for device in GuestDevice.objects.filter(player=player):
        of_event = Q(match__game_of__table__round__event=device.event_id)
        by_phone = HandRevision.objects.filter(of_event, device=device.number)
        HandRevision.objects.filter(pk__in=by_phone.values("pk")).update(author_name=number)


def _files(club: Club) -> QuerySet[Job]:
    """What was printed, archived and published of the club."""
    return club.jobs.filter(kind__in=[PRINT, ARCHIVE, SITE])


def _files_delete(club: Club) -> None:
    """Delete what was printed and archived; jobs under way find their row gone."""
    jobs_forget(_files(club))
