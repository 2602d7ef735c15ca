"""The planners. Each returns its answer as the dictionary of planner.md §7; `out` is the file of its plan.

An input is a file, its bytes, or the dictionary of its JSON. Keywords that are keys of the input replace those.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import _hws
from ._jobs import Source

_Out = str | os.PathLike[str] | None


def rank(
    source: Source,
    *,
    pes: int | None = None,
    method: str | None = None,
    optimal: bool = False,
    coeff: tuple[int, int] | None = None,
    normalise: int | None = None,
    bw: int | None = None,
    fuse: bool | None = None,
    dims: Mapping[str, int] | None = None,
    unknown_op: str | None = None,
    ops: Source | None = None,
    out: _Out = None,
) -> dict[str, Any]:
    """Rank the tasks of a graph; with `pes`, place them on so many equal processors.

    Args:
        source: The JSON of the planner, or any graph that a run accepts.
        pes: Processors, 1 to 65536.
        method: heft, cpop, lookahead or best.
        optimal: Look for an optimal schedule, for at most 256 tasks.
        coeff: Priorities are the ranks times N/D.
        normalise: The largest rank of each graph becomes this.
        bw: Bytes per time unit between tasks.
        fuse: Fuse element-wise operators of ONNX models.
        dims: Dimensions that an ONNX model leaves open.
        unknown_op: What ONNX operators without a rule count as, as in `run`.
        ops: Rules for ONNX operators, as in `run`.
        out: The file of the plan: processor i is SIP i.
    """
    choices = {"pes": pes, "method": method, "optimal": optimal, "coeff": coeff, "normalise": normalise}
    return _hws.plan_rank(source, choices, _reading(fuse, dims, unknown_op, ops) | {"bw": bw}, out)


def periodic(
    source: Source,
    *,
    method: str | None = None,
    instances: int | None = None,
    force: bool = False,
    fuse: bool | None = None,
    dims: Mapping[str, int] | None = None,
    unknown_op: str | None = None,
    ops: Source | None = None,
    out: _Out = None,
    **keys: Any,
) -> dict[str, Any]:
    """Plan a periodic schedule by retiming, for a graph that is executed many times.

    Args:
        source: The JSON of the planner, or any graph that a run accepts.
        method: auto, resc or bala.
        instances: The largest number of graphs in the plan.
        force: Write a plan that cannot run, too, marked as such.
        fuse: Fuse element-wise operators of ONNX models.
        dims: Dimensions that an ONNX model leaves open.
        unknown_op: What ONNX operators without a rule count as, as in `run`.
        ops: Rules for ONNX operators, as in `run`.
        out: The file of the plan.
        keys: Keys of the input: `mode`, `pes`, `iterations`, `cache`, `ratio_limit`, `i_limit`, `arrange`, `width`, `max_latency`, `exact`.
    """
    reading = _reading(fuse, dims, unknown_op, ops)
    return _hws.plan_periodic(source, keys, reading, method, instances, force, out)


def gemini(
    source: Source,
    *,
    dram_bw: int | None = None,
    thread_num: int | None = None,
    rank_div: int | None = None,
    time_scale: tuple[int, int] | None = None,
    mapping: str = "static",
    out: _Out = None,
) -> dict[str, Any]:
    """Check a Gemini schedule: its errors, kernels, ranks and timeline.

    Args:
        source: A Gemini Scheduler IR.
        dram_bw: Bytes per scaled cycle of the channel to DRAM.
        thread_num: SIPs per kernel in the plan.
        rank_div: Ranks are divided by this.
        time_scale: Times are multiplied by N/D.
        mapping: The SIPs of the plan: static or dynamic.
        out: The file of the plan; a schedule with errors has none.
    """
    choices = {"dram_bw": dram_bw, "thread_num": thread_num, "rank_div": rank_div, "time_scale": time_scale}
    return _hws.plan_gemini(source, choices, mapping, out)


def dataflow(
    source: Source, *, block_tokens: int = 1, token_bytes: int = 4, out: _Out = None, **keys: Any
) -> dict[str, Any]:
    """Find the starting delays and FIFO depths of a dataflow program.

    Args:
        source: The JSON of the planner, a program in TIR, or a graph.
        block_tokens: Output tokens per block of the plan.
        token_bytes: Bytes per token.
        out: The file of the plan.
        keys: Keys of the input: `top`, `reduction_model`, `output_sync`, `lfi_rule`, `sd_rule`, `fifo_limit`, `sd0`, `stream_size`, `costs`.
    """
    return _hws.plan_dataflow(source, keys, block_tokens, token_bytes, out)


def pipeline(
    source: Source | None = None, *, what_if: int | None = None, out: _Out = None, **keys: Any
) -> dict[str, Any]:
    """Plan rows and packets between the units of a TianjicX core: timeline, credits, buffers.

    Args:
        source: The JSON of the planner; None if `keys` are all of it.
        what_if: Return a table of the row pipeline for `pipeline_num` 1 to this instead.
        out: The file of the plan; a deadlock has none.
        keys: Keys of the input, such as `op="row_pipeline", ny=6, ky=2, sy=2, pipeline_num=3, t_axon=10, t_soma=15`.
    """
    return _hws.plan_pipeline(source, keys, what_if, out)


def _reading(
    fuse: bool | None, dims: Mapping[str, int] | None, unknown_op: str | None, ops: Source | None
) -> dict[str, Any]:
    """The options of importers."""
    dims = dict(dims) if isinstance(dims, Mapping) else dims
    return {"fuse": fuse, "dims": dims, "unknown_op": unknown_op, "ops": ops}
