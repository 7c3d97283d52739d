"""Sending one message: signed as Standard Webhooks has it, to a checked address.

No redirect is followed, nothing of the environment's proxies is used, and the connection is cut
after ``MOST_SECONDS``.
"""

import hashlib
import hmac
import socket
import ssl
import time
from base64 import b64decode, b64encode
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import Final, NamedTuple

from feeds.addresses import NotAllowedError, Target, addresses_of, target_of
from feeds.models import Failure

SECONDS: Final = 5.0
"""How long to wait for a connection, for its encryption, and for each part of the answer."""
MOST_SECONDS: Final = 15.0
"""How long an attempt may take in all."""
MOST_ANSWER: Final = 300
"""Characters that are kept of the answer of a receiver that refuses."""


class DeliveryOutcome(NamedTuple):
    """How an attempt went; ``failure`` is empty where the receiver took the message."""

    milliseconds: int
    failure: str = ""
    status: int | None = None
    answer: str = ""


def signature(*, secret: str, key: str, timestamp: int, body: bytes) -> str:
    """Return ``v1,`` and the HMAC-SHA256 of id, timestamp and body, in base64."""
    signed = f"{key}.{timestamp}.".encode() + body
    secret_bytes = b64decode(secret.removeprefix("whsec_"))
    return f"v1,{b64encode(hmac.digest(secret_bytes, signed, hashlib.sha256)).decode()}"


class Connection(HTTPConnection):
    """A connection to one of the addresses that were checked, whatever the name says now."""

    def __init__(self, target: Target, addresses: list[str]) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self.is_https, self.addresses = target.is_https, addresses
        self.default_port = 443 if target.is_https else 80  # what the header Host leaves out
        self.is_cut = False

    def connect(self) -> None:
        """Connect to the first address that answers; the certificate must be that of the name."""
        for place, address in enumerate(self.addresses, 1):
            try:
                self.sock = socket.create_connection((address, self.port), SECONDS)
                break
            except OSError:
                if place == len(self.addresses) or self.is_cut:
                    raise
        if self.is_https:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)
        self.check()

    def check(self) -> None:
        """Raise ``TimeoutError`` once it is cut: there may have been no socket to shut down."""
        if self.is_cut:
            raise TimeoutError

    def cut(self) -> None:
        """End whatever waits for the other side."""
        self.is_cut = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


def send(*, address: str, secret: str, key: str, body: bytes) -> DeliveryOutcome:
    """Send a message once and return how it went."""
    began = time.monotonic()
    failure, status, answer = "", None, ""
    try:
        target = target_of(address)
        headers = _headers(secret, key, body)
        with closing(Connection(target, addresses_of(target.host, target.port))) as connection:
            status, answer = _answer_to(connection, target.path, body, headers)
    except (OSError, HTTPException, ValueError) as error:
        failure = next(failure for kind, failure in FAILURES if isinstance(error, kind))
    seconds = time.monotonic() - began
    if failure and seconds >= MOST_SECONDS:
        failure = Failure.TOO_SLOW
    if status is not None and not 200 <= status < 300:
        failure = Failure.STATUS
    return DeliveryOutcome(round(seconds * 1000), failure, status, answer)


FAILURES: Final = (
    (NotAllowedError, Failure.NOT_ALLOWED),
    (ssl.SSLCertVerificationError, Failure.CERTIFICATE),
    (socket.gaierror, Failure.NO_NAME),
    (TimeoutError, Failure.TOO_SLOW),
    (OSError, Failure.NO_CONNECTION),
    (Exception, Failure.NO_HTTP),
)


def _headers(secret: str, key: str, body: bytes) -> dict[str, str]:
    timestamp = int(time.time())
    return {
        "Content-Type": "application/json",
        "User-Agent": "Allmark",
        "webhook-id": key,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret=secret, key=key, timestamp=timestamp, body=body),
    }


def _answer_to(
    connection: Connection, path: str, body: bytes, headers: dict[str, str]
) -> tuple[int, str]:
    """Return the status, and the beginning of the answer of a receiver that refuses."""
    alarm = Timer(MOST_SECONDS, connection.cut)
    alarm.start()
    try:
        connection.request("POST", path, body, headers)
        response = connection.getresponse()
        connection.check()  # headers that end with the connection count as complete
        if 200 <= response.status < 300:
            return response.status, ""
        said = response.read(4 * MOST_ANSWER).decode("utf-8", "replace").replace("\x00", "")
        return response.status, said[:MOST_ANSWER]
    finally:
        alarm.cancel()
