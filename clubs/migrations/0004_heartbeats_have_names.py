"""What a heartbeat is of is its name, no longer its part."""

from django.db import migrations


class Migration(migrations.Migration):
    safe_because = "no version with the old name was released"

    dependencies = [("clubs", "0003_invitations")]

    operations = [migrations.RenameField("heartbeat", "part", "name")]
