"""Measures comparisons of dumps.

diff_speed.py RUNS HWS A B: `hws diff` and wavediff on two equal dumps.
diff_speed.py RUNS HWS DUMP: `hws check` against reading the dump, which is half of comparing it with itself.
"""

import os
import subprocess
import sys
import time


def run(*command):
    """CPU seconds, wall seconds, memory in MB; the dumps must be equal."""
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - began
    if child.returncode:
        sys.exit(f"{command[0]}: exit status {child.returncode}")
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


def cached(*paths):
    """Brings the files into the file cache. Returns their size in MB."""
    for path in paths:
        with open(path, "rb") as dump:
            while dump.read(1 << 20):
                pass
    return sum(os.path.getsize(path) for path in paths) / 1e6


def check(runs, hws, dump):
    megabytes = cached(dump)
    checked = min(run(hws, "check", dump) for _ in range(runs))[0]
    read = min(run(hws, "diff", dump, dump) for _ in range(runs))[0] / 2
    print(f"{os.path.basename(dump)}: {megabytes:.0f} MB")
    print(f"  hws check: {checked:.2f} s CPU, {megabytes / checked:.0f} MB/s; reading: {read:.2f} s CPU")
    print(f"  CPU seconds, ratio: {checked / read:.1f}")


def diff(runs, hws, a, b):
    megabytes = cached(a, b)
    print(f"{os.path.basename(a)}: {megabytes:.0f} MB together")
    ours = min(run(hws, "diff", a, b) for _ in range(runs))
    theirs = min(run("wavediff", a, b) for _ in range(runs))
    for name, (cpu, wall, memory) in (("hws diff", ours), ("wavediff", theirs)):
        print(f"  {name}: {cpu:.2f} s CPU, {wall:.2f} s, {megabytes / wall:.0f} MB/s, {memory:.0f} MB of memory")
    print(f"  CPU seconds, ratio: {theirs[0] / ours[0]:.1f}")


if __name__ == "__main__":
    measure = diff if len(sys.argv) > 4 else check
    measure(int(sys.argv[1]), *sys.argv[2:])
