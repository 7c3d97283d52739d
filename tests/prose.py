"""How much there is to read on a page before what one comes for."""

from html.parser import HTMLParser
from typing import Final

CONTENT: Final = {
    "table",
    "ul",
    "ol",
    "dl",
    "button",
    "input",
    "select",
    "textarea",
    "svg",
    "article",
}
"""What one comes for."""
OWN_TABLE: Final = "my-table"
"""So is the panel that says where one plays, and a heading that leads somewhere."""
PASSED_OVER: Final = {"nav", "details", "dialog", "header", "template"}
"""What is neither: ways elsewhere, what is folded or opened, and the line below the heading."""
WARNINGS: Final = {"banner", "sr-only", "field__help"}
"""What is said only when something is amiss, or belongs to its field."""
VOID: Final = {"input", "img", "br", "hr"}


class _Before(HTMLParser):
    """Collects the paragraphs of ``main`` up to the content."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.is_over = self.is_main = self.is_paragraph = self.is_heading = False
        self.passed_over: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        classes = set((values.get("class") or "").split())
        if tag == "main":
            self.is_main = True
        elif self.passed_over:
            if tag == self.passed_over[-1]:
                self.passed_over.append(tag)
        elif self.is_main:
            is_hidden = "hidden" in values or values.get("type") == "hidden" or "popover" in values
            if tag in PASSED_OVER or is_hidden or classes & WARNINGS:
                self.passed_over += [] if tag in VOID else [tag]
            elif OWN_TABLE in classes or (tag in CONTENT and "icon" not in classes):
                self.is_over = True
            elif tag == "h2":
                self.is_heading = True
            elif tag == "a" and self.is_heading:
                self.is_over = True
            elif tag == "p":
                self.is_paragraph = True

    def handle_endtag(self, tag: str) -> None:
        if self.passed_over:
            if tag == self.passed_over[-1]:
                self.passed_over.pop()
        elif tag == "main":
            self.is_main = False
        elif tag == "p":
            self.is_paragraph = False
        elif tag == "h2":
            self.is_heading = False

    def handle_data(self, data: str) -> None:
        if self.is_main and self.is_paragraph and not (self.is_over or self.passed_over):
            self.words += data.split()


def words_before_content(page: str) -> list[str]:
    """Return the words of a page's paragraphs that stand before its first table, list or field."""
    reader = _Before()
    reader.feed(page)
    return reader.words
