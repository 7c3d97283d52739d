"""What a table of Dummy-Hand Spades looks up: the hand, whose nils count, what is scored."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import signed
from games.rules_document import RuleLine, RuleSection
from rules.dummy_spades.cards import TRICKS
from rules.dummy_spades.options import Options


def tables(options: Options) -> Iterator[RuleSection]:
    """The hand, nils, scores."""
    yield RuleSection(_("The hand"), tuple(_hand()))
    yield RuleSection(_("Nil counts"), tuple(_nils()))
    yield RuleSection(_("Scores"), tuple(_scores(options)))


def _hand() -> Iterator[RuleLine]:
    words = _("52 cards, %(each)d to each of three players and the dummy, who never deals.")
    yield RuleLine(_("The deal"), "", words % {"each": TRICKS})
    words = _("From the dealer's left, each says once how many tricks his side will take.")
    yield RuleLine(_("Bids"), "0–13", words)
    words = _("The highest bidder, the first of equals; with the dummy against the other two.")
    yield RuleLine(_("Declarer"), "", words)
    words = _("The first bidder leads; then the dummy is laid open opposite the declarer.")
    yield RuleLine(_("First lead"), "", words)
    yield RuleLine(_("Trumps"), _("spades"), _("Follow suit if you can, else play anything."))


def _nils() -> Iterator[RuleLine]:
    yield RuleLine(_("On the own hand"), _("always"))
    yield RuleLine(_("On the dummy"), _("for the declarer"))
    yield RuleLine(_("On another player's hand"), _("if they defend together"))


def _scores(options: Options) -> Iterator[RuleLine]:
    words = _("The declarer's bid against his two hands; each defender's against both defenders.")
    yield RuleLine(_("Bid kept"), _("10 for each trick bid"), words)
    yield RuleLine(_("Each trick over, a bag"), "+1")
    yield RuleLine(_("Bid not kept"), _("10 off for each trick bid"))
    yield RuleLine(_("Nil, no trick taken"), signed(options.nil_bonus))
    yield RuleLine(_("Nil, a trick taken"), signed(-options.nil_bonus))
    if options.bag_limit is not None and options.bag_penalty:
        label = ngettext("Every %(count)d bag", "Every %(count)d bags", options.bag_limit)
        yield RuleLine(label % {"count": options.bag_limit}, signed(-options.bag_penalty))
    words = _("The highest total wins after a hand, if one player alone has it.")
    yield RuleLine(_("The game"), _("to %(target)d") % {"target": options.target}, words)
