"""Rules to print in tests."""

from dataclasses import replace

from games.printing import RuleLine, RuleSection, RulesPage
from paper.documents.rules import RulesStory
from press.base import Paper, render
from tests.prints.matches.documents import IMPRINT, persian_scorecard

AGREED = (
    RuleLine("Scoring", "marks", "A hand is worth the marks that were bid."),
    RuleLine("Game to", "21", "The marks at which a game is won.", note="The preset has: 7"),
    RuleLine("All four pass", "reshake", "Shake again with the next shaker."),
    RuleLine("Doubles in nello", "a suit of their own, 6-6 high, high, low", "How they count."),
)
CONTRACTS = tuple(
    RuleLine(name, worth, "With the holder of the called ace; every trick must be won.")
    for name, worth in (
        ("piccolo", "± 3"),
        ("misère", "± 3"),
        ("pandoer", "± 5"),
        ("privé", "± 10"),
    )
)


def printed_rules(page: RulesPage, *, paper: Paper) -> bytes:
    """A page of rules as a file."""
    return render([RulesStory(page)], paper=paper)


def rules_page(**changes: object) -> RulesPage:
    """The rules of an evening, one of them not the preset's."""
    page = RulesPage(
        imprint=replace(IMPRINT, kind="Rules for tonight", made_at="", code=""),
        title="Wednesday 42 night",
        place="Texas 42 · Thursday 14 May 2026",
        lead="Seven marks: to seven marks, with nello, plunge and sevens. Four passes: redeal.",
        key="A bar marks what differs from the rules “Seven marks”.",
        sections=(
            RuleSection("What was agreed", AGREED),
            RuleSection("Contracts", CONTRACTS),
            RuleSection("This event", (RuleLine("Ranked by", "", "Games won · Marks for"),)),
        ),
    )
    return replace(page, **changes)  # type: ignore[arg-type] # fields by name


def long_page(count: int) -> RulesPage:
    """Far more rules than any game has."""
    lines = tuple(
        RuleLine(f"Rule {number}", "always", "What it means in a line or two. " * 3, note="else")
        for number in range(1, count + 1)
    )
    return rules_page(sections=(RuleSection("What was agreed", lines),))


def persian_page() -> RulesPage:
    """For readers of Persian, from the right."""
    lines = (
        RuleLine("امتیاز پایان", "۷", "بازی در این امتیاز برده می‌شود.", note="پیش‌فرض: ۵"),
        RuleLine("نلو", "همیشه", "برنده نباید هیچ دستی ببرد."),
        RuleLine("۱۲۰–۱۴۰", "± ۱", "با دارندهٔ آس خوانده‌شده."),
    )
    return rules_page(
        imprint=replace(persian_scorecard().imprint, kind="قوانین امشب"),
        title="شب چهارشنبه",
        place="تگزاس ۴۲",
        lead="هفت علامت",
        key="خط کنار: تفاوت با پیش‌فرض",
        sections=(RuleSection("توافق‌ها", lines), RuleSection("قراردادها", lines)),
    )
