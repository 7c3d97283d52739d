"""A format is a class, in the module of its key, and says of itself what it can do."""

import inspect
from importlib import import_module
from pkgutil import iter_modules

import pytest

from engine import pairings
from engine.pairings.format import BracketFormat, Format
from engine.pairings.formats import FORMATS
from engine.pairings.state import PairingState, PlannedRound
from rules.phrases import phrase
from tests.tables import table


def classes() -> dict[str, type[Format]]:
    """Every concrete format in the package by the name of its module."""
    modules = [
        import_module(f"engine.pairings.{module.name}")
        for module in iter_modules(pairings.__path__)
    ]
    return {
        kind.__module__.removeprefix("engine.pairings."): kind
        for module in modules
        for kind in vars(module).values()
        if inspect.isclass(kind) and issubclass(kind, Format) and not inspect.isabstract(kind)
    }


def test_every_format_is_the_class_of_the_module_of_its_key_and_none_is_forgotten() -> None:
    assert {key: type(format_) for key, format_ in FORMATS.items()} == classes()
    assert all(format_.key == key for key, format_ in FORMATS.items())


def test_formats_and_all_that_they_may_do_are_documented() -> None:
    methods = [method for method in vars(Format).values() if inspect.isfunction(method)]
    assert len(methods) > 10
    assert all(method.__doc__ for method in methods)
    for kind in classes().values():
        assert kind.__doc__
        assert import_module(kind.__module__).__doc__


class Nothing(Format):
    """A format that can only plan."""

    key = "nothing"
    name = phrase("Nothing")
    explanation = phrase("Nobody meets.")
    lineup = 2

    def plan(self, state: PairingState) -> tuple[PlannedRound, ...]:
        return ()


def test_a_format_that_says_nothing_has_no_bracket_lines_parts_or_limits() -> None:
    plain, state = Nothing(), PairingState((1, 2, 3))
    able = plain.has_bracket, plain.by_hand_stage, plain.needs_winner("")
    assert not any(able)
    assert plain.may_change("")
    assert plain.rounds_in_all(state) is plain.rounds_possible(3) is None
    answers = (
        *(plain.places(state), plain.bracket(state).parts, plain.undecided(state)),
        *(plain.lines(state), plain.part_of(state, (1, 2)), plain.wrong({})),
    )
    assert not any(answers)
    assert plain.reasons(state, 1, PlannedRound(())) == ()
    assert plain.most_entries({}) == plain.most
    assert plain.options_read({}) == {}


@pytest.mark.parametrize(("key", "form"), [*FORMATS.items()])
def test_a_meeting_of_a_bracket_alone_needs_a_winner(key: str, form: Format) -> None:
    assert form.needs_winner("another stage") is form.has_bracket
    if form.by_hand_stage:
        assert not form.needs_winner(form.by_hand_stage)


@pytest.mark.parametrize("kind", [Format, BracketFormat])
def test_a_format_without_a_plan_cannot_be_made(kind: type[Format]) -> None:
    with pytest.raises(TypeError, match="abstract"):
        kind()


@table("format_", FORMATS.values(), ids=FORMATS)
def test_what_a_format_says_of_itself_goes_together(format_: Format) -> None:
    assert format_.has_bracket == isinstance(format_, BracketFormat)
    assert format_.by_score == (format_.rounds_possible(8) is not None)
    state = PairingState(tuple(range(1, 9)), groups=((1, 2, 3, 4), (5, 6, 7, 8)))
    assert bool(format_.by_hand_stage) == bool(format_.part_of(state, (1, 2)))
    explains = type(format_).reasons is not Format.reasons
    assert format_.by_score == explains
