"""What runs cost by the size of the graph. `.ci/scale` calls this.

    scale.py HWS FOLDER [large]    HWS is the command; inputs and results are written to FOLDER

CPU seconds count, not those of the clock: they hardly depend on what else the machine does.
"""

import os
import shutil
import subprocess
import sys

import sizes

#: Kernels of a graph, and the runs of it that take a few seconds.
SWEEPS = [(10, 20_000), (100, 4_000), (1_000, 400), (10_000, 40)]
RUNS = [1_000, 10_000, 100_000]
LARGE = 1_000_000
MILLION = 1_000_000


def graph(path, tasks):
    """A Standard Task Graph whose tasks take 100 to 1,099 units."""
    return sizes.stg(path, tasks, range(100, 1_100))


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
    """As sizes.measured, of a command that tells its progress."""
    return sizes.measured(*command, stderr=subprocess.DEVNULL)


def sweeps(hws, folder):
    print("| kernels | runs per second and core | 10^6 runs on one core | relative to 10 kernels, per kernel |\n|---|---|---|---|")
    first = None
    for kernels, runs in SWEEPS:
        path, out = graph(os.path.join(folder, f"{kernels}.stg"), kernels), os.path.join(folder, f"sweep{kernels}")
        seconds = []
        for seeds in (1, 1 + runs):
            shutil.rmtree(out, ignore_errors=True)
            seconds.append(measured(hws, "sweep", path, "--seeds", str(seeds), "--jobs", "1", "--out", out)[0])
        # Reading the workload and starting the program are not part of a run.
        each = (seconds[1] - seconds[0]) / runs
        first = first or each / kernels
        print(f"| {kernels:,} | {1 / each:,.0f} | {each * MILLION / 3600:,.1f} h | {each / kernels / first:.2f} |", flush=True)


def runs(hws, folder, counts):
    for title, write in (("one graph (STG)", graph), ("graphs of 1,000 kernels (YAML)", chains)):
        print(f"\n| kernels, {title} | CPU seconds | memory | bytes per kernel |\n|---|---|---|---|")
        for kernels in counts:
            path = write(os.path.join(folder, f"{write.__name__}{kernels}"), kernels)
            seconds, memory = measured(hws, "run", path, "--no-advice")
            print(f"| {kernels:,} | {seconds:.2f} | {memory / 1e6:,.0f} MB | {memory / kernels:,.0f} |", flush=True)
            os.remove(path)


def table(hws, folder):
    """What the folder of a sweep takes on disk, per run."""
    out = os.path.join(folder, f"sweep{SWEEPS[0][0]}")
    count = SWEEPS[0][1] + 1
    bytes_of = [os.path.getsize(os.path.join(out, name)) / count for name in ("rows.jsonl", "sweep.parquet")]
    seconds, memory = measured(hws, "sweep", "--merge", out, "--out", os.path.join(folder, "merged"))
    print(f"\nper run: {bytes_of[0]:,.0f} bytes of rows.jsonl, {bytes_of[1]:,.0f} of sweep.parquet")
    print(f"merge of {count:,} runs: {seconds:.1f} s, {memory / 1e6:,.0f} MB")


def main():
    hws, folder, large = sys.argv[1:]
    sweeps(hws, folder)
    runs(hws, folder, [*RUNS, LARGE] if large else RUNS)
    shutil.rmtree(os.path.join(folder, "merged"), ignore_errors=True)
    table(hws, folder)


if __name__ == "__main__":
    main()
