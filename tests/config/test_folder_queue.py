"""The queue in a folder: messages in order, whole or not at all."""

from collections.abc import Iterator
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection
from kombu.exceptions import ChannelError

from config.celery import Channel, app


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Channel]:
    with Connection("folder://", transport_options={"folder": str(tmp_path)}) as connection:
        channel = connection.channel()
        assert isinstance(channel, Channel)
        yield channel


def test_messages_are_taken_once_in_order_from_their_own_queue(
    channel: Channel, tmp_path: Path
) -> None:
    channel._put("live", {"words": "مارک"})
    channel._put("documents", {"words": "other"})
    channel._put("live", {"words": "second"})
    assert [channel._get("live")["words"] for _ in range(2)] == ["مارک", "second"]
    assert [path.parent.name for path in tmp_path.rglob("*.*")] == ["documents"]
    with pytest.raises(Empty):
        channel._get("live")


def test_a_message_half_written_is_not_taken(channel: Channel, tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()
    (tmp_path / "live/1-2.half").write_text("")
    with pytest.raises(Empty):
        channel._get("live")


def test_messages_that_a_power_cut_left_empty_are_passed_over(
    channel: Channel, tmp_path: Path
) -> None:
    (tmp_path / "live").mkdir()
    (tmp_path / "live/0-1.msg").touch()
    (tmp_path / "live/0-2.msg").write_bytes(b"\0" * 512)
    channel._put("live", {"n": 1})
    assert channel._get("live") == {"n": 1}
    assert not list((tmp_path / "live").iterdir())
    with pytest.raises(Empty):
        channel._get("live")


def test_a_message_appears_whole(
    channel: Channel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = []

    def rename(half: Path, whole: Path) -> None:
        moved.append((half.read_text(), whole.exists()))

    monkeypatch.setattr(Path, "rename", rename)
    channel._put("live", {"n": 1})
    assert moved == [('{"n": 1}', False)]
    assert not list(tmp_path.rglob("*.msg"))


def test_a_folder_that_takes_nothing_is_told_as_the_queue_s_failure(
    channel: Channel, tmp_path: Path
) -> None:
    (tmp_path / "live").touch()
    with pytest.raises(ChannelError, match="Cannot put a message"):
        channel._put("live", {})


def test_without_a_broker_of_its_own_the_site_uses_this_queue() -> None:
    with Connection(app.conf.broker_url) as connection:
        assert connection.transport_cls == "folder"
