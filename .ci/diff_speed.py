"""Measures two comparisons of equal dumps: diff_speed.py RUNS HWS A B."""

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


def main(runs, hws, a, b):
    megabytes = (os.path.getsize(a) + os.path.getsize(b)) / 1e6
    # Both are in the file cache before anything is measured.
    for path in (a, b):
        with open(path, "rb") as dump:
            while dump.read(1 << 20):
                pass
    print(f"{os.path.basename(a)}: {megabytes:.0f} MB together")
    ours = min(run(hws, "diff", a, b) for _ in range(runs))
    theirs = min(run("wavediff", a, b) for _ in range(runs))
    for name, (cpu, wall, memory) in (("hws diff", ours), ("wavediff", theirs)):
        print(f"  {name}: {cpu:.2f} s CPU, {wall:.2f} s, {megabytes / wall:.0f} MB/s, {memory:.0f} MB of memory")
    print(f"  CPU seconds, ratio: {theirs[0] / ours[0]:.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
