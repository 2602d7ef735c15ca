"""Ctrl-C ends a long call."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

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
