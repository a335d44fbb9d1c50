"""The sandbox as an environment for other trainers: thin wrappers over `tasks`, each an extra of its own."""
