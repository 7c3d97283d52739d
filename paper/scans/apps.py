from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScansConfig(AppConfig):
    name = "paper.scans"
    label = "scans"
    verbose_name = _("Read sheets")

    def ready(self) -> None:
        from jobs.kinds import job_kind_add  # noqa: PLC0415 models must be loaded
        from paper.scans.selectors import RowEvidence  # noqa: PLC0415 models must be loaded
        from paper.scans.services import SHEETS, ReadingKind, reading_make  # noqa: PLC0415 models must be loaded
        from scoring.selectors.histories import evidence_register  # noqa: PLC0415 models must be loaded

        evidence_register(RowEvidence())
        job_kind_add(ReadingKind(SHEETS, reading_make, queue="pictures", reloads=True))
