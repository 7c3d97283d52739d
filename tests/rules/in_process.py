"""A command line run in this process, which starts it at once."""

import io
import sys
from collections.abc import Callable, Sequence

import pytest


def run_here(
    main: Callable[[list[str]], int], arguments: Sequence[str], given: bytes
) -> tuple[int, bytes, str]:
    """Exit status, standard output and standard error of a program's ``main``."""
    streams = [io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (given, b"", b"")]
    with pytest.MonkeyPatch.context() as here:
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            here.setattr(sys, name, stream)
        status = main(list(arguments))
    written = []
    for stream in streams[1:]:
        stream.flush()
        stream.seek(0)
        written.append(stream.buffer.read())
    return status, written[0], written[1].decode()
