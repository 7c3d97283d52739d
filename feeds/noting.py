"""Which resources a row is part of, so that a change is noted wherever a row is written.

An app declares its resources beside its models, each with the rows that it shows. Whoever saves,
creates, updates or deletes such rows through Django has thereby noted the change. The rows of a
transaction become changes in one statement, which works out their addresses as well.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from string import Formatter
from typing import Any, Final, NamedTuple, TypeVar

from django.db import connection
from django.db.models import SET_NULL, CharField, F, Model, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.db.models.signals import post_delete, post_save, pre_delete
from django.utils import timezone

from core.transactions import before_commit
from feeds.models import ChangeKind

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource of the API: a row of ``model``, or what lies below one.

    ``path`` is its address below that of the club, with fields of the row in braces; ``club`` leads
    from the row to the club's key.
    """

    model: type[Model]
    kind: ChangeKind
    path: str
    club: str

    @property
    def path_fields(self) -> list[tuple[str, str]]:
        """The path as pairs of a text and the field that follows it, empty at the end."""
        return [(text, name or "") for text, name, *_rest in Formatter().parse(self.path)]

    def address(self, row: Model) -> "Address":
        """Return the club and the address for a row in memory."""
        values = {name: _value(row, name) for _text, name in self.path_fields if name}
        return Address(_value(row, self.club), self.kind, self.path.format(**values))

    def rows(self) -> QuerySet[Any, Any]:
        """Return all rows as club, kind and path."""
        pieces: list[Any] = [Value(""), Value("")]
        for text, name in self.path_fields:
            pieces += [Value(text), Cast(F(name), CharField())] if name else [Value(text)]
        path = Concat(*pieces, output_field=CharField())
        kind = Value(self.kind.value, output_field=CharField())
        columns = {"of_club": F(self.club), "of_kind": kind, "at_path": path}
        every: Any = self.model._base_manager.order_by()
        rows: QuerySet[Any, Any] = every.annotate(**columns).values_list(*columns)
        return rows


def _value(row: Model, path: str) -> Any:
    return reduce(getattr, path.split("__"), row)


class Address(NamedTuple):
    """A change whose address is known."""

    club: int
    kind: ChangeKind
    path: str


class ChangedRows(NamedTuple):
    """Changes of the rows of a resource that ``lookup`` finds by ``values``."""

    resource: Resource
    lookup: str
    values: frozenset[Any]


@dataclass(frozen=True, slots=True)
class Dependency:
    """A resource shows the rows that ``lookup`` leads to, or only ``fields`` of them."""

    resource: Resource
    lookup: str
    fields: frozenset[str] | None = None

    def shows(self, written: Iterable[str] | None) -> bool:
        """Whether writing these fields changes the resource; None means all fields."""
        return written is None or self.fields is None or not self.fields.isdisjoint(written)


@dataclass(slots=True)
class Watched:
    """What shows the rows of a model; ``quiet`` fields of it are shown nowhere."""

    dependencies: list[Dependency] = field(default_factory=list)
    quiet: frozenset[str] = frozenset()

    def shown(self, written: Iterable[str] | None) -> list[Dependency]:
        """Return the dependencies that a write of these fields changes."""
        if written is not None and self.quiet.issuperset(written):
            return []
        return [each for each in self.dependencies if each.shows(written)]


WATCHED: Final[dict[type[Model], Watched]] = {}
"""The models whose rows are shown by resources."""


def noted(
    model: type[Model],
    kind: ChangeKind,
    path: str,
    *,
    club: str,
    of: Mapping[type[Model], str | tuple[str, ...]] | None = None,
    own: Iterable[str] | None = None,
) -> None:
    """Declare a resource: a row of ``model``, and the rows ``of`` other models that it shows.

    These are found by lookups from ``model``. ``own`` are the fields of the row itself that the
    resource shows: all by default, none for what only lies below it.
    """
    resource = Resource(model, kind, path, club)
    _watch(model).append(Dependency(resource, "pk", None if own is None else frozenset(own)))
    for other, lookups in (of or {}).items():
        for lookup in (lookups,) if isinstance(lookups, str) else lookups:
            _watch(other).append(Dependency(resource, lookup))


def quiet(model: type[Model], *fields: str) -> None:
    """Declare fields that no resource shows, or only beside others that are noted with them."""
    WATCHED[model].quiet |= frozenset(fields)


def _watch(model: type[Model]) -> list[Dependency]:
    if model not in WATCHED:
        WATCHED[model] = Watched()
        post_save.connect(_saved, sender=model)
        pre_delete.connect(_deleting, sender=model)
        post_delete.connect(_deleted, sender=model)
        # In place of the manager that Django adds, which sends no signal of many rows.
        assert all(manager.auto_created for manager in model._meta.local_managers), model
        model._meta.local_managers.clear()
        model.add_to_class("objects", Rows.as_manager())
    return WATCHED[model].dependencies


class Rows(QuerySet[M]):
    """Rows that are noted where many are written at once."""

    def bulk_create(self, objs: Iterable[M], *arguments: Any, **options: Any) -> list[M]:
        """Create the rows, or update existing ones."""
        made = super().bulk_create(objs, *arguments, **options)
        rows_note(self.model, made, options.get("update_fields"))
        return made

    def bulk_update(
        self, objs: Iterable[M], fields: Iterable[str], batch_size: int | None = None
    ) -> int:
        rows, names = list(objs), list(fields)
        plain: QuerySet[M] = QuerySet(self.model, self.query.chain(), self.db)
        count = plain.bulk_update(rows, names, batch_size)
        rows_note(self.model, rows, names)
        return count

    def update(self, **values: Any) -> int:
        """Update the rows. One query more where a resource shows these fields."""
        dependencies = WATCHED[self.model].shown(values)
        rows = list(self.order_by()) if dependencies else []
        rows_note(self.model, rows, values)
        for dependency in dependencies:
            resource = dependency.resource
            if dependency.lookup == "pk" and any(
                name in values for _text, name in resource.path_fields
            ):
                _gone(resource, rows)
        return super().update(**values)

    update.alters_data = True  # type: ignore[attr-defined] # as Django has it


def _saved(sender: type[Model], *, instance: Model, update_fields: Any, **_: Any) -> None:
    rows_note(sender, [instance], update_fields)


def _deleting(sender: type[Model], *, instance: Model, **_: Any) -> None:
    """Note the rows that will lose their reference to this one."""
    for relation in sender._meta.related_objects:
        other: Any = relation.related_model
        if other in WATCHED and relation.on_delete is SET_NULL:
            rows_note(other, list(other.objects.filter(**{relation.field.name: instance})))


def _deleted(sender: type[Model], *, instance: Model, **_: Any) -> None:
    rows_note(sender, [instance])
    for dependency in WATCHED[sender].dependencies:
        if dependency.lookup == "pk" and dependency.fields is None:
            _gone(dependency.resource, [instance])


def _gone(resource: Resource, rows: Iterable[Model]) -> None:
    """Note addresses at which these rows are no longer found."""
    for row in rows:
        before_commit(_write, resource.address(row))


def changes_note(club_id: int, *changes: tuple[ChangeKind, str]) -> None:
    """Note changes of a club, as kind and path, that are no rows."""
    for kind, path in changes:
        before_commit(_write, Address(club_id, kind, path))


def rows_note(
    model: type[Model], rows: Sequence[Model], written: Iterable[str] | None = None
) -> None:
    """Note what shows these rows, or these fields of them, for the end of the transaction."""
    for dependency in WATCHED[model].shown(written) if rows else []:
        lookup, attribute = _search(dependency.resource.model, dependency.lookup)
        values = frozenset(getattr(row, attribute) for row in rows)
        before_commit(_write, ChangedRows(dependency.resource, lookup, values))


@cache
def _search(model: type[Model], lookup: str) -> tuple[str, str]:
    """Return a lookup from a resource, and the attribute of the row it leads to to search with.

    Where the last step goes back along a foreign key of the row, the key says as much as the row:
    it is known when the row is gone, and many rows have the same.
    """
    *before, last = lookup.split("__")
    for step in before:
        model = model._meta.get_field(step).related_model  # type: ignore[assignment] # a class
    relation = None if last == "pk" else model._meta.get_field(last)
    if relation is not None and relation.auto_created and not relation.concrete:
        return "__".join(before) or "pk", relation.field.attname  # type: ignore[union-attr]
    return lookup, "pk"


@cache
def _select(resource: Resource, lookup: str) -> tuple[str, tuple[Any, ...]]:
    """Return a query for the addresses of rows, up to the list of values, and its parameters."""
    query = resource.rows().filter(**{f"{lookup}__in": [0]}).query
    sql, parameters = query.sql_with_params()
    start, found, end = sql.rpartition("IN (%s)")
    assert found
    assert end.strip(") ") == ""
    return f"{start}IN (%s){end}", parameters[:-1]


WRITE = """
    INSERT INTO feeds_change (club_id, kind, path, made_at)
    SELECT of_club, of_kind, at_path, %%s FROM (%s) noted ORDER BY at_path, of_kind
"""


def _write(items: Sequence[Address | ChangedRows]) -> None:
    """Write what a transaction has noted, each address once. One statement."""
    changed: dict[tuple[Resource, str], set[Any]] = defaultdict(set)
    selects: list[str] = []
    parameters: list[Any] = []
    for item in dict.fromkeys(items):
        if isinstance(item, ChangedRows):
            changed[item.resource, item.lookup] |= item.values
        else:
            selects.append(
                "SELECT id AS of_club, %s AS of_kind, %s AS at_path FROM clubs_club WHERE id = %s"
            )  # the club may be gone as well
            parameters += [item.kind.value, item.path, item.club]
    for (resource, lookup), values in changed.items():
        sql, before = _select(resource, lookup)
        selects.append(sql.replace("IN (%s)", f"IN ({', '.join(['%s'] * len(values))})"))
        parameters += [*before, *values]
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(WRITE % " UNION ".join(selects), [now, *parameters])
