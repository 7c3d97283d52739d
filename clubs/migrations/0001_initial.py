

import core.names
import core.currencies
import core.pictures
import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, validators=[core.names.name_check], verbose_name='Name of the club')),
                ('slug', models.SlugField(max_length=60, unique=True, verbose_name='short name in addresses')),
                ('currency', models.CharField(default='USD', help_text='Its code or its name. Matches already played keep theirs.', max_length=3, validators=[core.currencies.currency_check], verbose_name='Currency')),
                ('paper', models.CharField(choices=[('a4', 'A4'), ('letter', 'Letter')], default='a4', help_text='What score sheets and scorecards are printed on.', max_length=6, verbose_name='Paper')),
                ('language', models.CharField(default='en', help_text='Pages are shown in it to everyone who has not chosen another language, if Allmark has been translated into it. Lists of names follow its alphabet: Åsa comes after Zoë in Swedish, near Ann in English.', max_length=12, validators=[core.names.language_check], verbose_name='Language')),
                ('calendar', models.CharField(choices=[('gregorian', 'Gregorian'), ('persian', 'Solar Hijri')], default='gregorian', help_text='How dates are written. Date fields follow the browser.', max_length=10, verbose_name='Calendar')),
                ('public_names', models.CharField(choices=[('full', 'full names'), ('initial', 'first name and initial'), ('number', 'numbers')], default='initial', help_text="What anyone with the address of a public page can read. A player's name can be hidden on that player's page.", max_length=8, verbose_name='Names on public pages')),
                ('public_language_follows', models.BooleanField(default=False, help_text="Public pages are shown in the language of the reader's browser if Allmark has it, otherwise in the club's language.", verbose_name="Public pages in the reader's language")),
                ('contact', models.CharField(blank=True, default='', help_text='How visitors reach the club; on the front page of its website.', max_length=200, validators=[core.names.line_check], verbose_name='Contact')),
                ('about', models.TextField(blank=True, default='', help_text='A few lines for visitors, on the front page of its website.', max_length=1000, validators=[django.core.validators.MaxLengthValidator(1000), core.names.lines_check], verbose_name='About the club')),
                ('picture_months', models.PositiveSmallIntegerField(blank=True, default=12, help_text='How long the picture of its row stays in the history of a hand read from a marked sheet. The hand itself is always kept. Empty: for ever.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(120)], verbose_name='Months to keep pictures of sheets')),
                ('names_sorted_by', models.CharField(default='', editable=False, max_length=40)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
                'ordering': ['name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='ClubPicture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.TextField(validators=[core.pictures.picture_check])),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='picture', to='clubs.club')),
            ],
            options={
                'verbose_name': 'picture of the club',
                'verbose_name_plural': 'pictures of clubs',
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('part', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, validators=[core.names.line_check], verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, validators=[core.names.line_check], verbose_name='last name')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('language', models.CharField(blank=True, default='', max_length=12, verbose_name='language')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='PersonalToken',
            fields=[
                ('digest', models.CharField(max_length=128, primary_key=True, serialize=False)),
                ('token_key', models.CharField(db_index=True, max_length=25)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('expiry', models.DateTimeField(blank=True, null=True)),
                ('label', models.CharField(default='', help_text='So that you know later which one to revoke.', max_length=80, validators=[core.names.line_check], verbose_name='What it is for')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='auth_token_set', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created'],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, validators=[core.names.name_check], verbose_name='name')),
                ('name_key', models.CharField(db_index=True, editable=False, max_length=160)),
                ('search_key', models.CharField(default='', editable=False, max_length=400)),
                ('sort_key', models.BinaryField(default=b'')),
                ('note', models.CharField(blank=True, help_text='Tells two people of the same name apart: a town, a year, “the tall one”.', max_length=80, validators=[core.names.line_check], verbose_name='note')),
                ('active', models.BooleanField(default=True, verbose_name='on the roster')),
                ('name_hidden', models.BooleanField(default=False, verbose_name='not named on public pages')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='clubs.club')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'ordering': ['sort_key', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'Owner'), ('organiser', 'Organiser'), ('scorer', 'Scorer'), ('treasurer', 'Treasurer'), ('viewer', 'Viewer')], default='viewer', max_length=12, verbose_name='Role')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='clubs.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(blank=True, help_text="This member can then read this player's statement as their own.", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='members', to='clubs.player', verbose_name='Player')),
            ],
            options={
                'verbose_name': 'member',
                'verbose_name_plural': 'members',
                'ordering': ['user__username'],
            },
        ),
        migrations.CreateModel(
            name='KeyedAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80)),
                ('digest', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField(default=0)),
                ('body', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True)),
                ('location', models.CharField(blank=True, max_length=300)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='one_answer_a_key')],
            },
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['club', 'sort_key'], name='roster_by_name'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('club', 'user'), name='one_membership_a_club'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('player',), name='one_member_a_player', violation_error_message='Another member is already linked to this player.'),
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('table', 'a wrong address of a table'), ('spoken', 'a wrong spoken code'), ('page', 'a wrong address of a public page'), ('sign_up', 'a sign-up'), ('join', 'a phone that was let in')], max_length=8)),
                ('event_id', models.BigIntegerField()),
                ('address', models.CharField(max_length=45)),
                ('at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='Forgetting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('reason', models.CharField(help_text="Recorded with your name and the date. Do not write the player's name here.", max_length=200, verbose_name='Why')),
                ('author_name', models.CharField(max_length=150, validators=[core.names.line_check])),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('is_open', models.BooleanField(default=False, editable=False)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forgettings', to='clubs.club')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='forgetting', to='clubs.player')),
            ],
            options={
                'verbose_name': 'forgotten player',
                'verbose_name_plural': 'forgotten players',
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('club', 'number'), name='one_forgotten_a_number')],
            },
        ),
    ]
