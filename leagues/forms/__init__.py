"""Forms of seasons; each feeds a service."""
