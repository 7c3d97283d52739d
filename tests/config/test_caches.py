"""A cache that is away is a miss."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as of_tests
from django.core.cache import BaseCache, cache, caches
from redis import Redis

from config import env
from tests.system import servers
from tests.system.site import free_port
from tests.tables import table

PLACES = ("redis", "folder")


@pytest.fixture(params=PLACES)
def away(request: pytest.FixtureRequest, settings: Any, tmp_path: Path) -> None:
    """Both caches are in a Redis that does not run, or in a folder that cannot be made."""
    file = tmp_path / "file"
    file.touch()
    broker = f"redis://127.0.0.1:{free_port()}/0" if request.param == "redis" else "folder://"
    settings_of_caches = env.caches(broker, file, of_tests.VERSION)
    settings.CACHES = {
        "default": settings_of_caches["numbers"],
        "numbers": settings_of_caches["numbers"],
    }


def test_a_cache_that_is_away_is_a_miss_without_delay(away: None) -> None:
    began = time.monotonic()
    for name in ("default", "numbers"):
        cache: BaseCache = caches[name]
        cache.set("key", 1)
        assert cache.get("key") is None
        assert cache.get("key", 7) == 7
        assert cache.get_or_set("key", lambda: 5) == 5
        assert cache.get_many(["key"]) == {}
        assert "key" not in cache
        assert cache.add("key", 1) is True
        assert cache.touch("key") is False
        cache.delete("key")
        cache.clear()
    assert time.monotonic() - began < 1


@table("damage", [lambda whole: b"", lambda whole: whole[:-9], lambda whole: bytes(len(whole))])
def test_a_value_that_a_power_cut_has_damaged_is_a_miss_and_can_be_written_anew(
    damage: Callable[[bytes], bytes], settings: Any, tmp_path: Path
) -> None:
    settings.CACHES = env.caches("folder://", tmp_path, of_tests.VERSION)
    numbers = caches["numbers"]
    numbers.set("key", list(range(99)))
    (file,) = (tmp_path / "cache").iterdir()
    file.write_bytes(damage(file.read_bytes()))
    assert numbers.get("key") is None
    numbers.set("key", 7)
    assert numbers.get("key") == 7


@pytest.fixture
def redis(settings: Any, tmp_path: Path) -> Iterator[servers.Server]:
    with servers.redis_server(tmp_path / "redis") as server:
        settings.CACHES = env.caches(server.url, tmp_path, of_tests.VERSION)
        yield server


@pytest.mark.redis
def test_a_cache_in_redis_works_again_once_that_is_back(
    redis: servers.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.caches.PAUSE", 0.0)
    cache.set("key", 1)
    assert cache.get("key") == 1
    redis.kill()
    assert cache.get("key") is None
    redis.start()
    cache.set("key", 2)
    assert cache.get("key") == 2


@pytest.mark.redis
def test_emptying_the_cache_leaves_the_queue_in_the_same_redis_alone(
    redis: servers.Server,
) -> None:
    with Redis.from_url(redis.url) as queue:
        queue.set("message", "waits")
        cache.set("key", 1)
        cache.clear()
        assert cache.get("key") is None
        assert queue.get("message") == b"waits"
