"""Posts, panels and the buttons that outlive a restart."""
