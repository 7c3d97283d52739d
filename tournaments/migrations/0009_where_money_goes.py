"""Say what the house share is of, and where goes what prizes leave.

What was reckoned before stays as it was: shares of the pot, and the rest of prizes entered to the
club.
"""

from django.db import migrations, models


def as_before(apps, schema_editor):
    kept = apps.get_model("tournaments", "EventMoney").objects.all()
    kept.update(house_of="pot")
    kept.filter(awarded=True).update(rest_to="club")



class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0008_ends_and_reopenings'),
    ]

    operations = [
        migrations.AddField(
            model_name='eventmoney',
            name='house_of',
            field=models.CharField(choices=[('fees', 'of all entry fees'), ('pot', 'of the pot after expenses')], default='fees', max_length=8, verbose_name='house share of'),
        ),
        migrations.AddField(
            model_name='eventmoney',
            name='rest_to',
            field=models.CharField(choices=[('pot', 'it stays in the pot'), ('club', 'it goes to the club'), ('winners', 'the winners share it, in proportion to their prizes')], default='pot', max_length=8, verbose_name='what the prizes leave'),
        ),
        migrations.RunPython(as_before, migrations.RunPython.noop),
    ]
