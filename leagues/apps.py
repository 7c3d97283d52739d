from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        # Connects the signal, and registers the tasks by name.
        from leagues import tasks  # noqa: F401, PLC0415 models must be loaded
        from leagues.breadcrumbs import evenings_waiting, event_links  # noqa: PLC0415 models must be loaded
        from tournaments.event_links import event_links_register  # noqa: PLC0415 models must be loaded

        event_links_register(links=event_links, waiting=evenings_waiting)
