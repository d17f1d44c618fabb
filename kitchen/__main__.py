"""`python -m kitchen`."""

from kitchen.cli import program

if __name__ == "__main__":
    program()
