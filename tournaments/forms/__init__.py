"""Forms of events: shape and words only; what is allowed is asked of the rule book and services."""

from tournaments.forms.events import EventForm, NewEventForm
from tournaments.forms.rules import RulesForm
from tournaments.forms.stakes import StakesForm

__all__ = ["EventForm", "NewEventForm", "RulesForm", "StakesForm"]
