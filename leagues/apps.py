from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        # Connects the signal, and registers the tasks by name.
        from leagues import receivers, tasks  # noqa: F401, PLC0415 models must be loaded
        from leagues.event_hooks import SeasonsHooks  # noqa: PLC0415 models must be loaded
        from tournaments.events.event_hooks import event_hooks_register  # noqa: PLC0415 models must be loaded

        event_hooks_register(SeasonsHooks())
