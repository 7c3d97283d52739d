"""Let the database itself hold the books: every entry sums to zero and is never changed.

Postings are written first; the transaction's row closes them. Their foreign key is checked at the
commit, so that none can be left without its transaction; and a transaction is refused that does
not sum to zero, mixes books, or claims to reverse what it does not undo. No posting comes after it.
"""

from django.db import migrations

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
KEPT = {
    "posting": ("UPDATE", "DELETE"),
    "transaction": ("UPDATE", "DELETE"),
    "account": ("UPDATE",),
}
REPLACEABLE = ("posting", "account", "book")


def sqlite():
    for table, verbs in KEPT.items():
        for verb in verbs:
            yield (
                f"CREATE TRIGGER ledger_{table}_no_{verb.lower()} BEFORE {verb} ON ledger_{table}"
                f" BEGIN SELECT RAISE(ABORT, 'entries are only ever added'); END"
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
    yield function("ledger_refuse", refusal("entries are only ever added"))
    for table, verbs in KEPT.items():
        yield (
            f"CREATE TRIGGER ledger_{table}_append_only BEFORE {' OR '.join(verbs)}"
            f" ON ledger_{table} FOR EACH ROW EXECUTE FUNCTION ledger_refuse()"
        )
    # Two connections that write postings of one key wait for each other.
    wait = "PERFORM pg_advisory_xact_lock(hashtext(NEW.transaction_id::text));"
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
    for table, verbs in KEPT.items():
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
    dependencies = [("ledger", "0001_initial")]
    operations = [
        migrations.RunPython(
            run(sqlite=sqlite, postgresql=postgres),
            run(sqlite=undo_sqlite, postgresql=undo_postgres),
        ),
    ]
