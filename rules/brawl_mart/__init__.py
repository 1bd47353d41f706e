"""Brawl Mart: one shopper, a hand of brawlers, and a flatscreen."""
