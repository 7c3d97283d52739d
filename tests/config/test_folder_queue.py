"""The queue in a folder: messages in order, whole or not at all."""

from collections.abc import Iterator
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection, Exchange, Queue
from kombu.exceptions import ChannelError

from config.celery import Channel, app


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Channel]:
    folders = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path)}
    folders["control_folder"] = str(tmp_path / "control")
    with Connection("folder://", transport_options=folders) as connection:
        channel = connection.channel()
        assert isinstance(channel, Channel)
        yield channel


def test_messages_are_taken_once_from_their_own_queue(channel: Channel, tmp_path: Path) -> None:
    channel._put("live", {"words": "مارک"})
    channel._put("documents", {"words": "other"})
    assert channel._get("live") == {"words": "مارک"}
    assert [path.suffixes for path in tmp_path.glob("*.msg")] == [[".documents", ".msg"]]
    with pytest.raises(Empty):
        channel._get("live")


def test_a_message_half_written_is_not_taken(channel: Channel, tmp_path: Path) -> None:
    (tmp_path / "1_2.live.msg.half").write_text("")
    with pytest.raises(Empty):
        channel._get("live")


def test_messages_that_a_power_cut_left_empty_are_passed_over(
    channel: Channel, tmp_path: Path
) -> None:
    (tmp_path / "0_1.live.msg").touch()
    (tmp_path / "0_2.live.msg").write_bytes(b"\0" * 512)
    channel._put("live", {"n": 1})
    assert channel._get("live") == {"n": 1}
    assert not list(tmp_path.glob("*.msg"))
    with pytest.raises(Empty):
        channel._get("live")


def test_a_message_appears_whole(
    channel: Channel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = []

    def replace(half: Path, whole: Path) -> None:
        moved.append((half.read_text(), whole.exists()))

    monkeypatch.setattr(Path, "replace", replace)
    channel._put("live", {"n": 1})
    assert moved == [('{"n": 1}', False)]
    assert not list(tmp_path.glob("*.msg"))


def test_a_folder_that_takes_nothing_is_told_as_the_queue_s_failure(
    channel: Channel, tmp_path: Path
) -> None:
    channel.data_folder_out = str(tmp_path / "nowhere")
    with pytest.raises(ChannelError, match="Cannot put a message"):
        channel._put("live", {})


def test_an_exchange_that_a_power_cut_left_empty_is_bound_anew(tmp_path: Path) -> None:
    folders = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path)}
    folders["control_folder"] = str(tmp_path / "control")
    (tmp_path / "control").mkdir()
    (tmp_path / "control/live.exchange").touch()
    with Connection("folder://", transport_options=folders) as connection:
        queue = Queue("live", Exchange("live"), routing_key="live")
        connection.Producer().publish(
            {"n": 1}, exchange=queue.exchange, routing_key="live", declare=[queue]
        )
    assert len(list(tmp_path.glob("*.live.msg"))) == 1


def test_without_a_broker_of_its_own_the_site_uses_this_queue() -> None:
    with Connection(app.conf.broker_url) as connection:
        assert connection.transport_cls == "folder"
