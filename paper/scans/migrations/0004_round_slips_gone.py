"""Sheets of round slips go, of which only results were read; the results stay."""

from django.db import migrations


def slips_delete(apps, schema_editor):
    apps.get_model("scans", "ReadSheet").objects.exclude(meeting=None).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("scans", "0003_whole_pictures_kept"),
    ]

    operations = [
        migrations.RunPython(slips_delete, migrations.RunPython.noop),
        migrations.RemoveField(model_name="readrow", name="result"),
        migrations.RemoveField(model_name="readsheet", name="meeting"),
    ]
