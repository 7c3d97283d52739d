"""Refuse to write over a revision: SQLite's INSERT OR REPLACE deletes without a word.

Each would be refused as a double by its constraint, were it not for REPLACE, for which no trigger
against deletion fires. PostgreSQL knows no such statement.
"""

from django.db import migrations

SAME = " OR ".join(
    (
        "id = NEW.id",
        "hand_id = NEW.hand_id AND no = NEW.no",
        "match_id = NEW.match_id AND author_id = NEW.author_id AND key = NEW.key",
    )
)
SQLITE = f"""CREATE TRIGGER handrevision_not_replaced BEFORE INSERT ON scoring_handrevision
    WHEN EXISTS (SELECT 1 FROM scoring_handrevision WHERE {SAME})
    BEGIN SELECT RAISE(ABORT, 'revisions are only ever added'); END"""
UNDO_SQLITE = "DROP TRIGGER handrevision_not_replaced"


def run(statement):
    def apply(apps, schema_editor):
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(statement)

    return apply


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_side_hands")]
    operations = [migrations.RunPython(run(SQLITE), run(UNDO_SQLITE))]
