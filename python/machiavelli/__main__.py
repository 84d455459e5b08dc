"""`python -m machiavelli` is the `machiavelli` command."""

from machiavelli.cli import app

if __name__ == "__main__":
    app(prog_name="machiavelli")
