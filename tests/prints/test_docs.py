"""The examples in the documentation of what is printed are true."""

import doctest
import importlib
import pkgutil

import press
from paper import documents

MODULES = [
    module.name
    for package in (press, documents)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if "migrations" not in module.name
]


def test_examples_are_true() -> None:
    tried = [doctest.testmod(importlib.import_module(name)) for name in MODULES]
    assert any(outcome.attempted for outcome in tried)
    assert [outcome.failed for outcome in tried if outcome.failed] == []
