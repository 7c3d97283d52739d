"""Let the database itself refuse to change or delete a revision of a hand."""

from django.db import migrations

SQLITE = [
    f"""CREATE TRIGGER handrevision_no_{verb.lower()} BEFORE {verb} ON scoring_handrevision
        BEGIN SELECT RAISE(ABORT, 'revisions are only ever added'); END"""
    for verb in ("UPDATE", "DELETE")
]
POSTGRES = [
    """CREATE FUNCTION handrevision_refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'revisions are only ever added'
       USING ERRCODE = 'integrity_constraint_violation'; END $$""",
    """CREATE TRIGGER handrevision_append_only BEFORE UPDATE OR DELETE ON scoring_handrevision
       FOR EACH ROW EXECUTE FUNCTION handrevision_refuse()""",
]
UNDO_SQLITE = [f"DROP TRIGGER handrevision_no_{verb}" for verb in ("update", "delete")]
UNDO_POSTGRES = [
    "DROP TRIGGER handrevision_append_only ON scoring_handrevision",
    "DROP FUNCTION handrevision_refuse()",
]


def run(sqlite, postgres):
    def apply(apps, schema_editor):
        vendor = schema_editor.connection.vendor
        for statement in {"sqlite": sqlite, "postgresql": postgres}[vendor]:
            schema_editor.execute(statement)

    return apply


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]
    operations = [
        migrations.RunPython(run(SQLITE, POSTGRES), run(UNDO_SQLITE, UNDO_POSTGRES)),
    ]
