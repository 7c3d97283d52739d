"""Read an archive into a new club: all of it, in one transaction, or nothing."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from itertools import islice
from typing import IO, Any, Final, NoReturn
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.core.validators import EMPTY_VALUES, validate_slug
from django.db import DataError, IntegrityError, connection, models, transaction
from django.utils.translation import gettext as _

from archive.judging import ArchiveDifference, differences
from archive.kinds import MADE_ANEW, PEOPLE, PERSON, ArchiveColumn, ArchiveKind, kinds, renumbered
from archive.package import ArchiveRefused, Package
from archive.row_checks import row_checks
from archive.writing import PROGRESS_EVERY, Progress, file_of
from clubs.models import Club, Membership, Player, User
from clubs.roles import Role
from core.names import FIRST_DAY, FIRST_TIME, LAST_DAY, LAST_TIME, made_by
from core.text import isolated
from scoring.models import Hand
from scoring.services.numbers import numbers_rebuild

CHUNK: Final = 1000
"""Number of rows written at once."""

CACHE_KIB: Final = 100_000
"""Memory of SQLite while an archive is read."""

MAX_LISTED: Final = 1000
"""Differences that are kept; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """The result of reading: the new club, its row counts, and differences from this program's
    values.

    ``without_account`` are the user names that had no account here: each now has one that nobody
    can sign in to.
    """

    club: Club
    rows: int
    differences: tuple[ArchiveDifference, ...]
    difference_count: int
    without_account: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArchivePreview:
    """The claimed contents of an archive, before it is read."""

    name: str
    slug: str
    program: str
    rows: Mapping[str, int]


def archive_preview(file: IO[bytes]) -> ArchivePreview:
    """Return the contents of an archive. Raises ``ArchiveRefused``."""
    package = Package(file)
    row = package.first(Club._meta.label)
    if row is None:
        raise ArchiveRefused(_("The archive contains no club."))
    rows = {label: content.rows for label, content in package.contents.items() if content.rows}
    return ArchivePreview(
        str(row.get("name"))[:120], str(row.get("slug"))[:60], package.program, rows
    )


@contextmanager
def _large_cache() -> Iterator[None]:
    """Give SQLite room in memory for the indexes of many new rows."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA cache_size")
        before = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA cache_size = {before}")


@_large_cache()
@transaction.atomic
def archive_read(
    *,
    file: IO[bytes],
    slug: str = "",
    owner: User | None = None,
    progress: Progress = lambda done, total: None,
) -> Arrived:
    """Read an archive into a new club, and verify the result.

    ``slug`` replaces the archive's own. ``owner`` becomes an owner of the club. People are matched
    with accounts by user name; those without one get an account that nobody can sign in to. Memory
    grows only with the number of people.

    Raises ``ArchiveRefused`` for anything but a sound archive of a club; then nothing was read.
    """
    package = Package(file)
    steps = _Steps(package, progress)
    reader = _ArchiveReader(package, slug, steps)
    try:
        with transaction.atomic(), _new_keys():
            club = reader.read()
            connection.check_constraints()
    except (IntegrityError, DataError, OverflowError) as error:
        raise ArchiveRefused(
            _("The rows of the archive contradict each other: %(error)s")
            % {"error": isolated(error)}
        ) from error
    if owner is not None:
        Membership.objects.update_or_create(club=club, user=owner, defaults={"role": Role.OWNER})
    try:
        remaining = differences(club, steps.add)
        listed = tuple(islice(remaining, MAX_LISTED))
        count = len(listed) + sum(1 for _rest in remaining)
        numbers_rebuild(club)
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
        raise ArchiveRefused(
            _("The rows of the archive contradict each other: %(error)s")
            % {"error": isolated(error)}
        ) from error
    steps.end()
    return Arrived(club, package.total, listed, count, tuple(reader.without_account))


class _Steps:
    """The progress of an archive: its rows as they are read, then its hands as they are judged."""

    def __init__(self, package: Package, progress: Progress) -> None:
        self._total = package.total + package.contents[Hand._meta.label].rows
        self._done = self._shown = 0
        self._progress = progress
        progress(0, self._total)

    def add(self, count: int) -> None:
        """Count rows or hands; judged ones are reported immediately."""
        self._done = min(self._total, self._done + count)
        if count != 1 or self._done - self._shown >= PROGRESS_EVERY:
            self._shown = self._done
            self._progress(self._done, self._total)

    def end(self) -> None:
        """Show that all is done."""
        self._progress(self._total, self._total)


class _ArchiveReader:
    """Writes the rows of a package into the database."""

    def __init__(self, package: Package, slug: str, steps: _Steps) -> None:
        self._package = package
        self._slug = slug
        self._steps = steps
        self._bases: dict[str, int] = {}
        self._people: list[int] = []
        self._club: Club | None = None
        self.without_account: list[str] = []

    def read(self) -> Club:
        self._read_people()
        if self._package.contents[Club._meta.label].rows != 1:
            raise ArchiveRefused(_("The archive contains no club."))
        for kind in kinds():
            self._bases[kind.label] = _base(kind.model, self._package.contents[kind.label].rows)
        for kind in kinds():
            self._read_kind(kind)
        assert self._club is not None
        self._rows_check(self._club)
        return self._club

    def _rows_check(self, club: Club) -> None:
        """Validate what a form and a service would, where a column alone does not tell."""
        for row_check in row_checks():
            (kind,) = (kind for kind in kinds() if kind.model is row_check.model)
            rows = kind.model._default_manager.filter(**{kind.path: club}).order_by("pk")
            if row_check.related:
                rows = rows.select_related(*row_check.related)
            for row in rows.iterator(CHUNK):
                where = _Place(kind.label, row.pk - self._bases[kind.label])
                try:
                    row_check.check(row)
                except ValidationError as error:
                    field, messages = next(iter(error.message_dict.items()))
                    where.refuse(field, messages[0])
                except Exception as error:  # values of any type, where one is expected
                    raise ArchiveRefused(where.words) from error

    def _read_people(self) -> None:
        for number, row in self._package.lines(PEOPLE):
            where = _Place(PEOPLE, number)
            _names_check(row, PERSON, where)
            username = row["username"]
            try:
                User.username_validator(username)
            except ValidationError:
                where.refuse("username")
            person = User.objects.filter(username=username).first()
            if person is None:
                person = User(**{column.name: row[column.name] for column in PERSON})
                person.is_active = False
                person.set_unusable_password()
                person.save()
                self.without_account.append(username)
            self._people.append(person.pk)
            self._steps.add(1)

    def _read_kind(self, kind: ArchiveKind) -> None:
        rows = (self._row(kind, number, row) for number, row in self._package.lines(kind.label))
        while chunk := list(islice(rows, CHUNK)):
            insert(kind.model, [values for values, _links in chunk])
            for values, links in chunk:
                for name, keys in links.items():
                    getattr(kind.model(**values), name).set(keys)
            if len(chunk) == CHUNK and connection.vendor == "postgresql":
                # The triggers' plans were made for an empty table and would read all of it.
                with connection.cursor() as cursor:
                    cursor.execute(
                        f"ANALYZE {connection.ops.quote_name(kind.model._meta.db_table)}"
                    )

    def _row(
        self, kind: ArchiveKind, number: int, row: dict[str, Any]
    ) -> tuple[Mapping[str, Any], dict[str, list[Any]]]:
        """Return the row by attribute, and the linked keys by column."""
        where = _Place(kind.label, number)
        _names_check(row, kind.columns, where)
        values: dict[str, Any] = {kind.key: self._key(kind.label, number)}
        links: dict[str, list[Any]] = {}
        for column in kind.columns:
            value = row[column.name]
            if column.type == "references":
                links[column.name] = [
                    self._reference(column, reference, where) for reference in value
                ]
            else:
                values[column.attribute] = self._value(kind, column, value, where)
        if kind.label in MADE_ANEW:
            instance = kind.model(**values)
            self._complete(instance, where)
            fields = kind.model._meta.concrete_fields
            values = {field.attname: getattr(instance, field.attname) for field in fields}
        self._steps.add(1)
        return values, links

    def _value(self, kind: ArchiveKind, column: ArchiveColumn, value: Any, where: "_Place") -> Any:
        if value is None:
            return None
        if column.type == "reference":
            return self._reference(column, value, where)
        if column.type in _READ:
            return _READ[column.type](value)
        try:
            return renumbered(kind.label, column, value, self._present)
        except (TypeError, ValueError, AttributeError):
            where.refuse(column.name)

    def _complete(self, instance: models.Model, where: "_Place") -> None:
        """Set the columns not in archives: secrets by their defaults, keys of names."""
        if isinstance(instance, Club):
            self._club = instance
            instance.slug = self._slug or instance.slug
            instance.names_sorted_by = made_by(instance.language)
            self._club_check(instance, where)
        elif isinstance(instance, Player):
            assert self._club is not None
            instance.club = self._club
            instance.keys_set()
        elif instance._meta.label == "phones.SignUp":
            instance.digest = secrets.token_hex(32)  # type: ignore[attr-defined] # a sign-up's

    @staticmethod
    def _club_check(club: Club, where: "_Place") -> None:
        try:
            validate_slug(club.slug)
            club.full_clean(exclude={"currency", "slug"}, validate_unique=False)
        except ValidationError:
            where.refuse("name, slug, language")
        if len(club.slug) > 60 or Club.objects.filter(slug=club.slug).exists():
            raise ArchiveRefused(
                _("There is already a club at “%(slug)s”: choose another short name.")
                % {"slug": isolated(club.slug[:60])}
            )

    def _key(self, label: str, number: int) -> Any:
        key = self._bases[label] + number
        return UUID(int=key) if key > 2**64 else key

    def _reference(self, column: ArchiveColumn, number: Any, where: "_Place") -> Any:
        if type(number) is not int or number < 1:
            where.refuse(column.name)
        if column.target == "clubs.User":
            if number > len(self._people):
                where.refuse(column.name)
            return self._people[number - 1]
        if number > self._package.contents[column.target].rows:
            where.refuse(column.name)
        return self._key(column.target, number)

    def _present(self, label: str, number: int) -> int:
        """Return the key of a row; numbers below 1 stay. Raises ``ValueError`` for no such row."""
        if type(number) is not int or number > self._package.contents[label].rows:
            raise ValueError(number)
        return number if number < 1 else self._bases[label] + number


@dataclass(frozen=True, slots=True)
class _Place:
    """A line of a file, to locate a fault."""

    label: str
    number: int

    @property
    def words(self) -> str:
        """That the line as a whole is wrong."""
        values: dict[str, object] = {"file": isolated(file_of(self.label)), "number": self.number}
        return _("%(file)s, line %(number)d has impossible values.") % values

    def refuse(self, column: str, why: str = "") -> NoReturn:
        """Raise ``ArchiveRefused`` for a column of the line."""
        values: dict[str, object] = {"file": isolated(file_of(self.label)), "number": self.number}
        values["column"] = isolated(column[:60])
        if why:
            words = _("%(file)s, line %(number)d: “%(column)s” is refused. %(why)s")
            raise ArchiveRefused(words % (values | {"why": why}))
        raise ArchiveRefused(
            _("%(file)s, line %(number)d: “%(column)s” has an impossible value.") % values
        )


def _names_check(row: Mapping[str, Any], columns: Iterable[ArchiveColumn], where: _Place) -> None:
    """Refuse a row that has other columns, or values that its columns cannot have."""
    left = set(row)
    for column in columns:
        if column.name not in left:
            where.refuse(column.name)
        left.discard(column.name)
        value = row[column.name]
        is_null = value is None and column.type != "json"
        if not (column.is_null if is_null else _fits(column, value)):
            where.refuse(column.name)
        _validators_run(column, value, where)
    if left:
        where.refuse(min(left))


def _validators_run(column: ArchiveColumn, value: Any, where: _Place) -> None:
    """Run the validators of the column's field, as a form does; they say what is wrong."""
    if value in EMPTY_VALUES:
        return
    for check in column.checks:
        try:
            check(value)
        except ValidationError as error:
            where.refuse(column.name, " ".join(error.messages))


def _fits(column: ArchiveColumn, value: Any) -> bool:
    """Whether a column can have a value that is not null."""
    if column.type == "json":
        return column.shape is None or type(value) is column.shape
    if type(value) not in _TYPES[column.type]:
        return False
    if column.values and value not in column.values:
        return False
    if column.length is not None and len(value) > column.length:
        return False
    if column.low is not None and column.high is not None:
        return bool(column.low <= value <= column.high)
    return column.type not in _READ or _is_readable(column.type, value)


_TYPES: Final[Mapping[str, set[type]]] = {
    "boolean": {bool},
    "date": {str},
    "time": {str},
    "datetime": {str},
    "integer": {int},
    "number": {int, float},
    "reference": {int},
    "references": {list},
    "string": {str},
}


def _is_readable(kind: str, value: str) -> bool:
    try:
        moment = _READ[kind](value)
    except (ValueError, OverflowError):
        return False
    if isinstance(moment, datetime):
        return moment.tzinfo is not None and FIRST_TIME <= moment <= LAST_TIME
    if isinstance(moment, time):
        return True
    return bool(FIRST_DAY <= moment <= LAST_DAY)


def _time(value: str) -> time:
    moment = time.fromisoformat(value)
    if moment.tzinfo is not None:
        raise ValueError(value)
    return moment


def _moment(value: str) -> datetime:
    moment = datetime.fromisoformat(value)
    return moment.astimezone(UTC) if moment.tzinfo else moment


_READ: Final[Mapping[str, Callable[[str], Any]]] = {
    "date": date.fromisoformat,
    "time": _time,
    "datetime": _moment,
}


def insert(model: type[models.Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, given by attribute, with the keys and times that they have.

    No signal is sent. ``bulk_create`` would set ``auto_now`` fields to the present.
    """
    fields, quote = model._meta.concrete_fields, connection.ops.quote_name
    columns = ", ".join(quote(field.column) for field in fields if field.column)
    table, places = quote(model._meta.db_table), ", ".join(["%s"] * len(fields))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} ({columns}) VALUES ({places})",  # noqa: S608 names of ours
            [
                [field.get_db_prep_save(row[field.attname], connection) for field in fields]
                for row in rows
            ],
        )


@contextmanager
def _new_keys() -> Iterator[None]:
    """Tell PostgreSQL that nobody else writes under these keys: one lock for each entry of a
    book would be more than a server has."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('allmark.keys_are_new', 'on', true)")
        yield
        cursor.execute("SELECT set_config('allmark.keys_are_new', '', true)")


def _base(model: type[models.Model], count: int) -> int:
    """Return the key before a run of ``count`` free ones, reserved for this import."""
    field = model._meta.pk
    assert field is not None
    if isinstance(field, models.UUIDField):
        return uuid4().int >> 40 << 40
    if not count:
        return 0
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":  # this transaction is the only one that writes
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
            row = cursor.fetchone()
            return int(row[0]) if row else 0
        while True:
            cursor.execute(
                "SELECT min(key), max(key) FROM (SELECT nextval(pg_get_serial_sequence(%s, %s))"
                " AS key FROM generate_series(1, %s)) AS keys",
                [table, field.column, count],
            )
            low, high = cursor.fetchone()
            if high - low + 1 == count:  # else somebody took one in between
                return int(low) - 1
