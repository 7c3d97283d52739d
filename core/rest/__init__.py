"""What endpoints of all apps share: bodies, filters, pages, problems, routes, description."""
