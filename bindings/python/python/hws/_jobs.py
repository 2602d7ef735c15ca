"""What the command `hws` does, as functions: runs, replays, sweeps, comparisons of waveform dumps."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from . import _engines, _hws
from ._hws import Comparison, Replay, Run, SweepPlan, Table

#: A file, its content, or its content as the dictionary of its JSON.
Source = str | os.PathLike[str] | bytes | dict[str, Any]


def run(
    workloads: Source | Sequence[Source] | None = None,
    *,
    policy: Mapping[str, str | int | bool] | Sequence[str] | str | None = None,
    config: Source | None = None,
    error_model: str | None = None,
    seed: int | None = None,
    check: bool = False,
    out: str | os.PathLike[str] | None = None,
    keep: str | Sequence[str] | None = None,
    gzip: bool = False,
    slowdown: bool = False,
    events: bool = True,
    mapping: str | None = None,
    scale: int | None = None,
    instances: int | None = None,
    fuse: bool | None = None,
    dims: Mapping[str, int] | None = None,
    unknown_op: str | None = None,
    ops: Source | None = None,
    bw: int | None = None,
    no_transfers: bool | None = None,
) -> Run:
    """Run workloads, all on one machine, until it is drained.

    A run that gets stuck is a result: `drained` is False and the report says why.

    Args:
        workloads: A file in any format that `hws run` reads, or several; None is the built-in example.
        policy: Scheduling policies (`hws.policies()`), which override the files.
        config: A YAML file with `hardware` and `contexts`, which override those of the files.
        error_model: How real times differ from estimates: none, low or uniform:N%.
        seed: The seed of the real times, from 0.
        check: Check the invariants in every state; `violation` has the first that does not hold.
        out: A folder for report.json, timeline.html, trace.json, stimulus.jsonl and trace.jsonl.
        keep: Which of these files are written: report, timeline, perfetto, stimulus, trace; None is all of them.
        gzip: Compress the stimulus and the trace.
        slowdown: Measure how long each graph takes alone even if that takes long.
        events: Keep the lines of the trace; False saves memory in long runs.
        mapping: The SIPs of imported graphs: dynamic or static.
        scale: The factor of imported times.
        instances: Of each graph of a plan that repeats, run only so many instances.
        fuse: Fuse element-wise operators of ONNX models.
        dims: Dimensions that an ONNX model leaves open, by name or as `TENSOR.AXIS`.
        unknown_op: What ONNX operators without a rule count as: `cost=bytes` or `cost=N`, and `,shape=input`.
        ops: A YAML file with rules for ONNX operators, which take precedence over those of `hws`.
        bw: Bytes per time unit between kernels.
        no_transfers: Let transfers take no time in the run.

    Raises:
        InputError: a file or option is malformed; `path`, `line` and `column` are its place where they are known.
        RunError: firmware cannot continue.
        OSError: a file cannot be read or written.
    """
    options = {
        "policy": dict(policy) if isinstance(policy, Mapping) else policy,
        "config": config,
        "error_model": error_model,
        "seed": seed,
        "mapping": mapping,
        "scale": scale,
        "instances": instances,
        "fuse": fuse,
        "dims": dict(dims) if isinstance(dims, Mapping) else dims,
        "unknown_op": unknown_op,
        "ops": ops,
        "bw": bw,
        "no_transfers": no_transfers,
    }
    folder = {"out": out, "keep": keep, "gzip": gzip}
    return _hws.run(workloads, options, check, slowdown, events, folder)


def replay(
    path: str | os.PathLike[str],
    *,
    only: Iterable[str] | str | None = None,
    start: int = 0,
    end: int | None = None,
    n_rs: int | None = None,
    n_dag: int | None = None,
) -> Replay:
    """Replay a stimulus and iterate over its trace: a dictionary for each line, with the keys of the line.

    The replay goes on while the lines are read, so a long one needs little memory.

    Args:
        path: A stimulus, gzip or not, or a folder of `run(out=…)`.
        only: Kinds of lines: values of `ev`, such as launch.
        start: The first cycle whose lines are wanted.
        end: The last one.
        n_rs: Entries of the Ready Station, 16 to 32.
        n_dag: Slots of the DAG table, 16 to 32.

    Raises:
        InputError: at a malformed line, after all lines before it.
    """
    parameters = _hws.parameters()
    kinds = None if only is None else [only] if isinstance(only, str) else list(only)
    n_rs = parameters["N_RS"] if n_rs is None else n_rs
    n_dag = parameters["N_DAG"] if n_dag is None else n_dag
    return _hws.replay(path, kinds, start, end, n_rs, n_dag)


def sweep(
    plan: Mapping[str, Any] | SweepPlan,
    engine: str = "local",
    out: str | os.PathLike[str] | None = None,
    *,
    jobs: int | None = None,
    restart: bool = False,
    format: str = "parquet",
    tables: str | Iterable[str] = (),
    address: Any = None,
) -> Table:
    """Run every combination of workloads, settings and seeds; return a table with a row for each run.

    Args:
        plan: A `SweepPlan`, or a dictionary with the keys

            * `workloads`: a list; each item is a path, or a list of paths that share the machine, and a value of the column
              `workload`. Without it, the built-in example.
            * `set`: settings (`hws.settings()`) and the list of their values, or a text such as `0..400:50`; also `workload`, as on the
              command line.
            * `seeds`: a count, a `range`, or a text such as `5..9`.
            * `error_model`, and the options of `run` about files: `config`, `policy`, `mapping`, `scale`, …
        engine: Where the runs are made: `local` on threads of this process, `dask` or `ray` on the workers of these. The rows are the
            same, to the byte of the table. Workers may be lost; this process alone writes to `out`.
        out: A folder that keeps each run as it finishes, and the table. An interrupted sweep goes on when it is repeated.
        jobs: The number of threads or workers on this machine; by default one per core.
        restart: Repeat the runs that are in the folder.
        format: The file of each table: parquet, csv or both.
        tables: Further tables in `out`: `graphs` has a row for each graph of every run (`graphs.parquet`), `kernels` one for each kernel.
            Runs that the folder has without them are made again.
        address: For `dask` the address of a scheduler or a `distributed.Client`, for `ray` the address of a cluster; by default workers
            are started on this machine, and stopped afterwards.

    Raises:
        ImportError: the engine is not installed.
        EngineError: a worker has another version, or the engine has no worker.
    """
    _engines.check_name(engine)
    if not isinstance(plan, SweepPlan):
        if not isinstance(plan, Mapping):
            raise TypeError(f"plan must be a dict, not {type(plan).__name__}")
        plan = SweepPlan(dict(plan))
    plan = plan._with_tables(tables.split(",") if isinstance(tables, str) else list(tables))
    if tables and out is None:
        raise ValueError("tables are written to a folder; give out")
    if engine != "local":
        return _engines.sweep(plan, engine, out, jobs, restart, format, address)
    if address is not None:
        raise ValueError("address is for the engines dask and ray; leave it out")
    return _hws.sweep(plan, out, jobs, restart, format)


def check(
    dump: str | os.PathLike[str],
    map: str | os.PathLike[str] | None = None,
    *,
    start: str | os.PathLike[str] | None = None,
    min_compared: int = 1,
    min_coverage: int = 90,
    unknown: Literal["strict", "report", "ignore"] = "report",
    waivers: str | os.PathLike[str] | None = None,
    max_differences: int = 1,
    causes: int = 3,
    hierarchy: str | os.PathLike[str] | None = None,
) -> Comparison:
    """Run the model in lock-step with a waveform dump of an RTL, up to the first difference.

    Args:
        dump: A VCD, FST or GHW file, gzip or not.
        map: The names in the dump (YAML), if they are not those of the reference RTL.
        start: Begin in the middle of a run: `quiet`, or the file of a snapshot.
        min_compared: Fewer compared values than this are too few.
        min_coverage: Equal is `partial`, which is false, if less than this percentage of the map's register bits was compared.
        unknown: What becomes of outputs and registers with unknown bits: `strict` is a difference, `report` counts and lists them,
            `ignore` counts them.
        waivers: Known differences (YAML), after which the comparison goes on.
        max_differences: Go on after differences that are not waived, up to this many.
        causes: List at most this many broken rules that explain the first difference; 0 does not search them.
        hierarchy: A dump of the same design, or its `.hier` file, for the names of an FST that was not closed.

    Returns:
        The comparison, which is true if nothing differs: `assert hws.check("nightly.fst")`.
    """
    options = {"start": start, "min_compared": min_compared, "min_coverage": min_coverage, "unknown": unknown}
    options |= {"waivers": waivers, "max_differences": max_differences, "hierarchy": hierarchy}
    options["causes"] = causes
    return _hws.check_dump(dump, map, options)


def diff(a: str | os.PathLike[str], b: str | os.PathLike[str], **options: Any) -> Comparison:
    """Compare two waveform dumps or event logs and find the first cycle at which they differ.

    The options are those of `hws diff`, with their names: `clock`, `enable`, `sample`, `prefix_a`, `prefix_b`, `map`, `waivers`, `cycle`,
    `by_time`, `offset`, `mask`, `volatile`, `ignore`, `only`, `require`, `skip`, `x`, `epsilon`, `min_compared`, `min_coverage`,
    `ignore_initial`,
    `allow_shorter`, `events`, `reorder`, `slack`.
    """
    return _hws.diff_dumps(a, b, options)


def policies() -> dict[str, tuple[str, str]]:
    """Return every policy with its values and its meaning."""
    return {name: (values, meaning) for name, values, meaning in _hws.policies()}


def settings() -> list[dict[str, Any]]:
    """Return every setting of a run: the keys of `policy`, and of `set` in a sweep.

    Each has the items `key`, `group`, `values` (in words), `unit` or None, `default` or None, `sets` (registers, the key of a file, or the
    option) and `effect`.
    """
    return _hws.settings()
