"""Matches, hands and their revisions, entered results.

The database itself refuses to change or delete a revision or an entered result, and SQLite to
write over one: its INSERT OR REPLACE deletes without firing a trigger against deletion. A
migration that has SQLite write one of these tables anew drops its triggers and has to bring them
along.
"""

import games
import core.names
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PROTECTED = {
    "handrevision": " OR ".join(
        (
            "id = NEW.id",
            "hand_id = NEW.hand_id AND no = NEW.no",
            "match_id = NEW.match_id AND author_id = NEW.author_id AND key = NEW.key",
            "match_id = NEW.match_id AND device = NEW.device AND key = NEW.key",
        )
    ),
    "enteredresult": "id = NEW.id",
}


# Only within the transaction that replaces a forgotten player's name.
FORGETTING = "EXISTS (SELECT 1 FROM clubs_forgetting WHERE is_open)"


def sqlite():
    for table, same in PROTECTED.items():
        refuse = "BEGIN SELECT RAISE(ABORT, 'revisions are only ever added'); END"
        for verb in ("UPDATE", "DELETE"):
            name = f"{table}_no_{verb.lower()}"
            unless = f"WHEN NOT {FORGETTING}" if verb == "UPDATE" else ""
            yield f"CREATE TRIGGER {name} BEFORE {verb} ON scoring_{table} {unless} {refuse}"
        yield (
            f"CREATE TRIGGER {table}_not_replaced BEFORE INSERT ON scoring_{table}"
            f" WHEN EXISTS (SELECT 1 FROM scoring_{table} WHERE {same}) {refuse}"
        )


def postgres():
    yield """CREATE FUNCTION handrevision_refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF TG_OP = 'UPDATE' AND """ + FORGETTING + """ THEN RETURN NEW; END IF;
        RAISE EXCEPTION 'revisions are only ever added'
        USING ERRCODE = 'integrity_constraint_violation'; END $$"""
    for table in PROTECTED:
        yield (
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON scoring_{table}"
            " FOR EACH ROW EXECUTE FUNCTION handrevision_refuse()"
        )


def undo_sqlite():
    for table in PROTECTED:
        for name in ("no_update", "no_delete", "not_replaced"):
            yield f"DROP TRIGGER {table}_{name}"


def undo_postgres():
    yield "DROP FUNCTION handrevision_refuse() CASCADE"


def run(**statements):
    def apply(apps, schema_editor):
        for statement in statements[schema_editor.connection.vendor]():
            schema_editor.execute(statement)

    return apply


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='BestPlay',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('question', models.JSONField()),
                ('answer', models.JSONField(null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('asked_at', models.DateTimeField()),
                ('club', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.club')),
            ],
            options={
                'verbose_name': 'best play',
                'verbose_name_plural': 'best play',
                'indexes': [models.Index(fields=['club', 'asked_at'], name='turns_of_clubs'), models.Index(condition=models.Q(('answer__isnull', True)), fields=['asked_at'], name='unanswered')],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(choices=games.choices, max_length=16, verbose_name='game')),
                ('says', models.CharField(choices=[('shaker', 'shaker: “A shakes”'), ('dealer', 'dealer: “A deals”')], default='shaker', max_length=8)),
                ('label_kind', models.CharField(blank=True, choices=[('', ''), ('name', '%(name)s'), ('table', 'round %(round)d, table %(table)d'), ('game', 'round %(round)d, table %(table)d, game %(game)d')], default='', max_length=8)),
                ('label_values', models.JSONField(blank=True, default=dict)),
                ('rules', models.JSONField(default=dict)),
                ('stakes', models.JSONField(blank=True, null=True)),
                ('first_dealer', models.PositiveSmallIntegerField(default=0)),
                ('entered_totals', models.JSONField(blank=True, null=True)),
                ('entered_hands', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('entered_sets', models.JSONField(blank=True, null=True)),
                ('called_after', models.PositiveIntegerField(null=True)),
                ('plays_off', models.BooleanField(default=False)),
                ('called_at', models.DateTimeField(null=True)),
                ('first_deal', models.PositiveSmallIntegerField(editable=False, null=True)),
                ('last_deal', models.PositiveSmallIntegerField(editable=False, null=True)),
                ('is_sealed', models.BooleanField(default=False, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('hand_count', models.PositiveIntegerField(default=0)),
                ('next_dealer', models.PositiveSmallIntegerField(default=0)),
                ('numbers_used', models.PositiveIntegerField(default=0)),
                ('standing', models.JSONField(default=dict)),
                ('totals', models.JSONField(default=list)),
                ('winner', models.PositiveSmallIntegerField(null=True)),
                ('is_over', models.BooleanField(default=False)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('called_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='clubs.club')),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['club', 'id'], name='matches_of_club')],
            },
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('record', models.JSONField(null=True)),
                ('derived_calls', models.JSONField(editable=False, null=True)),
                ('sealed', models.JSONField(editable=False, null=True)),
                ('number', models.PositiveIntegerField()),
                ('revision', models.PositiveIntegerField(default=0)),
                ('verdict', models.JSONField(null=True)),
                ('counted', models.BooleanField(default=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hands', to='scoring.match')),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=80, validators=[core.names.name_check])),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='scoring.match')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='clubs.player')),
            ],
            options={
                'ordering': ['number'],
                'indexes': [
                    models.Index(fields=['match', 'player', 'number'], name='seats_of_match'),
                    models.Index(fields=['player', 'match', 'number'], name='seats_of_player'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Side',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('total', models.IntegerField(default=0)),
                ('against', models.IntegerField(default=0)),
                ('sets', models.PositiveIntegerField(default=0, null=True)),
                ('hands', models.PositiveIntegerField(default=0, null=True)),
                ('won', models.BooleanField(default=False)),
                ('drawn', models.BooleanField(default=False)),
                ('lost', models.BooleanField(default=False)),
                ('is_over', models.BooleanField(default=False)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sides', to='scoring.match')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='EnteredResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('totals', models.JSONField(null=True)),
                ('hands', models.PositiveSmallIntegerField(null=True)),
                ('sets', models.JSONField(null=True)),
                ('ended', models.CharField(blank=True, choices=[('', 'as the rules say'), ('time', 'time was called'), ('stopped', 'they stopped'), ('more', 'the last hand brought more')], default='', max_length=8)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('author_name', models.CharField(max_length=150, validators=[core.names.line_check])),
                ('created_at', models.DateTimeField()),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entered_results', to='scoring.match')),
            ],
            options={
                'verbose_name': 'result of a slip',
                'verbose_name_plural': 'results of slips',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='HandRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('record', models.JSONField(null=True)),
                ('derived_calls', models.JSONField(editable=False, null=True)),
                ('sealed', models.JSONField(editable=False, null=True)),
                ('no', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('recorded', 'recorded'), ('corrected', 'corrected'), ('undone', 'undone'), ('opened', 'opened')], max_length=10)),
                ('verdict', models.JSONField(null=True)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('author_name', models.CharField(max_length=150, validators=[core.names.line_check])),
                ('device', models.PositiveIntegerField(null=True)),
                ('created_at', models.DateTimeField()),
                ('key', models.CharField(max_length=80, null=True)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='scoring.hand')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='scoring.match')),
            ],
            options={
                'ordering': ['hand', 'no'],
                'constraints': [models.UniqueConstraint(fields=('hand', 'no'), name='one_revision_a_number'), models.UniqueConstraint(fields=('match', 'author', 'key'), name='one_effect_a_key'), models.UniqueConstraint(fields=('match', 'device', 'key'), name='one_effect_a_guest_key'), models.CheckConstraint(condition=models.Q(('author__isnull', True), ('device__isnull', True), _connector='XOR'), name='written_by_user_or_guest')],
            },
        ),
        migrations.CreateModel(
            name='HandSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=16)),
                ('role', models.CharField(choices=[('declarer', 'declarer'), ('partner', 'partner'), ('defender', 'defender'), ('player', 'player')], max_length=8)),
                ('bid', models.CharField(blank=True, max_length=16)),
                ('declaration', models.CharField(blank=True, max_length=16)),
                ('outcome', models.CharField(blank=True, max_length=16)),
                ('points', models.IntegerField(null=True)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('declarer', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='scoring.hand')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hand_seats', to='scoring.match')),
                ('partner', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='hand_seats', to='clubs.player')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['player', 'game', 'role', 'bid', 'declaration', 'outcome', 'declarer', 'partner', 'match', 'points'], name='numbers_of_player'), models.Index(fields=['declarer', 'game', 'role', 'player', 'outcome'], name='against'), models.Index(fields=['club', 'game', 'role', 'outcome', 'bid', 'declaration', 'match', 'player'], name='numbers_of_club')],
            },
        ),
        migrations.CreateModel(
            name='Occurrence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=16)),
                ('measure', models.CharField(max_length=32)),
                ('made', models.BooleanField(null=True)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='occurrences', to='scoring.hand')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='occurrences', to='scoring.match')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='occurrences', to='clubs.player')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['player', 'game', 'measure', 'made'], name='measures_of_player'), models.Index(fields=['club', 'game', 'measure', 'made'], name='measures_of_club')],
            },
        ),
        migrations.CreateModel(
            name='KnownDeal',
            fields=[
                ('hand', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='known_deal', serialize=False, to='scoring.hand')),
                ('digest', models.CharField(db_index=True, max_length=64)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('due', 'due'), ('counted', 'counted')], max_length=8)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('declarer', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='known_deals', to='scoring.match')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['state', 'club', 'hand'], name='deals_to_solve'), models.Index(fields=['declarer', 'state'], name='deals_of_declarer')],
            },
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='one_hand_a_number'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='one_player_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='side',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='one_row_a_side'),
        ),
        migrations.RunPython(
            run(sqlite=sqlite, postgresql=postgres),
            run(sqlite=undo_sqlite, postgresql=undo_postgres),
        ),
    ]
