"""Reading seasons, for pages, API and print; each function says how many queries it takes."""
