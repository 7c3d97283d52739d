"""Addresses of everything printed, below a club's: one pattern for each kind of subject."""

from django.urls import path

from prints import views
from prints.subjects import SUBJECTS

urlpatterns = [
    path("documents/", views.documents, name="documents"),
    path("documents/<uuid:pk>/", views.document_progress, name="document-progress"),
    path("documents/<uuid:pk>/file/", views.document_file, name="document-file"),
    path("documents/<uuid:pk>/cancel/", views.document_stop, name="document-cancel"),
    path("documents/<uuid:pk>/retry/", views.document_again, name="document-retry"),
]
for key, subject in SUBJECTS.items():
    at, about = f"{subject.folder}/<key:{key}_id>/print/", {"about": subject}
    urlpatterns += [
        path(at, views.prints, about, name=f"{key}-prints"),
        path(f"{at}<slug:what>.pdf", views.print_file, about, name=f"{key}-print"),
        path(f"{at}<slug:what>/", views.print_ordered, about, name=f"{key}-print-order"),
    ]
