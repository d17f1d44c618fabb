"""The one error that every module may raise at a user."""


class Unusable(Exception):
    """The call or a file is at fault. The text says what is wrong and what to do, in a paragraph;
    the command line prints it and ends with exit code 2."""
