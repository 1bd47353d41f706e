"""The page that players open, as files to be served."""
