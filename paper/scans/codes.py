"""Reading a code that is too blurred for the usual reader.

NumPy, OpenCV, zxing-cpp. Parts of every code of one size are known: its finders, its timing and the
quiet zone. Least squares learn from them how neighbouring modules blur into one; that tells the
other modules apart, however the picture was shaken.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
import segno
import zxingcpp
from segno import consts

from press.bubbles import CODE

Image = np.ndarray[Any, np.dtype[np.uint8]]

VERSIONS: Final = (2, 3)
"""The sizes of codes that the texts of sheets need: 25 modules and 29."""
_QUIET: Final = 2
"""Light modules around the code that are known too."""
_REACH: Final = 2.0
"""How many modules away one still mixes with another."""
_STEP: Final = 0.5
"""Between the points at which the picture is sampled, in modules."""
_CALM: Final = (0.3, 1.5, 6.0)
"""Ridges: how much what was learnt is held back; more in noisier pictures."""
_REPEATS: Final = 2
"""How often it is learnt again from all modules as they were told."""
_KNOWN: Final = {
    consts.TYPE_FINDER_PATTERN_DARK: 1.0,
    consts.TYPE_FINDER_PATTERN_LIGHT: 0.0,
    consts.TYPE_SEPARATOR: 0.0,
    consts.TYPE_ALIGNMENT_PATTERN_DARK: 1.0,
    consts.TYPE_ALIGNMENT_PATTERN_LIGHT: 0.0,
    consts.TYPE_TIMING_DARK: 1.0,
    consts.TYPE_TIMING_LIGHT: 0.0,
    consts.TYPE_DARKMODULE: 1.0,
    consts.TYPE_QUIET_ZONE: 0.0,
}
_QR: Final = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)


class _Modules(NamedTuple):
    """A code of a version with its quiet zone: which modules are known, and those."""

    known: Any
    dark: Any


@cache
def _modules(version: int) -> _Modules:
    code = segno.make("A", version=version, error="m", micro=False, boost_error=False)
    kinds = [list(line) for line in code.matrix_iter(border=_QUIET, verbose=True)]
    known = np.array([[kind in _KNOWN for kind in line] for line in kinds])
    return _Modules(known, np.array([[_KNOWN.get(kind, 0.5) for kind in line] for line in kinds]))


def blurred_texts(part: Image, *, scale: float, margin: float) -> Iterator[str]:
    """Yield possible texts of a code that lies flat on a picture, `margin` millimetres from its
    edges. `scale` is in pixels per millimetre."""
    light = _even(part, scale)
    for version in VERSIONS:
        modules = _modules(version)
        sampled = _samples(light, modules, scale, margin)
        for calm in _CALM:
            yield from _read(_darkness(sampled, modules, calm))


def _even(part: Image, scale: float) -> Any:
    """Return a picture as if its light were even, dark parts near 0 and light ones near 1."""
    soft = part.astype(np.float32)
    wide = (0, 0), 5 * scale
    mean = cv2.GaussianBlur(soft, *wide)
    spread = np.sqrt(cv2.GaussianBlur((soft - mean) ** 2, *wide))
    return (soft - mean) / np.maximum(spread, 1)


def _samples(light: Any, modules: _Modules, scale: float, margin: float) -> Any:
    """Return for each module the light at the points near it."""
    count = len(modules.known)
    size = CODE / (count - 2 * _QUIET)
    middles = margin + (np.arange(count) - _QUIET + 0.5) * size
    off = np.arange(-_REACH, _REACH + _STEP / 2, _STEP) * size
    x, y = np.meshgrid(middles, middles)
    across, down = np.meshgrid(off, off)
    at_x = (x.reshape(-1, 1) + across.reshape(1, -1)) * scale - 0.5
    at_y = (y.reshape(-1, 1) + down.reshape(1, -1)) * scale - 0.5
    soft = cv2.GaussianBlur(light, (0, 0), 0.3 * _STEP * size * scale)
    return cv2.remap(
        soft,
        at_x.astype(np.float32),
        at_y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _darkness(sampled: Any, modules: _Modules, calm: float) -> Any:
    """Return how dark each module is, 0 to 1: those that are known as they are, the others as what
    was learnt from all says."""
    given = np.column_stack([sampled, np.ones(len(sampled))])
    known, dark = modules.known.reshape(-1), modules.dark.reshape(-1).copy()
    weights = known.astype(float)
    held = calm * np.eye(given.shape[1])
    held[-1, -1] = 0
    for _pass in range(1 + _REPEATS):
        weighted = given * weights[:, None]
        learnt = np.linalg.solve(weighted.T @ given + held, weighted.T @ (dark - 0.5))
        guesses = np.clip(given @ learnt + 0.5, 0, 1)
        dark = np.where(known, dark, guesses > 0.5)
        weights = np.where(known, 1.0, np.abs(2 * guesses - 1))
    return dark.reshape(modules.known.shape)


def _read(dark: Any) -> Iterator[str]:
    """Yield the text of a code of these modules."""
    clean = np.pad(dark[_QUIET:-_QUIET, _QUIET:-_QUIET], 4)
    picture = np.kron(1 - clean, np.ones((6, 6))) * 255
    for code in zxingcpp.read_barcodes(picture.astype(np.uint8), formats=_QR):
        yield code.text
