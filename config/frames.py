"""Room for all the frames of a call, so that no loop below it asks the system for memory.

CPython 3.11 keeps the frames of a thread in pieces of 16 KB. A call that does not fit into the
last piece has the system map another, which is unmapped when that call returns: a loop that
happens to call across such a border does so each time. Pages spent up to a third of their time on
it, more or less by what was called before.
"""

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

SLOTS: Final = 2**16
"""What the frame below says it needs, of 8 bytes; its piece is the next power of two, 1 MB.

Memory that is never written costs nothing. A call a thousand deep takes a quarter of it.
"""


def with_room(
    function: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Result:
    """Call a function whose frames, and those of all that it calls, stand in one piece."""
    return function(*args, **kwargs)


with_room.__code__ = with_room.__code__.replace(co_stacksize=SLOTS)
