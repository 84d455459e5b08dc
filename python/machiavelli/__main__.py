"""`python -m machiavelli` is the `machiavelli` command."""

import sys

from machiavelli.cli import main

if __name__ == "__main__":
    sys.exit(main())
