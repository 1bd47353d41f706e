"""The cards of BRAWL and the deck lists made of them."""
