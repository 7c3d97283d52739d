"""Server-sent events for phones at the tables, for ``benchmarks.push`` alone.

An ASGI application on the site's own database: one connection a phone, a message with the tag when
the tag of its table changes. The tag is asked once per table and second, whatever the phones.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import parse_qs

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from asgiref.sync import sync_to_async  # noqa: E402 after the set-up, as all below
from django.core.signing import BadSignature, get_cookie_signer  # noqa: E402

from clubs.access import GUEST_COOKIE  # noqa: E402
from tournaments.selectors.phones import is_own_match, phone_tag  # noqa: E402
from tournaments.selectors.table_access import device_found  # noqa: E402
from tournaments.views.guests import EVENING, SALT  # noqa: E402

EVERY: Final = 1.0  # seconds between two looks at a table

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]

listening: dict[int, set[asyncio.Queue[str]]] = {}
"""The phones of each match."""
watching: set[asyncio.Task[None]] = set()


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Answer one phone until it goes; 404 for one that is not let in at the match."""
    headers = dict(scope["headers"])
    cookie = SimpleCookie(headers.get(b"cookie", b"").decode()).get(GUEST_COOKIE)
    match = int(parse_qs(scope["query_string"].decode())["match"][0])
    key = await sync_to_async(_let_in)(cookie.value if cookie else "", match)
    if key is None:
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        return
    kind = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": kind})
    news: asyncio.Queue[str] = asyncio.Queue()
    if match not in listening:
        listening[match] = set()
        task = asyncio.create_task(_watch(key, match))
        watching.add(task)
        task.add_done_callback(watching.discard)
    listening[match].add(news)
    gone = asyncio.create_task(_gone(receive))
    try:
        await send({"type": "http.response.body", "body": b": open\n\n", "more_body": True})
        while not gone.done():
            told = asyncio.create_task(news.get())
            await asyncio.wait({told, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not told.done():
                told.cancel()
                break
            body = f"data: {told.result()}\n\n".encode()
            await send({"type": "http.response.body", "body": body, "more_body": True})
    finally:
        gone.cancel()
        listening[match].discard(news)


def _let_in(signed: str, match: int) -> str | None:
    """The key of the phone, where its player sits at the match."""
    signer = get_cookie_signer(salt=GUEST_COOKIE + SALT)
    try:
        key = signer.unsign(signed, max_age=EVENING)
    except BadSignature:
        return None
    device = device_found(key)
    return key if device and is_own_match(device.event, device.player_id, match) else None


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _watch(key: str, match: int) -> None:
    """Tell the phones of a match of each new tag, while there are any."""
    known = ""
    while listening[match]:
        tag = await sync_to_async(_tag)(key, match)
        if known and tag != known:
            for phone in listening[match]:
                phone.put_nowait(tag)
        known = tag
        await asyncio.sleep(EVERY)
    del listening[match]


def _tag(key: str, match: int) -> str:
    device = device_found(key)
    return phone_tag(device, match) if device else "gone"
