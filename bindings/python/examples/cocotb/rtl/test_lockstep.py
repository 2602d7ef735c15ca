"""A stimulus on the reference RTL, in lock-step with the model. `play.py` starts it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cocotb
from bench import Bench

from hws.cocotb import Lockstep


class HierarchyObject:
    """The design as if its registers, whose names are in upper case, were not signals, as in a build that optimises them away."""

    def __init__(self, dut: Any):
        self._dut, self._path, self._log = dut, dut._path, dut._log

    def __iter__(self) -> Iterator[Any]:
        return (child for child in self._dut if child._name != child._name.upper())


@cocotb.test()
async def lockstep(dut: Any) -> None:
    """Plays the edges of the stimulus; the lock-step fails the test at the first difference."""
    began = time.process_time()
    try:
        await played(dut)
    finally:
        Path(os.environ["HWS_CPU"]).write_text(str(time.process_time() - began), encoding="utf-8")


async def played(dut: Any) -> None:
    """The run, with or without the model."""
    bench = Bench(dut)
    edges = Path(os.environ["HWS_EDGES"]).read_text(encoding="utf-8").splitlines()
    if os.environ["HWS_BARE"]:
        await bench.start()
        await bench.play(edges)
        return
    # A difference is reported at the end, so that the report can be written first.
    lockstep = Lockstep(
        HierarchyObject(dut) if os.environ["HWS_HIDE"] else dut, os.environ["HWS_MAP"] or None, name=os.environ["HWS_STIMULUS"], registers=os.environ["HWS_REGISTERS"],
        min_compared=int(os.environ["HWS_MIN_COMPARED"]), changes=getattr(dut, "waves_changes", None), raises=False,
    )
    await bench.start()
    try:
        for line in edges:
            await bench.play([line])
            if lockstep.has_ended:
                break
    except AssertionError:
        # A tick that does not end: the lock-step has seen it before the bench.
        if not lockstep.has_ended:
            raise
    finally:
        lockstep.stop()
        lockstep.write_json(os.environ["HWS_REPORT"])
    lockstep.assert_equal()
