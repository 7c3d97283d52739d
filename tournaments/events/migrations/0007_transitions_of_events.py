"""An event goes from one state to another: by a transition."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    safe_because = "no version with the old name was released"

    dependencies = [("tournaments", "0006_one_word_for_points")]

    operations = [
        migrations.RenameModel("EventTurn", "EventTransition"),
        migrations.AlterField(
            "eventtransition",
            "event",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="transitions",
                to="tournaments.event",
            ),
        ),
    ]
