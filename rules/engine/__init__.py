"""The kernel that every game stands on."""
