from django.db import migrations, models

FROM_MATCHES = """
    UPDATE scoring_side SET
        hands = COALESCE((
            SELECT CAST(bout.standing ->> 'hands' AS integer) FROM scoring_match bout
            WHERE bout.id = scoring_side.match_id
        ), 0),
        is_over = (
            SELECT bout.is_over FROM scoring_match bout WHERE bout.id = scoring_side.match_id
        )
"""


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0004_time_called'),
    ]

    operations = [
        migrations.AddField(
            model_name='side',
            name='hands',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='side',
            name='is_over',
            field=models.BooleanField(default=False),
        ),
        migrations.RunSQL(FROM_MATCHES, migrations.RunSQL.noop),
    ]
