"""Reading seasons, for pages, API and print; each function states its number of queries."""
