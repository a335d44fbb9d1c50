"""What goes wrong and can be mended by the person at the keyboard: one line with cause and fix, and an exit code."""

import os

from editor_ops.text import one_line as one_line

FAILED, WRONG_CALL, INTERRUPTED = 1, 2, 130
DEBUG = "JARVISEVO_DEBUG"
"""Environment variable that shows the traceback of an unexpected error."""


class CliError(Exception):
    """One line for the person, and the exit code: FAILED (the work) or WRONG_CALL (the command)."""

    def __init__(self, text: str, code: int = WRONG_CALL) -> None:
        super().__init__(text)
        self.code = code


def describe(error: Exception) -> tuple[str, int]:
    """(one line, exit code) of whatever went wrong; an error nobody expected says how to see where it came from."""
    from editor_ops.formats import FormatError
    from editor_ops.parameters import SettingsError
    from editor_ops.photo import PhotoError

    if isinstance(error, CliError):
        return str(error), error.code
    if isinstance(error, SettingsError):
        return str(error), WRONG_CALL
    if isinstance(error, PhotoError | FormatError):
        return str(error), FAILED
    if isinstance(error, MemoryError):
        return "not enough memory: give a smaller photo or --max-size", FAILED
    if isinstance(error, FileExistsError):
        return f"{error.filename}: exists already: choose another name, or add --force to replace it", WRONG_CALL
    if isinstance(error, OSError):
        cause = error.strerror or str(error)
        if error.filename:
            return f"{error.filename}: {cause}: check the path", FAILED
        return f"{cause}: check the disk, and where the output goes", FAILED
    if os.environ.get(DEBUG):
        raise error
    return f"unexpected {type(error).__name__}: {error}; run again with {DEBUG}=1 and report what it prints", FAILED
