"""What is in the store: brawlers, items, departments, and how hard they were measured to be."""
