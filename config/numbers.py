"""After a restore no number is given out a second time.

Keys of rows and versions leave the database: in addresses, in entity tags, in what browsers keep
and what other programs remember. Those that were given out after the backup must not come to mean
something else.
"""

from collections.abc import Iterator
from typing import Final

from django.apps import apps
from django.db import models

GAP: Final = 100_000
"""More than a site gives out of any number between two backups."""


def advancing(vendor: str) -> Iterator[str]:
    """Yield the statements that advance every key and every version."""
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        for field in model._meta.local_concrete_fields:
            if isinstance(field, models.AutoField | models.BigAutoField):
                yield from _of_key(vendor, table, field.attname)
            elif field.name == "version" or field.name.endswith("_version"):
                yield f'UPDATE "{table}" SET "{field.column}" = "{field.column}" + {GAP}'  # noqa: S608 ours


def _of_key(vendor: str, table: str, column: str) -> Iterator[str]:
    if vendor == "sqlite":
        known = f"SELECT 1 FROM sqlite_sequence WHERE name = '{table}'"  # noqa: S608 ours
        yield (
            "INSERT INTO sqlite_sequence (name, seq) "
            f"SELECT '{table}', 0 WHERE NOT EXISTS ({known})"
        )
        yield f"UPDATE sqlite_sequence SET seq = seq + {GAP} WHERE name = '{table}'"  # noqa: S608 ours
    else:
        sequence = f"pg_get_serial_sequence('\"{table}\"', '{column}')"
        yield f"SELECT setval({sequence}, nextval({sequence}) + {GAP})"
