from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DealsConfig(AppConfig):
    name = "tournaments.deals"
    label = "deals"
    verbose_name = _("Deals")

    def ready(self) -> None:
        # Connects the receivers, and registers what events ask.
        from tournaments.deals import receivers  # noqa: F401, PLC0415 models must be loaded
        from tournaments.deals.same_deals import DealSets  # noqa: PLC0415 models must be loaded
        from tournaments.events.event_hooks import same_deals_register  # noqa: PLC0415 models must be loaded

        same_deals_register(DealSets())
