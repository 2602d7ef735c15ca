"""A row of the table of .ci/bench-peers: how many CPU seconds a peer takes for one of ours.

    bench_peers.py RUNS WHAT OURS -- THEIRS    OURS and THEIRS are commands, or lines of bash with a semicolon

The two are run in turn, and the fastest run of each counts.
"""

import resource
import shlex
import subprocess
import sys


def seconds(line):
    """CPU seconds of a line, with its children; it has to succeed."""
    command = ["bash", "-euo", "pipefail", "-c", line] if ";" in line else shlex.split(line)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.stderr.buffer.write(done.stderr[-4000:])
        sys.exit(f"exit status {done.returncode}: {line}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    runs, what, ours, dashes, theirs = sys.argv[1:]
    if dashes != "--":
        sys.exit(__doc__)
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(int(runs))]
    ours, theirs = (min(side) for side in zip(*pairs))
    print(f"| {what} | {theirs / ours:.1f} |", flush=True)


if __name__ == "__main__":
    main()
