"""A Discord on this machine: REST, gateway and a page to play in, over loopback sockets."""
