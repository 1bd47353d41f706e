"""Bro Brawl: four bros against a deck of monsters."""
