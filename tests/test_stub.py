"""The stub says what the compiled module says: an editor and `help` show the same words."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import machiavelli
from machiavelli import _core

pytestmark = pytest.mark.thread_unsafe(reason="Python 3.11 may parse on one thread only")

STUB = Path(machiavelli.__file__).parent / "_core.pyi"

Documented = ast.ClassDef | ast.FunctionDef


def documented(
    scope: ast.Module | ast.ClassDef, prefix: str = ""
) -> Iterator[tuple[str, Documented]]:
    """Everything public in the stub under its dotted name."""
    for node in scope.body:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from documented(node, f"{prefix}{node.name}.")


def test_stub_and_module_have_the_same_documentation() -> None:
    for name, node in documented(ast.parse(STUB.read_text(encoding="utf-8"))):
        compiled: object = _core
        for part in name.split("."):
            compiled = getattr(compiled, part)
        assert ast.get_docstring(node) == inspect.getdoc(compiled), name


def test_everything_public_is_documented() -> None:
    for name in machiavelli.__all__:
        public = getattr(machiavelli, name)
        if inspect.isclass(public) or inspect.isroutine(public):
            assert public.__doc__, name
            members = vars(public).items() if inspect.isclass(public) else ()
            for member, value in members:
                assert member.startswith("_") or value.__doc__ or not callable(value), member
