"""Brawlhalla: The Card Game."""
