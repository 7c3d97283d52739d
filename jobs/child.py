"""Work within a budget, in a process of its own that may die alone.

A picture, a page or a font of a few hundred bytes can ask for gigabytes or minutes. A worker
therefore asks a child process and kills it once it has exceeded its `Budget` or somebody has
cancelled the job. The limits on memory and processor time are kept by the kernel where Python has
`resource`; elsewhere only the time by the clock counts.

What people send is read by a `Child`, which imports neither Django nor the settings. It is started
as ``python -m jobs.child MODULE:FUNCTION MEMORY SECONDS``: the function is called without
arguments; what it returns is called with each question, and its answers go back. What the site
itself makes is made by a `Fork`, which has the models and fonts that the worker has loaded.
"""

import os
import pickle
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from threading import Thread
from traceback import format_exc
from typing import IO, Any, Final, Protocol, Self

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

ROOT: Final = Path(__file__).resolve().parent.parent
LOOKED_EVERY: Final = 0.1
"""Seconds between two looks at whether the job was cancelled."""


class Exceeded(StrEnum):
    """What a child used more of than its budget."""

    MEMORY = "memory"
    TIME = "time"


class BudgetExceededError(Exception):
    """A child was stopped, or died, as it exceeded its budget; it answers no more."""

    def __init__(self, what: Exceeded) -> None:
        super().__init__(what.value)
        self.what = what


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that a child may use: bytes of address space, and for each answer seconds of a
    processor and by the clock."""

    memory: int
    cpu_seconds: int
    seconds: float


class Process(Protocol):
    """What is used of a child, a `Popen` or a fork."""

    @property
    def stdin(self) -> IO[bytes] | None: ...

    @property
    def stdout(self) -> IO[bytes] | None: ...

    def kill(self) -> None: ...

    def wait(self) -> int: ...


class Child:
    """A child process that answers questions, started by the first one and again after a death.

    `work` names a function, ``module:function``. `watch` is called while the child works; what it
    raises, as `CancelledError`, kills the child and is raised here.
    """

    def __init__(self, work: str, budget: Budget, watch: Callable[[], None]) -> None:
        self._work = work
        self._budget = budget
        self._watch = watch
        self._process: Process | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end()

    def ask(self, *question: Any) -> Any:
        """Return the answer to a question; both are pickled.

        Raises what the function raised, and `BudgetExceededError`.
        """
        process = self._process or self._start()
        answer: list[tuple[bool, Any]] = []
        thread = Thread(target=_ask, args=(process, question, answer), daemon=True)
        thread.start()
        until = time.monotonic() + self._budget.seconds
        try:
            while thread.is_alive():
                self._watch()
                if time.monotonic() > until:
                    raise BudgetExceededError(Exceeded.TIME)
                thread.join(LOOKED_EVERY)
            if not answer:
                raise BudgetExceededError(_reason(process))
        except BaseException:
            self.end()
            raise
        is_good, value = answer[0]
        if is_good:
            return value
        if isinstance(value, MemoryError):
            self.end()
            raise BudgetExceededError(Exceeded.MEMORY)
        raise value

    def end(self) -> None:
        """Kill the child, if there is one."""
        if self._process is None:
            return
        process, self._process = self._process, None
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                assert stream is not None
                stream.close()

    def _start(self) -> Process:
        budget = self._budget
        words = ["-m", "jobs.child", self._work, str(budget.memory), str(budget.cpu_seconds)]
        self._process = subprocess.Popen(  # noqa: S603 our own words
            [sys.executable, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
        )
        return self._process


class Fork(Child):
    """A child that begins as a copy of this process, so that nothing has to be loaded again.

    `work` is called there with each question. The caller closes what must not be shared, such as
    connections. The memory of the budget is what the child may use beyond that of this process.
    """

    def __init__(self, work: Callable[..., Any], budget: Budget, watch: Callable[[], None]) -> None:
        super().__init__(work.__qualname__, budget, watch)
        self._answer = work

    def _start(self) -> Process:
        self._process = _ForkedProcess(self._serve)
        return self._process

    def _serve(self, questions: IO[bytes], answers: IO[bytes]) -> None:
        memory_limit(_memory_in_use() + self._budget.memory)
        _serve(self._answer, questions, answers, self._budget.cpu_seconds)


class _ForkedProcess:
    """A copy of this process that reads questions from one pipe and writes answers to another."""

    def __init__(self, serve: Callable[[IO[bytes], IO[bytes]], None]) -> None:
        questions, self.stdin = _pipe()
        self.stdout, answers = _pipe()
        self._status: int | None = None
        # Since 3.12 Python warns of a fork beside threads; a worker's hold nothing used here.
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
            self._pid = os.fork()
        if not self._pid:
            try:
                for name in (signal.SIGINT, signal.SIGTERM):  # the handlers are the worker's
                    signal.signal(name, signal.SIG_DFL)
                self.stdin.close()
                self.stdout.close()
                serve(questions, answers)
            finally:
                os._exit(0)
        questions.close()
        answers.close()

    def kill(self) -> None:
        if self._status is None:
            os.kill(self._pid, signal.SIGKILL)

    def wait(self) -> int:
        if self._status is None:
            self._status = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        return self._status


def _pipe() -> tuple[IO[bytes], IO[bytes]]:
    reading, writing = os.pipe()
    return os.fdopen(reading, "rb"), os.fdopen(writing, "wb")


def _ask(process: Process, question: Any, answer: list[tuple[bool, Any]]) -> None:
    """Put the answer of a child process into a list; nothing if it dies."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError, EOFError, ValueError, pickle.UnpicklingError):
        pickle.dump(question, process.stdin)
        process.stdin.flush()
        answer.append(pickle.load(process.stdout))  # noqa: S301 written by our own child


def _reason(process: Process) -> Exceeded:
    """Return why a child process died. The kernel reports a time limit; without memory, libraries
    die in different ways."""
    return Exceeded.TIME if process.wait() == -_TIME_UP else Exceeded.MEMORY


_TIME_UP: Final = getattr(signal, "SIGXCPU", 0)


# --- in the child


def main(work: str, memory: str, cpu_seconds: str) -> None:
    """Answer questions until there are no more."""
    module, name = work.split(":")
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    memory_limit(int(memory))
    try:
        answer = getattr(import_module(module), name)()
    except Exception as error:
        answer = _Failing(error)
    _serve(answer, questions, answers, int(cpu_seconds))


def _serve(
    answer: Callable[..., Any], questions: IO[bytes], answers: IO[bytes], cpu_seconds: int
) -> None:
    while True:
        try:
            question = pickle.load(questions)  # noqa: S301 written by our own worker
        except EOFError:
            return
        except Exception as error:  # what was asked has a part that only the worker can import
            _answered(answers, _Failing(error), ())
            return
        time_limit(cpu_seconds)
        _answered(answers, answer, question)


def _memory_in_use() -> int:
    """Return the bytes of this process's address space; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


def memory_limit(size: int) -> None:
    """Limit the address space of this process, in bytes, where the system allows it."""
    if resource is not None:
        with suppress(ValueError, OSError):  # macOS knows the limit, but refuses to set it
            resource.setrlimit(resource.RLIMIT_AS, (size, size))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def time_limit(seconds: int) -> None:
    """Limit the further processor time of this process, in seconds, where the system allows it."""
    if resource is not None:
        most = round(time.process_time()) + seconds
        with suppress(ValueError, OSError):
            hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
            resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def _answered(answers: IO[bytes], answer: Callable[..., Any], question: tuple[Any, ...]) -> None:
    """Write an answer, or what was raised instead."""
    try:
        said = pickle.dumps((True, answer(*question)))
    except Exception as error:
        error.add_note(format_exc())  # a traceback is not pickled
        try:
            said = pickle.dumps((False, error))
        except Exception:  # of a library whose errors cannot be pickled
            said = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    answers.write(said)
    answers.flush()


class _Failing:
    """Raises for each question what its function raised instead of being ready."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __call__(self, *_question: Any) -> Any:
        raise self._error


if __name__ == "__main__":
    main(*sys.argv[1:])
