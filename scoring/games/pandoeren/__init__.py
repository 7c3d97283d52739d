"""Pandoeren on the page."""
