"""The rules of five brawls: pure, exact, and without any idea of Discord."""
