from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PhonesConfig(AppConfig):
    name = "tournaments.phones"
    label = "phones"
    verbose_name = _("Phones")

    def ready(self) -> None:
        # Connects the receivers.
        from tournaments.events.event_hooks import event_hooks_register  # noqa: PLC0415 models must be loaded
        from tournaments.phones import receivers  # noqa: F401, PLC0415 models must be loaded
        from tournaments.phones.event_hooks import PhonesHooks  # noqa: PLC0415 models must be loaded

        event_hooks_register(PhonesHooks())
