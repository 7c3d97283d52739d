"""Who stands where: metrics and ranking over plain sums; nothing here asks the database."""
