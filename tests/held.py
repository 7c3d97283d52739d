"""What the tests of a module share: made once, and what each of them changes is rolled back."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from django.db import transaction
from pytest_django import DjangoDbBlocker

Made = TypeVar("Made")


def hold(blocker: DjangoDbBlocker, make: Callable[[], Made]) -> Iterator[Made]:
    """Yield what is made, in a transaction around all tests of a module.

    For a fixture of that scope, which a module asks for by
    ``pytestmark = pytest.mark.usefixtures("held")``; each test takes a deep copy of it. The
    module has no test with ``transaction=True``.
    """
    around = transaction.atomic()
    with blocker.unblock():
        around.__enter__()
        made = make()
    yield made
    with blocker.unblock():
        transaction.set_rollback(True)
        around.__exit__(None, None, None)
