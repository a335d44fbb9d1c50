"""Masks: where a local correction acts. Geometry, ranges, regions found in the photo, and how they combine."""
