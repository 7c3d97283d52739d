from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments.events"
    label = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Connects the receivers and registers the tasks by name.
        from scoring.host import host_register  # noqa: PLC0415 models must be loaded
        from tournaments.events import receivers, tasks  # noqa: F401, PLC0415 models must be loaded
        from tournaments.events.event_host import event_host  # noqa: PLC0415 models must be loaded

        host_register(event_host)
