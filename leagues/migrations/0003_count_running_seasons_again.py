"""Count running seasons again: what went away, and evenings without play, were counted wrongly."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def count_again(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Finished seasons keep their tables."""
    running = apps.get_model("leagues", "Season").objects.filter(is_finished=False)
    evenings = apps.get_model("leagues", "Evening").objects.filter(season__in=running)
    evenings.exclude(event=None).update(results_version=0, rated_version=0)
    running.update(version=F("version") + 1)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0002_length_of_days_called_off")]

    operations = [migrations.RunPython(count_again, migrations.RunPython.noop)]
