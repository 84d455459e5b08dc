"""Records in files that are not as they should be."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from machiavelli import Game, QuestionError, RecordError, State, kept

# The tests write the same files, and start processes of their own.
pytestmark = pytest.mark.thread_unsafe

PLAYERS = ["greedy", "patient"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="there are no such files here")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game after six turns."""
    path = tmp_path / "game.rec"
    match = Game(PLAYERS, "agimeg", seed=5, dealer=1, record=path)
    for _ in range(6):
        match.step()
    return path


def test_lines_may_end_as_on_windows_and_the_file_begin_with_a_mark(file: Path) -> None:
    state = kept.read(file)
    foreign = b"\xef\xbb\xbf# an evening\r\n" + file.read_bytes().replace(b"\n", b"\r\n")
    file.write_bytes(foreign)
    assert kept.read(file) == kept.resumed(file) == state
    match = Game.resume(file, PLAYERS)
    assert file.read_bytes() == foreign, "it says the same already"
    match.step()
    assert kept.read(file) == match.state


def test_what_is_no_text_is_damage_at_its_line(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    for at, expected in (
        (0, None),
        (3, None),
        (len(lines) - 2, "state"),
        (len(lines) - 1, "state"),
    ):
        file.write_bytes(b"".join([*lines[:at], b"0 \xe9\n", *lines[at + 1 :]]))
        for read in (kept.read, kept.resumed):
            if read is kept.resumed and at == len(lines) - 1:
                continue
            with pytest.raises(RecordError, match=f"line {at + 1} of the record") as caught:
                read(file)
            assert caught.value.line == at + 1
            assert (caught.value.state is None) == (expected is None)
            if expected:
                assert caught.value.state == State.read(b"".join(lines[:at]).decode())


def test_what_is_wrong_before_it_comes_first(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:-3], b"0 fold\n", *lines[-2:], b"\xff\xfe\n"]))
    with pytest.raises(RecordError) as caught:
        kept.read(file)
    assert caught.value.line == len(lines) - 2


@POSIX
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_what_never_ends_is_too_large(device: str) -> None:
    start = time.perf_counter()
    for read in (kept.read, kept.resumed, lambda name: Game.resume(name, PLAYERS)):
        with pytest.raises(QuestionError, match=rf"{device} has more than 64 MiB") as caught:
            read(device)
        assert caught.value.code == "E_FILE"
    assert time.perf_counter() - start < 10
    for command in (["replay"], ["replay", "--check"], ["play", "--resume"]):
        done = subprocess.run(
            [sys.executable, "-m", "machiavelli", *command, device],
            capture_output=True, text=True, check=False, timeout=30,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"machiavelli: E_FILE: {device} has more than 64 MiB, which no record has\n"
        )


@POSIX
def test_saving_replaces_files_only(file: Path, tmp_path: Path) -> None:
    match = Game.from_state(kept.read(file), PLAYERS)
    for other in ("/dev/null", "/dev/zero", str(tmp_path)):
        with pytest.raises(QuestionError) as caught:
            match.save(other)
        assert caught.value.code == "E_FILE"
        assert str(caught.value) == f"{other} is no file that could be replaced"
    assert Path("/dev/null").is_char_device()
    (tmp_path / "game.new").write_text("mine")
    (tmp_path / "game").write_bytes(b"\xff\xfe")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "game")
    match.save(link)
    match.step()
    assert link.is_symlink()
    assert kept.read(tmp_path / "game") == match.state
    assert (tmp_path / "game.new").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 4


@POSIX
def test_what_is_written_in_part_is_taken_back(file: Path) -> None:
    """A limit on the size of files stands for a disk that is nearly full."""
    code = f"""
import resource, signal
from machiavelli import Game, kept
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
match = Game.resume({str(file)!r}, {PLAYERS})
before = match.state
size = len(before.record) + 5
resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
try:
    match.step()
except OSError as error:
    assert error.filename == {str(file)!r}
else:
    raise AssertionError
assert match.state == before == kept.read({str(file)!r})
try:
    Game({PLAYERS}, seed=1, record={str(file) + "2"!r}, dealer=1)
except OSError:
    raise AssertionError
resource.setrlimit(resource.RLIMIT_FSIZE, (9, resource.RLIM_INFINITY))
try:
    Game({PLAYERS}, seed=1, record={str(file) + "3"!r}, dealer=1)
except OSError as error:
    assert error.filename == {str(file) + "3"!r}
else:
    raise AssertionError
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=30
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not Path(f"{file}3").exists()
