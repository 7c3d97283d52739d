"""Books, accounts and entries; the database itself holds that every entry sums to zero and is never
changed.

Postings are written first; the transaction's row closes them. Their foreign key is checked at the
commit, so that none can be left without its transaction; and a transaction is refused that does
not sum to zero, mixes books, or claims to reverse what it does not undo. No posting comes after it.
"""

import core.currencies
import core.names
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


CHECKS = {
    # Each would be refused as a double, were it not for SQLite's INSERT OR REPLACE, which deletes.
    "an entry is written once": " OR ".join(
        f"EXISTS (SELECT 1 FROM ledger_transaction WHERE {same})"
        for same in (
            "id = NEW.id",
            "book_id = NEW.book_id AND number = NEW.number",
            "book_id = NEW.book_id AND source = NEW.source AND turn = NEW.turn",
            "reverses_id = NEW.reverses_id",
        )
    ),
    "an entry has postings": "NOT EXISTS (SELECT 1 FROM ledger_posting WHERE transaction_id = NEW.id)",
    "an entry sums to zero": (
        "(SELECT SUM(amount) FROM ledger_posting WHERE transaction_id = NEW.id) <> 0"
    ),
    "an entry belongs to one book": (
        "EXISTS (SELECT 1 FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id"
        " WHERE p.transaction_id = NEW.id AND a.book_id <> NEW.book_id)"
    ),
    "a reversal undoes the whole of an entry of its book": (
        "NEW.reverses_id IS NOT NULL AND (EXISTS (SELECT 1 FROM ledger_posting"
        " WHERE transaction_id IN (NEW.id, NEW.reverses_id) GROUP BY account_id HAVING SUM(amount) <> 0)"
        " OR NOT EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.id = NEW.reverses_id"
        " AND t.book_id = NEW.book_id AND t.reverses_id IS NULL))"
    ),
}
CLOSED = "EXISTS (SELECT 1 FROM ledger_transaction WHERE id = NEW.transaction_id)"
USED = "EXISTS (SELECT 1 FROM ledger_transaction WHERE book_id = OLD.id)"
PROTECTED = {
    "posting": ("UPDATE", "DELETE"),
    "transaction": ("UPDATE", "DELETE"),
    "account": ("UPDATE",),
}
# Only within the transaction that replaces a forgotten player's name.
FORGETTING = "EXISTS (SELECT 1 FROM clubs_forgetting WHERE is_open)"
REPLACEABLE = ("posting", "account", "book")


def sqlite():
    for table, verbs in PROTECTED.items():
        for verb in verbs:
            unless = f" WHEN NOT {FORGETTING}" if verb == "UPDATE" else ""
            yield (
                f"CREATE TRIGGER ledger_{table}_no_{verb.lower()} BEFORE {verb} ON ledger_{table}"
                f"{unless} BEGIN SELECT RAISE(ABORT, 'entries are only ever added'); END"
            )
    yield (
        "CREATE TRIGGER ledger_posting_in_time BEFORE INSERT ON ledger_posting BEGIN"
        f" SELECT RAISE(ABORT, 'an entry is closed') WHERE {CLOSED}; END"
    )
    for table in REPLACEABLE:
        yield (
            f"CREATE TRIGGER ledger_{table}_not_replaced BEFORE INSERT ON ledger_{table}"
            f" WHEN EXISTS (SELECT 1 FROM ledger_{table} WHERE id = NEW.id)"
            " BEGIN SELECT RAISE(ABORT, 'entries are only ever added'); END"
        )
    checks = " ".join(f"SELECT RAISE(ABORT, '{why}') WHERE {wrong};" for why, wrong in CHECKS.items())
    yield (
        "CREATE TRIGGER ledger_transaction_sound BEFORE INSERT ON ledger_transaction"
        f" BEGIN {checks} END"
    )
    yield (
        "CREATE TRIGGER ledger_book_currency BEFORE UPDATE OF currency, club_id ON ledger_book"
        f" WHEN (NEW.currency <> OLD.currency OR NEW.club_id <> OLD.club_id) AND {USED}"
        " BEGIN SELECT RAISE(ABORT, 'a book in use keeps its currency'); END"
    )


def function(name, body):
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN {body} RETURN NEW; END $$"
    )


def refusal(why):
    return f"RAISE EXCEPTION '{why}' USING ERRCODE = 'integrity_constraint_violation';"


def postgres():
    unless = f"IF TG_OP = 'UPDATE' AND {FORGETTING} THEN RETURN NEW; END IF;"
    yield function("ledger_refuse", f"{unless} {refusal('entries are only ever added')}")
    for table, verbs in PROTECTED.items():
        yield (
            f"CREATE TRIGGER ledger_{table}_append_only BEFORE {' OR '.join(verbs)}"
            f" ON ledger_{table} FOR EACH ROW EXECUTE FUNCTION ledger_refuse()"
        )
    # Two connections that write postings of one key wait for each other. An archive is read under
    # keys that nobody else knows, and its entries are more than the server has locks for.
    wait = (
        "IF current_setting('allmark.keys_are_new', true) IS DISTINCT FROM 'on' THEN"
        " PERFORM pg_advisory_xact_lock(hashtext(NEW.transaction_id::text)); END IF;"
    )
    late = f"IF {CLOSED} THEN {refusal('an entry is closed')} END IF;"
    yield function("ledger_posting_in_time", wait + late)
    yield (
        "CREATE TRIGGER ledger_posting_in_time BEFORE INSERT ON ledger_posting"
        " FOR EACH ROW EXECUTE FUNCTION ledger_posting_in_time()"
    )
    checks = " ".join(f"IF {wrong} THEN {refusal(why)} END IF;" for why, wrong in CHECKS.items())
    yield function("ledger_transaction_sound", checks)
    yield (
        "CREATE TRIGGER ledger_transaction_sound BEFORE INSERT ON ledger_transaction"
        " FOR EACH ROW EXECUTE FUNCTION ledger_transaction_sound()"
    )
    used = f"IF {USED} THEN {refusal('a book in use keeps its currency')} END IF;"
    yield function("ledger_book_currency", used)
    yield (
        "CREATE TRIGGER ledger_book_currency BEFORE UPDATE OF currency, club_id ON ledger_book"
        " FOR EACH ROW WHEN (NEW.currency <> OLD.currency OR NEW.club_id <> OLD.club_id)"
        " EXECUTE FUNCTION ledger_book_currency()"
    )


def undo_sqlite():
    for table, verbs in PROTECTED.items():
        for verb in verbs:
            yield f"DROP TRIGGER ledger_{table}_no_{verb.lower()}"
    for table in REPLACEABLE:
        yield f"DROP TRIGGER ledger_{table}_not_replaced"
    for name in ("posting_in_time", "transaction_sound", "book_currency"):
        yield f"DROP TRIGGER ledger_{name}"


def undo_postgres():
    for name in ("refuse", "posting_in_time", "transaction_sound", "book_currency"):
        yield f"DROP FUNCTION ledger_{name}() CASCADE"


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
            name='Book',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=160, validators=[core.names.name_check], verbose_name='name')),
                ('date', models.DateField(verbose_name='date')),
                ('currency', models.CharField(max_length=3, validators=[core.currencies.currency_written_check], verbose_name='currency')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='books', to='clubs.club')),
                ('settled_with', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='settles', to='ledger.book')),
            ],
            options={
                'verbose_name': 'book',
                'verbose_name_plural': 'books',
                'ordering': ['-date', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('player', 'player'), ('pot', 'pot'), ('prizes', 'prizes'), ('club', 'club'), ('cash', 'cash box')], max_length=8)),
                ('label', models.CharField(blank=True, max_length=80, validators=[core.names.line_check])),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to='clubs.player')),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to='ledger.book')),
            ],
            options={
                'verbose_name': 'account',
                'verbose_name_plural': 'accounts',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Settlement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('way', models.CharField(choices=[('fewest', 'as few transfers as possible'), ('two_payees', 'nobody pays more than two people'), ('cash_box', 'everything through the cash box')], default='fewest', max_length=12, verbose_name='Settle by')),
                ('planned_at', models.DateTimeField()),
                ('book', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='settlement', to='ledger.book')),
            ],
            options={
                'verbose_name': 'settlement',
                'verbose_name_plural': 'settlements',
            },
        ),
        migrations.CreateModel(
            name='Transaction',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('fee', 'entry fee'), ('payment', 'fee paid'), ('stakes', 'stakes'), ('pot', 'side pot'), ('prize', 'prizes'), ('house', 'house cut'), ('expense', 'expense'), ('float', 'cash float'), ('cash', 'cash put in or taken out'), ('transfer', 'transfer'), ('between', 'between players')], max_length=8)),
                ('text', models.CharField(max_length=240)),
                ('about', models.JSONField(null=True)),
                ('cause', models.JSONField(null=True)),
                ('source', models.CharField(max_length=80)),
                ('turn', models.PositiveIntegerField(default=1)),
                ('made_at', models.DateTimeField()),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transactions', to='ledger.book')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='ledger.transaction')),
            ],
            options={
                'verbose_name': 'entry of a book',
                'verbose_name_plural': 'entries of a book',
                'ordering': ['book', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Posting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.BigIntegerField()),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ledger.account')),
                ('transaction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ledger.transaction')),
            ],
            options={
                'verbose_name': 'posting',
                'verbose_name_plural': 'postings',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Transfer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.BigIntegerField()),
                ('book', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transfers', to='ledger.book')),
                ('payee', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('payer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('transaction', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='transfer', to='ledger.transaction')),
            ],
            options={
                'verbose_name': 'transfer',
                'verbose_name_plural': 'transfers',
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('book', 'player'), name='one_account_a_player'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.UniqueConstraint(condition=models.Q(('player__isnull', True)), fields=('book', 'kind', 'label'), name='one_account_a_label'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'player'), ('player__isnull', False)), models.Q(models.Q(('kind', 'player'), _negated=True), ('player__isnull', True)), _connector='OR'), name='players_have_players_accounts'),
        ),
        migrations.AddConstraint(
            model_name='transaction',
            constraint=models.UniqueConstraint(fields=('book', 'number'), name='one_entry_a_book_and_number'),
        ),
        migrations.AddConstraint(
            model_name='transaction',
            constraint=models.UniqueConstraint(fields=('book', 'source', 'turn'), name='one_entry_a_turn'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.UniqueConstraint(fields=('transaction', 'account'), name='one_posting_an_account'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='a_posting_moves_something'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='a_transfer_moves_something'),
        ),
        migrations.RunPython(
            run(sqlite=sqlite, postgresql=postgres),
            run(sqlite=undo_sqlite, postgresql=undo_postgres),
        ),
    ]
