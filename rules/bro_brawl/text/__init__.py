"""Bro Brawl in words."""

from rules.bro_brawl.text.words import BroText

__all__ = ["BroText"]
