"""A page signed in by cookie, at any width and in any theme."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import connections
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.models import User
from tests.system.conftest import prepared  # noqa: F401 a fixture

PageFor = Callable[..., Page]

# Milliseconds. What comes at all comes sooner; a busy machine is no reason to fail.
expect.set_options(timeout=30_000)

PAUSE = 0.2
"""Seconds between the two parts of a page: longer than a click takes to return."""


class Server(ThreadedWSGIServer):
    """A server that ends with its last request, which ends before its database goes."""

    daemon_threads = False

    def serve_forever(self, poll_interval: float = 0.02) -> None:
        """Serve; look more often than twice a second whether to end, which each test waits for."""
        super().serve_forever(poll_interval)


def in_two_parts(site: Any, environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
    """Answer with the first third of a page, and a moment later with the rest, as slow lines do.

    Playwright goes on after a click as soon as a new page begins to come: a test that then reads
    what is there, instead of expecting what will be, fails so each time instead of once a month.
    """
    with closing(site(environ, start_response)) as answer:
        for part in answer:
            middle = len(part) // 3 if part.lstrip()[:9].lower() == b"<!doctype" else 0
            if middle:
                yield part[:middle]
                time.sleep(PAUSE)
            yield part[middle:]


@pytest.fixture
def live_server(
    transactional_db: None, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[LiveServer]:
    """The site, with its database in a file as clubs have it.

    Of one in memory the threads of a server see "table is locked" wherever they meet; with a file
    they wait for each other.
    """
    memory = connections["default"]
    database_name = memory.settings_dict["NAME"]
    if memory.vendor == "sqlite":
        memory.ensure_connection()
        with closing(sqlite3.connect(tmp_path / "site.sqlite3")) as copy:
            memory.connection.backup(copy)
        connections.settings["default"]["NAME"] = str(tmp_path / "site.sqlite3")
        connections["default"] = connections.create_connection("default")
    server = LiveServer("localhost", start=False)
    thread: Any = server.thread
    thread.server_class = Server
    # It serves its own files, as clubs have it.
    is_slow = request.config.getoption("--in-two-parts")
    thread.static_handler = lambda site: partial(in_two_parts, site) if is_slow else site
    server.start()
    yield server
    server.stop()
    if memory.vendor == "sqlite":
        connections["default"].close()
        connections["default"] = memory
        connections.settings["default"]["NAME"] = database_name


@pytest.fixture
def signed_in_page(browser: Browser, live_server: Any) -> Iterator[PageFor]:
    """``signed_in_page(user, width=…, dark=…)``: a page; what its console says fails the test.

    ``contrast`` and ``forced`` ask as a reader's system does: for more of it, or for its colours.
    """
    contexts = []
    complaints: list[str] = []

    def open_page(
        user: User | None,
        *,
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        touch: bool = False,
        worker: bool = False,
        contrast: bool = False,
        forced: bool = False,
    ) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            contrast="more" if contrast else None,
            forced_colors="active" if forced else None,
            has_touch=touch,
            is_mobile=touch,
            service_workers="allow" if worker else "block",
        )
        contexts.append(context)
        if user is not None:
            context.add_cookies([session_cookie(user, live_server.url)])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                complaints.append(message.text)
                if "Content Security Policy" in message.text
                else None
            ),
        )
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def session_cookie(user: User, url: str) -> Any:
    """The cookie of somebody who is signed in."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {"name": settings.SESSION_COOKIE_NAME, "value": value, "url": url}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in str(item.path):
            item.add_marker(pytest.mark.browser)
