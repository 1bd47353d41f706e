"""The arenas as drawings: house content.

Two signs for each space: `_` a Platform, `.` Air; then `s` a Flaming Sword, a digit the player
who starts there, or the first sign again.
"""
