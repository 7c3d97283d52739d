

import games
import clubs.public
import core.names
import django.core.validators
import tournaments.events.presets
import django.db.models.deletion
import tournaments.events.models.events
import django.utils.timezone
from django.conf import settings
import datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('tournaments', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField(editable=False, verbose_name='order')),
                ('name', models.CharField(max_length=60, validators=[core.names.name_check], verbose_name='name')),
                ('promoted', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(99)], verbose_name='go up')),
                ('relegated', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(99)], verbose_name='go down')),
            ],
            options={
                'verbose_name': 'division',
                'verbose_name_plural': 'divisions',
                'ordering': ['order'],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, validators=[core.names.name_check], verbose_name='name')),
                ('game', models.CharField(choices=games.choices, max_length=16, verbose_name='game')),
                ('ranks', models.CharField(choices=[('players', 'single players'), ('pairs', 'fixed pairs')], default='players', max_length=8, verbose_name='who is ranked')),
                ('starts_on', models.DateField(editable=False, verbose_name='begins on')),
                ('template', models.CharField(choices=tournaments.events.presets.template_choices, max_length=40, verbose_name='kind of evening')),
                ('measure', models.CharField(choices=[('points', 'marks or points'), ('average', 'points per hand'), ('games_won', 'games won')], default='points', max_length=10, verbose_name='what counts')),
                ('scoring', models.CharField(choices=[('sum', 'the sum of all evenings'), ('average', 'the average of all evenings'), ('best', 'the sum of the best evenings')], default='sum', max_length=8, verbose_name='added up')),
                ('best', models.PositiveSmallIntegerField(default=6, help_text='Only if the best evenings are added up.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(400)], verbose_name='evenings that count')),
                ('minimum', models.PositiveSmallIntegerField(default=0, help_text='Those who came to fewer rank below the others.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(400)], verbose_name='minimum number of evenings')),
                ('noticed', models.CharField(choices=[('nothing', 'nothing'), ('lowest', 'the lowest score of the evening'), ('fixed', 'a fixed score')], default='nothing', max_length=8, verbose_name='absent with notice')),
                ('noticed_score', models.IntegerField(default=0, help_text='In whole points, if the score is fixed.', validators=[django.core.validators.MinValueValidator(-99999), django.core.validators.MaxValueValidator(99999)], verbose_name='score when absent with notice')),
                ('unnoticed', models.CharField(choices=[('nothing', 'nothing'), ('lowest', 'the lowest score of the evening'), ('fixed', 'a fixed score')], default='nothing', max_length=8, verbose_name='absent without notice')),
                ('unnoticed_score', models.IntegerField(default=0, help_text='In whole points, if the score is fixed.', validators=[django.core.validators.MinValueValidator(-99999), django.core.validators.MaxValueValidator(99999)], verbose_name='score when absent without notice')),
                ('substitutes', models.CharField(choices=[('apart', "the substitute's own, apart from the table"), ('count', 'those of the player replaced'), ('own', "the substitute's own, in the table"), ('both', "those of the player replaced and the substitute's own")], default='apart', max_length=8, verbose_name='results of substitutes')),
                ('seeds_by_rating', models.BooleanField(default=False, help_text='Entries are seeded by rating when an evening is set up. Ratings are used for nothing else.', verbose_name='ratings seed the evenings')),
                ('is_finished', models.BooleanField(default=False, editable=False, verbose_name='finished')),
                ('version', models.PositiveIntegerField(default=1, editable=False)),
                ('standings_version', models.PositiveIntegerField(default=0, editable=False)),
                ('standings_at', models.DateTimeField(editable=False, null=True)),
                ('rated_by', models.CharField(blank=True, editable=False, max_length=80)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='clubs.club')),
                ('created_by', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('previous', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='following', to='leagues.season')),
            ],
            options={
                'verbose_name': 'season',
                'verbose_name_plural': 'seasons',
                'ordering': ['-starts_on', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('date', models.DateField(validators=[django.core.validators.MinValueValidator(datetime.date(1900, 1, 1), 'Enter a date between 1900 and 2199.'), django.core.validators.MaxValueValidator(datetime.date(2199, 12, 31), 'Enter a date between 1900 and 2199.')], verbose_name='date')),
                ('results_version', models.PositiveIntegerField(default=0)),
                ('rated_version', models.PositiveIntegerField(default=0)),
                ('is_held', models.BooleanField(default=False)),
                ('lowest', models.TextField(db_default='', default='')),
                ('calendar_uid', models.CharField(default=tournaments.events.models.events.calendar_uid, editable=False, max_length=32)),
                ('calendar_sequence', models.PositiveIntegerField(default=0, editable=False)),
                ('calendar_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='evenings', to='leagues.division', verbose_name='Division')),
                ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='evenings', to='tournaments.event')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='leagues.season')),
            ],
            options={
                'verbose_name': 'evening',
                'verbose_name_plural': 'evenings',
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='division',
            name='season',
            field=models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='leagues.season'),
        ),
        migrations.CreateModel(
            name='Contender',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('joined', models.PositiveSmallIntegerField(default=1, help_text='The first evening at which they are expected.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(400)], verbose_name='From evening')),
                ('partner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='contends_with', to='clubs.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='contends', to='clubs.player')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='contenders', to='leagues.division')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contenders', to='leagues.season')),
            ],
            options={
                'verbose_name': 'contender',
                'verbose_name_plural': 'contenders',
                'ordering': ['division__order', 'player__sort_key', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='SeasonStanding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rank', models.PositiveIntegerField(default=0)),
                ('tied', models.BooleanField(default=False)),
                ('qualified', models.BooleanField()),
                ('total', models.IntegerField()),
                ('attended', models.PositiveIntegerField()),
                ('counted', models.PositiveIntegerField()),
                ('best', models.IntegerField(null=True)),
                ('exact_total', models.TextField(db_default='', default='')),
                ('exact_best', models.TextField(db_default='', default='')),
                ('games', models.PositiveIntegerField()),
                ('games_won', models.IntegerField()),
                ('games_drawn', models.IntegerField(default=0)),
                ('points', models.IntegerField()),
                ('hands', models.PositiveIntegerField(null=True)),
                ('contender', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standing', to='leagues.contender')),
            ],
            options={
                'ordering': ['contender__division__order', 'rank', 'contender__player__sort_key', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Absence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('noticed', models.BooleanField(help_text='Whether they gave notice.', verbose_name='with notice')),
                ('noted_at', models.DateTimeField(auto_now=True)),
                ('contender', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='absences', to='leagues.contender')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='absences', to='leagues.evening')),
            ],
            options={
                'verbose_name': 'absence',
                'verbose_name_plural': 'absences',
                'ordering': ['evening__number', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('evening', 'contender'), name='one_absence_an_evening')],
            },
        ),
        migrations.CreateModel(
            name='EveningResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('as_substitute', models.BooleanField()),
                ('games', models.PositiveIntegerField()),
                ('games_won', models.IntegerField()),
                ('games_drawn', models.IntegerField(default=0)),
                ('points', models.IntegerField()),
                ('rated', models.IntegerField(default=0)),
                ('hands', models.PositiveIntegerField(null=True)),
                ('score', models.IntegerField(null=True)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='leagues.evening')),
                ('partner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evening_results', to='clubs.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('partner', None)), fields=('evening', 'player', 'as_substitute'), name='one_result_a_player'), models.UniqueConstraint(condition=models.Q(('partner__isnull', False)), fields=('evening', 'player', 'partner', 'as_substitute'), name='one_result_a_pair')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('matches', models.PositiveIntegerField()),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='leagues.evening')),
                ('partner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='clubs.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('partner', None)), fields=('evening', 'player'), name='one_rating_a_player'), models.UniqueConstraint(condition=models.Q(('partner__isnull', False)), fields=('evening', 'player', 'partner'), name='one_rating_a_pair')],
            },
        ),
        migrations.AddConstraint(
            model_name='evening',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='one_evening_a_number'),
        ),
        migrations.AddConstraint(
            model_name='evening',
            constraint=models.UniqueConstraint(fields=('season', 'event'), name='one_evening_an_event'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('season', 'order'), name='one_division_a_place'),
        ),
        migrations.AddConstraint(
            model_name='contender',
            constraint=models.UniqueConstraint(fields=('season', 'player'), name='one_place_a_player'),
        ),
        migrations.CreateModel(
            name='CalendarFeed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=clubs.public.code_new, editable=False, max_length=14, unique=True)),
                ('is_on', models.BooleanField(default=False, help_text='Anyone who has the address can see it.', verbose_name='Show the public page')),
                ('may_be_found', models.BooleanField(default=False, help_text='Otherwise they are asked to leave it out.', verbose_name='Search engines may list it')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calendar_feeds', to='clubs.club')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='calendar_feeds', to='clubs.player')),
                ('season', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='calendar_feeds', to='leagues.season')),
            ],
            options={
                'verbose_name': 'calendar feed',
                'verbose_name_plural': 'calendar feeds',
                'constraints': [models.UniqueConstraint(condition=models.Q(('player__isnull', True), ('season__isnull', True)), fields=('club',), name='one_feed_a_club'), models.UniqueConstraint(fields=('season',), name='one_feed_a_season'), models.UniqueConstraint(fields=('player',), name='one_feed_a_player'), models.CheckConstraint(condition=models.Q(('season__isnull', True), ('player__isnull', True), _connector='OR'), name='feed_of_a_season_or_of_a_player')],
            },
        ),
        migrations.CreateModel(
            name='SeasonPage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=clubs.public.code_new, editable=False, max_length=14, unique=True)),
                ('is_on', models.BooleanField(default=False, help_text='Anyone who has the address sees the table and the calendar, but no money, absences or notes.', verbose_name='Show the public page')),
                ('may_be_found', models.BooleanField(default=False, help_text='Otherwise they are asked to leave it out.', verbose_name='Search engines may list it')),
                ('shows_ratings', models.BooleanField(default=False, verbose_name='Show ratings too')),
                ('season', models.OneToOneField(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='public_page', to='leagues.season')),
            ],
            options={
                'verbose_name': 'public page of a season',
                'verbose_name_plural': 'public pages of seasons',
            },
        ),
        migrations.CreateModel(
            name='CalledOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=200)),
                ('date', models.DateField()),
                ('starts_at', models.TimeField(null=True)),
                ('calendar_uid', models.CharField(max_length=32)),
                ('calendar_sequence', models.PositiveIntegerField()),
                ('calendar_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='called_off', to='clubs.club')),
                ('players', models.ManyToManyField(related_name='+', to='clubs.player')),
                ('seasons', models.ManyToManyField(related_name='+', to='leagues.season')),
            ],
            options={
                'verbose_name': 'day called off',
                'verbose_name_plural': 'days called off',
                'ordering': ['date', 'pk'],
            },
        ),
    ]
