"""Points have one key in games of teams and of single players: marks_for becomes points."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NEW = {
    "marks_for": "points",
    "marks_against": "points_against",
    "marks_a_hand": "points_a_hand",
}


def rename(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Rename the metrics in orders of tie-breaks and in stored standings."""
    events = apps.get_model("tournaments", "Event").objects
    for event in events.only("tie_breaks").iterator():
        keys = [NEW.get(key, key) for key in event.tie_breaks]
        if keys != event.tie_breaks:
            events.filter(pk=event.pk).update(tie_breaks=keys)
    standings = apps.get_model("tournaments", "Standing").objects
    for row in standings.only("values").iterator():
        values = {NEW.get(key, key): value for key, value in row.values.items()}
        if values != row.values:
            standings.filter(pk=row.pk).update(values=values)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_lengths_checked")]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
