from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        # Connects the signal, and registers the tasks by name.
        from leagues import receivers, tasks  # noqa: F401, PLC0415 models must be loaded
        from leagues.event_part import SeasonsPart  # noqa: PLC0415 models must be loaded
        from tournaments.events.event_parts import event_part_register  # noqa: PLC0415 models must be loaded

        event_part_register(SeasonsPart())
