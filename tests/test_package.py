"""What a user gets who installs and imports the package."""

import importlib.metadata
import subprocess
import sys
from doctest import ELLIPSIS, DocTest, DocTestFinder, DocTestRunner
from types import ModuleType

import pytest

import machiavelli
from machiavelli import _core


def python(code: str) -> str:
    """Output of a fresh interpreter that runs the code."""
    command = [sys.executable, "-I", "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_all_is_sorted_and_is_exactly_what_is_public() -> None:
    public = {
        name
        for name, value in vars(machiavelli).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    modules = {
        name for name in machiavelli.__all__ if isinstance(getattr(machiavelli, name), ModuleType)
    }
    assert machiavelli.__all__ == sorted(set(machiavelli.__all__))
    assert set(machiavelli.__all__) - modules - {"__version__"} == public


def test_the_version_is_said_once() -> None:
    assert machiavelli.__version__ == importlib.metadata.version("machiavelli-engine")


def test_importing_loads_no_library_before_its_time() -> None:
    bare = python("import sys; print(*sys.modules)").split()
    loaded = python("import sys, machiavelli; print(*sys.modules)").split()
    assert "machiavelli" in loaded
    assert {name.partition(".")[0] for name in loaded if name not in bare} == {
        "__future__",
        "machiavelli",
    }


def test_the_package_says_that_it_is_typed() -> None:
    files = importlib.metadata.files("machiavelli-engine") or []
    installed = any(path.name == "py.typed" for path in files)
    editable = any(path.name.endswith(".pth") for path in files)
    assert installed or editable


def compiled_examples() -> list[DocTest]:
    names = {name: getattr(machiavelli, name) for name in machiavelli.__all__}
    scope = names | {"machiavelli": machiavelli}
    return [
        examples
        for name, value in vars(_core).items()
        if not name.startswith("__")
        for examples in DocTestFinder().find(value, name, module=False, globs=scope)
        if examples.examples
    ]


@pytest.mark.thread_unsafe(reason="doctest takes standard output for itself")
@pytest.mark.parametrize("examples", compiled_examples(), ids=lambda examples: examples.name)
def test_what_help_shows_is_true(examples: DocTest) -> None:
    assert DocTestRunner(optionflags=ELLIPSIS).run(examples).failed == 0
