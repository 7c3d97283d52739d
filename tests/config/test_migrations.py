"""A migration after the first leaves a database that processes of the version before still use."""

from typing import Any

import pytest
from django.db import connection, models
from django.db.migrations import (
    AddField,
    AddIndex,
    AlterModelOptions,
    CreateModel,
    DeleteModel,
    Migration,
    RemoveField,
    RenameField,
    RunPython,
)
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from tests.tables import table

OURS = (
    "archive",
    "clubs",
    "deals",
    "feeds",
    "leagues",
    "ledger",
    "phones",
    "jobs",
    "scoring",
    "stakes",
    "tournaments",
)
HARMLESS = (CreateModel, AddIndex, AlterModelOptions, RunPython)


def unsafe(migration: Migration) -> list[str]:
    """Describe the operations after which a process of the version before may fail.

    A migration with a text ``safe_because`` has been judged by a person.
    """
    if getattr(migration, "safe_because", ""):
        return []
    return [
        operation.describe()
        for operation in migration.operations
        if not isinstance(operation, HARMLESS) and not _adds_what_may_be_left_out(operation)
    ]


def _adds_what_may_be_left_out(operation: Operation) -> bool:
    """Tell whether rows can be inserted without the field: Django's own defaults are not kept."""
    return isinstance(operation, AddField) and (
        operation.field.null or operation.field.many_to_many or operation.field.has_db_default()
    )


def _migration(operation: Operation) -> Any:
    migration: Any = Migration("0002_example", "clubs")
    migration.operations = [operation]
    return migration


@table(
    "operation",
    [
        AddField("club", "motto", models.TextField(default="")),
        RemoveField("club", "name"),
        RenameField("club", "name", "title"),
        DeleteModel("club"),
    ],
    ids=lambda operation: operation.describe(),
)
def test_what_an_older_process_does_not_survive_is_refused(operation: Operation) -> None:
    migration = _migration(operation)
    assert unsafe(migration) == [operation.describe()]
    migration.safe_because = "Nothing has used it since the release before."
    assert not unsafe(migration)


@table(
    "operation",
    [
        AddField("club", "motto", models.TextField(null=True)),
        AddField("club", "motto", models.TextField(db_default="")),
        CreateModel("motto", [("text", models.TextField())]),
    ],
    ids=lambda operation: operation.describe(),
)
def test_what_an_older_process_does_not_see_is_allowed(operation: Operation) -> None:
    assert not unsafe(_migration(operation))


@pytest.mark.django_db
def test_no_migration_after_the_first_breaks_an_older_process() -> None:
    migrations = MigrationLoader(connection, ignore_no_migrations=True).disk_migrations
    ours = {key: migration for key, migration in migrations.items() if key[0] in OURS}
    assert {app for app, _ in ours} == set(OURS)
    broken = {key: unsafe(migration) for key, migration in ours.items() if not migration.initial}
    assert not {key: faults for key, faults in broken.items() if faults}
