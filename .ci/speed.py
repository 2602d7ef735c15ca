"""The table of .ci/speed: what two states of the project take for the same work, in turn, in one run.

    speed.py RUNS BEFORE AFTER FOLDER [ROW...]    BEFORE and AFTER are folders with `hws` and `bench`, the benchmark of the
                                                  model; AFTER also has the programs that make the inputs

CPU seconds and the most memory resident count, of the fastest run of each. Inputs are written to FOLDER.
"""

import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

import scale
import sizes

CYCLES = 20_000_000
LINES = 324_256
WAIT = 1_000_000_000
KERNELS = 100_000
LONG_WAIT = "tests/dangers/V-08_trigger_0_holds_an_unnamed_entry.jsonl"
#: How many times the CPU seconds of the trace a waveform of the same stimulus may take. Both are written to nowhere, so that the disk
#: does not count.
WAVE_LIMIT = 5
WAVES = ("vcd", "fst")
UNITS = {"ns": 1, "µs": 1e3, "us": 1e3, "ms": 1e6, "s": 1e9}


class Inputs:
    """Files that the rows need, made when the first row asks for them."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def printed(self, name, program, *arguments):
        with open(self.path(name), "w") as out:
            subprocess.run([os.path.join(self.programs, program), *map(str, arguments)], stdout=out, check=True)
        return self.path(name)

    @functools.cache
    def busy(self):
        return self.printed("busy.jsonl", "stimulus", "busy", CYCLES)

    @functools.cache
    def dense(self):
        return self.printed("dense.jsonl", "stimulus", "golden", LINES)

    @functools.cache
    def wait(self):
        with open(LONG_WAIT) as lines, open(self.path("wait.jsonl"), "w") as out:
            out.writelines(line for line in lines if '"at":20000' not in line)
            print(json.dumps({"at": WAIT, "op": "end"}, separators=(",", ":")), file=out)
        return out.name

    @functools.cache
    def blocked(self):
        """A workload in which a kernel waits for eight SIPs while one of them is busy."""
        shapes = [("many", 8, 3, WAIT), ("one", 1, 1, WAIT), ("wide", 8, 1, 100)]
        with open(self.path("blocked.yaml"), "w") as out:
            print("dags:\n  - id: g\n    kernels:", file=out)
            for name, threads, blocks, est in shapes:
                print(f"      - {{id: {name}, threads: {threads}, blocks: {blocks}, est: {est}}}", file=out)
        return out.name

    @functools.cache
    def schedule(self):
        return self.printed("schedule.json", "schedule", 10_000)

    @functools.cache
    def graph(self, kernels):
        return scale.graph(self.path(f"{kernels}.stg"), kernels)

    @functools.cache
    def chains(self):
        return scale.chains(self.path("chains.yaml"), KERNELS)

    def runs(self, hws):
        """Folders of two runs of a graph that differ in a setting, made by the program that compares them."""
        side = hws.replace(os.sep, ".")
        for name, options in (("plain", []), ("wide", ["--policy", "p_top_k=4"])):
            folder = self.path(f"{side}.{name}")
            shutil.rmtree(folder, ignore_errors=True)
            command = [hws, "run", self.graph(KERNELS), *options, "--keep", "report,stimulus", "--out", folder]
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            yield folder


#: Name, what it is, the arguments of the command, and whether its output may differ by nothing.
ROWS = [
    ("digest", f"`hws replay --digest`, the busy stimulus of {CYCLES:,} cycles", lambda i, h: ["replay", "--digest", i.busy()], True),
    ("trace", "the same with the whole trace", lambda i, h: ["replay", i.busy()], True),
    ("vcd", "the same with `--digest --vcd`", lambda i, h: ["replay", "--digest", "--vcd", os.devnull, i.busy()], True),
    ("fst", "the same with `--digest --fst`", lambda i, h: ["replay", "--digest", "--fst", os.devnull, i.busy()], True),
    ("check", "the same with `--digest --check`", lambda i, h: ["replay", "--digest", "--check", i.busy()], True),
    ("dense", f"`hws replay --digest`, {LINES:,} operations, one every 20 cycles", lambda i, h: ["replay", "--digest", i.dense()], True),
    ("wait", f"`hws replay --digest`, 32 kernels that wait for {WAIT:,} cycles", lambda i, h: ["replay", "--digest", i.wait()], True),
    ("blocked", f"`hws run`, a kernel that waits for {WAIT:,} cycles", lambda i, h: ["run", i.blocked()], False),
    ("run", f"`hws run`, {KERNELS:,} kernels in one graph", lambda i, h: ["run", i.graph(KERNELS)], False),
    ("graphs", f"`hws run`, {KERNELS:,} kernels in graphs of 1,000", lambda i, h: ["run", i.chains()], False),
    ("out", f"`hws run --out`, {KERNELS:,} kernels in one graph", lambda i, h: ["run", i.graph(KERNELS), "--out", i.path("out")], False),
    (
        "sweep",
        "`hws sweep`, 400 runs of 1,000 kernels",
        lambda i, h: ["sweep", i.graph(1_000), "--seeds", "400", "--jobs", "1", "--out", i.path("swept")],
        False,
    ),
    ("rank", "`hws plan rank`, 1,000,000 tasks", lambda i, h: ["plan", "rank", i.graph(1_000_000)], True),
    (
        "heft",
        "`hws plan rank --method heft`, 100,000 tasks on 64 processors",
        lambda i, h: ["plan", "rank", "--method", "heft", "--pes", "64", i.graph(KERNELS)],
        True,
    ),
    ("gemini", "`hws plan gemini`, 10,000 workloads of 4 cores", lambda i, h: ["plan", "gemini", i.schedule()], True),
    ("compare", f"`hws compare`, two runs of {KERNELS:,} kernels", lambda i, h: ["compare", *i.runs(h)], False),
]

#: Name, what it is, and the benchmark of the model that measures it.
BENCHES = [
    ("attempts", "the busy machine, 500 attempts", "busy_attempts"),
    ("attempt", "the ticks of COMMIT and LATCH alone, 200", "commit_and_latch"),
    ("idle", "idle time", "advance_idle"),
    ("clone", "a clone of the state", "clone_state"),
]


def output(line):
    """A digest of what a command prints."""
    digest = hashlib.sha256()
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        while piece := process.stdout.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def measure(row, runs, sides, inputs):
    """A row of a command: seconds and memory of both sides. Ends the program if outputs differ that may not.

    Returns the seconds of this state.
    """
    name, what, arguments, same = row
    lines = [[os.path.join(side, "hws"), *arguments(inputs, os.path.join(side, "hws"))] for side in sides]
    if same and len({output(line) for line in lines}) > 1:
        sys.exit(f"{name}: the outputs differ; compare {' '.join(lines[0])} with {' '.join(lines[1])}")
    taken = []
    for _ in range(runs):
        for line in lines:
            for folder in ("out", "swept"):
                shutil.rmtree(inputs.path(folder), ignore_errors=True)
            taken.append(scale.measured(*line))
    (before, least), (after, most) = (min(taken[side::2]) for side in range(2))
    show(what, f"{before:.2f} s, {least / 1e6:,.0f} MB", f"{after:.2f} s, {most / 1e6:,.0f} MB", before / after)
    return after


def limit_waves(seconds):
    """Ends the program if a waveform takes too long beside the trace; `seconds` has those of this state by the names of rows."""
    ratios = {name: seconds[name] / seconds["trace"] for name in WAVES if "trace" in seconds and name in seconds}
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.1f} times the trace, of at most {WAVE_LIMIT}")
    if any(ratio > WAVE_LIMIT for ratio in ratios.values()):
        sys.exit("a waveform takes too long")


def median(bench, name):
    """The median that a benchmark prints for the model, in nanoseconds."""
    text = subprocess.run([bench, "--bench", name], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("│")]
        found = re.fullmatch(r"([0-9.]+) (\S+)", cells[-4]) if len(cells) > 4 and "PlainHws" not in line else None
        if found:
            return float(found[1]) * UNITS[found[2]]
    sys.exit(f"{bench} {name} printed no median: {text}")


def time(nanoseconds):
    return f"{nanoseconds / 1000:,.0f} µs" if nanoseconds >= 10_000 else f"{nanoseconds:,.1f} ns"


def bench(row, runs, sides):
    _, what, name = row
    taken = [median(os.path.join(side, "bench"), name) for _ in range(runs) for side in sides]
    before, after = min(taken[0::2]), min(taken[1::2])
    show(what, time(before), time(after), before / after)


def show(what, before, after, ratio):
    print(f"| {what} | {before} | {after} | {ratio:.1f} |", flush=True)


def main():
    runs, *sides, folder = sys.argv[1:5]
    names = [row[0] for row in BENCHES + ROWS]
    wanted = sys.argv[5:] or names
    for name in wanted:
        if name not in names:
            sys.exit(f"unknown row `{name}`; the rows are {', '.join(names)}")
    print("| the same work | before | now | ratio |\n|---|---|---|---|")
    for row in BENCHES:
        if row[0] in wanted:
            bench(row, int(runs), sides)
    seconds = {row[0]: measure(row, int(runs), sides, Inputs(sides[1], folder)) for row in ROWS if row[0] in wanted}
    limit_waves(seconds)


if __name__ == "__main__":
    main()
