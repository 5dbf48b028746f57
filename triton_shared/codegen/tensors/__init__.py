"""Passes over tensors, before they become buffers."""
