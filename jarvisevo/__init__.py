"""A photo-editing agent that speaks Lightroom's parameters, and the command line around it."""


def __getattr__(name: str) -> str:
    """`jarvisevo.__version__`, read when it is asked for, so that `import jarvisevo` costs nothing."""
    if name == "__version__":
        from jarvisevo.files.versions import version

        return version()
    raise AttributeError(f"module 'jarvisevo' has no attribute {name!r}")
