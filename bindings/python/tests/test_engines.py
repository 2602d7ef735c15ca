"""Sweeps on Dask and on Ray: workers that are killed, a driver that is killed, runs that kill. `.ci/engines` installs both."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hws
from hws import _engines
from hws._engines import _driver

WORKERS = 4
ENGINES = ("dask", "ray")

WORKLOAD = "dags: [{id: d, kernels: [{id: a, threads: 4, blocks: 9, est: 300}, {id: b, threads: 8, blocks: 5, est: 500, deps: [a]}]}]"


class Slow:
    """A plan whose runs take some time without work; a run may end its process, and each is noted in a file when it begins."""

    def __init__(self, plan: hws.SweepPlan, notes: Path, seconds: float, deadly: int | None = None) -> None:
        self.plan, self.notes, self.seconds, self.deadly = plan, str(notes), seconds, deadly

    def key(self, run: int) -> str:
        return self.plan.key(run)

    def _lines(self, run: int) -> str:
        with open(self.notes, "a") as notes:
            notes.write(f"{run}\n")
        if run == self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(self.seconds)
        return self.plan._lines(run)


class Other(Slow):
    """A plan of another version: its keys differ once it has been sent."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.home = os.getpid()

    def key(self, run: int) -> str:
        return self.plan.key(run) if os.getpid() == self.home else "0" * 32


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """An engine that is installed."""
    # Ray starts its workers with a low priority: beside a compiler they would take a minute to begin.
    monkeypatch.setenv("RAY_worker_niceness", "0")
    module = pytest.importorskip(_engines.NEEDS[request.param])
    pickles = module.cloudpickle if request.param == "ray" else pytest.importorskip("cloudpickle")
    # Workers do not have this file.
    pickles.register_pickle_by_value(sys.modules[__name__])
    return str(request.param)


def small(path: Path, seeds: int) -> hws.SweepPlan:
    """A plan of four runs for each seed."""
    file = path / "small.yaml"
    file.write_text(WORKLOAD)
    return hws.SweepPlan({"workloads": [str(file)], "set": {"promote.threshold": [1, 16], "p_top_k": "1..2"}, "seeds": seeds})


def alone(plan: hws.SweepPlan, out: Path) -> bytes:
    """The table of the same sweep on one thread."""
    hws.sweep(plan, jobs=1, out=out)
    return (out / "sweep.parquet").read_bytes()


def drive(engine: str, plan: hws.SweepPlan, slow: Slow, out: Path) -> bytes:
    """The table of the sweep with slow runs on an engine."""
    rows = hws._hws.SweepRows(plan, out, False)
    with _engines._engine(engine)(slow, WORKERS, None) as workers:
        _driver.drive(slow, rows, workers)
    rows.finish("parquet")
    return (out / "sweep.parquet").read_bytes()


def begun(notes: Path) -> Counter[int]:
    """How often each run was begun."""
    return Counter(int(line) for line in notes.read_text().splitlines()) if notes.exists() else Counter()


def workers(engine: str) -> list[int]:
    """The processes, of those that this one has started, that make runs."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(stat.parent.name))
    todo, found = [os.getpid()], []
    while todo:
        process = todo.pop()
        todo += children.get(process, [])
        try:
            command = Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            continue
        if command.startswith(b"ray::_make") if engine == "ray" else b"spawn_main" in command:
            found.append(process)
    return sorted(found)


@pytest.fixture
def killer(engine: str) -> Iterator[Callable[[float, Path], list[int]]]:
    """Begin to kill a worker every so many seconds, unless nothing has begun since the last time; the list grows."""
    over = threading.Event()
    killed: list[int] = []

    def kill(every: float, notes: Path) -> None:
        seen = 0
        while not over.wait(every):
            alive, made = workers(engine), begun(notes).total()
            if alive and made > seen:
                seen = made
                victim = alive[len(killed) % len(alive)]
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)

    def begin(every: float, notes: Path) -> list[int]:
        threading.Thread(target=kill, args=(every, notes), daemon=True).start()
        return killed

    yield begin
    over.set()


def test_workers_that_are_killed_lose_nothing(
    engine: str, killer: Callable[[float, Path], list[int]], tmp_path: Path
) -> None:
    plan, notes = small(tmp_path, 300), tmp_path / "notes"
    expected = alone(plan, tmp_path / "alone")
    began = time.monotonic()
    killed = killer(10, notes)
    assert drive(engine, plan, Slow(plan, notes, 0.2), tmp_path / "engine") == expected
    took = time.monotonic() - began
    again = begun(notes).total() - plan.runs
    print(f"{engine}: {plan.runs} runs in {took:.0f} s, {len(killed)} workers killed, {again} runs begun again")
    assert len(killed) >= 5 and took < 300
    # A batch has 13 runs: only the one that was going on, and what was not sent yet, is begun again.
    assert again <= 3 * len(killed)
    assert len((tmp_path / "engine" / "rows.jsonl").read_text().splitlines()) == plan.runs


def test_a_run_that_kills_its_worker_has_a_problem(engine: str, tmp_path: Path) -> None:
    plan, notes = small(tmp_path, 10), tmp_path / "notes"
    alone(plan, tmp_path / "alone")
    drive(engine, plan, Slow(plan, notes, 0.02, deadly=17), tmp_path / "engine")
    rows = hws.sweep(plan, out=tmp_path / "engine").to_pylist()
    others = hws.sweep(plan, jobs=1).to_pylist()
    assert rows[17]["problem"] == "the worker ended twice while it made this run alone" and rows[17]["makespan"] is None
    assert [row for run, row in enumerate(rows) if run != 17] == [row for run, row in enumerate(others) if run != 17]
    # Besides those alone: in its first batch, in the rest of that, and once more if what was sent last was lost.
    assert begun(notes)[17] <= 3 + _driver.STRIKES


def test_a_worker_of_another_version_is_refused(engine: str, tmp_path: Path) -> None:
    plan, notes = small(tmp_path, 10), tmp_path / "notes"
    with pytest.raises(hws.EngineError, match="refused.*has the key 0000.*install on every worker"):
        drive(engine, plan, Other(plan, notes, 0.0), tmp_path / "engine")
    assert not begun(notes) and (tmp_path / "engine" / "rows.jsonl").read_text() == ""


#: A driver that is killed. It has to be guarded: Dask imports it in its workers.
DRIVER = """
import sys
sys.path.insert(0, {tests!r})
if __name__ == "__main__":
    from pathlib import Path
    import test_engines as tests, {module} as module
    pickles = module.cloudpickle if {engine!r} == "ray" else __import__("cloudpickle")
    pickles.register_pickle_by_value(tests)
    path = Path({path!r})
    plan = tests.small(path, 40)
    tests.drive({engine!r}, plan, tests.Slow(plan, path / "notes", 0.1), path / "engine")
"""


def test_a_driver_that_is_killed_goes_on(engine: str, tmp_path: Path) -> None:
    plan, journal = small(tmp_path, 40), tmp_path / "engine" / "rows.jsonl"
    expected = alone(plan, tmp_path / "alone")
    tests = str(Path(__file__).parent)
    text = DRIVER.format(tests=tests, module=_engines.NEEDS[engine], engine=engine, path=str(tmp_path))
    (tmp_path / "driver.py").write_text(text)
    with subprocess.Popen([sys.executable, str(tmp_path / "driver.py")]) as driver:
        began = time.monotonic()
        while not journal.exists() or len(journal.read_bytes().splitlines()) < 40:
            assert driver.poll() is None and time.monotonic() - began < 180
            time.sleep(0.05)
        driver.kill()
    # The end of what it was writing is torn, too.
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-20])
    kept = whole.count(b"\n") - 1
    assert 30 <= kept < plan.runs
    before = begun(tmp_path / "notes").total()
    table = hws.sweep(plan, engine=engine, out=tmp_path / "engine", jobs=2)
    assert (tmp_path / "engine" / "sweep.parquet").read_bytes() == expected and len(table) == plan.runs
    assert len(journal.read_text().splitlines()) == plan.runs and before < 160


def test_a_plan_brings_its_files(engine: str, tmp_path: Path) -> None:
    plan = small(tmp_path, 2)
    expected = hws.sweep(plan, jobs=1).to_pylist()
    (tmp_path / "small.yaml").unlink()
    assert hws.sweep(plan, engine=engine, jobs=2).to_pylist() == expected


def test_graphs_and_kernels_come_from_workers(engine: str, tmp_path: Path) -> None:
    plan, tables = small(tmp_path, 2), ("graphs", "kernels")
    hws.sweep(plan, out=tmp_path / "alone", tables=tables, jobs=1)
    hws.sweep(plan, engine=engine, out=tmp_path / "engine", tables=tables, jobs=2)
    for file in ("graphs.parquet", "kernels.parquet", "sweep.parquet"):
        assert (tmp_path / "engine" / file).read_bytes() == (tmp_path / "alone" / file).read_bytes()


def test_dask_takes_any_scheduler_and_any_client(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    plan = small(tmp_path, 2)
    expected = hws.sweep(plan, jobs=1).to_pylist()
    with distributed.LocalCluster(n_workers=1, threads_per_worker=3, processes=False, dashboard_address=None) as cluster:
        assert hws.sweep(plan, engine="dask", address=cluster.scheduler_address).to_pylist() == expected
        with distributed.Client(cluster) as client:
            assert hws.sweep(plan, engine="dask", address=client).to_pylist() == expected
            assert client.status == "running"
