"""Queries that are compiled once: Django takes ten times as long to compile one as to run it."""

from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any, Generic, NamedTuple, TypeVar, cast

from django.db import connection
from django.db.models import Expression, QuerySet

Row = TypeVar("Row")


class _Given(Expression):
    """The place of a value that is only known when the query runs."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at

    def as_sql(self, _compiler: object, _connection: object) -> tuple[str, Any]:
        """Return a parameter, and itself in its place."""
        return "%s", [self]


class _Statement(NamedTuple):
    sql: str
    params: Sequence[Any]
    converters: Any
    model: Any
    fields: Sequence[str]
    """Names of the model's fields; none where the query asks for values."""


class CompiledQuery(Generic[Row]):
    """A query that runs with every request of a kind, and differs in nothing but values.

    ``query`` has a parameter for each of them and returns rows without relations, or a
    ``values_list``. A value is not converted as in a filter: give a key, not a row.
    """

    def __init__(self, query: Callable[..., QuerySet[Any, Row]]) -> None:
        self._query = query
        self._statement: _Statement | None = None

    def __call__(self, *values: Any) -> list[Row]:
        """Return the rows for these values of the query's parameters."""
        if self._statement is None:
            self._statement = self._compiled()
        sql, params, converters, model, fields = self._statement
        given = [values[each.at] if isinstance(each, _Given) else each for each in params]
        with connection.cursor() as cursor:
            cursor.execute(sql, given)
            rows: list[Any] = [list(row) for row in cursor.fetchall()]
        for at, (convert_in_turn, column) in converters.items():
            for convert in convert_in_turn:
                for row in rows:
                    row[at] = convert(row[at], column, connection)
        if not fields:
            return cast("list[Row]", [tuple(row) for row in rows])
        return [model.from_db(connection.alias, fields, row) for row in rows]

    def _compiled(self) -> _Statement:
        chosen = self._query(*map(_Given, range(len(signature(self._query).parameters))))
        compiler: Any = chosen.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        columns = [column for column, *_rest in compiler.select[: compiler.col_count]]
        is_rows = not chosen.query.values_select
        fields = [column.target.attname for column in columns] if is_rows else []
        return _Statement(sql, params, compiler.get_converters(columns), chosen.model, fields)
