
import tournaments.events.models.events
from django.db import migrations, models


class Migration(migrations.Migration):

    safe_because = "validators are no part of the database"

    dependencies = [
        ('tournaments', '0004_waiting_players'),
    ]

    operations = [
        migrations.AlterField(
            model_name='event',
            name='best_of',
            field=models.JSONField(blank=True, default=list, help_text='“5, 3” plays best of five in the first round and best of three from then on. Left empty, all games of a meeting are played.', validators=[tournaments.events.models.events.series_check], verbose_name='Series by round: best of'),
        ),
        migrations.AlterField(
            model_name='event',
            name='round_lengths',
            field=models.JSONField(blank=True, default=dict, help_text='“6: 5” plays the games of round 6 to 5, “6: 8 hands” plays eight hands each; rounds with commas between. This applies to rounds that have not begun. Left empty, games are as long as the rules and the format say.', validators=[tournaments.events.models.events.round_lengths_check], verbose_name='Rounds with a different length'),
        ),
    ]
