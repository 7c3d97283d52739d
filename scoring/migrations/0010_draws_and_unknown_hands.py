from django.db import migrations, models
from django.db.models import F


def told_apart(apps, schema_editor):
    """What was written as zero, or as nothing, where it is not known or was a draw."""
    sides = apps.get_model("scoring", "Side").objects
    stated = sides.filter(match__stated__isnull=False)
    stated.update(sets=None)
    stated.filter(hands=0).update(hands=None)
    sides.exclude(match__game="texas42").update(sets=None)
    sides.filter(is_over=True, match__hand_count=0, match__stated=None).update(is_over=False)
    level = sides.filter(is_over=True, won=False, lost=False)
    level.filter(total__lt=F("against")).update(lost=True)
    level.filter(total__gte=F("against"), lost=False).update(drawn=True)


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0009_calls_that_nobody_wrote"),
    ]

    operations = [
        migrations.AddField(
            model_name="side",
            name="drawn",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="side",
            name="hands",
            field=models.PositiveIntegerField(default=0, null=True),
        ),
        migrations.AlterField(
            model_name="side",
            name="sets",
            field=models.PositiveIntegerField(default=0, null=True),
        ),
        migrations.RunPython(told_apart, migrations.RunPython.noop, elidable=True),
    ]
