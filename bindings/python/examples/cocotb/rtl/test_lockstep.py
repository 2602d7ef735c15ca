"""A stimulus on the reference RTL, in lock-step with the model. `run.py` starts it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cocotb
from bench import Bench

from hws.cocotb import Lockstep


@cocotb.test()
async def lockstep(dut: Any) -> None:
    """Plays the edges of the stimulus; the lock-step fails the test at the first difference."""
    bench = Bench(dut)
    edges = Path(os.environ["HWS_EDGES"]).read_text(encoding="utf-8").splitlines()
    if os.environ["HWS_BARE"]:
        await bench.start()
        await bench.play(edges)
        return
    # A difference is reported at the end, so that the report can be written first.
    lockstep = Lockstep(
        dut, os.environ["HWS_MAP"] or None, name=os.environ["HWS_STIMULUS"], registers=os.environ["HWS_REGISTERS"],
        min_compared=int(os.environ["HWS_MIN_COMPARED"]), changes=getattr(dut, "waves_changes", None), raises=False,
    )
    await bench.start()
    for line in edges:
        await bench.play([line])
        if lockstep.has_ended:
            break
    lockstep.stop()
    lockstep.write_json(os.environ["HWS_REPORT"])
    lockstep.assert_equal()
