

import core.names
import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('ledger', '0001_initial'),
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='EventMoney',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fee', models.PositiveBigIntegerField(blank=True, default=0, validators=[django.core.validators.MinValueValidator(0, 'Type an amount of 0 or more, within reason.'), django.core.validators.MaxValueValidator(1000000000000, 'Type an amount of 0 or more, within reason.')], verbose_name='Entry fee')),
                ('fee_per', models.CharField(choices=[('player', 'each player'), ('entry', 'each pair together')], default='player', max_length=8, verbose_name='The fee is owed by')),
                ('cash_float', models.PositiveBigIntegerField(blank=True, default=0, validators=[django.core.validators.MinValueValidator(0, 'Type an amount of 0 or more, within reason.'), django.core.validators.MaxValueValidator(1000000000000, 'Type an amount of 0 or more, within reason.')], verbose_name='Cash float put in by the club')),
                ('house_amount', models.PositiveBigIntegerField(blank=True, default=0, validators=[django.core.validators.MinValueValidator(0, 'Type an amount of 0 or more, within reason.'), django.core.validators.MaxValueValidator(1000000000000, 'Type an amount of 0 or more, within reason.')], verbose_name='House cut, fixed')),
                ('house_percent', models.PositiveSmallIntegerField(blank=True, default=0, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(100)], verbose_name='House cut, per cent')),
                ('house_of', models.CharField(choices=[('fees', 'of all entry fees'), ('pot', 'of the pot after expenses')], default='fees', max_length=8, verbose_name='House cut is a percentage')),
                ('rest_to', models.CharField(choices=[('pot', 'it stays in the pot'), ('club', 'it goes to the club'), ('winners', 'the winners share it, in proportion to their prizes')], default='pot', max_length=8, verbose_name='Left over after prizes')),
                ('prize_kind', models.CharField(choices=[('none', 'no prizes'), ('fixed', 'fixed amounts'), ('share', 'shares of the pot')], default='none', help_text='Another kind begins with an empty table.', max_length=8, verbose_name='Prizes')),
                ('prize_table', models.JSONField(blank=True, default=list, verbose_name='By place')),
                ('last_prize', models.PositiveBigIntegerField(blank=True, default=0, validators=[django.core.validators.MinValueValidator(0, 'Type an amount of 0 or more, within reason.'), django.core.validators.MaxValueValidator(1000000000000, 'Type an amount of 0 or more, within reason.')], verbose_name='Prize for the last')),
                ('ante', models.PositiveBigIntegerField(blank=True, default=0, validators=[django.core.validators.MinValueValidator(0, 'Type an amount of 0 or more, within reason.'), django.core.validators.MaxValueValidator(1000000000000, 'Type an amount of 0 or more, within reason.')], verbose_name='Ante per player')),
                ('point', models.PositiveBigIntegerField(blank=True, default=0, validators=[django.core.validators.MinValueValidator(0, 'Type an amount of 0 or more, within reason.'), django.core.validators.MaxValueValidator(1000000000000, 'Type an amount of 0 or more, within reason.')], verbose_name='Each point is worth')),
                ('awarded', models.BooleanField(default=False, editable=False)),
                ('settled_version', models.PositiveIntegerField(default=0, editable=False)),
                ('book', models.OneToOneField(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='event_money', to='ledger.book')),
                ('event', models.OneToOneField(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='money', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'money of an event',
                'verbose_name_plural': 'money of events',
            },
        ),
        migrations.CreateModel(
            name='Fee',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField(default=0)),
                ('state', models.CharField(choices=[('due', 'to be paid'), ('waived', 'waived'), ('refunded', 'refunded')], default='due', max_length=8)),
                ('paid', models.PositiveBigIntegerField(default=0)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fees', to='tournaments.entry')),
            ],
            options={
                'verbose_name': 'fee',
                'verbose_name_plural': 'fees',
                'ordering': ['entry', 'place'],
            },
        ),
        migrations.CreateModel(
            name='SidePot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, validators=[core.names.name_check], verbose_name='name')),
                ('stake', models.PositiveBigIntegerField(validators=[django.core.validators.MinValueValidator(1, 'Type an amount above 0, within reason.'), django.core.validators.MaxValueValidator(1000000000000, 'Type an amount above 0, within reason.')], verbose_name='Each puts in')),
                ('winners', models.JSONField(default=list, editable=False)),
                ('money', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='side_pots', to='stakes.eventmoney')),
                ('players', models.ManyToManyField(related_name='+', to='clubs.player')),
            ],
            options={
                'verbose_name': 'side pot',
                'verbose_name_plural': 'side pots',
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='fee',
            constraint=models.UniqueConstraint(fields=('entry', 'place'), name='one_fee_a_place'),
        ),
        migrations.AddConstraint(
            model_name='sidepot',
            constraint=models.UniqueConstraint(fields=('money', 'name'), name='one_side_pot_a_name'),
        ),
    ]
