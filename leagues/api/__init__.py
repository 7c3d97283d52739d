"""The API of seasons for other programs: the services and rights of the pages."""
