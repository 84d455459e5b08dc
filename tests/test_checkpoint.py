"""A simulation that is killed and goes on: nothing is lost, nothing counted twice."""

import json
import os
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from machiavelli import CheckpointError, simulate
from machiavelli.simulation import Results
from machiavelli.simulation.checkpoint import HEADER, MARK, SUM, Checkpoint
from machiavelli.simulation.job import Job

pytestmark = pytest.mark.thread_unsafe(reason="the threads would share files and processes")

PLAYERS = "greedy,random"
JOB = Job("modiano", ("greedy", "random"), 7, "deal", duplicate=False)

KILLED = """
import sys
from machiavelli.simulation import run
from machiavelli import simulate
run.CHUNK["deal"] = 20
simulate(deals=1)  # numpy is loaded
print("ready", flush=True)
simulate("modiano", "greedy,random", deals=1_000_000, seed=7, checkpoint=sys.argv[1],
         progress=lambda done, total: print(done, flush=True))
"""

KILLS = 20


def played(deals: int, path: Path | None = None) -> Results:
    return simulate("modiano", PLAYERS, deals=deals, seed=7, checkpoint=path)


def test_a_run_that_is_killed_again_and_again_comes_to_the_same(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    moments = np.random.default_rng(1).uniform(0, 0.15, KILLS)
    most = 0
    for seconds in moments:
        command = [sys.executable, "-c", KILLED, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(seconds)
            process.kill()  # on POSIX signal 9
            lines = process.stdout.read().split("\n")[:-1]
        told = max(map(int, lines), default=0)
        # A copy is looked at, as looking at a file drops a block that is cut off.
        copy = tmp_path / "copy"
        copy.write_bytes(path.read_bytes() if path.exists() else b"")
        with Checkpoint(copy, JOB) as kept:
            games = [number for part in kept.parts for number in part.games]
        assert games == list(range(len(games)))
        # Whole chunks of which it was told are there, and all that was there before.
        assert len(games) >= max(most, told - told % 20)
        most = len(games)
    assert most > KILLS * 20, "it hardly got anywhere between the kills"
    whole = played(most + 50)
    assert played(most, path) == played(most)
    assert played(most + 50, path) == whole
    assert played(most + 50, path) == whole


@contextmanager
def playing(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that has told of its first games and goes on."""
    command = [sys.executable, "-c", KILLED, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        assert process.stdout.readline()
        yield process


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    with playing(path) as process:
        process.send_signal(signal.SIGINT)
        process.communicate()
        assert process.returncode == 0
    with Checkpoint(path, JOB) as kept:
        count = sum(map(len, kept.parts))
    assert played(count + 1, path) == played(count + 1)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file with three chunks."""
    path = tmp_path / "kept"
    for deals in (20, 40, 60):
        played(deals, path)
    return path


def test_a_block_that_is_cut_off_is_played_again(kept: Path) -> None:
    whole = kept.read_bytes()
    expected = played(60)
    for cut in [*range(1, len(whole), 97), len(whole) - 1]:
        kept.write_bytes(whole[:cut])
        assert played(60, kept) == expected
        with Checkpoint(kept, JOB) as file:
            assert sorted(n for part in file.parts for n in part.games) == list(range(60))


def test_damage_is_named_and_the_file_left_alone(kept: Path) -> None:
    whole = kept.read_bytes()
    blocks = whole.index(b"\n") + 1
    for at in range(0, len(whole) - 1, 61):
        damaged = bytearray(whole)
        damaged[at] ^= 0x40
        kept.write_bytes(damaged)
        with pytest.raises(CheckpointError, match=r"kept (is|holds)") as caught:
            played(60, kept)
        assert caught.value.path == str(kept)
        assert kept.read_bytes() == damaged
        assert at < blocks or "damaged" in str(caught.value)


def test_a_block_without_games_is_damage_and_one_beyond_the_end_cut_off(kept: Path) -> None:
    whole = kept.read_bytes()
    blocks = whole.index(b"\n") + 1
    _, _, count, size = HEADER.unpack(whole[blocks : blocks + HEADER.size])
    empty = HEADER.pack(MARK, 0, 0, 0)
    kept.write_bytes(whole[:blocks] + empty + SUM.pack(zlib.crc32(empty)))
    with pytest.raises(CheckpointError, match="is damaged at byte"):
        played(60, kept)
    huge = HEADER.pack(MARK, 0, 2**40, size // count * 2**40)
    kept.write_bytes(whole[:blocks] + huge + b"x" * 50)
    assert played(60, kept).complete


def test_games_that_are_there_twice_are_refused(kept: Path) -> None:
    whole = kept.read_bytes()
    blocks = whole.index(b"\n") + 1
    kept.write_bytes(whole + whole[blocks:])
    with pytest.raises(CheckpointError, match="holds game 0 twice"):
        played(60, kept)


def test_fewer_games_than_are_kept_can_be_asked_for(kept: Path) -> None:
    assert played(33, kept) == played(33)
    assert played(60, kept) == played(60)


NO_CHECKPOINTS = {
    "deep": b"[" * 500_000 + b"\n",
    "deep objects": b'{"machiavelli simulation":' * 50_000 + b"\n",
    "number": b"1" * 100_000 + b"\n",
    "half a character": b"\xff\n",
    "no end of line": b"x" * 3_000_000,
}


@pytest.mark.parametrize("content", NO_CHECKPOINTS.values(), ids=NO_CHECKPOINTS)
def test_what_is_no_checkpoint_is_refused_and_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match="kept is no checkpoint of a simulation"):
        played(20, path)
    assert path.read_bytes() == content


def test_an_error_shows_little_of_what_a_file_says(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    for about, message in (
        ({"machiavelli simulation": "x" * 10_000}, "is a checkpoint of version xxx"),
        ({"machiavelli simulation": 1, "rules": "y" * 10_000}, "is about games with rules yyy"),
        ({"machiavelli simulation": 2}, "is a checkpoint of version 2, not 1"),
    ):
        path.write_text(json.dumps(about) + "\n")
        with pytest.raises(CheckpointError, match=message) as caught:
            played(20, path)
        assert len(str(caught.value)) < len(str(path)) + 200


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_devices_and_pipes_are_no_checkpoints(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (Path("/dev/null"), Path("/dev/zero"), Path("/dev/full"), pipe, tmp_path):
        with pytest.raises(CheckpointError, match="is no checkpoint of a simulation"):
            played(20, path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other locks")
def test_two_processes_do_not_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    with playing(path) as process:
        with pytest.raises(CheckpointError, match="kept is in use by another process"):
            played(20, path)
        process.kill()
    assert played(200, path) == played(200)


FULL = """
import resource, signal, sys
from machiavelli import simulate
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
simulate(deals=1)  # numpy is loaded
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    simulate("modiano", "greedy,random", deals=5_000, seed=7, checkpoint=sys.argv[1])
except OSError as error:
    assert error.filename == sys.argv[1]
else:
    raise AssertionError
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize("size", [10, 1_000, 90_000])
def test_a_disk_that_is_full_costs_a_chunk_at_most(size: int, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    command = [sys.executable, "-c", FULL, str(path), str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert path.stat().st_size <= size
    assert played(5_000, path) == played(5_000)
