"""Worker tasks for jobs: each loads by key and calls one service."""

from uuid import UUID

from celery import shared_task

from jobs import services


@shared_task
def job_make(job_id: str) -> None:
    """Do one job."""
    services.job_make(job_id=UUID(job_id))


@shared_task
def jobs_sweep() -> None:
    """Send work again that no worker is doing; scheduled every few seconds."""
    services.jobs_sweep()


@shared_task
def jobs_clear() -> None:
    """Delete expired jobs; scheduled every hour."""
    services.jobs_clear()
