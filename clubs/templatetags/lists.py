"""Names and other items in a row, as the reader's language separates them."""

from django import template

from games.wording import ampersand, comma, comma_list, together

register = template.Library()

register.simple_tag(comma)
register.simple_tag(ampersand)
register.filter("comma_list", comma_list)
register.filter("together", together)
