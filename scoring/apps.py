from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Scoring")

    def ready(self) -> None:
        from games import PRESENTERS  # noqa: PLC0415 games of plugins are registered by then
        from games.checks import games_check  # noqa: PLC0415 models must be loaded
        from scoring import tasks  # noqa: F401, PLC0415 models must be loaded

        checks.register(lambda **_: list(games_check(PRESENTERS.values())), "games")
