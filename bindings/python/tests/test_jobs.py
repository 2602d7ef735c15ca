"""Replays, sweeps, planners, comparisons of dumps."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import hws


def test_a_replay_gives_the_lines_of_the_trace(golden: Path) -> None:
    for stimulus in sorted(golden.glob("*.jsonl"))[:6]:
        lines = [json.loads(line) for line in stimulus.with_suffix(".trace").read_text().splitlines()]
        replayed = list(hws.replay(stimulus))
        assert replayed == lines
        assert [list(line) for line in replayed] == [list(line) for line in lines], "in the same order"


def test_a_replay_may_be_filtered_and_left(golden: Path) -> None:
    stimulus = golden / "05_mixed_2001.jsonl"
    launches = list(hws.replay(stimulus, only="launch", start=1000, end=5000))
    everything = [line for line in hws.replay(stimulus) if line["ev"] == "launch" and 1000 <= line["c"] <= 5000]
    assert launches == everything and launches
    assert next(hws.replay(stimulus))["c"] >= 0


def test_a_replay_that_is_refused(golden: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        hws.replay(tmp_path / "missing.jsonl")
    with pytest.raises(KeyError, match="did you mean `launch`"):
        hws.replay(golden / "05_mixed_2001.jsonl", only=["lunch"])
    with pytest.raises(ValueError, match="no cycle"):
        hws.replay(golden / "05_mixed_2001.jsonl", start=5, end=4)
    with pytest.raises(ValueError, match="N_RS"):
        hws.replay(golden / "05_mixed_2001.jsonl", n_rs=40)
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"at":1,"op":"read","reg":"HWS_ID"}\n{"at":2,"op":"raed"}\n')
    lines = hws.replay(bad)
    assert next(lines)["ev"] == "read"
    with pytest.raises(hws.InputError) as error:
        next(lines)
    assert error.value.path == str(bad) and error.value.line == 2


def test_a_sweep_is_a_table(graph: Path, examples: Path) -> None:
    plan = {"workloads": [graph, [graph, graph]], "set": {"promote.threshold": [1, 16], "p_top_k": "1..2"}, "seeds": 3}
    table = hws.sweep(plan, jobs=2)
    assert len(table) == 2 * 4 * 3
    assert table.column_names[:4] == ["workload", "promote.threshold", "p_top_k", "seed"]
    assert table["workload"].to_pylist()[0] == str(graph) and table["workload"].to_pylist()[-1] == f"{graph} + {graph}"
    assert table["promote.threshold"].dtype == "int64" and set(table["drained"].to_pylist()) == {True}
    assert table["seed"].to_pylist()[:3] == [0, 1, 2]


def test_every_setting_is_an_axis(graph: Path, examples: Path) -> None:
    other = str(examples / "detector.yaml")
    axes = {"workload": [str(graph), f"{graph}+{other}"], "reg.P_TOP_K.K": [1, 2], "inject.late-report": ["off", "1/9"]}
    table = hws.sweep({"set": axes, "seeds": 2})
    assert table.num_rows == 16 and table[15]["workload"] == f"{graph}+{other}"
    assert table[0]["register_map"].startswith("0x") and table[0]["version"]
    pyarrow = pytest.importorskip("pyarrow")
    field = pyarrow.table(table).schema.field("makespan")
    assert field.type == pyarrow.int64() and field.metadata[b"unit"] == b"cycles"
    with pytest.raises(ValueError, match="give all files in one of them"):
        hws.sweep({"workloads": [graph], "set": {"workload": [str(graph)]}})
    with pytest.raises(hws.InputError, match="did you mean `reg.P_TOP_K.K`"):
        hws.sweep({"set": {"reg.P_TOPK.K": [1]}})


def test_an_interrupted_sweep_goes_on(graph: Path, tmp_path: Path) -> None:
    small = {"workloads": [graph], "seeds": range(2, 4)}
    first = hws.sweep(small, out=tmp_path / "s")
    journal = tmp_path / "s" / "rows.jsonl"
    assert len(journal.read_text().splitlines()) == 2 and (tmp_path / "s" / "sweep.parquet").exists()
    again = hws.sweep({**small, "seeds": range(2, 5)}, out=tmp_path / "s", format="both")
    assert len(journal.read_text().splitlines()) == 3 and (tmp_path / "s" / "sweep.csv").exists()
    assert again.to_pylist()[:2] == first.to_pylist()


@pytest.mark.parametrize(
    ("plan", "error", "hint"),
    [
        ({"workload": ["x"]}, KeyError, "did you mean `workloads`"),
        ({"seed": 3}, KeyError, "did you mean `seeds`"),
        ({"sets": {}}, KeyError, "did you mean `set`"),
        ({"polcy": {}}, KeyError, "did you mean `policy`"),
        ({"workloads": []}, ValueError, "empty"),
        ({"workloads": "graph.yaml"}, TypeError, "a list of paths"),
        ({"seeds": 0}, ValueError, "0"),
        ({"seeds": -1}, ValueError, "-1"),
        ({"seeds": 1.5}, TypeError, "seeds"),
        ({"set": {"promote.treshold": [1]}}, ValueError, "did you mean `promote.threshold`"),
        ({"set": {"promote.threshold": [1, 1]}}, ValueError, "twice"),
        ({"set": {"promote.threshold": []}}, ValueError, "promote.threshold"),
        ({"set": {"promote.threshold": [70000]}}, ValueError, "65535"),
        ({"set": ["promote.threshold=1"]}, TypeError, "a dict"),
        ({"set": {"promote.threshold": "1..100000"}, "seeds": 100}, ValueError, "runs|range|values"),
        ({"error_model": "lo"}, ValueError, "error_model"),
    ],
)
def test_a_plan_of_a_sweep_that_is_refused(plan: dict[str, object], error: type[Exception], hint: str) -> None:
    with pytest.raises(error, match=hint):
        hws.sweep(plan)


def test_a_plan_is_an_object(graph: Path, tmp_path: Path) -> None:
    plan = hws.SweepPlan({"workloads": [graph], "set": {"p_top_k": "1..2"}, "seeds": 3})
    table = hws.sweep(plan, out=tmp_path / "s", jobs=1)
    lines = [json.loads(line) for line in (tmp_path / "s" / "rows.jsonl").read_text().splitlines()]
    assert plan.runs == len(plan) == len(table) == 6
    assert [plan.run(run) for run in range(6)] == lines
    assert plan.key(4) == lines[4]["key"] and plan.describe(4)["seed"] == 1
    other = pickle.loads(pickle.dumps(plan))
    assert [other.key(run) for run in range(6)] == [line["key"] for line in lines]
    for run in (6, 2**63):
        with pytest.raises(IndexError, match="0 to 5"):
            plan.key(run)
    with pytest.raises(ValueError):
        plan.run(-1)


def test_tables_of_graphs_and_kernels(graph: Path, examples: Path, tmp_path: Path) -> None:
    plan = {"set": {"workload": [str(graph), f"{graph}+{examples / 'detector.yaml'}"]}, "seeds": 2}
    alone = hws.sweep(plan, out=tmp_path / "alone")
    table = hws.sweep(plan, out=tmp_path / "s", tables=["kernels", "graphs"], format="both", jobs=2)
    assert table.to_pylist() == alone.to_pylist() and not (tmp_path / "alone" / "graphs.parquet").exists()
    # As workers send them, in another order; a plan takes its tables along.
    lines = hws.SweepPlan(plan)._with_tables(["graphs", "kernels"])
    rows = hws._hws.SweepRows(lines, tmp_path / "w", False)
    for run in reversed(rows.missing()):
        rows.add(run, pickle.loads(pickle.dumps(lines))._lines(run))
    rows.finish("both")
    for name in ("graphs", "kernels"):
        for kind in ("parquet", "csv"):
            assert (tmp_path / "w" / f"{name}.{kind}").read_bytes() == (tmp_path / "s" / f"{name}.{kind}").read_bytes()
    parquet = pytest.importorskip("pyarrow.parquet")
    graphs, kernels = (parquet.read_table(tmp_path / "s" / f"{name}.parquet") for name in ("graphs", "kernels"))
    assert graphs.column_names[:3] == ["workload", "seed", "graph"] and kernels.column_names[2:4] == ["graph", "kernel"]
    assert sum(graphs["kernels"].to_pylist()) == len(kernels)
    assert graphs.schema.field("turnaround").metadata[b"unit"] == b"cycles"
    joined = graphs.join(parquet.read_table(tmp_path / "s" / "sweep.parquet").select(["workload", "seed", "makespan"]), ["workload", "seed"])
    assert all(row["finish"] <= row["makespan"] for row in joined.to_pylist()) and len(joined) == len(graphs)


def test_tables_that_are_refused(graph: Path, tmp_path: Path) -> None:
    plan = {"workloads": [graph]}
    with pytest.raises(ValueError, match="did you mean `kernels`"):
        hws.sweep(plan, tables=["kernel"], out=tmp_path / "s")
    with pytest.raises(ValueError, match="give out"):
        hws.sweep(plan, tables="graphs")
    with pytest.raises(TypeError):
        hws.sweep(plan, tables=[1], out=tmp_path / "s")
    assert not (tmp_path / "s").exists()
    rows = hws._hws.SweepRows(hws.SweepPlan(plan)._with_tables(["graphs"]), None, False)
    with pytest.raises(ValueError, match="no graphs or kernels"):
        rows.add(0, hws.SweepPlan(plan)._lines(0))


def test_a_folder_is_free_as_soon_as_its_rows_are_finished(graph: Path, tmp_path: Path) -> None:
    plan = hws.SweepPlan({"workloads": [graph], "seeds": 2})
    rows = hws._hws.SweepRows(plan, tmp_path / "s", False)
    rows.add(0, plan._lines(0))
    with pytest.raises(hws.InputError, match="locked by another sweep"):
        hws.sweep(plan, out=tmp_path / "s")
    assert len(rows.finish("parquet")) == 1
    # `rows` is still alive.
    assert len(hws.sweep(plan, out=tmp_path / "s")) == 2 and rows.missing() == [1]


@pytest.mark.parametrize("engine", ["dask", "ray"])
def test_an_engine_that_is_not_installed_is_named(engine: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, {"dask": "distributed"}.get(engine, engine), None)
    with pytest.raises(ImportError, match=f"pip install 'hws-model.{engine}.'"):
        hws.sweep({}, engine=engine, out=tmp_path / "s")
    assert not (tmp_path / "s").exists()


def test_options_of_a_sweep_that_are_refused(graph: Path, tmp_path: Path) -> None:
    plan = {"workloads": [graph]}
    with pytest.raises(TypeError, match="plan must be a dict, not list"):
        hws.sweep([])
    with pytest.raises(KeyError, match="unknown engine `cluster` .the engines are local, dask, ray"):
        hws.sweep(plan, engine="cluster")
    with pytest.raises(KeyError, match="did you mean `dask`"):
        hws.sweep(plan, engine="desk")
    with pytest.raises(ValueError, match="address is for the engines"):
        hws.sweep(plan, address="tcp://localhost:8786")
    with pytest.raises(ValueError, match="jobs"):
        hws.sweep(plan, jobs=0)
    with pytest.raises(ValueError, match="format"):
        hws.sweep(plan, format="xlsx")
    with pytest.raises(ValueError, match="again"):
        hws.sweep({"workloads": [graph, graph]})
    (tmp_path / "rows.jsonl").write_text("not a journal\n")
    with pytest.raises(hws.InputError) as error:
        hws.sweep(plan, out=tmp_path)
    assert error.value.line == 1 and (tmp_path / "rows.jsonl").read_text() == "not a journal\n"


def test_policies_are_listed() -> None:
    assert hws.policies()["promote.threshold"][0] == "0 to 65535 failed attempts"
    settings = {setting["key"]: setting for setting in hws.settings()}
    assert settings["promote.threshold"]["default"] == "4" and settings["promote.threshold"]["unit"] == "failed attempts"
    assert settings.keys() == hws.policies().keys() and "reg.P_TOP_K.K" in settings


def test_each_planner_writes_a_plan_that_runs(planner_data: Path, examples: Path, tmp_path: Path) -> None:
    out = tmp_path / "plan.json"
    tasks = {"tasks": [{"id": 0, "cost": 900}, {"id": 1, "cost": 700}], "edges": [{"from": 0, "to": 1, "comm": 0}]}
    answer = hws.plan.rank(tasks, pes=4, out=out)
    assert answer and hws.run(out).drained
    graph = {"mode": "plan", "pes": 4, "iterations": 3, "nodes": [{"id": 0, "cost": 900}, {"id": 1, "cost": 700}], "edges": []}
    answer = hws.plan.periodic(graph, pes=32, out=out)
    assert answer and hws.run(out).drained
    answer = hws.plan.pipeline(op="row_pipeline", ny=6, ky=2, sy=2, pipeline_num=3, t_axon=10, t_soma=15, out=out)
    assert answer and hws.run(out).drained


#: Keys whose values are sentences: the specification has others.
WORDS = {"violations", "reason"}


def test_planners_agree_with_their_specification(planner_data: Path) -> None:
    for kind, planner in {"rank": hws.plan.rank, "periodic": hws.plan.periodic, "dataflow": hws.plan.dataflow, "pipeline": hws.plan.pipeline}.items():
        pairs = [(given, given.with_name(given.name.replace(".in.", ".out."))) for given in sorted(planner_data.glob(f"*.{kind}.in.json"))]
        pairs = [(given, answer) for given, answer in pairs if answer.exists()]
        assert pairs, kind
        for given, answer in pairs:
            wanted, planned = json.loads(answer.read_text()), planner(given)
            assert {key: planned[key] for key in wanted if key not in WORDS} == {key: wanted[key] for key in wanted if key not in WORDS}, given
            assert planner(json.loads(given.read_text())) == planned, given


def test_inputs_that_planners_refuse(planner_data: Path, tmp_path: Path) -> None:
    rank = planner_data / "heft10.rank.in.json"
    with pytest.raises(ValueError, match="heft, cpop"):
        hws.plan.rank(rank, method="hept")
    with pytest.raises(ValueError, match="pes"):
        hws.plan.rank(rank, pes=0)
    with pytest.raises(ValueError, match="not both"):
        hws.plan.rank(rank, coeff=(1, 2), normalise=3)
    with pytest.raises(TypeError):
        hws.plan.rank(rank, coeff=0.5)
    with pytest.raises(hws.InputError) as error:
        hws.plan.rank({"tasks": [{"id": 0, "cost": -1}], "edges": []})
    assert error.value.key == "tasks[0].cost" and error.value.path == "argument"
    with pytest.raises(hws.InputError, match="iterations"):
        hws.plan.periodic({"nodes": [{"id": 0, "cost": 1}], "edges": [], "pes": 1}, iterations=0)
    with pytest.raises(ValueError, match="auto"):
        hws.plan.periodic({"nodes": []}, method="rsec")
    with pytest.raises(hws.InputError):
        hws.plan.pipeline(op="row_pipelin")
    with pytest.raises(ValueError, match="block_tokens"):
        hws.plan.dataflow({"functions": {}}, block_tokens=0)
    with pytest.raises(FileNotFoundError):
        hws.plan.gemini(tmp_path / "missing.json")
    with pytest.raises(hws.InputError):
        hws.plan.gemini(rank)
    out = tmp_path / "plan.json"
    with pytest.raises(ValueError):
        hws.plan.rank(rank, method="hept", out=out)
    assert not out.exists()


@pytest.fixture
def dumps(golden: Path, tmp_path: Path) -> list[Path]:
    """Two event logs that differ in one launch."""
    trace = (golden / "05_mixed_2001.trace").read_text()
    paths = [tmp_path / "a.trace", tmp_path / "b.trace"]
    paths[0].write_text(trace)
    lines = trace.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if '"launch"' in line)
    lines[at] = lines[at].replace('"sip_mask":', '"sip_mask":1')
    paths[1].write_text("".join(lines))
    return paths


def test_dumps_are_compared(dumps: list[Path]) -> None:
    same = hws.diff(dumps[0], dumps[0])
    assert same and same.verdict == "equal" and same.report["exit"] == 0
    other = hws.diff(*dumps)
    assert not other and other.verdict == "differ" and "launch" in str(other)
    assert "<pre>" in other._repr_html_()


def test_a_dump_is_checked_against_the_model(tmp_path: Path, golden: Path) -> None:
    with pytest.raises(FileNotFoundError):
        hws.check(tmp_path / "missing.fst")
    with pytest.raises(IsADirectoryError):
        hws.check(tmp_path)
    with pytest.raises(FileNotFoundError):
        hws.check(golden / "05_mixed_2001.trace", map=tmp_path / "missing.yaml")
    other = hws.check(golden / "05_mixed_2001.trace")
    assert not other and other.verdict == "unreadable"
    bad = tmp_path / "map.yaml"
    bad.write_text("clok: clk\n")
    with pytest.raises(hws.InputError) as error:
        hws.check(golden / "05_mixed_2001.trace", map=bad)
    assert error.value.path == str(bad) and error.value.line == 1


def test_a_dump_of_the_model_agrees_with_the_model(command: str, tmp_path: Path, golden: Path) -> None:
    dump, cut = tmp_path / "mixed.fst", tmp_path / "cut.fst"
    arguments = ["replay", golden / "05_mixed_2001.jsonl", "--digest", "--fst", dump, "--every-tick", "0..8000"]
    subprocess.run([command, *arguments], check=True, capture_output=True)
    found = hws.check(dump)
    assert found and found.verdict == "equal", str(found)
    assert hws.diff(dump, dump)
    few = hws.check(dump, min_compared=10**12)
    assert not few and few.verdict == "too_little", str(few)
    assert hws.check(dump, min_coverage=100, unknown="strict")
    with pytest.raises(ValueError, match="unknown: `strickt` is not legal here; did you mean `strict`"):
        hws.check(dump, unknown="strickt")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="min_coverage"):
        hws.check(dump, min_coverage=101)
    known = tmp_path / "known.yaml"
    known.write_text("- {signal: irq, reason: late}\n")
    stale = hws.check(dump, waivers=known, max_differences=3)
    assert not stale and stale.verdict == "stale_waiver", str(stale)
    cut.write_bytes(dump.read_bytes()[: dump.stat().st_size // 2])
    assert not hws.check(cut)


def test_options_of_a_comparison_that_are_refused(dumps: list[Path], tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="unknown option `clok`; did you mean `clock`"):
        hws.diff(*dumps, clok="x")
    with pytest.raises(ValueError, match="strict, wild or zero"):
        hws.diff(*dumps, x="tame")
    with pytest.raises(ValueError, match="mask"):
        hws.diff(*dumps, mask="nothing")
    with pytest.raises(FileNotFoundError):
        hws.diff(dumps[0], tmp_path / "missing.vcd")
