"""CPU time and memory of the planners and of a run on large generated graphs. `.ci/sizes` calls this.

    sizes.py HWS FOLDER    HWS is the command; inputs are written to FOLDER
"""

import os
import re
import shutil
import subprocess
import sys

TASKS = 100_000
COSTS = range(1, 1 << 31)
MOST_SECONDS = 10
MOST_BYTES = 1_000_000_000
MOST_BYTES_A_TASK = 1_000

#: A run: bytes for each kernel more, without a folder and with one, and instructions without.
MOST_BYTES_A_KERNEL = {"run": 640, "run --out": 700}
MOST_INSTRUCTIONS_A_KERNEL = 38_000
FEW = (11_000, 14_000)

COMMANDS = {
    "rank": [],
    "rank by HEFT": ["--pes", "64", "--method", "heft"],
    "rank by best": ["--pes", "64", "--method", "best"],
    "periodic": ["--pes", "64", "--iterations", "1000"],
    "import": ["-o", os.devnull],
}


def draws(state):
    """The generator of benches/benches/periodic.rs."""
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield state >> 33


def stg(path, tasks, costs):
    """A Standard Task Graph: each task takes one of `costs`, a range, and reads from one or two of the hundred before it."""
    numbers = draws(tasks)
    with open(path, "w") as out:
        print(tasks, file=out)
        for task in range(tasks):
            preds = sorted({task - 1 - next(numbers) % min(task, 100) for _ in range(2)}) if task else []
            print(task, costs[next(numbers) % len(costs)], len(preds), *preds, file=out)
    return path


def measured(*command, stderr=None):
    """Seconds of CPU and most bytes resident of a command that has to succeed."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{command} ended with status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def instructions(*command):
    """Instructions that a command executes."""
    valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    done = subprocess.run([*valgrind, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    count = re.search(r"refs: +([0-9,]+)", done.stderr)
    if done.returncode != 0 or count is None:
        sys.exit(f"{command} under valgrind ended with status {done.returncode}: {done.stderr}")
    return int(count[1].replace(",", ""))


def run(hws, folder):
    """Runs without a folder and with one: how many of their bars a kernel exceeds."""
    graphs = [stg(os.path.join(folder, f"run{kernels}.stg"), kernels, range(100, 1_100)) for kernels in (TASKS, 2 * TASKS)]
    out, above = os.path.join(folder, "out"), 0
    for name, most in MOST_BYTES_A_KERNEL.items():
        options = ["--out", out] if "--out" in name else []
        (seconds, less), (_, more) = (measured(hws, "run", graph, *options) for graph in graphs)
        each = (more - less) // TASKS
        print(f"{name}: {TASKS} kernels {seconds:.1f} s, {less / 1e6:.0f} MB; {each} bytes for each kernel more", flush=True)
        above += each > most
    shutil.rmtree(out)
    # Beyond the number of kernels up to which graphs are run alone, too, by default.
    few, twice = (stg(os.path.join(folder, f"run{kernels}.stg"), kernels, range(100, 1_100)) for kernels in FEW)
    executed = (instructions(hws, "run", twice) - instructions(hws, "run", few)) // (FEW[1] - FEW[0])
    print(f"run: {executed} instructions for each kernel more", flush=True)
    return above + (executed > MOST_INSTRUCTIONS_A_KERNEL)


def main():
    hws, folder = sys.argv[1:]
    files = [(tasks, os.path.join(folder, f"{tasks}.stg")) for tasks in (TASKS, 2 * TASKS)]
    for tasks, path in files:
        stg(path, tasks, COSTS)
    above = 0
    for name, options in COMMANDS.items():
        planner = name.split()[0]
        (seconds, small), (_, large) = (measured(hws, "plan", planner, path, *options) for _, path in files)
        each = (large - small) // TASKS
        print(f"{name}: {TASKS} tasks {seconds:.1f} s, {small / 1e6:.0f} MB; {each} bytes for each task more", flush=True)
        above += seconds > MOST_SECONDS or small > MOST_BYTES or each > MOST_BYTES_A_TASK
    above += run(hws, folder)
    sys.exit(f"{above} above a bar" if above else 0)


if __name__ == "__main__":
    main()
