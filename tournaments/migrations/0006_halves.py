from django.db import migrations
from django.db.models import F

KEY = "sonneborn_berger"


def rewritten(apps, schema_editor):
    """Tenths as texts ("1.5"); events that go on are worked out again, finished ones stay."""
    standings = apps.get_model("tournaments", "Standing").objects
    rows = list(standings.filter(values__has_key=KEY))
    for row in rows:
        whole, tenths = divmod(row.values[KEY] or 0, 10)
        row.values[KEY] = f"{whole}.{tenths}" if tenths else whole
    standings.bulk_update(rows, ["values"], batch_size=500)
    events = apps.get_model("tournaments", "Event").objects
    events.exclude(state="finished").update(version=F("version") + 1)


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0010_draws_and_unknown_hands"),
        ("tournaments", "0005_room_and_groups"),
    ]

    operations = [
        migrations.RunPython(rewritten, migrations.RunPython.noop, elidable=True),
    ]
