"""Runs: results as dictionaries and tables, files in a folder, inputs that are refused."""

from __future__ import annotations

import gzip
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import interrupted

import hws


def test_a_run_has_a_report_and_tables(graph: Path) -> None:
    run = hws.run(graph, check=True)
    assert run.drained and run.violation is None
    assert run.report["drained"] is True and run.report["makespan"] == run.makespan
    kernels = run.kernels.to_pylist()
    assert [kernel["name"] for kernel in kernels] == ["a", "b"]
    assert kernels[1]["ready"] >= kernels[0]["finish"] > kernels[0]["first_launch"]
    timeline = run.timeline.to_pylist()
    assert len(timeline) == 2 * 4 + 8
    assert sum(row["end"] - row["start"] for row in timeline) == 2 * 4 * 500 + 8 * 300
    launches = [event for event in run.events.to_pylist() if event["ev"] == "launch"]
    assert len(launches) == 3 and all(event["c"] is not None for event in launches)
    assert "makespan" in run.summary and "2 kernels" in repr(run)


def test_without_a_file_the_built_in_example_is_run() -> None:
    run = hws.run(events=False)
    assert run.drained and len(run.kernels) > 100 and len(run.events) == 0


def test_a_notebook_shows_the_timeline(graph: Path, tmp_path: Path) -> None:
    run = hws.run(graph)
    shown = run._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and 'sandbox="allow-scripts"' in shown
    run.save_html(tmp_path / "timeline.html")
    assert (tmp_path / "timeline.html").read_text().startswith("<!DOCTYPE html>")
    with pytest.raises(FileNotFoundError) as error:
        run.save_html(tmp_path / "missing" / "timeline.html")
    assert error.value.filename == str(tmp_path / "missing" / "timeline.html")


def test_a_folder_gets_the_files_of_a_run(graph: Path, tmp_path: Path) -> None:
    run = hws.run(graph, out=tmp_path / "result")
    names = {path.name for path in (tmp_path / "result").iterdir()}
    assert names == {"report.json", "timeline.html", "trace.json", "stimulus.jsonl", "trace.jsonl"}
    assert json.loads((tmp_path / "result" / "report.json").read_text()) == run.report
    lines = [json.loads(line) for line in (tmp_path / "result" / "trace.jsonl").read_text().splitlines()]
    assert list(hws.replay(tmp_path / "result")) == lines
    keys = run.events.to_pylist()
    assert [{key: value for key, value in row.items() if value is not None} for row in keys] == lines


def test_a_folder_gets_the_chosen_files_only(graph: Path, tmp_path: Path) -> None:
    hws.run(graph, out=tmp_path / "result")
    hws.run(graph, out=tmp_path / "result", keep=["report", "trace"], gzip=True)
    assert {path.name for path in (tmp_path / "result").iterdir()} == {"report.json", "trace.jsonl.gz"}
    hws.run(graph, out=tmp_path / "result", keep="timeline")
    assert [path.name for path in (tmp_path / "result").iterdir()] == ["timeline.html"]


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({"keep": "reprot"}, "`reprot` is not a file of a run; give report"),
        ({"keep": []}, "keep is empty"),
        ({"keep": 7}, "keep"),
        ({"gzip": "yes"}, "gzip"),
    ],
)
def test_a_wrong_choice_of_files_leaves_the_folder(
    graph: Path, tmp_path: Path, choice: dict[str, Any], expected: str
) -> None:
    folder = tmp_path / "result"
    hws.run(graph, out=folder, keep="report")
    before = (folder / "report.json").read_bytes()
    with pytest.raises((TypeError, ValueError), match=expected):
        hws.run(graph, out=folder, **choice)
    assert [(path.name, path.read_bytes()) for path in folder.iterdir()] == [("report.json", before)]


@pytest.mark.parametrize("choice", [{"keep": "report"}, {"gzip": True}])
def test_files_are_chosen_for_a_folder(graph: Path, choice: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="give out=DIR"):
        hws.run(graph, **choice)


def test_several_workloads_share_a_machine(graph: Path) -> None:
    assert [dag["name"] for dag in hws.run([graph, graph]).report["dags"]] == ["d", "d@2"]


def test_policies_and_seeds_change_a_run(graph: Path) -> None:
    settings = hws.run(graph, policy={"promote.threshold": 9, "early_launch": "estimate"}).report["machine"]
    assert "PROMOTE" in json.dumps(settings)
    times = {hws.run(graph, error_model="uniform:30%", seed=seed).makespan for seed in range(4)}
    assert len(times) > 1
    same = [hws.run(graph, error_model="low", seed=5).report for _ in range(2)]
    assert same[0] == same[1]
    texts = hws.run(graph, policy=["promote.threshold=9"]).report
    assert texts == hws.run(graph, policy="promote.threshold=9").report


@pytest.mark.parametrize(
    ("options", "error", "hint"),
    [
        ({"policy": {"promote.treshold": 9}}, hws.InputError, "did you mean `promote.threshold`"),
        ({"policy": {"promote.threshold": 70000}}, hws.InputError, "65535"),
        ({"policy": {"promote.threshold": 1.5}}, TypeError, "promote.threshold"),
        ({"policy": "promote.threshold"}, ValueError, "KEY=VALUE"),
        ({"seed": -1, "error_model": "low"}, ValueError, "seed is -1"),
        ({"seed": 1.5, "error_model": "low"}, TypeError, "seed"),
        ({"seed": 1}, hws.InputError, "error model"),
        ({"error_model": "lo"}, ValueError, "error_model is `lo`"),
        ({"mapping": "statc"}, ValueError, "dynamic or static"),
        ({"scale": 0}, ValueError, "scale is 0"),
        ({"dims": {"batch": -1}}, ValueError, "dims"),
        ({"config": "missing.yaml"}, FileNotFoundError, "missing.yaml"),
        ({"out": 7}, TypeError, "out must be a path"),
    ],
)
def test_an_option_that_is_refused_is_named(
    graph: Path, options: dict[str, object], error: type[Exception], hint: str
) -> None:
    with pytest.raises(error, match=hint):
        hws.run(graph, **options)


def test_a_file_that_is_refused_has_a_place(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("dags:\n  - id: d\n    kernels:\n      - {id: a, est: 1, thread: 4}\n")
    with pytest.raises(hws.InputError, match="did you mean `threads`") as error:
        hws.run(file)
    assert error.value.path == str(file) and error.value.line == 4 and error.value.column
    assert error.value.code == "unknown-key" and error.value.candidates == ["threads"]
    assert error.value.remedy and error.value.remedy.startswith("the keys are id, threads, ")
    assert isinstance(error.value, ValueError)


def test_files_that_are_no_workloads(tmp_path: Path, graph: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        hws.run(tmp_path / "missing.yaml")
    assert missing.value.filename == str(tmp_path / "missing.yaml")
    with pytest.raises(IsADirectoryError):
        hws.run(tmp_path)
    other = tmp_path / "other.gz"
    other.write_bytes(gzip.compress(b"\x00\x01 something else"))
    with pytest.raises(hws.InputError):
        hws.run(other)
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(graph.read_bytes())[:-12])
    with pytest.raises(hws.InputError):
        hws.run(cut)
    for wrong in (7, 1.5, {1: 2}, [None]):
        with pytest.raises((TypeError, ValueError)):
            hws.run(wrong)
    with pytest.raises(ValueError, match="sys.stdin"):
        hws.run("-")


def test_content_may_be_given_instead_of_a_file(graph: Path) -> None:
    assert hws.run(graph.read_bytes()).makespan == hws.run(graph).makespan


def test_a_folder_that_cannot_be_written(graph: Path) -> None:
    with pytest.raises(OSError):
        hws.run(graph, out=graph / "result")


def test_a_run_leaves_the_interpreter_to_other_threads(graph: Path) -> None:
    """While a run is under way in another thread, this one counts."""
    ran = threading.Thread(target=lambda: hws.run([graph] * 50, events=False))
    ran.start()
    count = 0
    while ran.is_alive():
        count += 1
        time.sleep(0.001)
    ran.join()
    assert count > 0


def endless(stimulus: Path) -> Path:
    """Two kernels run and never report, and a third one waits for a whole cluster: an event every 48 cycles, for ever."""
    small, large = (hws.TaskDescriptor(thread_num=threads).encode() for threads in (1, 16))
    lines: list[dict[str, object]] = [{"at": 0, "op": "write", "reg": "HWS_CTRL", "value": 1}]
    lines += [{"at": 0, "op": "mem", "addr": addr, "words": words} for addr, words in ((4096, small), (8192, large))]
    for entry, addr in enumerate([4096, 8192, 8192]):
        lines.append({"at": 0, "op": "hdr", "hdr_id": 0, "hdr_entry_id": entry, "td_addr": addr})
    lines.append({"at": 2**50, "op": "end"})
    stimulus.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return stimulus


LONG = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import hws, sys
graph = {graph!r}
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        "hws.run(graph, events=False)",
        "hws.sweep({'workloads': [graph], 'set': {'promote.threshold': '1..400'}, 'seeds': 100})",
        "[None for _ in hws.replay(sys.argv[1])]",
    ],
)
def test_ctrl_c_ends_a_long_job(tmp_path: Path, call: str) -> None:
    kernels = ", ".join(f"{{id: k{n}, est: 9, threads: 1, blocks: 60000}}" for n in range(40))
    graph = tmp_path / "long.yaml"
    graph.write_text(f"dags:\n  - id: d\n    kernels: [{kernels}]\n")
    stimulus = endless(tmp_path / "long.jsonl")
    text = LONG.format(graph=str(graph), call=call)
    rest, errors = interrupted(text, str(stimulus))
    assert rest == "stopped\n", errors
