"""`python -m kitchen`."""

import sys

from kitchen.cli import main

if __name__ == "__main__":
    sys.exit(main())
