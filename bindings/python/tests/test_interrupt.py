"""Ctrl-C ends a long call, also one that waits for a file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import interrupted

#: Two kernels run and never report, and a third one waits. A test that runs in the background of a shell is started with
#: SIGINT ignored, and so is what it starts.
BUSY = """
import hws, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
h = hws.Hws()
h.HWS_CTRL.ENABLE = True
h.push(0x1000, descriptor=hws.TaskDescriptor(thread_num=16))
h.push(0x2000, descriptor=hws.TaskDescriptor(thread_num=16))
h.push(0x3000, descriptor=hws.TaskDescriptor(thread_num=16))
h.advance(1000)
list(iter(h.pop_mdma, None))
print("ready", flush=True)
"""


@pytest.mark.parametrize("call", ["h.tick(2**63)", "h.advance_to_output(2**63)"])
def test_ctrl_c_ends_a_long_call(call: str) -> None:
    text = f"{BUSY}\ntry:\n    {call}\nexcept KeyboardInterrupt:\n    print('stopped', h.cycle > 1000, flush=True)\n"
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        time.sleep(0.3)
        program.send_signal(signal.SIGINT)
        began = time.monotonic()
        try:
            rest, _ = program.communicate(timeout=60)
        finally:
            program.kill()
        assert rest == "stopped True\n" and time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("call", "presses"),
    [
        ("hws.plan.rank(FIFO)", 1),
        ("hws.plan.periodic(FIFO)", 1),
        ("hws.check(FIFO)", 1),
        ("hws.diff(FIFO, FIFO)", 1),
        # A run finishes its files, unless it is asked twice.
        ("hws.run(FIFO)", 2),
    ],
)
def test_ctrl_c_ends_a_call_that_waits_for_a_file(call: str, presses: int, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    text = f"""
import hws, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
FIFO = {str(fifo)!r}
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("stopped", hws.run().drained, flush=True)
"""
    rest, errors = interrupted(text, presses=presses, within=60)
    assert rest == "stopped True\n", errors
