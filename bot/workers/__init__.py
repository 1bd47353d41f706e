"""Pictures and thinking, in processes of their own."""
