"""A shape and its JSON schema take the same values."""

import jsonschema
import pytest

from rules.shape import Shape, integer, list_of, obj, one_of, optional, or_null, required

WORDS, SMALL = one_of("made", "set"), integer(0, 3)
OBJECT = obj(
    required("seat", SMALL),
    required("bid", SMALL, unless="pass"),
    optional("pass", SMALL),
    optional("nil", SMALL, excludes="seat"),
    optional("note", SMALL),
)
OF_ONE = obj(optional("seat", SMALL), optional("note", SMALL, excludes="seat"))
CASES: list[tuple[Shape, object, bool]] = [
    (or_null(SMALL), None, True),
    (or_null(SMALL), 3, True),
    (or_null(SMALL), 4, False),
    (or_null(WORDS), None, True),
    (or_null(WORDS), "made", True),
    (or_null(WORDS), "", False),
    (list_of(SMALL, length=2), [0, 3], True),
    (list_of(SMALL, length=2), [0], False),
    (OBJECT, {"seat": 1, "bid": 1}, True),
    (OBJECT, {"seat": 1, "pass": 1}, True),
    (OBJECT, {"seat": 1}, False),
    (OBJECT, {"bid": 1}, False),
    (OBJECT, {"seat": 1, "bid": 1, "nil": 1}, False),
    (OBJECT, {"seat": 1, "bid": 1, "other": 1}, False),
    (OF_ONE, {}, True),
    (OF_ONE, {"note": 1}, True),
    (OF_ONE, {"seat": 1, "note": 1}, False),
]


@pytest.mark.parametrize(("shape", "value", "is_taken"), CASES)
def test_a_shape_and_its_schema_agree(shape: Shape, value: object, *, is_taken: bool) -> None:
    assert (not [*shape(value, "")]) is is_taken
    assert jsonschema.Draft202012Validator(shape.schema).is_valid(value) is is_taken


def test_of_a_number_or_null_one_type_is_said() -> None:
    assert or_null(SMALL).schema["type"] == ["integer", "null"]
    assert "anyOf" in or_null(WORDS).schema
