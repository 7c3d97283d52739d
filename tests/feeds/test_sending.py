"""One message sent: under TLS to the address that was checked, and cut off from a slow receiver."""

import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from typing import Any, Final

import pytest

from feeds import sending
from feeds.models import Failure
from feeds.sending import DeliveryOutcome, send

CERTIFICATE: Final = Path(__file__).with_name("hook.example.org.pem")
"""Of that name, signed by itself, with its key."""

Talk = Callable[[socket.socket], None]


class Listener:
    """A receiver on the loopback that does ``talk`` with each connection, one after the other."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.thread = Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                connection, _address = self.socket.accept()
                with connection, suppress(OSError):
                    self.talk(connection)

    def close(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.thread.join(5)


@pytest.fixture
def listen(settings: Any) -> Iterator[Callable[[Talk], Listener]]:
    """Start a receiver; the host allows addresses inside the network."""
    settings.WEBHOOKS_INSIDE = True
    started: list[Listener] = []

    def start(talk: Talk) -> Listener:
        started.append(Listener(talk))
        return started[-1]

    yield start
    for listener in started:
        listener.close()


def message(connection: socket.socket) -> bytes:
    """What was sent, to the end of its one-byte body."""
    got = b""
    while b"\r\n\r\n" not in got or got.endswith(b"\r\n\r\n"):
        if not (more := connection.recv(4096)):
            break
        got += more
    return got


def secured(talk: Talk) -> Talk:
    """The same under TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)

    def encrypted(connection: socket.socket) -> None:
        with context.wrap_socket(connection, server_side=True) as secure:
            talk(secure)

    return encrypted


def trust(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the machine trust the certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))


def lead(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names that are resolved: each leads here once, then to where nobody listens."""
    names: list[str] = []
    resolve = socket.getaddrinfo

    def changing(host: Any, port: Any, *more: Any, **named: Any) -> Any:
        if not str(host).endswith(".example.org"):
            return resolve(host, port, *more, **named)
        names.append(host)
        address = "127.0.0.1" if names.count(host) == 1 else "127.0.0.2"
        return resolve(address, port, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", changing)
    return names


def sent(address: str) -> DeliveryOutcome:
    return send(address=address, secret="whsec_", key="1", body=b"x")


class TestUnderTLS:
    @pytest.fixture
    def got(self) -> list[bytes]:
        """The messages that arrived."""
        return []

    @pytest.fixture
    def port(self, listen: Callable[[Talk], Listener], got: list[bytes]) -> int:
        def talk(connection: socket.socket) -> None:
            got.append(message(connection))
            connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

        return listen(secured(talk)).port

    @pytest.fixture
    def hosts(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The names that were resolved."""
        return lead(monkeypatch)

    def test_the_address_that_was_checked_is_used_whatever_the_name_says_later(
        self, port: int, hosts: list[str], got: list[bytes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        trust(monkeypatch)
        outcome = sent(f"https://hook.example.org:{port}/here")
        assert (outcome.failure, outcome.status) == ("", 204)
        assert hosts == ["hook.example.org"], "resolved once, to be checked"
        assert got[0].startswith(b"POST /here HTTP/1.1\r\n")
        assert f"Host: hook.example.org:{port}\r\n".encode() in got[0]

    def test_the_certificate_must_be_trusted(
        self, port: int, hosts: list[str], got: list[bytes]
    ) -> None:
        outcome = sent(f"https://hook.example.org:{port}/")
        assert (outcome.failure, got) == (Failure.CERTIFICATE, [])

    def test_the_certificate_must_be_of_that_name(
        self, port: int, hosts: list[str], got: list[bytes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        trust(monkeypatch)
        outcome = sent(f"https://other.example.org:{port}/")
        assert (outcome.failure, got) == (Failure.CERTIFICATE, [])


LIMIT: Final = 0.5  # seconds, instead of `MOST_SECONDS`
DRIP: Final = 0.02
HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\nX-Slow: "
REFUSAL: Final = b"HTTP/1.1 500 No\r\nContent-Length: 100000\r\n\r\n"


class TestDripping:
    """Each byte comes long before ``SECONDS`` are over, and there is no end of them."""

    @pytest.fixture(autouse=True)
    def limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sending, "MOST_SECONDS", LIMIT)

    @pytest.fixture
    def gone(self) -> Signal:
        """Whether the sender has ended the connection."""
        return Signal()

    @pytest.mark.parametrize("is_https", [False, True])
    @pytest.mark.parametrize(
        ("head", "failure"),
        [
            pytest.param(b"", Failure.TOO_SLOW, id="status"),
            pytest.param(HEAD, Failure.TOO_SLOW, id="headers"),
            pytest.param(REFUSAL, Failure.STATUS, id="body of a refusal"),
        ],
    )
    def test_a_receiver_that_drips_is_cut_off(
        self,
        listen: Callable[[Talk], Listener],
        gone: Signal,
        head: bytes,
        failure: Failure,
        monkeypatch: pytest.MonkeyPatch,
        *,
        is_https: bool,
    ) -> None:
        def talk(connection: socket.socket) -> None:
            message(connection)
            connection.sendall(head)
            try:
                while True:
                    connection.sendall(b"H")
                    time.sleep(DRIP)
            finally:
                gone.set()

        if is_https:
            trust(monkeypatch)
            lead(monkeypatch)
            address = f"https://hook.example.org:{listen(secured(talk)).port}/"
        else:
            address = f"http://127.0.0.1:{listen(talk).port}/"
        began = time.monotonic()
        outcome = sent(address)
        assert outcome.failure == failure
        assert LIMIT <= time.monotonic() - began < LIMIT + 2
        assert gone.wait(5)

    def test_so_is_one_that_drips_after_the_time_was_over_while_it_answered_the_call(
        self, listen: Callable[[Talk], Listener], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nothing is shut down where there is no socket yet."""
        connect = socket.create_connection

        def slow(*given: Any, **named: Any) -> socket.socket:
            time.sleep(LIMIT + 0.1)
            return connect(*given, **named)

        monkeypatch.setattr(socket, "create_connection", slow)
        got: list[bytes] = []
        listener = listen(lambda connection: got.append(message(connection)))
        outcome = sent(f"http://127.0.0.1:{listener.port}/")
        assert outcome.failure == Failure.TOO_SLOW
        assert not any(got), "nothing is sent"
