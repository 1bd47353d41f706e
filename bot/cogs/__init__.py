"""Slash commands: one cog for tables, one for players, one for the rules, one per game."""
