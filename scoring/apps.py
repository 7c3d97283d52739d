from django.apps import AppConfig
from django.core import checks
from django.core.signals import request_started
from django.utils.translation import gettext_lazy as _

from games.wording import speak


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Scoring")

    def ready(self) -> None:
        from games import PRESENTERS  # noqa: PLC0415 games of plugins are registered by then
        from games.checks import games_check  # noqa: PLC0415 models must be loaded
        from scoring import tasks  # noqa: F401, PLC0415 models must be loaded

        # Every request begins with the usual word, until a match or an event has its own.
        checks.register(lambda **_: list(games_check(PRESENTERS.values())), "games")
        request_started.connect(speak, dispatch_uid="scoring.speak")
