"""A photo-editing agent that speaks Lightroom's parameters, and the command line around it."""
