"""``manage.py up``: everything a club needs on one laptop, in one command."""

import errno
import fcntl
import json
import os
import secrets
import shlex
import signal
import socket
import struct
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import psycopg
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, CommandError, call_command
from django.db import Error, connection, transaction
from kombu.exceptions import OperationalError

from clubs.models import Club, User
from config.celery import app as celery
from config.command import command_again
from config.leftovers import MARK, leftovers_end, port_holder
from config.observing import counts_begin
from config.outages import DAMAGED, known_damage, outage_of
from config.supervisor import Supervisor, parts, parts_file
from config.tasks import demo_history_task
from core.figures import read_whole
from core.transactions import enqueue
from seeds.history import club_pending, history_count, mark_pending
from seeds.load import demo_load

PATIENCE = 120  # seconds until the parts must answer
OWNER = "organiser"
CHOSEN = "(the password you chose)"


class Command(BaseCommand):
    """Migrate, load the demo club into an empty database, start all parts, print the address."""

    help = "Set up and run web server and workers until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=port_number, default=os.environ.get("PORT") or "8000")
        parser.add_argument("--no-demo", action="store_true", help="start without the demo club")

    def handle(self, *args: Any, host: str, port: int, no_demo: bool, **options: Any) -> None:
        data = settings.DATA_DIR
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started with & by a script
            signal.signal(signal.SIGINT, signal.default_int_handler)
        with folder_lock(data):
            if count := leftovers_end(parts_file(data / "log"), data):
                self.say(f"Ended {count} processes that an earlier start had left behind.")
            port_must_be_free(host, port)
            database_must_answer()
            queue_must_answer()
            try:
                self._run(host, port, demo=not no_demo)
            except (Error, OSError) as error:
                if outage := outage_of(error):
                    raise CommandError(f"{outage.title}. {outage.text}") from error
                raise
        self.say("Stopped.")

    def _run(self, host: str, port: int, *, demo: bool) -> None:
        """Prepare the data, start the processes and watch them until asked to stop."""
        data = settings.DATA_DIR
        os.environ["ALLMARK_DATA"] = str(data)  # the parts run in another folder
        os.environ.setdefault("ALLMARK_HOSTS", ",".join(settings.ALLOWED_HOSTS))
        if host == "0.0.0.0":  # noqa: S104 asked for: phones in the hall reach this laptop
            os.environ["ALLMARK_HOSTS"] = "*"
        bindings_clear(settings.BROKER_OPTIONS.get("control_folder"))
        self.say("Preparing the database …")
        call_command("migrate", interactive=False, verbosity=0)
        static_collect(data)
        owner, password = owner_ensure(data)
        if demo and not Club.objects.exists():
            self.say("Loading the demo club …")
            with transaction.atomic():
                mark_pending(data, demo_load(owner=owner))
        counts_begin()
        supervisor = Supervisor(parts(host=host, port=port, data=data), data / "log", self.say)
        supervisor.start()
        try:
            self._announce(supervisor, host, port, password)
            if not supervisor.stopping and club_pending(data):
                enqueue(demo_history_task)
                self.say(
                    "The demo club's earlier seasons are still loading, evening by evening: "
                    f"{history_count()} evenings, a minute or two. The site can be used meanwhile."
                )
            supervisor.watch()
        finally:
            supervisor.stop()

    def _announce(self, supervisor: Supervisor, host: str, port: int, password: str) -> None:
        self.say("Starting web server and workers …")
        local = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104
        missing = _wait_until_ready(f"http://{local}:{port}/readyz?format=json", supervisor)
        if supervisor.stopping:
            return
        if missing.keys() == {"disk"}:
            self.say(missing["disk"])
        elif missing:
            raise CommandError(f"Not ready: {' '.join(missing.values())} See {supervisor.logs}.")
        for address in hall_addresses() if host != local else []:
            self.say(f"In this hall: http://{address}:{port}/")
        for line in sign_in_lines(password):
            self.say(line)
        self.say(f"Ready: http://{local}:{port}/")

    def say(self, line: str) -> None:
        """Print a line and flush it, so that it also appears in a pipe at once."""
        self.stdout.write(line)
        self.stdout.flush()


def port_number(text: str) -> int:
    """Parse a port number."""
    number = read_whole(text, least=1, most=65535)
    if number is None:
        raise ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")
    return number


def folder_lock(data: Path) -> IO[str]:
    """Lock the data folder against a second supervisor, which would clear the queue's bindings.

    The lock lasts until the file is closed, at the latest when the process ends.
    """
    lock = (data / "up.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        number = lock.read(20).strip()
        lock.close()
        who = f" as process {number}" if read_whole(number) is not None else ""
        again = command_again(ALLMARK_DATA="/somewhere")
        hint = f"Stop it first, or choose another folder: {again}"
        raise CommandError(f"Allmark is running on {data} already{who}. {hint}") from error
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def static_collect(data: Path) -> bool:
    """Collect the static files if one was added, changed or removed; return whether it was done.

    Their names, sizes and times are kept as a hash in ``static.stamp``.
    """
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
        password = secrets.token_urlsafe(9)
        owner.set_password(password)
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
    command = f"{data}{url}.venv/bin/python manage.py changepassword {OWNER}"
    return [*lines, f"Forgotten, or restored from a backup? {command}"]


def bindings_clear(folder: str | None) -> None:
    """Delete the folder queue's bindings: a half-written one would block the workers.

    The parts write them again when they start; the messages stay.
    """
    for path in Path(folder).glob("*.exchange") if folder else ():
        path.unlink(missing_ok=True)


def port_must_be_free(host: str, port: int) -> None:
    """Raise ``CommandError`` with the holder of the port and a remedy."""
    error = _port_error(host, port)
    if error is None:
        return
    taken = error.errno == errno.EADDRINUSE
    who = _who_holds(port) if taken else f"cannot be used ({error.strerror})."
    others = [(port + step - 1) % 65535 + 1 for step in range(1, 100)]
    free = next((other for other in others if not _port_error(host, other)), others[0])
    raise CommandError(f"Port {port} {who} Choose another: {command_again(PORT=str(free))}")


def _port_error(host: str, port: int) -> OSError | None:
    """Return why a port cannot be listened on; None if it can."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
    return None


def _who_holds(port: int) -> str:
    holder = port_holder(port)
    if holder is None:
        return "is taken by another program."
    if MARK in holder.command and holder.data:
        return f"is taken by Allmark on {holder.data}: stop that one first."
    command = " ".join(holder.command)[:80]
    return f"is taken by process {holder.pid} ({command}): end it with kill {holder.pid}."


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
        "file: .venv/bin/python manage.py restore FILE (docs/operations.md, Restoring). To begin "
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
    if settings.BROKER_OPTIONS.get("data_folder_out"):
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


def _wait_until_ready(url: str, supervisor: Supervisor) -> dict[str, str]:
    """Wait until all parts are ready; return the messages of those that are not, by part.

    A nearly full disk is reported but does not prevent the start.
    """
    missing = {"web": "The web server does not answer."}
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and not supervisor.stopping:
        supervisor.revive()
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310 our own address
                return {}
        except urllib.error.HTTPError as error:
            with error, suppress(ValueError, KeyError):
                parts = json.load(error)["parts"].items()
                missing = {name: part["message"] for name, part in parts if not part["ok"]}
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            pass
        if missing.keys() == {"disk"}:
            break
        time.sleep(0.2)
    return missing


ASK_ADDRESS = 0x8915  # Linux: SIOCGIFADDR, see netdevice(7)
NAME = "256s"  # the request holds an interface's name; the answer its address in bytes 20 to 23


def hall_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine's interfaces, without loopback.

    The interfaces are queried because a machine's name often resolves to 127.0.1.1 only.
    """
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, ASK_ADDRESS, struct.pack(NAME, name.encode()))
            except OSError:
                continue  # down, or without an address
            addresses.append(socket.inet_ntoa(answer[20:24]))
    return [address for address in addresses if not address.startswith("127.")]
