"""A table's address is renewed; a sign-up goes from one state to another."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    safe_because = "no version with the old names was released"

    dependencies = [("phones", "0001_initial")]

    operations = [
        migrations.RenameField("tableaccess", "turn", "renewal"),
        migrations.RenameModel("SignUpTurn", "SignUpTransition"),
        migrations.AlterField(
            "signuptransition",
            "sign_up",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="transitions",
                to="phones.signup",
            ),
        ),
    ]
