"""The ASGI application that the web server runs: the site, and the news that phones wait for.

``python -m config.asgi HOST PORT`` serves it from one process, the web server of a club's laptop:
two threads answer, so that a long page does not hold all others. Under Granian's own command, with
a process for each processor, one thread of each does: writers that wait for SQLite's lock cost
more than they gain. News is sent from the event loop, so an open phone costs no thread.
"""

import asyncio
import gc
import signal
import sys
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, ReceiveEvent, Scope, Send
from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server

from config.supervisor import CONNECTIONS
from config.wsgi import application as wsgi_application
from tournaments.phones.views.phone_news import PhoneNews

IS_ALONE = __name__ == "__main__"
site = WSGIMiddleware(cast(Any, wsgi_application), workers=2 if IS_ALONE else 1)


news = PhoneNews("/t/table/news/", site.executor)

# What is loaded by now stays. To look through it with every page costs a tenth to a fifth of it.
gc.freeze()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request."""
    if scope["type"] == "http" and scope["path"] == news.path:
        await news(scope, receive, send)
    else:
        await site(scope, await _begun(receive), send)


async def _begun(receive: Receive) -> Receive:
    """Wait for the first part of the body, so that no thread has to.

    The server's own ``receive`` returns a future, but the site's adapter needs a coroutine.
    """
    first: list[ReceiveEvent] = [await receive()]

    async def received() -> ReceiveEvent:
        return first.pop() if first else await receive()

    return received


async def _serve(host: str, port: int) -> None:
    """Serve until SIGTERM; the requests that have begun are answered."""
    server = Server(
        application,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        backpressure=CONNECTIONS,
        http=HTTPModes.http1,
        websockets=False,
        log_enabled=False,
    )
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: loop.call_soon_threadsafe(server.stop))
    await server.serve()


if IS_ALONE:
    asyncio.run(_serve(sys.argv[1], int(sys.argv[2])))
