"""The rules for tonight fit on one page whatever was agreed, and say all that was."""

import random
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest

from engine.pairings.formats import FORMATS
from engine.standings.metrics import METRICS
from games import PRESENTERS
from games.printing import RuleLine, RulesPage
from paper.documents.rules import SMALLEST, RulesStory, event_lines, rules_page
from press.base import Paper, render
from rules import GAMES
from rules.options import Option, OptionKind
from tests.prints.matches.reading import texts
from tests.tournaments.conftest import EventMaker
from tournaments.events.models import ByeRule, Event

CASES = [(game, preset) for game, p in PRESENTERS.items() for preset in p.labels.presets]


def values_of(option: Option) -> list[Any]:
    """Every word, both ends of every range, nothing and everything."""
    match option.kind:
        case OptionKind.BOOLEAN:
            return [True, False]
        case OptionKind.INTEGER:
            return [option.low, option.high, *([None] if option.nullable else [])]
        case OptionKind.CHOICE:
            return list(option.choices)
        case OptionKind.CHOICES:
            return [list(option.choices), list(option.choices[:1])]


def some_rules(game: str, count: int) -> Iterator[dict[str, Any]]:
    """Sound rules far from every preset, the same on every run."""
    chance, table = random.Random(game), GAMES[game].options
    while count:
        rules: dict[str, Any] = {"preset": chance.choice(list(table.presets))}
        for option in chance.sample(table.options, chance.randint(0, len(table.options))):
            rules[option.name] = chance.choice(values_of(option))
        if not isinstance(table.resolve(rules), tuple):
            count -= 1
            yield rules


def printed(page: RulesPage, paper: Paper) -> list[str]:
    return texts(render([RulesStory(page)], paper=paper))


@pytest.fixture
def full(make_event: EventMaker) -> Callable[..., Event]:
    """An event that says as much as can be said of how it is run."""

    def make(game: str, rules: dict[str, Any]) -> Event:
        event = make_event(pairs=0, name="The forty-second annual championship " * 2)
        event.game, event.rules = game, rules
        event.format = max(
            (key for key, row in FORMATS.items() if game in row.games),
            key=lambda key: len(FORMATS[key].settings),
        )
        event.format_options = {}
        event.best_of, event.round_minutes = [1, 3, 3, 5], 25
        event.bye_rule, event.tie_breaks = ByeRule.FIXED, list(METRICS)
        amounts = dict.fromkeys(GAMES[game].match.stakes, "0.25")
        event.stakes = {"currency": "EUR", **amounts}
        return event

    return make


@pytest.mark.parametrize(
    ("game", "preset", "paper"),
    [(*case, paper) for case, paper in zip(CASES, cycle(Paper), strict=False)],
)
def test_every_preset_fits_on_a_sheet(
    game: str, preset: str, paper: Paper, full: Callable[..., Event]
) -> None:
    first, *more = printed(rules_page(full(game, {"preset": preset})), paper)
    assert len(more) <= 1
    assert PRESENTERS[game].rules_headline({"preset": preset}) in first


@pytest.mark.parametrize(
    ("game", "rules", "headline"),
    [
        (
            "texas42",
            {"preset": "marks", "nello": "never", "plunge": False, "sevens": False},
            "Straight 42, to 7 marks, all pass: next shaker.",
        ),
        (
            "texas42",
            {"preset": "straight", "nello": "dealer_forced", "target": 5},
            "To 5 marks, the shaker must bid, nello only by a shaker who must bid.",
        ),
        (
            "texas42",
            {"preset": "tournament"},
            "Straight 42, to 7 marks, all pass: next shaker, follow me, doubles as trumps.",
        ),
        (
            "texas42",
            {"preset": "splash"},
            "To 7 marks, all pass: next shaker, nello, plunge, splash, sevens.",
        ),
        ("pandoeren", {"preset": "pass_out", "hands": 16}, "16 hands, a pass is final."),
        (
            "dummy_spades",
            {"preset": "mirror", "peek": "three"},
            "To 500 points, 10 bags cost 100, nil 100, mirror: the bid is the spades in hand, "
            "each looks at 3 cards of the dummy.",
        ),
    ],
)
def test_the_headline_says_what_is_played_and_not_what_it_went_out_from(
    game: str, rules: dict[str, Any], headline: str, full: Callable[..., Event]
) -> None:
    assert rules_page(full(game, rules)).lead == headline


@pytest.mark.parametrize("game", PRESENTERS)
def test_any_options_fit_on_a_sheet_in_a_size_that_can_be_read(
    game: str, full: Callable[..., Event]
) -> None:
    for rules in some_rules(game, 12):
        page = rules_page(full(game, rules))
        for paper in Paper:
            assert len(printed(page, paper)) <= 2, rules
            width, height = paper.upright.frame
            [columns] = [
                block for block in RulesStory(page).blocks(width, height) if hasattr(block, "scale")
            ]
            assert columns.scale >= SMALLEST, rules


@pytest.mark.parametrize("game", PRESENTERS)
def test_every_option_is_told_and_what_differs_is_marked(game: str) -> None:
    table, presenter = GAMES[game].options, PRESENTERS[game]
    for rules in some_rules(game, 20):
        lines = {line.label: line for line in presenter.option_lines(rules)}
        values = table.values(rules)
        preset = table.values({"preset": rules["preset"]})
        for option in table.options:
            label = str(presenter.labels.options[option.name].label)
            is_fixed = table.variant and values[table.variant] in option.fixed
            if is_fixed or option.name in presenter.idle_options(values):
                assert label not in lines
                continue
            assert lines[label].is_marked is (values[option.name] != preset[option.name]), rules


def lines_of(game: str, section: str, **rules: Any) -> dict[str, RuleLine]:
    [part] = [part for part in PRESENTERS[game].rules_sections(rules) if part.title == section]
    return {line.label: line for line in part.lines}


@pytest.mark.parametrize(
    ("game", "section", "rules", "wanted", "unwanted"),
    [
        ("texas42", "Contracts", {"preset": "straight"}, ["A suit"], ["Nello", "Plunge", "Sevens"]),
        ("texas42", "Contracts", {"preset": "everything"}, ["Splash", "Follow me"], ["Low-no"]),
        ("texas42", "Contracts", {"preset": "points"}, ["Low-no", "Follow me"], ["Nello"]),
        ("texas42", "Scores", {"preset": "points"}, ["42, 84, 168"], ["2 marks and more"]),
        ("dummy_spades", "Scores", {}, ["Every 10 bags"], []),
        ("dummy_spades", "Scores", {"bag_limit": None}, ["Bid made"], ["Every 10 bags"]),
    ],
)
def test_only_what_is_played_is_told(
    game: str, section: str, rules: dict[str, Any], wanted: list[str], unwanted: list[str]
) -> None:
    lines = lines_of(game, section, **rules)
    assert {*wanted} <= {*lines}
    assert not {*unwanted} & {*lines}


@pytest.mark.parametrize(
    ("rules", "missing"),
    [
        ({"preset": "tournament"}, ["Plunge is bid as", "Lead in plunge", "Doubles in nello"]),
        ({"preset": "tournament"}, ["Splash is bid as", "Partner may also name"]),
        ({"preset": "straight"}, ["Doubles in follow me", "Number of hands"]),
        ({"preset": "marks", "hand_limit": 8}, ["Game to", "Splash is bid as"]),
    ],
)
def test_what_means_nothing_beside_the_other_options_is_left_out(
    rules: dict[str, Any], missing: list[str]
) -> None:
    assert not {line.label for line in PRESENTERS["texas42"].option_lines(rules)} & set(missing)


def test_a_setting_at_nought_is_said_in_words(full: Callable[..., Event]) -> None:
    event = full("texas42", {"preset": "tournament"})
    event.format, event.format_options = "qualifying", {}
    lines = {line.label: line.value for line in event_lines(event)}
    assert lines["Number of groups"] == "as many as it takes"
    assert lines["Games of the losers' bracket to"] == "as the rules say"
    assert "0" not in lines.values()


def test_all_contracts_of_pandoeren_stand_from_low_to_high_with_their_worth() -> None:
    lines = lines_of("pandoeren", "Contracts, from low to high")
    assert [*lines][:3] == ["120–140", "piccolo", "misère"]
    assert (lines["privé"].value, len(lines)) == ("± 10", 16)


def test_roem_is_listed_from_low_to_high() -> None:
    text = lines_of("pandoeren", "Points")["Roem, from low to high"].text.replace("\u00a0", " ")
    assert text.startswith("a run of three: 20 · a run of four: 50")
    assert text.endswith("four jacks: 200")


def test_the_counts_of_42_come_out_of_the_rule_book() -> None:
    lines = lines_of("texas42", "The hand")
    assert (lines["5-5, 6-4"].value, lines["3-2, 4-1, 5-0"].value) == ("10 points", "5 points")


def test_an_event_says_how_it_is_run(full: Callable[..., Event]) -> None:
    page = rules_page(full("texas42", {"preset": "marks"}))
    lines = {line.label: line for line in page.sections[-1].lines}
    assert lines["Best of"].value == "1 · 3 · 3 · 5"
    assert lines["A bye scores"].value == "7–4"
    assert lines["Minutes per round"].text.startswith("When time is called: the score stands")
    assert lines["Stakes for each mark short"].value == "0.25 EUR"
    assert "Games won · Games lost" in lines["Ranked by"].text
