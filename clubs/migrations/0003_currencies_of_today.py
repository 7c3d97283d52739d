from django.db import migrations, models

import clubs.currencies


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_membership_player"),
    ]

    operations = [
        migrations.AlterField(
            model_name="club",
            name="currency",
            field=models.CharField(
                default="USD",
                max_length=3,
                validators=[clubs.currencies.currency_check],
                verbose_name="currency",
            ),
        ),
    ]
