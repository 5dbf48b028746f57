"""Linalg ops on buffers seen as loop nests."""
