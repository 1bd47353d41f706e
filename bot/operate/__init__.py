"""What whoever runs the bot does to its tables from the command line."""
