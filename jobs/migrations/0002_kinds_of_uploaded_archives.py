"""Uploaded archives are inspected and imported: the kinds of their jobs say so."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NEW = {"look": "archive-inspection", "read": "archive-import"}


def rename(apps: Apps, kinds: dict[str, str]) -> None:
    for old, new in kinds.items():
        apps.get_model("jobs", "Job").objects.filter(kind=old).update(kind=new)


def forwards(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    rename(apps, NEW)


def backwards(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    rename(apps, {new: old for old, new in NEW.items()})


class Migration(migrations.Migration):
    dependencies = [("jobs", "0001_initial")]

    operations = [migrations.RunPython(forwards, backwards)]
