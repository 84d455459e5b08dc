"""How quickly a program stops on Ctrl-C."""

import signal
import subprocess
import sys
import threading
import time


def seconds_to_stop(*command: str) -> float:
    """How long a program that prints `ready` takes to stop on Ctrl-C; it prints when it has."""
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        deaf = threading.Timer(60, process.kill)
        deaf.start()
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        stopped = float(process.stdout.readline())
        deaf.cancel()
        assert process.wait(10) == 0
    return stopped - sent
