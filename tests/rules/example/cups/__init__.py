"""Cups: a claim about hidden dice, and somebody who doubts it."""
