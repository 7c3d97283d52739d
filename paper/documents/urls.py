"""Addresses of everything printed, below a club's: one pattern for each kind of subject."""

from django.urls import path

from paper.documents import views
from paper.documents.subjects import SUBJECTS

urlpatterns = [
    path("documents/", views.documents, name="documents"),
    path("documents/<uuid:pk>/", views.document, name="document"),
]
for key, subject in SUBJECTS.items():
    at, about = f"{subject.folder}/<key:{key}_id>/print/", {"about": subject}
    urlpatterns += [
        path(at, views.prints, about, name=f"{key}-prints"),
        path(f"{at}<slug:what>.pdf", views.print_file, about, name=f"{key}-print"),
        path(f"{at}<slug:what>/", views.print_ordered, about, name=f"{key}-print-order"),
    ]
