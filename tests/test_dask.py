"""A simulation on a real cluster: a scheduler and two workers, each a process of its own."""

import os
import signal
import time
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest

from machiavelli import simulate

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.thread_unsafe(reason="it has one cluster"),
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_a_cluster_plays_the_same_games(client: Any) -> None:
    here = simulate("modiano", "greedy,random", deals=600, seed=8)
    there = simulate("modiano", "greedy,random", deals=600, seed=8, executor=client.get_executor())
    assert there == here


def test_a_worker_that_is_killed_costs_its_chunk_only(client: Any) -> None:
    here = simulate("modiano", "greedy,random", deals=4_000, seed=8)
    [victim, _] = client.run(os.getpid).values()

    def kill() -> None:
        time.sleep(0.3)
        os.kill(victim, signal.SIGKILL)

    killer = Thread(target=kill)
    killer.start()
    there = simulate(
        "modiano", "greedy,random", deals=4_000, seed=8, executor=client.get_executor()
    )
    killer.join()
    assert there == here
    assert victim not in client.run(os.getpid).values()
