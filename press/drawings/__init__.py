"""Drawings as SVG text: dominoes, the ALL, icons.

Vocabulary: points, strokes, pips. No model, no request, no colour: colours come from
the style sheet by class, so that one drawing serves light, dark, print and projector.
"""
