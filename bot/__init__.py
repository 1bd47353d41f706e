"""The referee on Discord."""
