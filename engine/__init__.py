"""Who meets whom, who stands where, what the best play is: numbers only, no framework."""
