"""What is due goes out: public posts, direct messages, reminders."""
