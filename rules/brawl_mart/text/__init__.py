"""Brawl Mart in words."""
