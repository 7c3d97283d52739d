"""``manage.py up``: everything a club needs on one laptop, in one command."""

import fcntl
import json
import os
import secrets
import socket
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import transaction

from clubs.models import Club, User
from config.network import hall_addresses
from config.supervisor import Supervisor, parts
from seeds.load import demo_load

PATIENCE = 120  # seconds until the parts must answer
OWNER = "organiser"


class Command(BaseCommand):
    """Migrate, load the demo club into an empty house, start all parts, print the address."""

    help = "Set up and run web server and workers until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=port_number, default=os.environ.get("PORT") or "8000")
        parser.add_argument("--no-demo", action="store_true", help="start with an empty house")

    def handle(self, *args: Any, host: str, port: int, no_demo: bool, **options: Any) -> None:
        _port_must_be_free(host, port)
        lock = folder_taken(settings.DATA_DIR)
        os.environ["ALLMARK_DATA"] = str(settings.DATA_DIR)  # the parts run in another folder
        os.environ.setdefault("ALLMARK_HOSTS", ",".join(settings.ALLOWED_HOSTS))
        if host == "0.0.0.0":  # noqa: S104 asked for: phones in the hall reach this laptop
            os.environ["ALLMARK_HOSTS"] = "*"
        bindings_clear(settings.BROKER_OPTIONS.get("control_folder"))
        self.say("Preparing the database …")
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        owner, password = owner_ensure(settings.DATA_DIR)
        if not no_demo and not Club.objects.exists():
            self.say("Loading the demo club …")
            demo_load(owner=owner)
        supervisor = Supervisor(
            parts(host=host, port=port, data=settings.DATA_DIR), settings.DATA_DIR / "log"
        )
        supervisor.start()
        try:
            self._announce(supervisor, host, port, password)
            supervisor.watch()
        finally:
            supervisor.stop()
            lock.close()
        self.say("Stopped.")

    def _announce(self, supervisor: Supervisor, host: str, port: int, password: str) -> None:
        self.say("Starting web server and workers …")
        local = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104
        if not _wait_until_ready(f"http://{local}:{port}/readyz?format=json", supervisor):
            if supervisor.stopping:
                return
            raise CommandError(f"Not ready. Look into {supervisor.logs}.")
        for address in hall_addresses() if host != local else []:
            self.say(f"In this hall: http://{address}:{port}/")
        self.say(f"Sign in: {OWNER} / {password}")
        self.say(f"Ready: http://{local}:{port}/")

    def say(self, line: str) -> None:
        """Print a line at once, also into a pipe."""
        self.stdout.write(line)
        self.stdout.flush()


def port_number(text: str) -> int:
    """A port as it was chosen, from 1 to 65535."""
    number = int(text) if text.isdecimal() and len(text) <= len("65535") else 0
    if not 1 <= number <= 65535:
        raise ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")
    return number


def folder_taken(data: Path) -> IO[str]:
    """Keep a second supervisor off the same data, where it would clear a running queue's bindings.

    The folder is taken until the file is closed, at the latest when the process ends.
    """
    lock = (data / "up.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        hint = "Stop it first, or choose another folder: ALLMARK_DATA=/somewhere make run"
        raise CommandError(f"Allmark is running on {data} already. {hint}") from error
    return lock


@transaction.atomic
def owner_ensure(data: Path) -> tuple[User, str]:
    """The organiser's account and its password; made on the first start.

    The generated password lies in the data folder, readable by its owner alone, until somebody
    changes it on the site. The account is there only once the password is written.
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
    kept = path.read_text() if path.exists() else ""
    if kept and owner.check_password(kept):
        return owner, kept
    path.unlink(missing_ok=True)
    return owner, "(the password you chose)"


def bindings_clear(folder: str | None) -> None:
    """Forget the folder queue's bindings: one half written by a killed process blocks workers.

    They are written anew by whoever starts; the messages themselves stay.
    """
    for path in Path(folder).glob("*.exchange") if folder else ():
        path.unlink(missing_ok=True)


def _port_must_be_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            hint = f"Choose another: PORT={port + 1} make run"
            raise CommandError(f"Port {port} cannot be used ({error.strerror}). {hint}") from error


def _wait_until_ready(url: str, supervisor: Supervisor) -> bool:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and not supervisor.stopping:
        supervisor.revive()
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 our own address
                return bool(json.load(answer)["ok"])
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    return False
