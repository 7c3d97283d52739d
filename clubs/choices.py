"""Choices that explain themselves where a form shows them as cards."""

from typing import Self


class Explained(str):
    """A choice's label that carries an explanation and whether the preset has it."""

    __slots__ = ("help", "preset")

    help: str
    preset: bool

    def __new__(cls, label: str, *, help: str = "", preset: bool = False) -> Self:  # noqa: A002  # as in Django
        """The label alone is what every other widget sees."""
        choice = super().__new__(cls, label)
        choice.help = help
        choice.preset = preset
        return choice
