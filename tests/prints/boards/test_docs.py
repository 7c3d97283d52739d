"""The examples in the documentation of a tournament's prints are true."""

import doctest
import importlib
import pkgutil

import pytest

import tournaments.pdf

MODULES = [module.name for module in pkgutil.iter_modules(tournaments.pdf.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    module = importlib.import_module(f"tournaments.pdf.{name}")
    assert doctest.testmod(module).failed == 0


def test_there_are_examples() -> None:
    modules = (importlib.import_module(f"tournaments.pdf.{name}") for name in MODULES)
    assert sum(doctest.testmod(module).attempted for module in modules) >= 9
