"""Entered results say why they were changed, and the database refuses to change or delete one.

A migration that has SQLite write the table anew drops its triggers, and has to bring them along.
"""

from django.db import migrations, models

TABLE = "scoring_statedresult"
SQLITE = [
    *(
        f"""CREATE TRIGGER statedresult_no_{verb.lower()} BEFORE {verb} ON {TABLE}
            BEGIN SELECT RAISE(ABORT, 'revisions are only ever added'); END"""
        for verb in ("UPDATE", "DELETE")
    ),
    f"""CREATE TRIGGER statedresult_not_replaced BEFORE INSERT ON {TABLE}
        WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'revisions are only ever added'); END""",
]
POSTGRES = [
    f"""CREATE TRIGGER statedresult_append_only BEFORE UPDATE OR DELETE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION handrevision_refuse()"""
]
UNDO_SQLITE = [
    *("DROP TRIGGER statedresult_no_update", "DROP TRIGGER statedresult_no_delete"),
    "DROP TRIGGER statedresult_not_replaced",
]
UNDO_POSTGRES = [f"DROP TRIGGER statedresult_append_only ON {TABLE}"]


def run(sqlite, postgres):
    def apply(apps, schema_editor):
        vendor = schema_editor.connection.vendor
        for statement in {"sqlite": sqlite, "postgresql": postgres}[vendor]:
            schema_editor.execute(statement)

    return apply


class Migration(migrations.Migration):
    dependencies = [("scoring", "0011_how_a_result_ended")]
    operations = [
        migrations.AddField(
            model_name="statedresult",
            name="reason",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.RunPython(run(SQLITE, POSTGRES), run(UNDO_SQLITE, UNDO_POSTGRES)),
    ]
