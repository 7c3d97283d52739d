"""The one rule for rounding a figure that is shown: the nearest, halves away from zero.

0.125 is shown as 0.13 and minus 0.125 as minus 0.13, so the two sides of a table show the same with
opposite signs. Figures are compared before they are rounded. Money is never rounded.
"""

from fractions import Fraction


def rounded(number: Fraction | float, places: int = 0) -> int:
    """Return a number in units of the last of this many decimals: 62.5 is 63, 0.125 with two 13."""
    top, bottom = number.as_integer_ratio()
    units: int = (2 * abs(top) * 10**places + bottom) // (2 * bottom)
    return units if top >= 0 else -units
