"""Runs the examples of the README and of every docstring as tests."""

import os
import shlex
import signal
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from typing import Any

from sybil import Example, Sybil
from sybil.document import PythonDocStringDocument
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from sybil.parsers.rest import DocTestParser

import machiavelli

ROOT = Path(__file__).resolve().parent

# Jobs in the background of a shell are deaf to these, and so would be what tests start.
for name in ("SIGINT", "SIGHUP"):
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)


def run_commands(example: Example) -> str | None:
    """Runs the `$ machiavelli …` commands of a console block and compares what they print."""
    environment = os.environ | {
        "COLUMNS": "100",
        "LC_ALL": "C",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
    }
    for block in str(example.parsed).split("$ ")[1:]:
        command, _, expected = block.replace("\\\n", " ").partition("\n")
        program, *arguments = shlex.split(command)
        assert program == "machiavelli", f"only machiavelli's own commands are run, not {program}"
        ran = subprocess.run(
            [sys.executable, "-m", "machiavelli", *arguments],
            capture_output=True,
            encoding="utf-8",
            env=environment,
            cwd=ROOT,
            check=False,
        )
        said = "\n".join(line.rstrip() for line in (ran.stdout + ran.stderr).splitlines())
        if not OutputChecker().check_output(expected.strip(), said.strip(), ELLIPSIS):
            return f"$ {command}\nshould print:\n{expected}\nbut prints:\n{said}"
    return None


def add_public_names(namespace: dict[str, Any]) -> None:
    """Lets the examples of a docstring begin where its reader stands: after the import."""
    namespace["machiavelli"] = machiavelli
    namespace |= {name: getattr(machiavelli, name) for name in machiavelli.__all__}


readme = Sybil(
    parsers=[PythonCodeBlockParser(), CodeBlockParser("console", run_commands)],
    patterns=["README.md"],
)
docstrings = Sybil(
    parsers=[DocTestParser(ELLIPSIS)],
    patterns=["python/**/*.py", "python/**/*.pyi"],
    document_types={".py": PythonDocStringDocument, ".pyi": PythonDocStringDocument},
    setup=add_public_names,
)
pytest_collect_file = (readme + docstrings).pytest()
