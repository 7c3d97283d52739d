"""Shared code of all endpoints: tokens, pages, errors."""
