"""A whole club in one file: written, read into a new club, and judged again on arrival."""
