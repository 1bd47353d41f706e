"""Pictures of boards and cards, drawn from views."""
