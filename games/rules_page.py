"""The rules of an evening on one page: what is printed, as frozen values."""

from dataclasses import dataclass

from press.base import Imprint


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule: what it is called, what holds, and what that means.

    `note` says what the preset has; where there is one, the rule differs and is marked.

    >>> RuleLine("Nello", "never", "The bidder plays alone.", note="preset: always").is_marked
    True
    """

    label: str
    value: str = ""
    text: str = ""
    note: str = ""

    @property
    def is_marked(self) -> bool:
        """Whether it differs from the preset."""
        return bool(self.note)


@dataclass(frozen=True, slots=True)
class RuleSection:
    """Rules under a heading.

    >>> RuleSection("The deal", (RuleLine("Dominoes", "7 each"),)).lines[0].text
    ''
    """

    title: str
    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of an evening; `lead` is what holds in a line, `key` explains the mark and
    is printed where a rule bears it.
    """

    imprint: Imprint
    title: str
    place: str
    lead: str
    key: str
    sections: tuple[RuleSection, ...]

    @property
    def has_marks(self) -> bool:
        """Whether anything differs from the preset."""
        return any(line.is_marked for section in self.sections for line in section.lines)
