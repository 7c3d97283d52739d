"""`make mutants`: change one place of the code at a time, and see whether a test notices.

The tests of a part are collected once; a copy of the process (a fork) runs them and notes which
lines each runs. Each mutant then has a copy in which one function has other code and the tests
that run it are run, the quick ones first, until one fails. A seed says which mutants are tried,
until the time is up. cosmic-ray and mutmut start Django and collect anew for each mutant, which
takes longer than the tests, and change the files.
"""

import ast
import gc
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, TextIO

import coverage
import pytest

ROOT = Path(__file__).parent.parent
PARTS = {
    "engine/pairings": ["tests/pairings"],
    "engine/standings": ["tests/standings"],
    "rules": ["tests/rules"],
    "tournaments/money": ["tests/stakes"],
    "ledger": ["tests/ledger"],
    "scoring/services": [
        *("tests/scoring/services", "tests/scoring/test_numbers.py"),
        "tests/scoring/test_known_deals.py",
    ],
}
SHOWN = {"migrations", "api", "views", "forms", "admin", "labels", "messages"}
"""What other folders' tests see on pages and in answers."""
QUICK = "not nightly and not browser and not postgres and not redis"
MOST = 10.0
"""CPU seconds of tests for one mutant."""
SWAPS: dict[Any, Any] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In},
    **{ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult},
    **{"min": "max", "max": "min", "any": "all", "all": "any"},
}


def changes(node: Any) -> Iterator[Callable[[], object]]:
    """Yield what may be changed in a node, in place."""
    parts = node
    match node:
        case ast.Compare(ops=[op]):
            yield lambda: node.ops.__setitem__(0, SWAPS[type(op)]())
            if isinstance(parts.left, ast.Tuple) and isinstance(parts.comparators[0], ast.Tuple):
                yield lambda: (parts.left.elts.pop(), parts.comparators[0].elts.pop())
        case ast.BoolOp() | ast.BinOp() | ast.AugAssign() if type(node.op) in SWAPS:
            yield lambda: setattr(node, "op", SWAPS[type(node.op)]())
        case ast.Constant(value=bool() as value):
            yield lambda: setattr(node, "value", not value)
        case ast.Constant(value=int() as value):
            yield lambda: setattr(node, "value", value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in SWAPS:
            yield lambda: setattr(node.func, "id", SWAPS[name])
        case ast.If() | ast.IfExp() | ast.While():
            yield lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))
        case ast.comprehension(ifs=[_, *_]):
            yield parts.ifs.pop
        case ast.Lambda(body=ast.Tuple()):
            yield parts.body.elts.pop
        case ast.Expr(value=ast.Call()):
            yield lambda: setattr(node, "value", ast.Constant(None))
        case _:
            pass


def functions(tree: Any) -> list[ast.FunctionDef]:
    """Return the functions of a module and the methods of its classes."""
    bodies = [tree.body, *(part.body for part in tree.body if isinstance(part, ast.ClassDef))]
    return [part for body in bodies for part in body if isinstance(part, ast.FunctionDef)]


def nodes(function: ast.FunctionDef) -> list[ast.AST]:
    return [node for statement in function.body for node in ast.walk(statement)]


def mutants(file: Path) -> Iterator[tuple[Path, int, int, int]]:
    """Yield each change of a node in a function of a file, by their numbers."""
    for number, function in enumerate(functions(ast.parse(file.read_text()))):
        for place, node in enumerate(nodes(function)):
            yield from ((file, number, place, at) for at, _change in enumerate(changes(node)))


def made(file: Path, number: int, place: int, at: int) -> tuple[ast.Module, ast.FunctionDef, str]:
    """Return the changed module, the function, and what was changed."""
    tree = ast.parse(file.read_text())
    function = functions(tree)[number]
    node = nodes(function)[place]
    line = getattr(node, "lineno", function.lineno)
    before = ast.unparse(node).splitlines()[0]
    list(changes(node))[at]()
    after = ast.unparse(ast.fix_missing_locations(node)).splitlines()[0]
    where = f"{file.relative_to(ROOT)}:{line} {function.name}"
    return tree, function, f"{where}: {before}  ->  {after}"


def codes(code: CodeType) -> list[CodeType]:
    own = [part for part in code.co_consts if isinstance(part, CodeType)]
    return own + [inner for part in own for inner in codes(part)]


def put_in(tree: ast.Module, file: Path) -> None:
    """Give every function of a module its code anew."""
    every = codes(compile(tree, str(file), "exec"))
    new = {(code.co_qualname, code.co_firstlineno): code for code in every}
    gc.unfreeze()
    for found in gc.get_objects():
        if isinstance(found, FunctionType) and found.__code__.co_filename == str(file):
            key = found.__code__.co_qualname, found.__code__.co_firstlineno
            found.__code__ = new.get(key, found.__code__)


def failed(run: Callable[[], bool]) -> bool:
    """Say whether something fails, takes too long or comes to grief in a copy of the process."""
    if copy := os.fork():
        return os.waitpid(copy, 0)[1] != 0
    try:
        os._exit(run())
    finally:
        os._exit(1)


class Trial:
    """The plugin that tries mutants instead of tests."""

    def __init__(self, part: str, chance: Random, seconds: float, out: TextIO) -> None:
        files = sorted((ROOT / part).rglob("*.py"))
        self.files = [file for file in files if not SHOWN & {file.stem, *file.parts}]
        self.part, self.chance, self.seconds, self.out = part, chance, seconds, out

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        import hypothesis

        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        profile = hypothesis.settings(deadline=None, database=None, phases=phases)
        hypothesis.settings.register_profile("mutants", profile)
        hypothesis.settings.load_profile("mutants")

    def pytest_runtestloop(self, session: Any) -> bool:
        kept = session.config._tmp_path_factory.getbasetemp() / "reached"
        if failed(lambda: self.reach(session.items, kept)):
            print(f"{self.part}: tests fail without a mutant", file=self.out)
            return True
        cost, reached = pickle.loads(kept.read_bytes())
        drawn = [mutant for file in self.files for mutant in mutants(file)]
        self.chance.shuffle(drawn)
        begun, tried, died, unseen = sum(os.times()[:4]), 0, 0, 0
        for mutant in drawn:
            if sum(os.times()[:4]) > begun + self.seconds:
                break
            tree, function, text = made(*mutant)
            lines = range(function.body[0].lineno, (function.end_lineno or 0) + 1)
            names = {name for line in lines for name in reached.get((mutant[0], line), ())}
            tests = [item for item in session.items if item.nodeid in names]
            tests.sort(key=lambda item: cost[item.nodeid])
            if not tests:  # an import or another folder's tests may run it
                unseen += 1
                continue
            tried += 1
            if failed(lambda: self.tried(tests, cost, tree, mutant[0])):  # noqa: B023
                died += 1
            else:
                print(text, file=self.out, flush=True)
        print(f"{self.part}: {died} of {tried} died, of {len(drawn)};", end=" ", file=self.out)
        print(f"{unseen} more are in functions that none of these tests runs", file=self.out)
        return True

    def reach(self, tests: list[pytest.Item], kept: Path) -> bool:
        """Run all tests; keep the seconds of each, and which of them run which lines."""
        measured = coverage.Coverage(
            data_file=None, include=list(map(str, self.files)), config_file=False
        )
        measured.start()
        cost, reached = {}, dict[tuple[Path, int], list[str]]()
        for item, following in zip_longest(tests, tests[1:]):
            measured.switch_context(item.nodeid)
            begun = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            cost[item.nodeid] = time.process_time() - begun
        measured.stop()
        for file in self.files:
            lines = measured.get_data().contexts_by_lineno(str(file))
            reached.update({(file, line): names for line, names in lines.items()})
        kept.write_bytes(pickle.dumps((cost, reached)))
        return bool(tests[0].session.testsfailed)

    def tried(
        self, tests: list[pytest.Item], cost: dict[str, float], tree: ast.Module, file: Path
    ) -> bool:
        """Run the tests with the changed module until one fails or they took long enough."""
        put_in(tree, file)
        left = MOST
        for item, following in zip_longest(tests, tests[1:]):
            left -= cost[item.nodeid]
            if left < 0:
                break
            signal.setitimer(signal.ITIMER_PROF, 2 + 5 * cost[item.nodeid])  # it may never end
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                return True
        return False


def main(part: str, seed: str = "1", seconds: str = "150") -> None:
    with os.fdopen(os.dup(1), "w") as out, Path(os.devnull).open("w") as nothing:
        os.dup2(nothing.fileno(), 1)  # what pytest says of mutants
        trial = Trial(part, Random(int(seed)), float(seconds), out)
        pytest.main(["-q", "-p", "no:xdist", "-m", QUICK, *PARTS[part]], [trial])


if __name__ == "__main__":
    main(*sys.argv[1:])
