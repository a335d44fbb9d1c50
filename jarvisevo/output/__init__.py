"""Results on disk: how they are named, sized and encoded, and how they are written, whole or not at all."""
