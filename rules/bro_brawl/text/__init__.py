"""Bro Brawl in words."""

from rules.bro_brawl.text.table import BroText

__all__ = ["BroText"]
