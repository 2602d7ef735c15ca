"""What runs cost by the size of the graph. `.ci/scale` calls this.

    scale.py HWS FOLDER [large]    HWS is the command; inputs and results are written to FOLDER

CPU seconds count, not those of the clock: they hardly depend on what else the machine does.
"""

import os
import shutil
import subprocess
import sys

#: Kernels of a graph, and the runs of it that take a few seconds.
SWEEPS = [(10, 20_000), (100, 4_000), (1_000, 400), (10_000, 40)]
RUNS = [1_000, 10_000, 100_000]
LARGE = 1_000_000
MILLION = 1_000_000


def draws(state):
    """The generator of benches/benches/periodic.rs."""
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield state >> 33


def stg(path, tasks):
    """A Standard Task Graph: each task takes 100 to 1,099 units and reads from one or two of the hundred before it."""
    numbers = draws(tasks)
    with open(path, "w") as out:
        print(tasks, file=out)
        for task in range(tasks):
            preds = sorted({task - 1 - next(numbers) % min(task, 100) for _ in range(2)}) if task else []
            print(task, 100 + next(numbers) % 1000, len(preds), *preds, file=out)
    return path


def chains(path, kernels):
    """A workload in YAML: graphs of a thousand kernels, each of which waits for the one before it."""
    with open(path, "w") as out:
        print("dags:", file=out)
        for kernel in range(kernels):
            place = kernel % 1000
            if place == 0:
                print(f"  - id: g{kernel}\n    kernels:", file=out)
            deps = f", deps: [ k{place - 1} ]" if place else ""
            size = f"threads: {1 << place % 4}, blocks: {1 + place % 3}, est: {100 + place}"
            print(f"      - {{ id: k{place}, {size}{deps} }}", file=out)
    return path


def measured(*command):
    """Seconds of CPU and most bytes resident of a command that has to succeed."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{command} ended with status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def sweeps(hws, folder):
    print("| kernels | runs per second and core | 10^6 runs on one core | relative to 10 kernels, per kernel |\n|---|---|---|---|")
    first = None
    for kernels, runs in SWEEPS:
        path, out = stg(os.path.join(folder, f"{kernels}.stg"), kernels), os.path.join(folder, f"sweep{kernels}")
        seconds = []
        for seeds in (1, 1 + runs):
            shutil.rmtree(out, ignore_errors=True)
            seconds.append(measured(hws, "sweep", path, "--seeds", str(seeds), "--jobs", "1", "--out", out)[0])
        # Reading the workload and starting the program are not part of a run.
        each = (seconds[1] - seconds[0]) / runs
        first = first or each / kernels
        print(f"| {kernels:,} | {1 / each:,.0f} | {each * MILLION / 3600:,.1f} h | {each / kernels / first:.2f} |", flush=True)


def runs(hws, folder, sizes):
    for title, write in (("one graph (STG)", stg), ("graphs of 1,000 kernels (YAML)", chains)):
        print(f"\n| kernels, {title} | CPU seconds | memory | bytes per kernel |\n|---|---|---|---|")
        for kernels in sizes:
            path = write(os.path.join(folder, f"{write.__name__}{kernels}"), kernels)
            seconds, memory = measured(hws, "run", path)
            print(f"| {kernels:,} | {seconds:.2f} | {memory / 1e6:,.0f} MB | {memory / kernels:,.0f} |", flush=True)
            os.remove(path)


def table(hws, folder):
    """What the folder of a sweep takes on disk, per run."""
    out = os.path.join(folder, f"sweep{SWEEPS[0][0]}")
    count = SWEEPS[0][1] + 1
    sizes = [os.path.getsize(os.path.join(out, name)) / count for name in ("rows.jsonl", "sweep.parquet")]
    seconds, memory = measured(hws, "sweep", "--merge", out, "--out", os.path.join(folder, "merged"))
    print(f"\nper run: {sizes[0]:,.0f} bytes of rows.jsonl, {sizes[1]:,.0f} of sweep.parquet")
    print(f"merge of {count:,} runs: {seconds:.1f} s, {memory / 1e6:,.0f} MB")


def main():
    hws, folder, large = sys.argv[1:]
    sweeps(hws, folder)
    runs(hws, folder, [*RUNS, LARGE] if large else RUNS)
    shutil.rmtree(os.path.join(folder, "merged"), ignore_errors=True)
    table(hws, folder)


if __name__ == "__main__":
    main()
