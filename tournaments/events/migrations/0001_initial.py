

import games
import core.names
import django.core.validators
import datetime
import tournaments.events.format_labels
import django.db.models.deletion
import django.utils.timezone
import tournaments.events.models.events
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('ledger', '0001_initial'),
        ('scoring', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, validators=[core.names.name_check], verbose_name='Name')),
                ('date', models.DateField(validators=[django.core.validators.MinValueValidator(datetime.date(1900, 1, 1), 'Enter a date between 1900 and 2199.'), django.core.validators.MaxValueValidator(datetime.date(2199, 12, 31), 'Enter a date between 1900 and 2199.')], verbose_name='Date')),
                ('starts_at', models.TimeField(blank=True, null=True, verbose_name='Begins at')),
                ('place', models.CharField(blank=True, help_text='Where it is played.', max_length=120, validators=[core.names.line_check], verbose_name='Place')),
                ('calendar_uid', models.CharField(default=tournaments.events.models.events.calendar_uid, editable=False, max_length=32)),
                ('calendar_sequence', models.PositiveIntegerField(default=0, editable=False)),
                ('calendar_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('game', models.CharField(choices=games.choices, default=games.first, max_length=16, verbose_name='Game')),
                ('rules', models.JSONField(blank=True, default=dict, verbose_name='Rules')),
                ('stakes', models.JSONField(blank=True, null=True, verbose_name='Stakes')),
                ('format', models.CharField(choices=tournaments.events.format_labels.format_choices, default='round_robin', max_length=24, verbose_name='Format')),
                ('format_options', models.JSONField(blank=True, default=dict, verbose_name='settings of the format')),
                ('games_per_meeting', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(9)], verbose_name='Games per meeting')),
                ('best_of', models.JSONField(blank=True, default=list, help_text='“5, 3” plays best of five in the first round and best of three from then on. Left empty, all games of a meeting are played.', verbose_name='Series by round: best of')),
                ('round_minutes', models.PositiveSmallIntegerField(blank=True, help_text='The round clock counts down from this; leave empty for no clock.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(600)], verbose_name='Minutes per round')),
                ('time_rule', models.CharField(choices=[('stands', 'the score stands; the higher wins, a tie is a draw'), ('sudden_death', 'the higher wins; a tie is decided by one more hand')], default='stands', help_text='The hand in progress is finished; then this applies.', max_length=16, verbose_name='When time is called')),
                ('bye_rule', models.CharField(choices=[('none', 'nothing'), ('half', 'half a game won, no marks'), ('win', 'a game won, no marks'), ('fixed', 'a game won with a fixed score'), ('average', "the entry's own average in the event")], default='none', help_text='For each game of a meeting that the others play in that round; in a series, for as many as win it. It counts in the standings, and where scores decide who meets.', max_length=8, verbose_name='A bye scores')),
                ('bye_for', models.PositiveSmallIntegerField(default=7, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9999)], verbose_name='Fixed score: for')),
                ('bye_against', models.PositiveSmallIntegerField(default=4, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9999)], verbose_name='Fixed score: against')),
                ('forfeit_for', models.PositiveSmallIntegerField(default=7, help_text='For each game of a forfeited meeting.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9999)], verbose_name='Forfeit: the other side gets')),
                ('forfeit_against', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9999)], verbose_name='Forfeit: the side that forfeits gets')),
                ('cap', models.PositiveSmallIntegerField(default=7, help_text='The most that one game counts in the capped tie-breaks.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(9999)], verbose_name='Cap')),
                ('says', models.CharField(choices=[('shaker', 'shaker: “A shakes”'), ('dealer', 'dealer: “A deals”')], default='shaker', help_text='What pages and printouts call the player who shuffles the dominoes.', max_length=8, verbose_name='The word at the table')),
                ('round_lengths', models.JSONField(blank=True, default=dict, help_text='“6: 5” plays the games of round 6 to 5, “6: 8 hands” plays eight hands each; rounds with commas between. This applies to rounds that have not begun. Left empty, games are as long as the rules and the format say.', verbose_name='Rounds with a different length')),
                ('tables_in_room', models.PositiveSmallIntegerField(blank=True, help_text='If a round has more meetings than tables, some wait for a free table, in turn. Empty: as many tables as needed.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(500)], verbose_name='Tables in the room')),
                ('tables_lost', models.JSONField(blank=True, default=list, editable=False, verbose_name='tables that are lost')),
                ('substitutes', models.PositiveSmallIntegerField(blank=True, help_text='How many different substitutes one entry may use during the event; empty for any number.', null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(99)], verbose_name='Substitutes allowed')),
                ('deals_per_round', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('groups', models.JSONField(blank=True, default=list, editable=False, verbose_name='groups changed by hand')),
                ('tie_breaks', models.JSONField(default=list, verbose_name='Order of tie-breaks')),
                ('state', models.CharField(choices=[('draft', 'being set up'), ('running', 'running'), ('finished', 'finished')], default='draft', editable=False, max_length=10)),
                ('rules_frozen', models.BooleanField(default=False, editable=False)),
                ('version', models.PositiveIntegerField(default=1, editable=False)),
                ('standings_version', models.PositiveIntegerField(default=0, editable=False)),
                ('standings_at', models.DateTimeField(editable=False, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='clubs.club')),
                ('created_by', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table_salt', models.CharField(default=tournaments.events.models.events.table_salt, editable=False, max_length=32)),
                ('who_writes', models.CharField(choices=[('scorers', 'scorers only'), ('players', 'players at their own table'), ('confirmed', 'players, and the other side confirms')], default='scorers', max_length=10, verbose_name='Who records hands')),
                ('confirms', models.CharField(choices=[('hand', 'after every hand'), ('match', 'at the end of the match')], default='hand', help_text='When the other side confirms what players record.', max_length=8, verbose_name='The other side confirms')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ['-date', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('seed', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(999)], verbose_name='seed')),
                ('joined_round', models.PositiveSmallIntegerField(default=1)),
                ('left_after_round', models.PositiveSmallIntegerField(null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('games', models.SmallIntegerField(blank=True, default=0, help_text='Added to games and meetings won.', validators=[django.core.validators.MinValueValidator(-99), django.core.validators.MaxValueValidator(99)], verbose_name='Games won')),
                ('marks', models.IntegerField(blank=True, default=0, help_text='Negative for a penalty: −3.', validators=[django.core.validators.MinValueValidator(-9999), django.core.validators.MaxValueValidator(9999)], verbose_name='Marks or points')),
                ('reason', models.CharField(help_text='Shown beside the standings for everyone to read.', max_length=200, verbose_name='Why')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('revoked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='tournaments.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'penalty or bonus',
                'verbose_name_plural': 'penalties and bonuses',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='EventChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=20)),
                ('values', models.JSONField(default=dict)),
                ('matches', models.JSONField(default=list)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'change of an event',
                'verbose_name_plural': 'changes of events',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='EventTurn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('draft', 'being set up'), ('running', 'running'), ('finished', 'finished')], max_length=10)),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='tournaments.event')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'end or reopening',
                'verbose_name_plural': 'ends and reopenings',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Lot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('purpose', models.CharField(max_length=40)),
                ('seed', models.CharField(max_length=64)),
                ('outcome', models.JSONField()),
                ('drawn_at', models.DateTimeField(auto_now_add=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lots', to='tournaments.event')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PlayOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('hand', 'one hand played'), ('domino', 'a domino drawn'), ('card', 'a card drawn')], default='hand', max_length=8, verbose_name='Decided by')),
                ('order', models.JSONField()),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='Note')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='play_offs', to='tournaments.event')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('revoked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'play-off',
                'verbose_name_plural': 'play-offs',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('stage', models.CharField(blank=True, max_length=24)),
                ('state', models.CharField(choices=[('planned', 'planned'), ('begun', 'begun')], default='planned', max_length=8)),
                ('begun_at', models.DateTimeField(null=True)),
                ('repeats', models.CharField(blank=True, max_length=200, validators=[core.names.line_check], verbose_name='why it repeats')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'round',
                'verbose_name_plural': 'rounds',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='PlanStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('seats', '%(first)d and %(other)d swapped places'), ('groups', '%(first)d and %(other)d swapped groups'), ('pinned', 'table %(number)d pinned'), ('unpinned', 'table %(number)d no longer pinned'), ('series', 'length of the series at table %(number)d')], max_length=8)),
                ('values', models.JSONField(default=dict)),
                ('before', models.JSONField()),
                ('groups', models.JSONField(blank=True, default=list)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='tournaments.round')),
            ],
            options={
                'verbose_name': 'change of the plan',
                'verbose_name_plural': 'changes of the plan',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Clock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seconds', models.PositiveIntegerField()),
                ('spent', models.PositiveIntegerField(default=0)),
                ('running_since', models.DateTimeField(null=True)),
                ('called_at', models.DateTimeField(null=True)),
                ('shift', models.PositiveSmallIntegerField(default=1)),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='tournaments.round')),
            ],
            options={
                'verbose_name': 'round clock',
                'verbose_name_plural': 'round clocks',
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.PositiveSmallIntegerField(default=0)),
                ('rank', models.PositiveSmallIntegerField()),
                ('tied', models.BooleanField(default=False)),
                ('values', models.JSONField(default=dict)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standing', to='tournaments.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='tournaments.event')),
            ],
            options={
                'ordering': ['line', 'rank', 'entry__number'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('is_bye', models.BooleanField(default=False)),
                ('section', models.CharField(blank=True, max_length=24)),
                ('slot', models.PositiveSmallIntegerField(default=0)),
                ('best_of', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9)])),
                ('is_pinned', models.BooleanField(default=False)),
                ('target', models.PositiveSmallIntegerField(null=True)),
                ('decided_side', models.PositiveSmallIntegerField(null=True)),
                ('deals_stand', models.BooleanField(default=True)),
                ('stands_at', models.PositiveSmallIntegerField(null=True)),
                ('shift', models.PositiveSmallIntegerField(default=1)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.round')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='game_of', to='scoring.match')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='tournaments.table')),
                ('take_back_revision', models.BigIntegerField(default=0)),
                ('confirmed_revision', models.BigIntegerField(default=0)),
                ('guest_revision', models.BigIntegerField(default=0)),
                ('is_disputed', models.BooleanField(default=False)),
                ('remark_count', models.PositiveIntegerField(default=0)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='TableSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('side', models.PositiveSmallIntegerField(default=0)),
                ('forfeited', models.BooleanField(default=False)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='table_seats', to='tournaments.entry')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.table')),
            ],
            options={
                'ordering': ['place'],
            },
        ),
        migrations.CreateModel(
            name='EntryPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('from_round', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(999)], verbose_name='From round')),
                ('is_original', models.BooleanField(default=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lineup', to='tournaments.entry')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='clubs.player')),
            ],
            options={
                'ordering': ['place', 'from_round', '-is_original'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('is_original', True)), fields=('entry', 'place'), name='one_original_player_a_place'), models.UniqueConstraint(condition=models.Q(('is_original', False)), fields=('entry', 'place', 'from_round'), name='one_change_a_place_and_round')],
            },
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='one_entry_a_number'),
        ),
        migrations.AddConstraint(
            model_name='lot',
            constraint=models.UniqueConstraint(fields=('event', 'purpose'), name='one_lot_a_purpose'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='one_round_a_number'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='one_table_a_number'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_disputed', True)), fields=['match'], name='disputed_games'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='one_game_a_number'),
        ),
        migrations.AddConstraint(
            model_name='tableseat',
            constraint=models.UniqueConstraint(fields=('table', 'place'), name='one_entry_a_place'),
        ),
        migrations.CreateModel(
            name='TotalsReading',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='totals_reading', to='tournaments.event')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('players', models.ManyToManyField(related_name='+', to='clubs.player')),
            ],
            options={
                'verbose_name': 'reading of totals',
                'verbose_name_plural': 'readings of totals',
            },
        ),
        migrations.CreateModel(
            name='RoundTotal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('total', models.IntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='round_totals', to='tournaments.entry')),
            ],
            options={
                'verbose_name': 'total of a round',
                'verbose_name_plural': 'totals of rounds',
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('entry', 'number'), name='one_total_a_round')],
            },
        ),
    ]
