from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArchiveConfig(AppConfig):
    name = "archive"
    verbose_name = _("Archive")

    def ready(self) -> None:
        from archive import arrivals, orders  # noqa: PLC0415 models are ready only now
        from jobs.kinds import JobKind, job_kind_add  # noqa: PLC0415 as above

        for kind in (
            JobKind(orders.ARCHIVE, orders.archive_make, suffix=".allmark"),
            JobKind(orders.SITE, orders.site_make, suffix=".zip"),
            JobKind(arrivals.LOOK, arrivals.arrival_look, ".allmark", kept=arrivals.KEPT),
            JobKind(arrivals.READ, arrivals.arrival_make, ".allmark", kept=arrivals.KEPT),
        ):
            job_kind_add(kind)
