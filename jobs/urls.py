"""Addresses of jobs, whatever their kind."""

from django.urls import path

from jobs import views

urlpatterns = [
    path("jobs/<uuid:pk>/", views.job, name="job"),
    path("jobs/<uuid:pk>/file/", views.file, name="job-file"),
    path("jobs/<uuid:pk>/cancel/", views.cancel, name="job-cancel"),
    path("jobs/<uuid:pk>/retry/", views.retry, name="job-retry"),
    path("jobs/<uuid:pk>/delete/", views.delete, name="job-delete"),
]
