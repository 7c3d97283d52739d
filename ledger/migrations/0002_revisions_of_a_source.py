"""Entries of one source are counted as revisions.

The triggers are made again: SQLite copies the table to rename its constraint, which loses them, and
PostgreSQL keeps the names of columns as text in its functions.
"""

from collections.abc import Callable, Iterator
from importlib import import_module

from django.db import migrations, models

initial = import_module("ledger.migrations.0001_initial")


def renamed(statements: Callable[[], Iterator[str]]) -> Callable[[], Iterator[str]]:
    """Return statements that name the column as it is called now."""

    def changed() -> Iterator[str]:
        for statement in statements():
            yield statement.replace("turn = NEW.turn", "revision = NEW.revision")

    return changed


drop = initial.run(sqlite=initial.undo_sqlite, postgresql=initial.undo_postgres)
make_old = initial.run(sqlite=initial.sqlite, postgresql=initial.postgres)
make_new = initial.run(sqlite=renamed(initial.sqlite), postgresql=renamed(initial.postgres))


class Migration(migrations.Migration):
    safe_because = "no version with the old name was released"

    dependencies = [("ledger", "0001_initial")]

    operations = [
        migrations.RunPython(drop, make_old),
        migrations.RemoveConstraint("transaction", "one_entry_a_turn"),
        migrations.RenameField("transaction", "turn", "revision"),
        migrations.AddConstraint(
            "transaction",
            models.UniqueConstraint(
                fields=["book", "source", "revision"], name="one_entry_a_revision"
            ),
        ),
        migrations.RunPython(make_new, drop),
    ]
