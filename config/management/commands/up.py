"""``manage.py up``: everything a club needs on one laptop, in one command."""

import errno
import json
import os
import shlex
import signal
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import psycopg
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, CommandError, call_command
from django.db import Error, connection, transaction
from kombu.exceptions import OperationalError

from clubs.models import Club, User
from clubs.services.clubs import password_generate
from config.celery import app as celery
from config.env import BASE, HALL, command_again
from config.observing import counts_begin
from config.outages import DAMAGED, known_damage, outage_of
from config.supervisor import AFTERWARDS, ANYWHERE, direct
from core import system
from core.figures import read_whole
from seeds.history import club_pending, history_count, mark_pending
from seeds.load import demo_load

PORT_PATIENCE: Final = 2.0  # seconds that a killed site's processes may take to end
OWNER = "organiser"
CHOSEN = "(the password you chose)"


class Command(BaseCommand):
    """Migrate, load the demo club into an empty database, start the site, print its address."""

    help = "Set up and run web server and workers until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=port_number, default=os.environ.get("PORT") or "8000")
        parser.add_argument(
            "--no-demo",
            action="store_true",
            default=os.environ.get("DEMO") == "no",
            help="start without the demo club",
        )
        parser.add_argument(
            "--no-browser",
            action="store_true",
            default=os.environ.get("BROWSER") == "no",
            help="open no browser",
        )

    def handle(
        self,
        *args: Any,
        host: str,
        port: int,
        no_demo: bool,
        no_browser: bool,
        **options: Any,
    ) -> None:
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started with & by a script
            signal.signal(signal.SIGINT, signal.default_int_handler)
        with folder_lock(settings.DATA_DIR) as lock:
            port_must_be_free(host, port)
            database_must_answer()
            queue_must_answer()
            try:
                afterwards = self._prepare(host, demo=not no_demo)
            except (Error, OSError) as error:
                if outage := outage_of(error):
                    raise CommandError(f"{outage.title}. {outage.text}") from error
                raise
            afterwards["browser"] = not no_browser and system.has_desktop()
            os.environ[HALL] = "" if host == ANYWHERE else command_again(HOST=ANYWHERE)
            os.environ[AFTERWARDS] = json.dumps(afterwards)
            connection.close()
            system.lock_keep(lock)
            os.chdir(BASE)
            system.become(["config.supervisor", host, str(port)])

    def _prepare(self, host: str, *, demo: bool) -> dict[str, Any]:
        """Prepare data and environment of the processes; return what to say when they run."""
        data = settings.DATA_DIR
        os.environ["ALLMARK_DATA"] = str(data)  # the processes run in another folder
        os.environ.setdefault("ALLMARK_HOSTS", ",".join(settings.ALLOWED_HOSTS))
        if host == ANYWHERE:  # asked for: phones in the hall reach this laptop
            os.environ["ALLMARK_HOSTS"] = "*"
        self.say("Preparing the database …")
        call_command("migrate", interactive=False, verbosity=0)
        static_collect(data)
        owner, password = owner_ensure(data)
        if demo and not Club.objects.exists():
            self.say("Loading the demo club …")
            with transaction.atomic():
                mark_pending(data, demo_load(owner=owner))
        counts_begin()
        afterwards: dict[str, Any] = {"sign_in": sign_in_lines(password)}
        if club_pending(data):
            afterwards["history"] = (
                "The demo club's earlier seasons are still loading, evening by evening: "
                f"{history_count()} evenings, a minute or two. The site can be used meanwhile."
            )
        return afterwards

    def say(self, line: str) -> None:
        """Print a line and flush it, so that it also appears in a pipe at once."""
        self.stdout.write(line)
        self.stdout.flush()


def port_number(text: str) -> int:
    number = read_whole(text, least=1, most=65535)
    if number is None:
        raise ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")
    return number


@contextmanager
def folder_lock(data: Path) -> Iterator[system.Lock]:
    """Lock the data folder against a second start. Raises ``CommandError`` while it is locked."""
    lock = system.lock_take(data / "up.lock")
    if lock is None:
        again = command_again(ALLMARK_DATA="/somewhere")
        hint = f"Stop it first, or choose another folder: {again}"
        raise CommandError(f"Allmark is running on {data} already. {hint}")
    try:
        yield lock
    finally:
        lock.close()


def static_collect(data: Path) -> bool:
    """Collect the static files if one was added, changed or removed; return whether it was done.

    Their names, sizes and times are kept as a hash in ``static.stamp``. Files that were collected
    beside the program are left alone.
    """
    if Path(settings.STATIC_ROOT).parent == settings.BASE_DIR:
        return False
    listing = sorted(
        (name, (at := Path(storage.path(name)).stat()).st_size, at.st_mtime_ns)
        for finder in get_finders()
        for name, storage in finder.list(None)
    )
    stamp, stamp_file = sha256(repr(listing).encode()).hexdigest(), data / "static.stamp"
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if manifest.exists() and stamp_file.exists() and stamp_file.read_text() == stamp:
        return False
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp_file.write_text(stamp)
    return True


@transaction.atomic
def owner_ensure(data: Path) -> tuple[User, str]:
    """Return the organiser's account and password, created on the first start.

    The generated password stays in a file of the data folder, readable by its owner alone, until it
    is changed on the site. The account is committed only after the password is written.
    """
    path = data / "organiser-password"
    owner, created = User.objects.get_or_create(
        username=OWNER, defaults={"is_staff": True, "is_superuser": True}
    )
    if created:
        password = password_generate(owner)
        owner.save()
        path.touch(mode=0o600)
        path.write_text(password)
        return owner, password
    password = path.read_text() if path.exists() else ""
    if password and owner.check_password(password):
        return owner, password
    path.unlink(missing_ok=True)
    return owner, CHOSEN


def sign_in_lines(password: str) -> list[str]:
    """Return the lines that say how to sign in and how to set a new password."""
    lines = [f"Sign in: {OWNER} / {password}"]
    if password != CHOSEN:
        return lines
    data = f"ALLMARK_DATA={shlex.quote(str(settings.DATA_DIR))} "
    url = "DATABASE_URL=… " if os.environ.get("DATABASE_URL") else ""  # it may hold a password
    command = f"{data}{url}{settings.COMMAND} changepassword {OWNER}"
    return [*lines, f"Forgotten, or restored from a backup? {command}"]


def port_must_be_free(host: str, port: int) -> None:
    """Raise ``CommandError`` with who answers at the port, and a remedy.

    The processes of a site that was killed end within moments of it.
    """
    deadline = time.monotonic() + PORT_PATIENCE
    while (error := system.port_error(host, port)) and error.errno == errno.EADDRINUSE:
        if time.monotonic() > deadline:
            break
        time.sleep(0.1)
    if error is None:
        return
    who = f"cannot be used ({error.strerror})."
    if error.errno == errno.EADDRINUSE:
        other = "another site of Allmark" if _is_allmark(host, port) else "another program"
        who = f"is taken by {other}."
    others = [(port + step - 1) % 65535 + 1 for step in range(1, 100)]
    free = next((other for other in others if not system.port_error(host, other)), others[0])
    raise CommandError(f"Port {port} {who} Choose another: {command_again(PORT=str(free))}")


def _is_allmark(host: str, port: int) -> bool:
    """Ask whoever listens whether it is a web server of ours."""
    local = "127.0.0.1" if host == ANYWHERE else host
    with suppress(OSError, ValueError):
        url = f"http://{local}:{port}/healthz?format=json"
        with direct.open(url, timeout=1) as answer:
            body = json.load(answer)
            return isinstance(body, dict) and "process" in body.get("parts", {})
    return False


def database_must_answer() -> None:
    """Raise ``CommandError`` with a remedy if the database does not work."""
    if connection.vendor == "postgresql":
        _postgresql_must_answer()
        return
    file = connection.settings_dict["NAME"]
    try:
        damage = known_damage()
    except Error as error:
        if outage_of(error) is DAMAGED:
            raise CommandError(_damaged(file, str(error))) from error
        raise CommandError(
            f"The database {file} cannot be opened ({error}). Make the file and its folder "
            "writable for this account, or choose another: "
            f"{command_again(ALLMARK_DATA='/somewhere')}"
        ) from error
    if damage:
        raise CommandError(_damaged(file, damage))


def _damaged(file: str, why: str) -> str:
    return (
        f"The database {file} is damaged ({why}). Restore the newest backup, which keeps this "
        f"file: {settings.COMMAND} restore FILE (docs/operations.md, Restoring). To begin "
        f"with an empty database instead: {command_again(ALLMARK_DATA='/somewhere')}"
    )


def _postgresql_must_answer() -> None:
    """Connect directly: the pool would retry for long and hide PostgreSQL's message."""
    wanted = connection.settings_dict
    named = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    given = {name: wanted[key] for name, key in named.items() if wanted[key]}
    given["options"] = wanted["OPTIONS"]["options"]
    try:
        psycopg.connect(dbname=wanted["NAME"], connect_timeout=5, **given).close()
    except psycopg.Error as error:
        where = f"{wanted['HOST'] or 'this machine'}:{wanted['PORT'] or 5432}/{wanted['NAME']}"
        raise CommandError(
            f"The database of DATABASE_URL at {where} cannot be used "
            f"({' '.join(str(error).split())}). Start PostgreSQL, or mend the address or the "
            "password in DATABASE_URL, or leave it out to use SQLite."
        ) from error


def queue_must_answer() -> None:
    """Raise ``CommandError`` with a remedy if the configured broker does not answer."""
    if settings.BROKER_OPTIONS.get("folder"):
        return
    try:
        with celery.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=3)
    except (OperationalError, OSError) as error:
        where = celery.connection_for_write().as_uri()
        raise CommandError(
            f"The queue of BROKER_URL at {where} does not answer ({error}). Start Redis, or mend "
            "the address in BROKER_URL, or leave it out to use a folder of messages."
        ) from error
