"""The contents of an archive: the kinds of its rows and their columns, read from the models.

Every model that belongs to a club is a kind, unless it is named in ``LEFT_OUT``. In the archive the
rows of a kind are numbered from 1; every reference to a row is such a number.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from typing import Any, Final

from django.apps import apps
from django.core.validators import MaxLengthValidator
from django.db import models

from clubs.models import Club, User
from core.currencies import currency_check, currency_written_check
from core.names import line_check

FORMAT: Final = 1
"""The version of the archive format; grows when a kind or a column changes its meaning."""

PEOPLE: Final = "people"
"""The kind of users: members and authors."""

APPS: Final = (
    *(
        "clubs",
        "feeds",
        "scoring",
        "ledger",
        "tournaments",
        "phones",
        "deals",
        "stakes",
        "leagues",
        "jobs",
        "scans",
    ),
)

LEFT_OUT: Final = {
    "clubs.User": "accounts belong to the site; names of authors and members are kept as people",
    "clubs.PersonalToken": "a secret",
    "clubs.Invitation": "a secret; whom it made a member is one",
    "clubs.KeyedAnswer": "of the site, kept for a day",
    "clubs.Attempt": "of the site, kept for an hour",
    "clubs.Heartbeat": "of the site",
    "feeds.Change": "addresses on this site, for programs that read its feed",
    "feeds.Webhook": "a secret",
    "feeds.Delivery": "to webhooks, which stay behind",
    "leagues.CalledOff": "days that were called off, for calendars that have shown them",
    "scans.ExampleSheet": "of the demo club, for trying",
    "scans.SheetReading": "pictures on their way to the record, for a while",
    "scans.ReadSheet": "of a reading",
    "scans.ReadRow": "pictures as evidence of this site's hands; the hands themselves are kept",
    "scoring.BestPlay": "computed again from the hands, and shared by all clubs",
    "scoring.HandSeat": "computed again from the hands",
    "scoring.Occurrence": "computed again from the hands",
    "scoring.KnownDeal": "computed again from the hands",
}
"""Models that are in no archive, and why."""

MADE_ANEW: Final = {
    "clubs.Club": {"names_sorted_by"},
    "clubs.Player": {"name_key", "search_key", "sort_key"},
    "clubs.Forgetting": {"is_open"},
    "scoring.HandRevision": {"key", "digest"},
    "tournaments.Event": {"table_salt"},
    "phones.EventPage": {"code"},
    "phones.GuestDevice": {"key"},
    "phones.TableAccess": {"code", "code_until", "code_tries"},
    "phones.SignUpPage": {"code"},
    "phones.SignUp": {"digest"},
    "leagues.SeasonPage": {"code"},
    "leagues.CalendarFeed": {"code"},
    "jobs.Job": {"result", "file", "size", "sent_at", "started_at", "expires_at"},
}
"""Excluded columns: secrets of addresses and senders, derived values, printed files."""

ORDERS: Final = {"kind": "print"}
"""Of the jobs, orders of prints are in an archive, and nothing else."""

KEYS: Final[Mapping[str, Mapping[str, str]]] = {
    "tournaments.Game": {
        "guest_revision": "scoring.HandRevision",
        "confirmed_revision": "scoring.HandRevision",
        "take_back_revision": "scoring.HandRevision",
    },
    "phones.GameRemark": {"revision": "scoring.HandRevision"},
    "tournaments.EventChange": {"matches": "scoring.Match"},
    "stakes.SidePot": {"winners": "clubs.Player"},
}
"""Columns that hold the key of a row, or a list of keys, without being a foreign key."""

SOURCES: Final[Mapping[str, tuple[str, ...]]] = {
    "fee": ("tournaments.Entry",),
    "paid": ("tournaments.Entry",),
    "pot": ("stakes.SidePot", "clubs.Player"),
    "stakes": ("scoring.Match",),
    "cents": ("scoring.Match",),
    "transfer": ("ledger.Transfer",),
}
"""The keys in the source of a ledger entry, as ``pot:3:17``, by its first word."""

SUBJECTS: Final[Mapping[str, str]] = {
    "event": "tournaments.Event",
    "season": "leagues.Season",
    "player": "clubs.Player",
    "book": "ledger.Book",
    "match": "scoring.Match",
}
"""What a print is about: the `about` of its order, whose key is `of`."""

FIRST: Final = {("ledger.Transaction", "ledger.Posting")}
"""Rows written before those they refer to: a transaction closes its postings."""

ORDER: Final = {"ledger.Transaction": ("book_id", "number")}
"""The order of rows if it is not that of their keys: a reversal follows its original."""

INTEGERS: Final = {
    "SmallIntegerField": (-(2**15), 2**15 - 1),
    "PositiveSmallIntegerField": (0, 2**15 - 1),
    "IntegerField": (-(2**31), 2**31 - 1),
    "PositiveIntegerField": (0, 2**31 - 1),
    "BigIntegerField": (-(2**63), 2**63 - 1),
    "PositiveBigIntegerField": (0, 2**63 - 1),
}

Number = Callable[[str, int], int]
"""Gives for a model and a key its number in the archive, or for a number the key."""


@dataclass(frozen=True, slots=True)
class ArchiveColumn:
    """A column of a kind; ``type`` is its type in the archive.

    ``target`` is the label of the referenced model. ``values`` are its possible values, if limited.
    ``checks`` are the validators of a text; a currency may have been withdrawn since. ``shape`` is
    the type of a JSON value, as its default has it.
    """

    name: str
    attribute: str
    type: str
    is_null: bool = False
    target: str = ""
    length: int | None = None
    low: int | None = None
    high: int | None = None
    values: frozenset[Any] = frozenset()
    checks: tuple[Callable[[Any], None], ...] = ()
    shape: Any = None

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its value."""
        json_schema: dict[str, Any] = dict(SCHEMAS[self.type])
        if self.length is not None:
            json_schema["maxLength"] = self.length
        if self.low is not None:
            json_schema |= {"minimum": self.low, "maximum": self.high}
        if self.target:
            json_schema["description"] = f"Numbers of rows of {self.target}."
        if self.values:
            json_schema["enum"] = sorted(self.values)
        if not self.is_null:
            return json_schema
        if "enum" in json_schema:
            json_schema["enum"] = [*json_schema["enum"], None]
        return json_schema | (
            {"type": [json_schema["type"], "null"]} if "type" in json_schema else {}
        )


SCHEMAS: Final[Mapping[str, Mapping[str, Any]]] = {
    "boolean": {"type": "boolean"},
    "date": {"type": "string", "format": "date"},
    "time": {"type": "string", "format": "time"},
    "datetime": {"type": "string", "format": "date-time"},
    "integer": {"type": "integer"},
    "json": {},
    "number": {"type": "number"},
    "string": {"type": "string"},
    "reference": {"type": "integer", "minimum": 1},
    "references": {"type": "array", "items": {"type": "integer", "minimum": 1}},
}


@dataclass(frozen=True, slots=True)
class ArchiveKind:
    """The rows of a model that belong to a club; ``path`` leads from a row to it."""

    model: type[models.Model]
    path: str
    columns: tuple[ArchiveColumn, ...]

    @property
    def label(self) -> str:
        """The name of the kind, as ``scoring.Hand``."""
        return self.model._meta.label

    @property
    def key(self) -> str:
        """The attribute of the key of its rows."""
        key = self.model._meta.pk
        assert key is not None
        return key.attname

    def rows(self, club: int) -> models.QuerySet[Any]:
        some = ORDERS if self.label == "jobs.Job" else {}
        return self.model._base_manager.filter(**{self.path: club}, **some)

    @property
    def order(self) -> tuple[str, ...]:
        """The sort order of the rows."""
        return ORDER.get(self.label, ("pk",))


PERSON: Final = (
    ArchiveColumn("username", "username", "string", length=150),
    ArchiveColumn("first_name", "first_name", "string", length=150, checks=(line_check,)),
    ArchiveColumn("last_name", "last_name", "string", length=150, checks=(line_check,)),
)


@cache
def kinds() -> tuple[ArchiveKind, ...]:
    """Return all kinds, each after those that it refers to, in the same order at any time."""
    by_label = {kind.label: kind for kind in _kinds()}
    graph: dict[str, set[str]] = {}
    for label in sorted(by_label):
        needed = graph.setdefault(label, set())
        for column in by_label[label].columns:
            target = column.target
            if (
                not target
                or target in {label, "clubs.User"}
                or column.attribute in KEYS.get(label, {})
            ):
                continue
            if (target, label) in FIRST:
                graph.setdefault(target, set()).add(label)
            else:
                needed.add(target)
    sorter = TopologicalSorter({label: sorted(graph[label]) for label in sorted(graph)})
    return tuple(by_label[label] for label in sorter.static_order())


def _kinds() -> Iterator[ArchiveKind]:
    for app in APPS:
        for model in apps.get_app_config(app).get_models():
            if model._meta.label in LEFT_OUT:
                continue
            path = "club" if model._meta.label == "jobs.Job" else path_to_club(model)
            if path is None:
                raise LookupError(f"{model._meta.label} leads to no club, and is not left out")
            yield ArchiveKind(model, path, tuple(_columns(model)))


def path_to_club(model: type[models.Model]) -> str | None:
    """Return the shortest lookup from a model to its club by foreign keys that are never null."""
    ways: list[tuple[type[models.Model], str]] = [(model, "")]
    seen = {model}
    while ways:
        current, path = ways.pop(0)
        if current is Club:
            return path or "pk"
        for field in current._meta.concrete_fields:
            target = field.related_model
            if field.null or not isinstance(target, type) or target in seen | {User}:
                continue
            seen.add(target)
            ways.append((target, f"{path}__{field.name}" if path else field.name))
    return None


def _columns(model: type[models.Model]) -> Iterator[ArchiveColumn]:
    label = model._meta.label
    out = MADE_ANEW.get(label, set())
    for field in model._meta.concrete_fields:
        if not field.primary_key and field.name not in out:
            yield _column(label, field)
    for many in model._meta.local_many_to_many:
        target: Any = many.related_model
        yield ArchiveColumn(many.name, many.name, "references", target=target._meta.label)


def _column(label: str, field: Any) -> ArchiveColumn:
    """Return the column of a field. Raises ``LookupError`` for a type that no archive has."""
    name, null = field.name, field.null
    if label == "jobs.Job":
        null = null and name != "club"
        if name in ORDERS:
            return ArchiveColumn(name, name, "string", values=frozenset({ORDERS[name]}))
    if field.is_relation:
        target = field.related_model._meta.label
        return ArchiveColumn(name, field.attname, "reference", is_null=null, target=target)
    target = KEYS.get(label, {}).get(name, "")
    kind = field.get_internal_type()
    if kind in INTEGERS:
        low, high = INTEGERS[kind]
        return ArchiveColumn(
            name,
            name,
            "integer",
            is_null=null,
            target=target,
            low=low,
            high=high,
            checks=tuple(field.validators),
        )
    if kind in {"CharField", "TextField", "SlugField"}:
        values = frozenset(key for key, _label in field.flatchoices)
        if values and (field.blank or field.default == ""):
            values |= {""}
        checks = tuple(
            currency_written_check if check is currency_check else check
            for check in field.validators
            if not isinstance(check, MaxLengthValidator)
        )
        return ArchiveColumn(
            name,
            name,
            "string",
            is_null=null,
            length=field.max_length,
            values=values,
            checks=checks,
        )
    shape = field.default if kind == "JSONField" and field.default in {list, dict} else None
    return ArchiveColumn(name, name, TYPES[kind], is_null=null, target=target, shape=shape)


TYPES: Final = {
    "BooleanField": "boolean",
    "DateField": "date",
    "DateTimeField": "datetime",
    "TimeField": "time",
    "FloatField": "number",
    "JSONField": "json",
}


def renumbered(label: str, column: ArchiveColumn, value: Any, number: Number) -> Any:
    """Return a value with renumbered keys, for a column with keys that is not a foreign key.

    A key below 1 stays: it means none, or a row deleted before the club was archived.
    """
    if target := KEYS.get(label, {}).get(column.name):
        if isinstance(value, list):
            return [number(target, key) for key in value]
        return number(target, value)
    if label == "ledger.Transaction" and column.name == "source":
        first, *rest = value.split(":")
        targets = SOURCES.get(first, ())
        return ":".join(
            [
                first,
                *(
                    str(number(target, int(word)))
                    for target, word in zip(targets, rest, strict=False)
                ),
                *rest[len(targets) :],
            ]
        )
    if label == "jobs.Job" and column.name == "parameters":
        return _parameters(value, number)
    return value


def _parameters(order: Mapping[str, Any], number: Number) -> dict[str, Any]:
    """Return the parameters of an order: of its subject, and of the book of a season."""
    targets = {"of": SUBJECTS.get(order.get("about", "")), "season": SUBJECTS["book"]}
    return {
        key: number(target, value) if (target := targets.get(key)) and value else value
        for key, value in order.items()
    }


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the lines of each file in an archive, under the file's name."""
    rows = {kind.label: kind.columns for kind in kinds()} | {PEOPLE: PERSON}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of each file of a club's archive",
        "description": f"Format {FORMAT}. The number of a row is that of its line, from 1.",
        "$defs": {
            label: {
                "type": "object",
                "properties": {column.name: column.schema for column in columns},
                "required": [column.name for column in columns],
                "additionalProperties": False,
            }
            for label, columns in sorted(rows.items())
        },
    }
