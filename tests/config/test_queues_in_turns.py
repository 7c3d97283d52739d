"""A worker takes from its queues in turn, in a folder and on Redis."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from kombu import Connection, Consumer, Queue

from config.celery import app
from config.supervisor import QUEUES
from jobs.kinds import KINDS
from tests.system import servers


@pytest.fixture(params=["folder", pytest.param("redis", marks=pytest.mark.redis)])
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Connection]:
    with ExitStack() as running:
        url = "folder://"
        options: dict[str, Any] = {"folder": str(tmp_path)}
        if request.param == "redis":
            url, options = running.enter_context(servers.redis(tmp_path / "redis")), {}
        yield running.enter_context(Connection(url, transport_options=options))


def test_one_archive_waits_for_one_print_not_for_all(broker: Connection) -> None:
    queues = {name: Queue(name, routing_key=name) for name in QUEUES["documents"]}
    channel: Any = broker.channel()
    taken: list[str] = []

    def take(body: list[str], message: Any) -> None:
        taken.extend(body)
        message.ack()

    producer = broker.Producer(channel)
    for name in ["prints"] * 20 + ["documents"]:
        queue = queues[name]
        producer.publish([name], exchange="", routing_key=name, declare=[queue(channel)])
    channel.basic_qos(0, 1, apply_global=False)
    with Consumer(channel, list(queues.values()), callbacks=[take], accept=["json"]):
        for _message in range(3):
            broker.drain_events(timeout=5)
    assert "documents" in taken[:2]
    assert "prints" in taken


def test_somebody_takes_every_kind_of_message() -> None:
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    taken = {name for names in QUEUES.values() for name in names}
    jobs = {kind.queue for kind in KINDS.values()}
    assert routed | jobs | {app.conf.task_default_queue} == taken
