"""What a club prints for and after an evening.

Frozen documents become bytes by the means of ``scoring.pdf``. No model, no clock, no translation:
every text arrives ready to print.
"""
