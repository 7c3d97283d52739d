"""Fixtures that every part shares: a club, its members by role, a stranger, ways to sign in."""

import fcntl
import gc
import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.db import OperationalError, connection, transaction
from django.db.models.signals import post_migrate
from django.test import Client
from django.utils import translation
from playwright.sync_api import Browser, sync_playwright
from rest_framework.test import APIClient
from whitenoise.base import WhiteNoise

from clubs.models import Club, Membership, PersonalToken, User
from clubs.roles import Role
from clubs.services.clubs import club_create
from tests.api.described import DescribedClient
from tests.collected import collect_once
from tests.system.site import leave_politely

# Playwright's event loop runs in this thread; Django would refuse the ORM beside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A shell that starts us in the background ignores Ctrl-C for us and for every site that we start;
# the tests stop their sites by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ON_SQLITE = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
collect_ignore_glob = ["**/test_on_postgresql.py" if ON_SQLITE else "**/test_on_sqlite.py"]

FLUSH_SECONDS = 30

# A property is no measurement: on a busy machine any example may take long.
hypothesis.settings.register_profile(
    "here", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("here")

leave_politely()


def static_files_read_once() -> None:
    """Let all clients of a process share one reading of the folder of static files.

    Each has the middleware of its own that a server has once; reading takes 30 ms.
    """
    read = WhiteNoise.update_files_dictionary
    known: dict[tuple[str, str], dict[str, Any]] = {}

    def read_once(self: Any, root: str, prefix: str) -> None:
        if (root, prefix) not in known:
            read(self, root, prefix)
            known[root, prefix] = dict(self.files)
        self.files.update(known[root, prefix])

    WhiteNoise.update_files_dictionary = read_once


static_files_read_once()

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No page lives long enough to gain from code that is optimised beside it: 5 % of the CPU time.
    "--js-flags=--no-turbofan --no-maglev",
]

ClientFor = Callable[[User], Client]
ApiFor = Callable[[User], APIClient]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--in-two-parts", action="store_true", help="send pages to the browser as slow lines do"
    )
    parser.addoption("--seconds", type=float, help="skip what has not begun by then")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    """Collect the static files if one has changed, before any process of the run needs them."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        collect_once()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the process that comes first write the bytecode of the tests, which the others read.

    Pytest compiles a module in each process that does not yet see it compiled; of a new tree that
    is half a minute.
    """
    with Path(__file__).open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no process ends with it alone."""
    longest = tuple(str(Path(__file__).parent / name) for name in ("system", "browser", "seeds"))
    items.sort(key=lambda item: not str(item.path).startswith(longest))


BEGAN = time.monotonic()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Read English again: a request of the test before may have asked for another language."""
    translation.activate(settings.LANGUAGE_CODE)
    limit = item.config.getoption("--seconds")
    if limit is not None and time.monotonic() - BEGAN > limit:
        pytest.skip("out of time")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Do not look for garbage among what lives as long as the process."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_modify_db_settings_xdist_suffix(request: pytest.FixtureRequest) -> None:
    """Leave SQLite in memory, which pytest-django knows by the name of Django's own backend."""
    if not ON_SQLITE:
        request.getfixturevalue("django_db_modify_db_settings_xdist_suffix")


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, folder_of_run: Path) -> None:
    """Migrate once a run on SQLite, and prepare the flush.

    The first process writes its database to a file; the others begin with a copy, in which nothing
    is left to migrate.
    """
    if not ON_SQLITE:  # tests.run gives PostgreSQL a database to copy
        request.getfixturevalue("django_db_setup")
        return
    memory = connection.creation._get_test_db_name()  # type: ignore[attr-defined]
    with (
        (folder_of_run / "migrated.lock").open("w") as lock,
        closing(sqlite3.connect(memory, uri=True)) as copy,
        closing(sqlite3.connect(folder_of_run / "migrated.sqlite3")) as migrated,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        is_there = migrated.execute("PRAGMA page_count").fetchone() != (0,)
        if is_there:
            migrated.backup(copy)
        request.getfixturevalue("django_db_setup")
        if not is_there:
            copy.backup(migrated)
    flush_allowed()


def flush_allowed() -> None:
    """Let the flush between browser tests, and nothing else, empty what is only ever added to."""
    operations: Any = type(connection.ops)
    plain = operations.execute_sql_flush

    def flush_lifting_triggers(self: Any, statements: list[str]) -> None:
        """Django's flush, with the triggers that refuse to delete lifted for its transaction.

        A closed page's last request may still be read from the tables that the threads of one
        test share in memory; SQLite does not wait for those, so this does.
        """
        give_up = time.monotonic() + FLUSH_SECONDS
        while True:
            try:
                with transaction.atomic(), self.connection.cursor() as cursor:
                    cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
                    lifted = [row for row in cursor.fetchall() if "_no_delete" in row[0]]
                    for name, _made in lifted:
                        cursor.execute(f"DROP TRIGGER {name}")
                    plain(self, statements)
                    for _name, made in lifted:
                        cursor.execute(made)
            except OperationalError as problem:
                if "locked" not in str(problem) or time.monotonic() > give_up:
                    raise
                time.sleep(0.05)
            else:
                return

    operations.execute_sql_flush = flush_lifting_triggers
    # Each flush would fill anew what nothing here reads, which takes longer than the flush.
    post_migrate.disconnect(dispatch_uid=f"{create_permissions.__module__}.create_permissions")


@pytest.fixture(scope="session")
def folder_of_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The temporary folder that all processes of a run share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if base.name.startswith("popen-") else base


def program() -> str | None:
    """Prefer Chromium without its windows: a context takes a quarter of the time."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process, which has room for one event loop."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        yield chromium
        chromium.close()


def new_owner() -> User:
    return User.objects.create_user("owner", password="a long enough word")


def club_of(owner: User) -> Club:
    return club_create(name="Harper 42 Club", owner=owner)


@pytest.fixture
def club(db: None) -> Club:
    """A club of its own owner."""
    return club_of(new_owner())


@pytest.fixture
def owner(club: Club) -> User:
    return User.objects.get(memberships__club=club, memberships__role=Role.OWNER)


def member_of(club: Club, role: Role) -> User:
    """A club's member of a role, who becomes one when first asked for."""
    if known := User.objects.filter(username=role.value).first():
        return known
    user = User.objects.create_user(role.value, password="a long enough word")
    Membership.objects.create(club=club, user=user, role=role)
    return user


@pytest.fixture
def organiser(club: Club) -> User:
    return member_of(club, Role.ORGANISER)


@pytest.fixture
def scorer(club: Club) -> User:
    return member_of(club, Role.SCORER)


@pytest.fixture
def treasurer(club: Club) -> User:
    return member_of(club, Role.TREASURER)


@pytest.fixture
def viewer(club: Club) -> User:
    return member_of(club, Role.VIEWER)


@pytest.fixture
def stranger(db: None) -> User:
    """Somebody who owns the neighbour club and belongs to no other."""
    user = User.objects.create_user("stranger", password="a long enough word")
    club_create(name="The neighbours", owner=user)
    return user


@pytest.fixture
def client_for() -> ClientFor:
    """A browser without JavaScript, signed in as a user."""

    def signed_in(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return signed_in


@pytest.fixture
def api_for() -> ApiFor:
    """Another program with a personal token of a user."""

    def with_token(user: User) -> APIClient:
        _, token = PersonalToken.objects.create(user=user, label="test")
        client = DescribedClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
        return client

    return with_token
