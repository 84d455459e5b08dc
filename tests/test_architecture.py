"""The shape that ARCHITECTURE.md describes, held by reading the sources."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.thread_unsafe(reason="Python 3.11 may parse on one thread only")

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "rust/core/src"
BINDINGS = ROOT / "rust/py/src"
PACKAGE = ROOT / "python/machiavelli"

MOST_LINES = 600


def rust_code(path: Path) -> str:
    """Source of a file without comments and without its tests."""
    code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    return code.split("#[cfg(test)]\nmod tests {", maxsplit=1)[0]


def is_test(path: Path) -> bool:
    return path.stem == "tests" or "tests" in path.parts


def sources(folder: Path, *suffixes: str) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.suffix in suffixes and "target" not in p.parts)


def core_sources() -> list[Path]:
    return [path for path in sources(CORE, ".rs") if path.name != "lib.rs" and not is_test(path)]


def module_of(path: Path) -> str:
    """Top-level module of the core that a file belongs to."""
    return path.relative_to(CORE).parts[0].removesuffix(".rs")


def layers() -> dict[str, set[str]]:
    """Reads the table of ARCHITECTURE.md: module to the modules it may use."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = text.split("| module | may use |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
    cells = [[re.findall(r"`(\w+)`", cell) for cell in row.strip("|").split("|")] for row in rows]
    return {module: set(allowed) for [module], allowed in cells}


def names_in_group(group: str) -> Iterator[str]:
    """First names of a `{a::b, c::{d, e}}` group, given the text after its opening brace."""
    depth, first = 0, True
    for part in re.findall(r"\w+|[{},]", group):
        match part:
            case "{":
                depth += 1
            case "}" if depth == 0:
                return
            case "}":
                depth -= 1
            case ",":
                first = first or depth == 0
            case name if first and depth == 0:
                yield name
                first = False


def used_modules(code: str) -> set[str]:
    """Top-level modules that a file names through `crate::`, re-exports resolved."""
    homes: dict[str, str] = {
        name: module
        for module, names in re.findall(
            r"pub use (\w+)::(\{[^}]*\}|\w+)", rust_code(CORE / "lib.rs")
        )
        for name in re.findall(r"\w+", names)
    }
    used: set[str] = set()
    for match in re.finditer(r"\bcrate::(\{|\w+)", code):
        found = match.group(1)
        names = names_in_group(code[match.end() :]) if found == "{" else [found]
        used |= {homes.get(name, name) for name in names}
    return used


def test_every_module_of_the_core_has_its_row() -> None:
    assert {module_of(path) for path in core_sources()} <= layers().keys()


@pytest.mark.parametrize("path", core_sources(), ids=lambda path: str(path.relative_to(CORE)))
def test_a_module_uses_only_what_its_row_allows(path: Path) -> None:
    module = module_of(path)
    code = rust_code(path)
    assert used_modules(code) - {module} <= layers()[module]
    if path.parent == CORE:
        assert "super::" not in code, "the crate root is called `crate`"
    assert "super::super" not in code


def test_layers_have_no_cycle() -> None:
    left = layers()
    while left:
        ready = {module for module, allowed in left.items() if not allowed & left.keys()}
        assert ready, f"these modules use each other in a circle: {sorted(left)}"
        left = {module: allowed for module, allowed in left.items() if module not in ready}


def test_players_cannot_name_a_state() -> None:
    for path in sources(CORE / "player", ".rs"):
        assert not re.search(r"\bState\b", rust_code(path)), path


def test_the_core_depends_on_nothing_of_pythons() -> None:
    command = ["cargo", "tree", "-p", "machiavelli-core", "-e", "normal", "--prefix", "none"]
    tree = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    packages = {line.split()[0] for line in tree.splitlines() if line.strip()}
    assert "machiavelli-core" in packages
    assert not packages & {"pyo3", "numpy", "anyhow"}


@pytest.mark.parametrize("crate", [CORE, BINDINGS], ids=["core", "py"])
def test_lib_rs_is_a_table_of_contents(crate: Path) -> None:
    code = rust_code(crate / "lib.rs")
    assert not re.search(r"\b(fn|struct|enum|trait|impl)\b", code)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("__init__.py")), ids=lambda p: p.parent.name)
def test_init_is_a_table_of_contents(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]


def imports(path: Path) -> set[str]:
    """The modules of the package that a file imports from, as it names them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return {name for name in names if name.startswith("machiavelli")}


def test_nothing_but_the_command_line_uses_the_command_line() -> None:
    for path in sources(PACKAGE, ".py"):
        if path.parent.name != "cli" and path.name != "__main__.py":
            assert not {name for name in imports(path) if name.startswith("machiavelli.cli")}, path


def test_the_game_loop_does_not_know_how_it_is_shown() -> None:
    assert imports(PACKAGE / "game.py") <= {
        "machiavelli",
        "machiavelli._core",
        "machiavelli.errors",
        "machiavelli.events",
        "machiavelli.given",
    }


def test_no_file_is_too_long() -> None:
    # A stub is one file for one compiled module, so it may be as long as the module is rich.
    files = sources(ROOT / "rust", ".rs") + sources(ROOT / "python", ".py")
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    too_long = {str(path): length for path, length in lengths.items() if length > MOST_LINES}
    assert not too_long


def test_every_noun_is_a_type() -> None:
    for path in sources(ROOT / "rust", ".rs"):
        alias = re.search(r"pub type \w+ = [ui](8|16|32|64|128|size);", rust_code(path))
        assert not alias, f"{path} names a number where it wants a type"


def test_no_public_function_takes_two_bools() -> None:
    for path in core_sources():
        for arguments in re.findall(
            r"pub (?:const )?fn \w+(?:<[^>]*>)?\(([^)]*)\)", rust_code(path)
        ):
            assert len(re.findall(r":\s*bool\b", arguments)) < 2, f"{path}: ({arguments})"


@pytest.mark.parametrize(
    "door",
    [
        r"\.detach\(|allow_threads",
        r"\bcheck_signals\(",
        r"impl\s+(std::convert::)?From<\w+> for (pyo3::)?PyErr",
    ],
    ids=["detach", "signals", "errors"],
)
def test_doors_of_the_bindings_are_single(door: str) -> None:
    files = [path.name for path in sources(BINDINGS, ".rs") if re.search(door, rust_code(path))]
    assert len(files) <= 1


def test_the_bindings_are_thin() -> None:
    def lines(folder: Path) -> int:
        files = [path for path in sources(folder, ".rs") if not is_test(path)]
        return sum(bool(line.strip()) for path in files for line in rust_code(path).splitlines())

    assert lines(BINDINGS) <= lines(CORE) / 4


def test_chance_needs_a_seed() -> None:
    unseeded = r"rand::rng\b|thread_rng|StdRng|SmallRng|OsRng|from_entropy|from_os_rng|RandomState"
    for path in sources(ROOT / "rust", ".rs"):
        if not is_test(path):
            assert not re.search(unseeded, rust_code(path)), path
    for path in sources(PACKAGE, ".py"):
        code = path.read_text(encoding="utf-8")
        assert not re.search(
            r"^\s*(import|from) (random|secrets)\b|\bnp\.random\b", code, re.MULTILINE
        ), path
