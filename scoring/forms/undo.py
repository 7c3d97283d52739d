"""Taking back a hand: which one, as it was seen."""

from django import forms


class UndoForm(forms.Form):
    """Hidden fields of the undo button."""

    number = forms.IntegerField(min_value=1)
    revision = forms.IntegerField(min_value=1)
    key = forms.CharField(max_length=80)
