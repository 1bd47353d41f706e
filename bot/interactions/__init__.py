"""Somebody has pressed a button or used a command: what is done about it, and what they see."""
