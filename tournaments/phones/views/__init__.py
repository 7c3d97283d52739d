"""Pages for guests at tables and in public, and those by which organisers let them in."""
