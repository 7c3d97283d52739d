"""Formats, one module for each family; ``tournaments.formats`` has them all."""
