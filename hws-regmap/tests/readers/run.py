"""Runs a tool of a reader; its output is shown only when it fails."""

import subprocess
import sys


def run(*command, **options):
    """The output of the command."""
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, **options)
    if done.returncode != 0:
        print(done.stdout[-6000:], file=sys.stderr)
        sys.exit(f"{command[0]} failed with {done.returncode}")
    return done.stdout
