"""The examples in the documentation of what is printed are true."""

import doctest
import importlib
import pkgutil

import press
import prints

MODULES = [
    module.name
    for package in (press, prints)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if "migrations" not in module.name
]


def test_examples_are_true() -> None:
    tried = [doctest.testmod(importlib.import_module(name)) for name in MODULES]
    assert any(one.attempted for one in tried)
    assert [one.failed for one in tried if one.failed] == []
