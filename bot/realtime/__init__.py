"""Bouts in which answers are taken as they come, and seconds count."""
