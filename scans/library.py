"""Whether the extra that reads pictures is installed."""

from importlib import import_module
from typing import Final

NEEDED: Final = ("cv2", "zxingcpp", "pypdfium2")


def is_installed() -> bool:
    """Return whether pictures can be read here."""
    try:
        for name in NEEDED:
            import_module(name)
    except ImportError:
        return False
    return True
