"""Caches that may be away: what cannot be read is a miss, what cannot be written is left out.

The API counts its rates in a cache as well, so that without one nobody is refused.
"""

import logging
import pickle
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from django.core.cache.backends import filebased, redis
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

Value = TypeVar("Value")

PAUSE: Final = 2.0  # seconds without another attempt after a failure
TIMEOUT: Final = 0.5  # seconds for a connection and for an answer
UNREADABLE: Final = (pickle.PickleError, EOFError, AttributeError, ImportError)
"""What reading a value raises that another release has written, or only a part of it."""
FAILURES: Final = (RedisError, OSError, *UNREADABLE)

logger = logging.getLogger(__name__)


class MayBeAway(BaseCache):
    """A cache whose failures are misses."""

    _away_until = 0.0

    def _attempt(self, call: Callable[[], Value], miss: Value) -> Value:
        if time.monotonic() < self._away_until:
            return miss
        try:
            return call()
        except FAILURES as error:
            self._away_until = time.monotonic() + PAUSE
            logger.warning("The cache does not answer (%s); the site works without it.", error)
            return miss

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._attempt(partial(super().get, key, default, version), default)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        return self._attempt(partial(super().get_many, keys, version), {})

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return self._attempt(partial(super().has_key, key, version), miss=False)

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return self._attempt(partial(super().add, key, value, timeout, version), miss=True)

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        self._attempt(partial(super().set, key, value, timeout, version), None)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._attempt(partial(super().touch, key, timeout, version), miss=False)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._attempt(partial(super().delete, key, version), miss=False)

    def clear(self) -> None:
        self._attempt(super().clear, None)


class _WholeFiles(filebased.FileBasedCache):
    """A cache in a folder that deletes a file which a power cut has damaged."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except (*UNREADABLE, zlib.error):
            self.delete(key, version)
            return default


class FileCache(MayBeAway, _WholeFiles):
    """A cache in a folder, whose disk may be full."""

    def _createdir(self) -> None:
        with suppress(OSError):  # what is written there then fails, and is left out
            base: Any = super()
            base._createdir()


class RedisClient(redis.RedisCacheClient):
    """A client with short timeouts and no retries: without Redis the value is computed."""

    def __init__(self, servers: list[str], *, prefix: str, **options: Any) -> None:
        options |= {"socket_connect_timeout": TIMEOUT, "socket_timeout": TIMEOUT}
        super().__init__(servers, retry=Retry(NoBackoff(), 0), **options)
        self.prefix = prefix

    def clear(self) -> bool:
        """Delete what this cache holds; the queue is in the same database."""
        client = self.get_client(None, write=True)
        keys = list(client.scan_iter(match=f"{self.prefix}:*"))
        return bool(keys and client.delete(*keys))


class RedisCache(MayBeAway, redis.RedisCache):
    """A cache in a Redis that may be away."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = partial(RedisClient, prefix=self.key_prefix)
