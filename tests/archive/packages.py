"""Archives in memory, and archives that somebody changed by hand."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

from archive.reading import Arrived, archive_read
from archive.writing import MANIFEST, archive_write, file_of
from clubs.models import Club

Rows = list[dict[str, Any]]


def archive_of(club: Club) -> bytes:
    out = io.BytesIO()
    archive_write(club=club, out=out)
    return out.getvalue()


def arrive(data: bytes, **more: Any) -> Arrived:
    return archive_read(file=io.BytesIO(data), **more)


def files_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def packed(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in files.items():
            package.writestr(name, content)
    return out.getvalue()


def with_rows(data: bytes, label: str, change: Callable[[Rows], Any]) -> bytes:
    """The archive with changed rows, under a manifest that says so."""
    files = files_of(data)
    rows = [json.loads(line) for line in files[file_of(label)].splitlines()]
    change(rows)
    content = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    return with_content(data, label, content, len(rows))


def with_content(data: bytes, label: str, content: bytes, rows: int) -> bytes:
    files = files_of(data)
    files[file_of(label)] = content
    manifest = json.loads(files[MANIFEST])
    digest = hashlib.sha256(content).hexdigest()
    manifest["files"][label] = {"rows": rows, "bytes": len(content), "sha256": digest}
    files[MANIFEST] = json.dumps(manifest).encode()
    return packed(files)
